//! The formats of documents: what the bytes of a file were read as, and what is known of
//! each format beside how it is read.

use serde::{Deserialize, Serialize};

/// What the bytes were read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MediaType {
    /// Plain text in UTF-8 (or Latin-1/Windows-1252, told by a warning).
    Text,
    /// `CommonMark`; headings become sections.
    Markdown,
    /// PDF, with a text layer or read by OCR.
    Pdf,
    /// Word document (Office Open XML).
    Docx,
    /// Excel workbook (Office Open XML); a page and a section per sheet.
    Xlsx,
    /// `OpenDocument` spreadsheet; as `Xlsx`.
    Ods,
    /// Values separated by commas, semicolons, tabs or bars.
    Csv,
    /// Web page.
    Html,
    /// Mail as a mail program saves it (RFC 5322).
    Eml,
    /// A picture (PNG, JPEG, TIFF), read by OCR.
    Image,
}

/// A kind of document as questions name it: several formats may be of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentKind {
    /// As the language packs name it: `sheet`.
    pub name: &'static str,
    /// For people: `spreadsheet`.
    pub words: &'static str,
}

/// What is known of a format.
struct Format {
    name: &'static str,
    endings: &'static [&'static str],
    kind: Option<DocumentKind>,
}

const fn format(
    name: &'static str,
    endings: &'static [&'static str],
    kind: &'static str,
    words: &'static str,
) -> Format {
    Format {
        name,
        endings,
        kind: Some(DocumentKind { name: kind, words }),
    }
}

impl MediaType {
    /// All formats, in the order in which they are named to people.
    pub const ALL: [MediaType; 10] = [
        MediaType::Pdf,
        MediaType::Docx,
        MediaType::Xlsx,
        MediaType::Ods,
        MediaType::Csv,
        MediaType::Html,
        MediaType::Eml,
        MediaType::Markdown,
        MediaType::Text,
        MediaType::Image,
    ];

    const fn described(self) -> Format {
        match self {
            Self::Pdf => format("pdf", &["pdf"], "pdf", "PDF"),
            Self::Docx => format("docx", &["docx", "docm"], "docx", "Word document"),
            Self::Xlsx => format("xlsx", &["xlsx", "xlsm"], "sheet", "spreadsheet"),
            Self::Ods => format("ods", &["ods"], "sheet", "spreadsheet"),
            Self::Csv => format("csv", &["csv", "tsv"], "sheet", "spreadsheet"),
            Self::Html => format("html", &["html", "htm"], "html", "web page"),
            Self::Eml => format("eml", &["eml"], "mail", "mail"),
            Self::Markdown => format("markdown", &["md", "markdown"], "markdown", "Markdown"),
            Self::Text => format("text", &["txt", "text", "log"], "text", "plain text"),
            Self::Image => Format {
                name: "image",
                endings: &["png", "jpg", "jpeg", "tif", "tiff"],
                kind: None,
            },
        }
    }

    /// As it stands in records and in output, which is how serde writes it.
    pub const fn name(self) -> &'static str {
        self.described().name
    }

    /// Endings of file names, in lower case, that are worth trying when a whole folder is
    /// imported. What a file is shows in its content ([`crate::reader`]), not in its name.
    pub const fn endings(self) -> &'static [&'static str] {
        self.described().endings
    }

    /// The kind of document that questions may ask for; none where they name no such kind.
    pub const fn kind(self) -> Option<DocumentKind> {
        self.described().kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_format_is_named_as_it_is_stored_and_each_ending_belongs_to_one() {
        let mut endings = BTreeSet::new();
        for one in MediaType::ALL {
            assert_eq!(serde_json::to_value(one).unwrap(), one.name());
            assert!(!one.endings().is_empty(), "{one:?}");
            for ending in one.endings() {
                assert!(endings.insert(ending), "{ending}");
            }
        }
    }
}
