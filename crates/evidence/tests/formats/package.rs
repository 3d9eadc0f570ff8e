//! Makes the zipped formats out of their parts.

use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A ZIP file of named parts.
pub(crate) fn zip(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn relations(relations: &[(&str, &str, &str)]) -> String {
    let entries: String = relations
        .iter()
        .map(|(id, kind, target)| {
            format!("<Relationship Id=\"{id}\" Type=\"http://x/{kind}\" Target=\"{target}\"/>")
        })
        .collect();
    format!("<Relationships>{entries}</Relationships>")
}

/// A Word file around the content of its body and other parts by kind.
pub(crate) fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <w:document xmlns:w=\"http://w\"><w:body>{body}</w:body></w:document>"
    );
    let root = relations(&[("r1", "officeDocument", "word/document.xml")]);
    let names: Vec<String> = parts
        .iter()
        .map(|(kind, _)| format!("{kind}.xml"))
        .collect();
    let links: Vec<(&str, &str, &str)> = parts
        .iter()
        .zip(&names)
        .map(|((kind, _), name)| {
            (
                *kind,
                kind.trim_end_matches(char::is_numeric),
                name.as_str(),
            )
        })
        .collect();
    let links = relations(&links);
    let paths: Vec<String> = names.iter().map(|name| format!("word/{name}")).collect();
    let mut files = vec![
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", root.as_str()),
        ("word/document.xml", document.as_str()),
        ("word/_rels/document.xml.rels", links.as_str()),
    ];
    files.extend(
        paths
            .iter()
            .zip(parts)
            .map(|(path, (_, content))| (path.as_str(), *content)),
    );
    zip(&files)
}

/// A workbook of sheets: name, attributes and content of each.
pub(crate) fn xlsx(sheets: &[(&str, &str, &str)], strings: &str, styles: &str) -> Vec<u8> {
    let mut listed = String::new();
    let mut links = vec![
        (
            "s".to_owned(),
            "sharedStrings",
            "sharedStrings.xml".to_owned(),
        ),
        ("t".to_owned(), "styles", "styles.xml".to_owned()),
    ];
    let mut parts = Vec::new();
    for (index, (name, attributes, content)) in sheets.iter().enumerate() {
        listed += &format!("<sheet name=\"{name}\" {attributes} r:id=\"r{index}\"/>");
        links.push((
            format!("r{index}"),
            "worksheet",
            format!("worksheets/s{index}.xml"),
        ));
        parts.push((
            format!("xl/worksheets/s{index}.xml"),
            format!("<worksheet>{content}</worksheet>"),
        ));
    }
    let links: Vec<(&str, &str, &str)> = links
        .iter()
        .map(|(id, kind, target)| (id.as_str(), *kind, target.as_str()))
        .collect();
    let root = relations(&[("r1", "officeDocument", "/xl/workbook.xml")]);
    let workbook = format!("<workbook><sheets>{listed}</sheets></workbook>");
    let links = relations(&links);
    let strings = format!("<sst>{strings}</sst>");
    let styles = format!("<styleSheet>{styles}</styleSheet>");
    let mut files = vec![
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", root.as_str()),
        ("xl/workbook.xml", workbook.as_str()),
        ("xl/_rels/workbook.xml.rels", links.as_str()),
        ("xl/sharedStrings.xml", strings.as_str()),
        ("xl/styles.xml", styles.as_str()),
    ];
    files.extend(
        parts
            .iter()
            .map(|(path, content)| (path.as_str(), content.as_str())),
    );
    zip(&files)
}

/// An ODS file around the content of its spreadsheet.
pub(crate) fn ods(styles: &str, tables: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content xmlns:office=\"o\">\
         <office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>\
         </office:document-content>"
    );
    zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &content),
    ])
}
