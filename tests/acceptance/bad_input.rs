//! Input that cannot be used: a plain message that says what to do, exit code
//! 2 or 3, no panic, and nothing stored.

use acceptance::{Run, SAMPLE, Scratch, root, take_model};

/// What is wrong with a document, its name, its bytes, and what the message
/// must say beside the name.
fn bad_documents() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let sample = std::fs::read(root().join(SAMPLE)).unwrap();
    let half = sample[..sample.len() / 2].to_vec();
    let without_pages = b"%PDF-1.4\nthis is no PDF at all\n%%EOF\n".to_vec();
    let mut binary: Vec<u8> = (0..=255_u8).cycle().take(4096).collect();
    binary.splice(0..4, *b"\x7fELF");
    vec![
        ("empty.txt", Vec::new(), "empty"),
        ("empty.pdf", Vec::new(), "empty"),
        ("blank.txt", b" \n\t\n \n".to_vec(), ""),
        ("binary.txt", binary.clone(), "binary"),
        ("binary.bin", binary, "binary"),
        (
            "picture.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01".to_vec(),
            "",
        ),
        (
            "letter.docx",
            b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0".to_vec(),
            "",
        ),
        ("encrypted.pdf", encrypted_pdf(), "encrypted"),
        (
            "scanned.pdf",
            pdf(
                "",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>",
            ),
            "no",
        ),
        ("half.pdf", half[..200].to_vec(), "damaged"),
        ("nonsense.pdf", without_pages, "damaged"),
    ]
}

/// A PDF of one page, written by hand. `trailer` goes into the trailer.
fn pdf(trailer: &str, page: &str) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        page.to_owned(),
        // Standard security handler, revision 3; nobody's password opens it.
        format!(
            "<< /Filter /Standard /V 2 /R 3 /Length 128 /P -1028 /O <{}> /U <{}> >>",
            "5a".repeat(32),
            "a5".repeat(32)
        ),
    ];
    let mut text = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        offsets.push(text.len());
        text += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let table = text.len();
    text += &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        text += &format!("{offset:010} 00000 n \n");
    }
    text += &format!("trailer\n<< /Size 5 /Root 1 0 R {trailer} >>\nstartxref\n{table}\n%%EOF\n");
    text.into_bytes()
}

fn encrypted_pdf() -> Vec<u8> {
    pdf(
        &format!("/Encrypt 4 0 R /ID [<{0}> <{0}>]", "3c".repeat(16)),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>",
    )
}

/// An error for people: said once, named, with what to do.
pub(super) fn assert_refused(run: &Run, codes: &[i32], named: &str) {
    assert!(
        codes.contains(&run.code),
        "exit code {codes:?} expected: {run}"
    );
    let said = run.both().to_lowercase();
    assert!(
        said.contains(&named.to_lowercase()),
        "`{named}` is not said: {run}"
    );
    let hint = run
        .stderr
        .lines()
        .find_map(|line| line.strip_prefix("hint: "));
    assert!(
        hint.is_some_and(|hint| !hint.trim().is_empty()),
        "no hint: {run}"
    );
    assert!(
        run.stderr.lines().any(|line| line.starts_with("error: ")),
        "no error: {run}"
    );
}

#[test]
fn documents_that_cannot_be_read_are_refused_by_name_and_nothing_is_stored() {
    let scratch = Scratch::new();
    for (name, bytes, word) in bad_documents() {
        let path = scratch.file(name, bytes);
        for arguments in [
            vec!["docs", "add", &path],
            vec!["ask", "What is the premium?", "--doc", &path],
        ] {
            let run = scratch.run(&arguments);
            assert_refused(&run, &[2], name);
            assert_refused(&run, &[2], word);
        }
        scratch.assert_empty();
    }
}

/// What is said of the sample without so many tenths of its end: of too little nothing is read, and
/// of what is read it is said that something is missing.
const CUT: [(usize, i32, &str); 9] = [
    (1, 2, "the file is damaged"),
    (2, 2, "the file is damaged"),
    (3, 2, "the file is damaged"),
    (4, 2, "the file is damaged"),
    (5, 0, "No text: page 2."),
    (6, 0, "No text: page 2."),
    (7, 0, "No text: page 3."),
    (8, 0, "No text: page 3."),
    (9, 0, "The PDF does not end as it should"),
];

