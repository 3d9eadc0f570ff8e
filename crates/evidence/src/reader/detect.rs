//! What a file is: by its content first, by its name where content cannot
//! tell.

use super::error::ReadError;
use super::office::package::Package;
use super::source::Source;
use crate::document::MediaType;

/// First bytes of formats that would otherwise be called binary or, worse,
/// be read as text.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"{\\rtf", "RTF"),
    (b"\x89PNG\r\n\x1A\n", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"\x7FELF", "a program"),
    (b"%!PS", "PostScript"),
];

const ZIP: &[u8] = b"PK\x03\x04";
const OLE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// How far into a file the PDF header may stand (as every PDF reader allows).
const PDF_HEADER_WINDOW: usize = 1024;

pub(super) fn detect(source: Source<'_>, bytes: &[u8]) -> Result<MediaType, ReadError> {
    let named = extension(source.file);
    if is_pdf(bytes, &named) {
        return Ok(MediaType::Pdf);
    }
    if bytes.starts_with(ZIP) {
        return zipped(source, bytes, &named);
    }
    if bytes.starts_with(OLE) {
        return Err(ole(source, bytes));
    }
    let signature = SIGNATURES
        .iter()
        .find(|(signature, _)| bytes.starts_with(signature));
    if let Some((_, format)) = signature {
        return Err(unsupported(source, format));
    }
    text_format(source, bytes, &named)
}

fn is_pdf(bytes: &[u8], named: &str) -> bool {
    let head = bytes.get(..PDF_HEADER_WINDOW).unwrap_or(bytes);
    let header = head.windows(5).position(|window| window == b"%PDF-");
    // A text that mentions the header is not a PDF: away from the start, the
    // name has to agree.
    let starts = header.is_some_and(|at| {
        head.iter()
            .take(at)
            .all(|byte| byte.is_ascii_whitespace() || *byte >= 0x80)
    });
    starts || (header.is_some() && named == "pdf")
}

/// Text of some kind: HTML and mail show by how they begin; Markdown, CSV and
/// plain text only by name.
fn text_format(source: Source<'_>, bytes: &[u8], named: &str) -> Result<MediaType, ReadError> {
    let wrong = match named {
        "pdf" => Some("it is named .pdf and does not begin as a PDF"),
        "docx" | "docm" => Some("it is named as a Word file and is no ZIP container"),
        "xlsx" | "xlsm" | "ods" => Some("it is named as a spreadsheet and is no ZIP container"),
        "doc" | "xls" => Some("it is named as an old Office file and is none"),
        _ => None,
    };
    // Web applications export HTML under the names of Office files.
    let markdown = matches!(named, "md" | "markdown" | "mdown" | "mkd");
    if !markdown && begins_as_html(bytes) {
        return Ok(MediaType::Html);
    }
    if let Some(reason) = wrong {
        return Err(source.damaged(reason));
    }
    let mail_headers = mail_headers(bytes);
    Ok(match named {
        "html" | "htm" | "xhtml" => MediaType::Html,
        "eml" if mail_headers == 0 => {
            return Err(source.damaged("it is named .eml and does not begin with mail headers"));
        }
        "eml" => MediaType::Eml,
        "csv" | "tsv" | "tab" => MediaType::Csv,
        _ if markdown => MediaType::Markdown,
        _ if mail_headers >= 3 => MediaType::Eml,
        _ => MediaType::Text,
    })
}

/// A ZIP container by the parts in it.
fn zipped(source: Source<'_>, bytes: &[u8], named: &str) -> Result<MediaType, ReadError> {
    let mut package = Package::open(source, bytes)?;
    let mime = package.part("mimetype")?.unwrap_or_default();
    let mime = String::from_utf8_lossy(&mime);
    let open_document = "application/vnd.oasis.opendocument.";
    if let Some(kind) = mime.trim().strip_prefix(open_document) {
        return match kind {
            "spreadsheet" | "spreadsheet-template" => Ok(MediaType::Ods),
            "text" => Err(unsupported(source, "an OpenDocument text (ODT)")),
            _ => Err(unsupported(source, "an OpenDocument file")),
        };
    }
    if package.has("[Content_Types].xml") {
        let has = |folder: &str| package.names().any(|name| name.starts_with(folder));
        if package.has("xl/workbook.bin") {
            return Err(unsupported(source, "a binary Excel workbook (XLSB)"));
        }
        if has("word/") {
            return Ok(MediaType::Docx);
        }
        if has("xl/") {
            return Ok(MediaType::Xlsx);
        }
        if has("ppt/") {
            return Err(unsupported(source, "a PowerPoint presentation"));
        }
    }
    match named {
        "docx" | "docm" => Err(source.damaged("it is named as a Word file and holds no document")),
        "xlsx" | "xlsm" | "ods" => {
            Err(source.damaged("it is named as a spreadsheet and holds no workbook"))
        }
        _ if mime.contains("epub") => Err(unsupported(source, "an e-book (EPUB)")),
        _ => Err(unsupported(source, "a ZIP archive")),
    }
}

