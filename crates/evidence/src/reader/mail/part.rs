//! One part of a mail: its header, and what its body is.

use encoding_rs::Encoding;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{HeaderName, HeaderValue, Message, MessageParser, MimeHeaders};
use std::borrow::Cow;

/// A part.
pub(super) struct Part<'a> {
    /// None where it has no header that can be read.
    header: Option<Message<'a>>,
    head: &'a [u8],
    body: &'a [u8],
}

/// Text out of its encodings.
pub(super) struct Text {
    pub(super) text: String,
    /// It is not in the encoding that it declares.
    pub(super) bad: bool,
}

/// What a body is.
pub(super) enum Content<'a> {
    /// The same in several formats, the best last.
    Alternatives(Vec<Part<'a>>),
    Parts(Vec<Part<'a>>),
    Message(Cow<'a, [u8]>),
    Plain(Text),
    Html(Text),
    /// A picture within the text.
    Picture,
    Encrypted,
    Attachment {
        name: String,
        size: u64,
    },
}

impl<'a> Part<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Self {
        let (head, body) = split_header(bytes);
        Self {
            header: MessageParser::default().parse_headers(head),
            head,
            body,
        }
    }

    /// A header's value.
    pub(super) fn header(&self, name: &str) -> Option<HeaderValue<'_>> {
        let name = HeaderName::parse(name.to_owned())?;
        self.header.as_ref()?.header(name).cloned()
    }

    /// A header's value as it is written.
    pub(super) fn raw(&self, name: &str) -> Option<String> {
        let name = HeaderName::parse(name.to_owned())?;
        let headers = self.header.as_ref()?.headers();
        let header = headers.iter().find(|header| header.name == name)?;
        let (start, end) = (header.offset_start() as usize, header.offset_end() as usize);
        let value = self.head.get(start..end)?;
        Some(String::from_utf8_lossy(value).into_owned())
    }

    fn root(&self) -> Option<&mail_parser::MessagePart<'a>> {
        self.header.as_ref()?.parts.first()
    }

    /// `text`, `plain`: in lower case, text by default.
    fn kind(&self) -> (String, String) {
        let declared = self.root().and_then(MimeHeaders::content_type);
        let Some(declared) = declared else {
            return ("text".to_owned(), "plain".to_owned());
        };
        let subtype = declared.subtype().unwrap_or_default();
        (
            declared.ctype().to_ascii_lowercase(),
            subtype.to_ascii_lowercase(),
        )
    }

    fn attribute(&self, name: &str) -> Option<&str> {
        self.root()?.content_type()?.attribute(name)
    }

    /// Whether it is to be saved, not shown.
    pub(super) fn is_attachment(&self) -> bool {
        let Some(root) = self.root() else {
            return false;
        };
        let disposition = root.content_disposition();
        disposition.is_some_and(mail_parser::ContentType::is_attachment)
            || root.attachment_name().is_some()
    }

    /// Whether there may be text in it.
    pub(super) fn is_readable(&self) -> bool {
        let (kind, subtype) = self.kind();
        kind == "multipart" || kind == "text" && matches!(subtype.as_str(), "plain" | "html")
    }

    /// Plain text with words in it.
    pub(super) fn has_plain_text(&self) -> bool {
        let (kind, subtype) = self.kind();
        kind == "text"
            && subtype == "plain"
            && !self.is_attachment()
            && !self.text().text.trim().is_empty()
    }

    /// What the body is; of parts, one more than `most` at most.
    pub(super) fn content(&self, most: usize) -> Content<'a> {
        let (kind, subtype) = self.kind();
        match (kind.as_str(), subtype.as_str()) {
            ("multipart", "encrypted") => Content::Encrypted,
            ("multipart", _) => {
                let boundary = self.attribute("boundary").unwrap_or_default();
                let parts = parts(self.body, boundary.as_bytes(), most);
                match parts.is_empty() {
                    // A boundary that never comes parts nothing.
                    true => Content::Plain(self.text()),
                    false if subtype == "alternative" => Content::Alternatives(parts),
                    false => Content::Parts(parts),
                }
            }
            ("message", "rfc822" | "global") => Content::Message(self.decoded()),
            ("text", "plain") if !self.is_attachment() => Content::Plain(self.text()),
            ("text", "html") if !self.is_attachment() => Content::Html(self.text()),
            ("application", "pkcs7-mime" | "x-pkcs7-mime") if self.is_enveloped() => {
                Content::Encrypted
            }
            ("image", _) if !self.is_attachment() => Content::Picture,
            _ => self.attachment(&kind, &subtype),
        }
    }

    fn is_enveloped(&self) -> bool {
        self.attribute("smime-type")
            .is_none_or(|kind| kind.eq_ignore_ascii_case("enveloped-data"))
    }

    fn attachment(&self, kind: &str, subtype: &str) -> Content<'a> {
        let name = self.root().and_then(MimeHeaders::attachment_name);
        let name = name.map_or_else(
            || format!("unnamed, {kind}/{subtype}"),
            |name| name.chars().take(200).collect(),
        );
        // Spaces would part it in columns.
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let size = if self.encoding() == "base64" {
            let digits = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
            self.body.iter().filter(digits).count() as u64 * 3 / 4
        } else {
            self.body.len() as u64
        };
        Content::Attachment { name, size }
    }

    fn encoding(&self) -> String {
        let encoding = self.root().and_then(MimeHeaders::content_transfer_encoding);
        encoding.unwrap_or_default().trim().to_ascii_lowercase()
    }

    /// The body without its transfer encoding; as it is where that is broken.
    fn decoded(&self) -> Cow<'a, [u8]> {
        let decoded = match self.encoding().as_str() {
            "base64" => base64_decode(self.body),
            "quoted-printable" => quoted_printable_decode(self.body),
            _ => None,
        };
        decoded.map_or(Cow::Borrowed(self.body), Cow::Owned)
    }

    fn text(&self) -> Text {
        let bytes = self.decoded();
        let declared = self.attribute("charset");
        let declared = declared.and_then(|label| Encoding::for_label(label.as_bytes()));
        let (text, bad) = match declared.filter(|encoding| *encoding != encoding_rs::UTF_8) {
            Some(encoding) => {
                let (text, _, bad) = encoding.decode(&bytes);
                (text.into_owned(), bad)
            }
            None => match std::str::from_utf8(&bytes) {
                Ok(text) => (text.to_owned(), false),
                Err(_) => (
                    encoding_rs::WINDOWS_1252.decode(&bytes).0.into_owned(),
                    true,
                ),
            },
        };
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let flowed = self
            .attribute("format")
            .is_some_and(|format| format.eq_ignore_ascii_case("flowed"));
        Text {
            text: if flowed { unflow(&text) } else { text },
            bad,
        }
    }
}