#[test]
fn a_pdf_cut_off_anywhere_is_read_with_a_word_or_refused_but_never_half_stored() {
    let scratch = Scratch::new();
    let sample = std::fs::read(root().join(SAMPLE)).unwrap();
    for (tenths, code, said) in CUT {
        let name = format!("cut-{tenths}.pdf");
        let path = scratch.file(&name, &sample[..sample.len() * tenths / 10]);
        let run = scratch.run(&["docs", "add", &path]);
        run.assert_code(code);
        let told = run.both();
        assert!(told.contains(&name) && told.contains(said), "{run}");
    }
    let stored = scratch.json(&["docs", "list"]);
    let read = CUT.iter().filter(|(_, code, _)| *code == 0).count();
    assert_eq!(stored.as_array().unwrap().len(), read);
    scratch.assert_sound();
}

#[test]
fn missing_files_and_folders_are_refused_by_name() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path("folder")).unwrap();
    let folder = scratch.path("folder").display().to_string();
    let missing = scratch.path("missing.pdf").display().to_string();
    for path in [&folder, &missing] {
        for arguments in [
            vec!["docs", "add", path],
            vec!["ask", "fee", "--doc", path],
            vec!["ask", "fee", "--schema", path],
            vec!["ask", "fee", "--policy", path],
            vec!["grammar", "compile", path],
            vec!["grammar", "check", path],
            vec!["models", "add", path],
            vec!["eval", path, "--out", "/dev/null"],
        ] {
            assert_refused(&scratch.run(&arguments), &[2, 3], path);
        }
    }
    scratch.assert_empty();
}

/// A device has no end, and opening a pipe that nobody writes into waits for ever.
#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_at_once() {
    let scratch = Scratch::new();
    let pipe = scratch.path("pipe").display().to_string();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in ["/dev/zero", "/dev/full", &pipe] {
        for arguments in [
            vec!["docs", "add", path],
            vec!["ask", "fee", "--doc", path],
            vec!["ask", "fee", "--schema", path],
            vec!["ask", "fee", "--policy", path],
            vec!["ask", "fee", "--rates", path],
            vec!["grammar", "compile", path],
            vec!["models", "add", path],
            vec!["eval", path, "--out", "/dev/null"],
            vec![
                "batch",
                "--docs",
                SAMPLE,
                "--questions",
                path,
                "--out",
                "/dev/null",
            ],
        ] {
            let run = scratch.run(&arguments);
            assert_refused(&run, &[2, 3], path);
            assert_refused(&run, &[2, 3], "no regular file");
        }
    }
    scratch.assert_empty();
}

#[test]
fn a_bad_file_among_good_ones_is_named_and_the_good_ones_are_stored() {
    let scratch = Scratch::new();
    let good = scratch.file("good.txt", "The premium is 10 USD.\n");
    let bad = scratch.file("bad.txt", "");
    let run = scratch.run(&["docs", "add", &bad, &good]);
    assert_refused(&run, &[2], "bad.txt");
    assert!(run.stdout.contains("good.txt"), "{run}");
    assert_eq!(scratch.json(&["docs", "list"]).as_array().unwrap().len(), 1);
    scratch.assert_sound();
}

#[test]
fn a_question_without_words_is_refused_before_anything_is_stored() {
    let scratch = Scratch::new();
    for question in ["", "   ", "?", "... !?", "\u{2014}"] {
        let run = scratch.run(&["ask", question, "--doc", SAMPLE]);
        assert_refused(&run, &[2], "the question");
        scratch.assert_empty();
    }
}

#[test]
fn a_data_directory_whose_name_looks_like_an_address_is_a_directory() {
    let scratch = Scratch::new();
    let name = "file:vault?mode=ro";
    let document = scratch.file("fee.txt", "The fee is 10 USD.\n");
    let ran = std::process::Command::new(acceptance::executable())
        .args(["docs", "add", &document, "--data-dir", name])
        .env("ATTEST_STATE", scratch.state())
        .current_dir(scratch.path("."))
        .output()
        .unwrap();
    assert!(ran.status.success(), "{ran:?}");
    assert!(scratch.path(name).join("attest.sqlite").is_file());
}