/// An OLE container holds old Office files, Outlook messages, and new Office
/// files once they have a password.
fn ole(source: Source<'_>, bytes: &[u8]) -> ReadError {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(wide.len()).any(|window| window == wide)
    };
    if has("EncryptedPackage") {
        return ReadError::Encrypted {
            file: source.file.to_owned(),
            format: "Office file",
        };
    }
    let format = if has("__properties_version1.0") {
        "an Outlook message (MSG)"
    } else if has("WordDocument") {
        "an old Word file (DOC)"
    } else if has("Workbook") || has("Book") {
        "an old Excel file (XLS)"
    } else {
        "an old Office file"
    };
    unsupported(source, format)
}

fn unsupported(source: Source<'_>, format: &'static str) -> ReadError {
    ReadError::Unsupported {
        file: source.file.to_owned(),
        format,
    }
}

/// `<!DOCTYPE html` or `<html` behind white space, a byte order mark,
/// comments and an XML declaration.
fn begins_as_html(bytes: &[u8]) -> bool {
    let head = bytes.get(..2_000).unwrap_or(bytes);
    let head: String = head
        .iter()
        .filter(|byte| byte.is_ascii() && **byte != 0)
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let mut rest = head.trim_start();
    for (open, close) in [("<?xml", "?>"), ("<!--", "-->"), ("<!--", "-->")] {
        if let Some(body) = rest.strip_prefix(open) {
            rest = body
                .split_once(close)
                .map_or("", |(_, behind)| behind)
                .trim_start();
        }
    }
    let marks = ["<!doctype html", "<html>", "<html ", "<html\n", "<html\r"];
    marks.iter().any(|mark| rest.starts_with(mark))
}

/// Headers by which a file is a mail. A letter's "From: ... To: ... Date:" is
/// text as often as not, so these need a machine's header with them.
const LETTER: &[&str] = &["from", "to", "cc", "subject", "date", "reply-to", "sender"];
const MACHINE: &[&str] = &[
    "received",
    "return-path",
    "message-id",
    "mime-version",
    "delivered-to",
    "content-type",
    "dkim-signature",
];

/// How far mail headers are looked for.
const MAIL_WINDOW: usize = 16 * 1024;

/// How many known mail headers the file begins with; with none that only a
/// program writes, at most 2.
fn mail_headers(bytes: &[u8]) -> usize {
    let head = bytes.get(..MAIL_WINDOW).unwrap_or(bytes);
    let lines = head.split(|byte| *byte == b'\n').count();
    // The last line of a window is cut anywhere.
    let whole = lines - usize::from(bytes.len() > MAIL_WINDOW);
    let (mut known, mut machine) = (0, false);
    for (index, line) in head.split(|byte| *byte == b'\n').take(whole).enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            break;
        }
        // A folded header, and the separator line of a mailbox file.
        let folded = line.starts_with(b" ") || line.starts_with(b"\t");
        if index > 0 && folded || index == 0 && line.starts_with(b"From ") {
            continue;
        }
        let colon = line.iter().position(|byte| *byte == b':');
        let Some(name) = colon.and_then(|colon| line.get(..colon)) else {
            return 0;
        };
        if name.is_empty() || !name.iter().all(u8::is_ascii_graphic) {
            return 0;
        }
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        machine |= MACHINE.contains(&name.as_str());
        known += usize::from(LETTER.contains(&name.as_str()) || MACHINE.contains(&name.as_str()));
    }
    if machine { known } else { known.min(2) }
}

fn extension(file: &str) -> String {
    file.rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase())
        .unwrap_or_default()
}
