//! Documents made for a test: a PDF of pages of lines, and a Word file of paragraphs.

use std::fmt::Write as _;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A PDF of pages, each of lines from top to bottom, in Helvetica; an empty line leaves room.
pub fn pdf<S: AsRef<str>>(pages: &[Vec<S>]) -> Vec<u8> {
    let number = |page: usize| 4 + 2 * page;
    let kids: Vec<String> = (0..pages.len())
        .map(|page| format!("{} 0 R", number(page)))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Kids [{}] /Count {} >>",
            kids.join(" "),
            pages.len()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (page, lines) in pages.iter().enumerate() {
        let content = number(page) + 1;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R /Resources << /Font << /F 3 0 R >> >> >>"
        ));
        let mut text = String::from("BT /F 11 Tf 15 TL 72 780 Td\n");
        for line in lines {
            let line = line.as_ref();
            let escaped = line.replace('\\', "\\\\").replace('(', "\\(");
            let escaped = escaped.replace(')', "\\)");
            let _ = writeln!(text, "({escaped}) Tj T*");
        }
        text += "ET";
        objects.push(format!(
            "<< /Length {} >>\nstream\n{text}\nendstream",
            text.len()
        ));
    }
    let mut text = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        offsets.push(text.len());
        let _ = write!(text, "{number} 0 obj\n{object}\nendobj\n");
    }
    let table = text.len();
    let size = objects.len() + 1;
    let _ = write!(text, "xref\n0 {size}\n0000000000 65535 f \n");
    for offset in offsets {
        let _ = writeln!(text, "{offset:010} 00000 n ");
    }
    let _ = write!(
        text,
        "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
    );
    text.into_bytes()
}

/// A Word file of blocks, each as [`paragraph`], [`heading`] or [`table`] make it.
pub fn docx(blocks: &[String]) -> Vec<u8> {
    let name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document xmlns:w=\"{name}\"><w:body>{}</w:body></w:document>",
        blocks.concat()
    );
    let root = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" \
         Type=\"{kinds}/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
    );
    let parts = [
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", root.as_str()),
        ("word/document.xml", document.as_str()),
    ];
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A paragraph.
pub fn paragraph(text: &str) -> String {
    format!("<w:p>{}</w:p>", run(text))
}

/// A heading of the first level.
pub fn heading(text: &str) -> String {
    format!(
        "<w:p><w:pPr><w:pStyle w:val=\"Heading1\"/><w:outlineLvl w:val=\"0\"/></w:pPr>{}</w:p>",
        run(text)
    )
}

/// A table of rows of cells.
pub fn table<S: AsRef<str>>(rows: &[Vec<S>]) -> String {
    let cell = |text: &S| format!("<w:tc>{}</w:tc>", paragraph(text.as_ref()));
    let row = |cells: &Vec<S>| {
        format!(
            "<w:tr>{}</w:tr>",
            cells.iter().map(cell).collect::<String>()
        )
    };
    format!(
        "<w:tbl>{}</w:tbl>",
        rows.iter().map(row).collect::<String>()
    )
}

fn run(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}