/// No image of the memory is left where a process dies: documents and answers stand in it.
#[cfg(target_os = "linux")]
#[test]
fn no_process_leaves_an_image_of_its_memory() {
    let scratch = Scratch::new();
    let grammar = scratch.file("yes.gbnf", "root ::= \"yes\"\n");
    let executable = acceptance::executable().display().to_string();
    for arguments in [
        vec!["grammar", "check", &grammar, "-"],
        vec!["worker", "model"],
    ] {
        // It waits for what it is given on its standard input, which stays open.
        let mut waiting = std::process::Command::new("sh")
            .args([
                "-c",
                "ulimit -c \"$(ulimit -H -c)\"; exec \"$@\"",
                "sh",
                &executable,
            ])
            .args(&arguments)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let limits = format!("/proc/{}/limits", waiting.id());
        let is_closed = || {
            let text = std::fs::read_to_string(&limits).unwrap();
            let line = text
                .lines()
                .find(|line| line.starts_with("Max core file size"));
            let values: Vec<&str> = line.unwrap().split_whitespace().skip(4).collect();
            values == ["0", "0", "bytes"]
        };
        let closed = (0..100).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            is_closed()
        });
        waiting.kill().unwrap();
        waiting.wait().unwrap();
        assert!(closed, "{arguments:?}");
    }
}

#[test]
fn questions_that_cannot_be_asked_are_refused_and_nothing_is_stored() {
    let scratch = Scratch::new();
    let schema = scratch.file("schema.json", "{ \"type\": \"string\" }");
    let long = "premium ".repeat(600);
    for (arguments, word) in [
        (vec!["ask", ""], "empty"),
        (vec!["ask", " \t\n "], "empty"),
        (vec!["ask", &long], "longer"),
        (vec!["ask", "fee", "--type", "fruit"], "fruit"),
        (vec!["ask", "fee", "--type", "classification"], "label"),
        (
            vec!["ask", "fee", "--type", "classification", "--labels", ""],
            "label",
        ),
        (
            vec!["ask", "fee", "--type", "text", "--schema", &schema],
            "--schema",
        ),
        (
            vec!["ask", "fee", "--type", "amount", "--shape", "table"],
            "shape",
        ),
        (vec!["ask", "fee", "--model", "nobody"], "nobody"),
    ] {
        let mut with_document = arguments.clone();
        with_document.extend(["--doc", SAMPLE]);
        assert_refused(&scratch.run(&with_document), &[2], word);
    }
    scratch.assert_sound();
    // The document that was named may be kept; a record of an answer may not.
    let records = scratch.json(&["audit", "list"]);
    assert!(
        records
            .as_array()
            .unwrap()
            .iter()
            .all(|record| record["kind"] != "answer"),
        "{records}"
    );
}

#[test]
fn a_question_over_the_token_budget_is_refused() {
    let Some(with) = take_model() else { return };
    let long = "How high is the premium of the policy, all taxes included, and when is it due? "
        .repeat(40);
    let run = with.scratch.run(&["ask", &long, "--doc", SAMPLE]);
    assert_refused(&run, &[2], "tokens");
    assert_refused(&run, &[2], "shorten");
    with.scratch.assert_sound();
}

#[test]
fn cases_that_cannot_be_read_are_refused_with_their_line() {
    let scratch = Scratch::new();
    let out = scratch.path("out.jsonl").display().to_string();
    let cases = scratch.file("cases.jsonl", "{\"id\": 1}\n");
    assert_refused(
        &scratch.run(&["eval", &cases, "--out", &out]),
        &[2],
        "line 1",
    );
    let nowhere = scratch.path("no/folder/out.jsonl").display().to_string();
    let empty = scratch.file("empty.jsonl", "");
    assert_refused(
        &scratch.run(&["eval", &empty, "--out", &nowhere]),
        &[2, 3],
        "out.jsonl",
    );
}