/// RFC 3676: a line that ends in a space goes on in the next one.
fn unflow(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.split('\n') {
        let line = line.strip_prefix(' ').unwrap_or(line);
        joined.push_str(line);
        if !line.ends_with(' ') || line == "-- " {
            joined.push('\n');
        }
    }
    joined
}

/// What stands behind the first line.
pub(super) fn behind_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    end.and_then(|end| bytes.get(end + 1..)).unwrap_or_default()
}

/// The header with its last newline, and the body behind the blank line.
fn split_header(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if matches!(line, b"\n" | b"\r\n") {
            let (head, rest) = bytes.split_at(at);
            return (head, behind_line(rest));
        }
        at += line.len();
    }
    (bytes, &[])
}

/// The parts between lines that begin with `--` and the boundary. What stands
/// before the first and behind the last is for programs without MIME.
fn parts<'a>(body: &'a [u8], boundary: &[u8], most: usize) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut start: Option<usize> = None;
    let mut at = 0;
    let push = |start: Option<usize>, end: usize, parts: &mut Vec<Part<'a>>| {
        if let Some(bytes) = start.and_then(|start| body.get(start..end)) {
            // The newline before a boundary belongs to it.
            let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            parts.push(Part::read(bytes));
        }
    };
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let behind = line
            .strip_prefix(b"--")
            .and_then(|rest| rest.strip_prefix(boundary))
            .map(<[u8]>::trim_ascii_end);
        if matches!(behind, Some(b"" | b"--")) {
            push(start.take(), at, &mut parts);
            if behind == Some(b"--") || parts.len() > most {
                return parts;
            }
            start = Some(at + line.len());
        }
        at += line.len();
    }
    // A mail that was cut off has no last boundary.
    push(start, at, &mut parts);
    parts
}
