use crate::package::{docx, ods, xlsx, zip};
use crate::{lines, read_error, read_ok};
use evidence::MediaType;

/// An OLE container whose directory has the given names.
fn ole(names: &[&str]) -> Vec<u8> {
    let mut bytes = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    for name in names {
        bytes.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
    }
    bytes
}

#[test]
fn content_decides_before_the_name() {
    let word = docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>", &[]);
    let sheet = xlsx(
        &[(
            "S",
            "",
            "<sheetData><row><c t=\"str\"><v>x</v></c></row></sheetData>",
        )],
        "",
        "",
    );
    let kinds: &[(&str, &[u8], MediaType)] = &[
        ("a.xlsx", &word, MediaType::Docx),
        ("a.txt", &sheet, MediaType::Xlsx),
        (
            "export.xls",
            b" <HTML><table><tr><td>a<td>b</table>",
            MediaType::Html,
        ),
        ("a.txt", b"<!-- x --><!DOCTYPE HTML><p>a", MediaType::Html),
        ("a.md", b"<html><p>a", MediaType::Markdown),
        ("a.txt", b"a,b\n1,2\n", MediaType::Text),
    ];
    for (name, bytes, kind) in kinds {
        assert_eq!(read_ok(name, bytes).media_type, *kind, "{name}");
    }
    assert_eq!(lines(&read_ok("a.docm", &word)), ["x"]);
}

#[test]
fn what_cannot_be_read_is_named() {
    let encrypted_ods = zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", "<m><encryption-data/></m>"),
        ("content.xml", "noise"),
    ]);
    let odt = zip(&[("mimetype", "application/vnd.oasis.opendocument.text")]);
    let slides = zip(&[
        ("[Content_Types].xml", "<a/>"),
        ("ppt/presentation.xml", "<a/>"),
    ]);
    let binary = zip(&[("[Content_Types].xml", "<a/>"), ("xl/workbook.bin", "")]);
    let archive = zip(&[("a.txt", "text")]);
    let cases: &[(&str, &[u8], &str, &str)] = &[
        (
            "a.docx",
            &ole(&["EncryptionInfo", "EncryptedPackage"]),
            "encrypted",
            "the Office file is encrypted",
        ),
        ("a.ods", &encrypted_ods, "encrypted", "is encrypted"),
        (
            "a.doc",
            &ole(&["WordDocument"]),
            "unsupported",
            "old Word file",
        ),
        (
            "a.xls",
            &ole(&["Workbook"]),
            "unsupported",
            "old Excel file",
        ),
        (
            "a.msg",
            &ole(&["__properties_version1.0"]),
            "unsupported",
            "Outlook message",
        ),
        ("a.odt", &odt, "unsupported", "OpenDocument text"),
        ("a.pptx", &slides, "unsupported", "PowerPoint"),
        ("a.xlsb", &binary, "unsupported", "XLSB"),
        ("a.zip", &archive, "unsupported", "ZIP archive"),
        ("a.docx", &archive, "damaged", "holds no document"),
        ("a.xlsx", &archive, "damaged", "holds no workbook"),
        ("a.docx", b"just text", "damaged", "no ZIP container"),
        ("a.xlsx", b"a,b", "damaged", "no ZIP container"),
        ("a.eml", b"just text", "damaged", "mail headers"),
        ("a.docx", b"PK\x03\x04rest", "damaged", "ZIP directory"),
        ("a.csv", b" \n \n", "empty", "empty"),
        ("a.html", b"<html><body></body>", "empty", "empty"),
        ("a.html", b"<html><img src=x>", "no_text", "pictures"),
        ("a.docx", &docx("<w:p/>", &[]), "empty", "empty"),
        (
            "a.ods",
            &ods("", "<table:table table:name=\"x\"/>"),
            "empty",
            "empty",
        ),
    ];
    for (name, bytes, kind, words) in cases {
        let error = read_error(name, bytes);
        assert_eq!(error.kind(), *kind, "{name}: {error}");
        assert!(error.to_string().contains(words), "{error}");
        assert!(error.to_string().starts_with(&format!("{name}: ")) && !error.help().is_empty());
    }
}

#[test]
fn macros_are_ignored_and_told() {
    let file = zip(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "word/document.xml",
            "<d><body><p><r><t>x</t></r></p></body></d>",
        ),
        ("word/vbaProject.bin", "Sub AutoOpen"),
    ]);
    let document = read_ok("a.docm", &file);
    assert_eq!(document.warnings, ["The macros in the file were ignored."]);
}
