//! Scanned pages through an installed Tesseract, and without one.

use acceptance::{Scratch, executable, has, take_model};
use serde_json::Value;

/// A picture of black letters on white: `TOTAL 1482` in a font of 5 x 7 dots.
fn letters() -> (usize, usize, Vec<u8>) {
    const FONT: [(char, [u8; 7]); 9] = [
        ('T', [0x1F, 4, 4, 4, 4, 4, 4]),
        ('O', [0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E]),
        ('A', [0x0E, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11]),
        ('L', [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F]),
        ('1', [4, 0x0C, 4, 4, 4, 4, 0x0E]),
        ('4', [2, 6, 0x0A, 0x12, 0x1F, 2, 2]),
        ('8', [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E]),
        ('2', [0x0E, 0x11, 1, 2, 4, 8, 0x1F]),
        (' ', [0; 7]),
    ];
    const DOT: usize = 6;
    let text = "TOTAL 1482";
    let (width, height) = ((text.len() * 6 + 20) * DOT, 40 * DOT);
    let mut gray = vec![255_u8; width * height];
    for (place, letter) in text.chars().enumerate() {
        let rows = FONT.iter().find(|(one, _)| *one == letter).unwrap().1;
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..5).filter(|column| bits & (0x10 >> column) != 0) {
                let left = (10 + place * 6 + column) * DOT;
                let top = (16 + row) * DOT;
                for y in top..top + DOT {
                    gray[y * width + left..y * width + left + DOT].fill(0);
                }
            }
        }
    }
    (width, height, gray)
}

/// A PDF of one page with nothing on it but the picture, 200 dots an inch.
fn scan() -> Vec<u8> {
    page_with("")
}

/// As [`scan`], with a text layer.
fn page_with(text: &str) -> Vec<u8> {
    let (width, height, gray) = letters();
    let (w, h) = (width * 72 / 200, height * 72 / 200);
    let draw = format!("q {w} 0 0 {h} 0 0 cm /P Do Q {text}");
    let objects: Vec<Vec<u8>> = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w} {h}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> /Font << /F 6 0 R /G 7 0 R >> >> >>").into_bytes(),
        format!("<< /Length {} >>\nstream\n{draw}\nendstream", draw.len()).into_bytes(),
        [
            format!("<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length {} >>\nstream\n", gray.len()).into_bytes(),
            gray,
            b"\nendstream".to_vec(),
        ]
        .concat(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
        // Glyphs of names that nobody knows: text without a meaning.
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [65 /g1 /g2 /g3 /g4] >> >>".to_vec(),
    ];
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        offsets.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n").into_bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let table = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for offset in offsets {
        bytes.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    bytes.extend(
        format!("trailer\n<< /Size 8 /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").into_bytes(),
    );
    bytes
}

fn shown(scratch: &Scratch) -> Value {
    let list = scratch.json(&["docs", "list"]);
    let id = list[0]["id"].as_str().unwrap().to_owned();
    scratch.json(&["docs", "show", &id])
}

#[test]
fn a_scanned_page_is_read_and_said_to_be_read_by_ocr() {
    if !has("tesseract", &["--version"]) {
        return;
    }
    let scratch = Scratch::new();
    let path = scratch.file("scan.pdf", scan());
    let run = scratch.run(&["docs", "add", &path]);
    run.assert_code(0);
    assert!(run.stdout.contains("Read by OCR (tesseract"), "{run}");
    let document = shown(&scratch);
    let lines: Vec<&str> = document["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    // What a program for real type makes of such figures is not ours to say.
    assert!(lines.join(" ").contains("TOTAL"), "{lines:?}");
    assert_eq!(document["ocr"]["pages"], serde_json::json!([1]));
    let (line, page) = (&document["lines"][0], &document["pages"][0]);
    let edge = |name: &str| line["bounds"][name].as_f64().unwrap();
    // The letters stand in the middle of the page: 16 to 23 of 40 rows.
    let height = page["height"].as_f64().unwrap();
    assert!(
        edge("top") > height * 0.3 && edge("bottom") < height * 0.7,
        "{line}"
    );
    assert!(edge("left") > 0.0 && edge("right") < page["width"].as_f64().unwrap());
    scratch.assert_sound();
}

#[test]
fn without_tesseract_or_by_choice_a_scan_is_refused_with_what_to_install() {
    let scratch = Scratch::new();
    let path = scratch.file("scan.pdf", scan());
    let picture = scratch.file("scan.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    for file in [&path, &picture] {
        let mut command = acceptance::Command::new(&executable());
        let data = scratch.data().display().to_string();
        command.arguments(&["docs", "add", file, "--data-dir", &data]);
        let run = command.variable("PATH", "/nonexistent").run();
        run.assert_code(2);
        assert!(run.stderr.contains("tesseract-ocr"), "{run}");
        assert!(run.stderr.contains("scan."), "{run}");
    }
    let run = scratch.run(&["docs", "add", &path, "--ocr", "never"]);
    run.assert_code(2);
    scratch.assert_empty();
}

#[test]
fn every_page_is_read_anew_where_that_is_wanted() {
    if !has("tesseract", &["--version"]) {
        return;
    }
    let scratch = Scratch::new();
    let run = scratch.run(&["docs", "add", acceptance::SAMPLE, "--ocr", "always"]);
    run.assert_code(0);
    assert!(run.stdout.contains("page 1, 2, 3;"), "{run}");
    let document = shown(&scratch);
    let text = document["lines"].to_string();
    assert!(text.contains("1,482.50"), "the premium is read: {text}");
}

#[test]
fn a_badly_read_page_is_read_again_by_ocr_and_asked_again() {
    if !has("tesseract", &["--version"]) {
        return;
    }
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let text =
        "BT /F 7 Tf 10 70 Td (The invoice total is 1482.) Tj /G 7 Tf 0 -60 Td (ABCDABCDABCD) Tj ET";
    let path = scratch.file("invoice.pdf", page_with(text));
    let ask = [
        "ask",
        "What is the invoice total?",
        "--type",
        "number",
        "--doc",
        &path,
    ];
    let response = scratch.json(&ask);
    let flags = response["flags"].to_string();
    assert!(flags.contains("page 1 was read again by OCR"), "{response}");
    // Both readings say the same, but a page that had to be read twice is looked at.
    assert_eq!(response["decision"], "review", "{response}");
    let record = scratch.json(&["audit", "show", response["record_id"].as_str().unwrap()]);
    assert_eq!(record["body"]["rounds"][0]["decision"], "reparse");
    assert_eq!(record["body"]["rounds"][1]["why"], "reparse");
    let titles: Vec<String> = scratch
        .json(&["docs", "list"])
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["title"].as_str().unwrap().to_owned())
        .collect();
    assert!(
        titles.contains(&"invoice.pdf, page 1, read by OCR.txt".to_owned()),
        "{titles:?}"
    );
    scratch.assert_sound();
}
