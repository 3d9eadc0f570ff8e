use super::*;
use proptest::prelude::*;

fn read_ok(name: &str, bytes: &[u8]) -> Document {
    read(name, bytes, &ReadLimits::default()).unwrap()
}

fn texts(document: &Document) -> Vec<&str> {
    document
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect()
}

fn sections(name: &str, text: &str) -> Vec<(String, u8, u32, u32)> {
    let document = read_ok(name, text.as_bytes());
    document
        .sections
        .into_iter()
        .map(|s| (s.title, s.level, s.first_line, s.last_line))
        .collect()
}

#[test]
fn numbers_lines_as_splitting_at_newlines_does() {
    let document = read_ok("a.txt", b"one\r\n\r\nthree   3\n");
    assert_eq!(texts(&document), ["one", "", "three   3", ""]);
    assert_eq!(
        document
            .lines
            .iter()
            .map(|line| line.number)
            .collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    assert_eq!(texts(&read_ok("mac.txt", b"one\rtwo")), ["one", "two"]);
}

#[test]
fn form_feeds_start_pages_and_no_lines() {
    let document = read_ok("a.txt", b"first\n\x0csecond\nalso second\x0c\nthird\n\x0c");
    assert_eq!(
        texts(&document),
        ["first", "second", "also second", "third", ""]
    );
    let pages: Vec<u32> = document.lines.iter().map(|line| line.page).collect();
    assert_eq!(pages, [1, 2, 2, 3, 4]);
    let ranges: Vec<(u32, u32)> = document
        .pages
        .iter()
        .map(|page| (page.first_line, page.last_line))
        .collect();
    assert_eq!(ranges, [(1, 1), (2, 3), (4, 4), (5, 5)]);
}

#[test]
fn reads_the_encodings_text_files_come_in() {
    let cases: &[(&[u8], &str, usize)] = &[
        (b"\xEF\xBB\xBFcaf\xC3\xA9", "café", 0),
        (b"caf\xE9 \x80 12 \x96 \x93ok\x94", "café € 12 – “ok”", 1),
        (b"\xFF\xFEa\0\xE9\0", "aé", 0),
        (b"\xFE\xFF\0a\0\xE9", "aé", 0),
    ];
    for (bytes, text, warnings) in cases {
        let document = read_ok("a.txt", bytes);
        assert_eq!(
            (texts(&document), document.warnings.len()),
            (vec![*text], *warnings),
            "{bytes:?}"
        );
    }
}

#[test]
fn counts_removed_characters_in_a_warning() {
    let document = read_ok("a.txt", "a\u{202e}b\u{200b}\nc\u{7}".as_bytes());
    assert_eq!(texts(&document), ["ab", "c"]);
    assert_eq!(
        document.warnings,
        ["3 invisible or control character(s) were removed from the text."]
    );
}

#[test]
fn decides_by_content_first_and_by_name_second() {
    let kinds: &[(&str, &[u8], &str)] = &[
        ("a.txt", b"", "empty"),
        ("a.txt", b" \n \n", "empty"),
        ("a.txt", b"text\0text", "binary"),
        ("a.txt", b"\x01\x02\x03\x04text", "binary"),
        ("a.docx", b"PK\x03\x04rest", "damaged"),
        ("a.txt", b"\x89PNG\r\n\x1a\nrest", "unsupported"),
        ("a.pdf", b"just text", "damaged"),
        ("a.txt", b"%PDF-1.7 and nothing behind it", "damaged"),
        ("a.pdf", b"leading words %PDF-1.7", "damaged"),
        ("a.txt", b"\xFF\xFEabc", "binary"),
    ];
    for (name, bytes, kind) in kinds {
        let error = read(name, bytes, &ReadLimits::default()).unwrap_err();
        assert_eq!(error.kind(), *kind, "{name} {bytes:?}: {error}");
        assert!(error.to_string().starts_with(&format!("{name}: ")) && !error.help().is_empty());
    }
    assert_eq!(
        read_ok("a.txt", b"The header %PDF-1.7 opens a PDF.").media_type,
        MediaType::Text
    );
    assert_eq!(read_ok("a.MD", b"# Title").media_type, MediaType::Markdown);
}

#[test]
fn names_the_file_without_its_folder_and_without_tricks() {
    let document = read_ok("/home/x/in\u{202e}voice\u{7}.txt", b"text");
    assert_eq!(document.title, "invoice.txt");
    assert_eq!(
        document.id,
        "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1"
    );
}

#[test]
fn limits_of_text_are_errors_with_their_numbers() {
    let limits = ReadLimits {
        max_lines: 2,
        max_line_characters: 5,
        ..ReadLimits::default()
    };
    let error = read("a.txt", b"a\nb\nc", &limits).unwrap_err();
    assert_eq!(error.to_string(), "a.txt: 3 lines, the limit is 2");
    let error = read("a.txt", b"abcdef", &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.txt: 6 characters in one line, the limit is 5"
    );
}

#[test]
fn markdown_headings_are_sections_and_code_is_not() {
    let text = "# One\ntext\n\nTwo\n---\n```\n# code\n```\n### Three ###\n    # indented\nC# is\n\nFour\n====\n- item\n---\n";
    assert_eq!(
        sections("a.md", text),
        [
            ("One".to_owned(), 1, 1, 12),
            ("Two".to_owned(), 2, 4, 12),
            ("Three".to_owned(), 3, 9, 12),
            ("Four".to_owned(), 1, 13, 17),
        ]
    );
}

#[test]
fn headings_of_text_are_found_by_their_words() {
    let text = "SERVICE AGREEMENT\n\nbetween the parties\n\nARTICLE I DEFINITIONS\n\n1.1 Terms. In this agreement the\n\
                following holds.\n\n1.2 Other Words\n\ntext\n\nSection 7 shall apply to this.\n\n12 Pieces\n\nARTICLE II\n\nend\n";
    let titles: Vec<(String, u8)> = sections("a.txt", text)
        .into_iter()
        .map(|(title, level, ..)| (title, level))
        .collect();
    let expected = [
        ("SERVICE AGREEMENT", 2),
        ("ARTICLE I DEFINITIONS", 1),
        ("1.1 Terms", 3),
        ("1.2 Other Words", 3),
        ("ARTICLE II", 1),
    ];
    assert_eq!(
        titles,
        expected.map(|(title, level)| (title.to_owned(), level))
    );
}

#[test]
fn what_is_everywhere_is_no_heading() {
    let receipt = "ADVANCO COMPANY\n\nCOFFEE 3.50\n\nTOTAL\n\nCASH\n\nTHANK YOU\n";
    assert_eq!(sections("receipt.txt", receipt), []);
    let list = "1. Milk\n\n2. Bread\n\n3. Salt\n";
    assert_eq!(sections("list.txt", list), []);
}

proptest! {
    #[test]
    fn any_bytes_end_in_a_document_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for name in ["a.txt", "a.md", "a.pdf"] {
            // Bytes that are no document are refused by what they are, with what to do.
            let told = match read(name, &bytes, &ReadLimits::default()) {
                Ok(document) => document.lines.iter().zip(1..).all(|(line, number)| line.number == number),
                Err(error) => !error.help().is_empty() && error.to_string().starts_with(name),
            };
            prop_assert!(told, "{name}");
        }
    }

    #[test]
    fn any_text_is_a_document_with_numbered_lines(text in "[a-zA-Zäß€ ,.\n#*|-]{0,400}[a-z]") {
        for name in ["a.txt", "a.md"] {
            let document = read(name, text.as_bytes(), &ReadLimits::default()).unwrap();
            prop_assert_eq!(document.lines.len(), text.split('\n').count(), "{}", name);
            prop_assert!(document.lines.iter().zip(1..).all(|(line, number)| line.number == number));
        }
    }

    #[test]
    fn lines_match_the_file_split_at_newlines(text in "[a-zA-Z0-9 #=.~`\n\r\t\u{c}-]{1,200}") {
        prop_assume!(text.contains('\n') && !text.trim().is_empty());
        let document = read("a.md", text.as_bytes(), &ReadLimits::default()).unwrap();
        prop_assert_eq!(document.lines.len(), text.split('\n').count());
        for (line, raw) in document.lines.iter().zip(text.split('\n')) {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            // A carriage return or form feed within a line is removed.
            let raw = raw.trim_matches('\r').replace('\r', " ");
            prop_assert_eq!(words(&line.text), words(&raw));
        }
        for section in &document.sections {
            prop_assert!(section.first_line >= 1 && section.first_line <= section.last_line);
            prop_assert!(section.last_line as usize <= document.lines.len());
        }
        let last = document.pages.last().map(|page| page.last_line as usize);
        prop_assert_eq!(last, Some(document.lines.len()));
    }

    #[test]
    fn reading_twice_gives_the_same_document(text in "[a-z #\n]{1,100}") {
        let once = read("a.md", text.as_bytes(), &ReadLimits::default());
        prop_assert_eq!(once, read("a.md", text.as_bytes(), &ReadLimits::default()));
    }
}
