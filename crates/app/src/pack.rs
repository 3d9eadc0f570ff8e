//! The evidence pack: the evidence report of an answer with the proof of its record, in one HTML
//! file that checks itself in a browser, and that others check without this program
//! (docs/evidence-pack.md).
//!
//! What is embedded is one line of JSON in ASCII, so that no text of a document can end the
//! element or be read as markup, and a seal: a note signed by the vault's key over the hash of
//! that line. The line binds in its turn the text, the pictures and the rest of the file.

use crate::error::AppError;
use crate::explain::place_of;
use crate::html::{escaped, text_of};
use crate::service::Service;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use evidence::EvidenceChunk;
use evidence::select::render_chunk;
use pipeline::hash::sha256;
use pipeline::trace::Trace;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use vault::checkpoint::SignedCheckpoint;
use vault::note::{KeyKind, SigningKey};
use vault::pack::{PACK_FORMAT, seal_pack};
use vault::proof::InclusionProof;

const SCRIPT: &str = include_str!("pack/pack.js");
const STYLE: &str = include_str!("pack/pack.css");
/// What stands around the picture of a page in the report.
const PICTURE: &str = "src=\"data:image/png;base64,";
/// Contents of a record that a pack shows and binds. The others hold more of the documents than
/// was cited.
const CONTENTS: [&str; 3] = ["question", "answer", "response"];

/// What stands in the place of the checks until the script has made them.
const UNCHECKED: &str = "<p class=\"verdict\">Nothing was checked.</p>\
<p>This page checks itself with a script of its own, in a browser that runs it; this one did not. Without it the page only \
reads: anybody could have written it. The file can be checked by <code>attest_verify.py</code> or by hand.</p>";

/// What no check of the page can show, whatever comes out.
const LIMITS: &str = "<p id=\"limits\" hidden>No check on this page can show that the answer is right, that the documents are \
genuine, that the times are true, or whose the key is. Whoever changed the file could also have changed what checks it: who \
has to be certain takes <code>attest_verify.py</code>, which does not come with the file, and a key that its owner gave \
otherwise. On paper nothing can be checked.</p>";

/// An evidence pack, and what it stands on.
#[derive(Debug, Serialize)]
pub struct EvidencePack {
    /// The file.
    #[serde(skip)]
    pub html: String,
    /// The record.
    pub record_id: String,
    /// Records of the checkpoint that its proof leads to.
    pub records: u64,
    /// The key that others check it with.
    pub key: String,
    /// Pictures of pages.
    pub pictures: usize,
    /// Passages that are embedded word for word.
    pub passages: usize,
}

/// What a pack embeds for those who check it.
#[derive(Serialize)]
struct Embedded<'a> {
    format: &'static str,
    /// The public key, `name+id+key`.
    key: String,
    /// C2SP tlog-proof: record, place, path, checkpoint.
    proof: String,
    /// Lower-case hexadecimal, as all that follow.
    record_sha256: String,
    contents: BTreeMap<&'static str, String>,
    passages: Vec<Passage>,
    pictures: Vec<Picture>,
    documents: &'a [String],
    /// Of what a reader sees: the text within the element `pack`.
    text_sha256: String,
    /// Of the file but for what is embedded and the seal.
    frame_sha256: String,
}

/// A time stamp of the checkpoint.
pub(crate) struct Stamped {
    /// RFC 3339, UTC.
    pub time: String,
    pub authority: String,
    pub certificate_sha256: String,
    /// DER in base64.
    pub token: String,
}

/// A passage as the model saw it, word for word.
#[derive(Serialize)]
struct Passage {
    anchor: String,
    chunk_id: String,
    text: String,
}

#[derive(Serialize)]
struct Picture {
    sha256: String,
}

impl Service {
    /// The evidence pack of an answer, proved against a checkpoint of this trail or a new one.
    ///
    /// # Errors
    ///
    /// As [`Service::outcome`] and [`Service::prove`]; [`AppError::Stamp`] for a time stamp of the
    /// checkpoint that no longer verifies.
    pub fn evidence_pack(
        &self,
        id: &str,
        against: Option<SignedCheckpoint>,
    ) -> Result<EvidencePack, AppError> {
        let record = self.record(id)?;
        let record_id = record.id.to_string();
        let outcome = self.outcome(&record_id)?;
        let trace = Trace::of(&record_id, &record.body)?;
        let proof = self.prove(&record_id, against)?;
        let key = self.signing_key()?;
        proof.checkpoint.verify(&key.verifier(KeyKind::Note))?;
        let mut contents = BTreeMap::new();
        for name in CONTENTS {
            if let Some(text) = self.kept_text(&record, name)? {
                contents.insert(name, text);
            }
        }
        let passages = self.cited_passages(&trace, &outcome.response)?;
        let mut article = self.report_article(&record_id, "Evidence pack")?;
        appendix(&mut article, &proof, &contents, &passages, &key);
        add_stamps(&mut article, &self.stamps_of(&proof.checkpoint)?);
        let frame = Frame::of(&outcome.question, &article);
        let pictures = pictures(&article);
        let embedded = Embedded {
            format: PACK_FORMAT,
            key: key.verifier(KeyKind::Note).to_string(),
            proof: proof.to_string(),
            record_sha256: sha256(&proof.record),
            contents,
            passages,
            documents: &outcome.document_ids,
            text_sha256: sha256(text_of(&article).as_bytes()),
            frame_sha256: sha256(frame.around("", "").as_bytes()),
            pictures,
        };
        let line = ascii_json(&embedded);
        let seal = seal_pack(&Sha256::digest(&line).into(), &key);
        Ok(EvidencePack {
            html: frame.around(&line, &seal),
            record_id,
            records: proof.checkpoint.checkpoint().size,
            key: embedded.key,
            pictures: embedded.pictures.len(),
            passages: embedded.passages.len(),
        })
    }

    /// The passages of the last round that are cited, where they are still word for word what the
    /// record binds: a document may be erased, or read anew since.
    fn cited_passages(&self, trace: &Trace, response: &Value) -> Result<Vec<Passage>, AppError> {
        let titles = self.titles()?;
        let citations = response.get("citations").and_then(Value::as_array);
        let anchors = citations.into_iter().flatten();
        let anchors: Vec<&str> = anchors
            .filter_map(|citation| citation.get("anchor")?.as_str())
            .collect();
        let mut found = Vec::new();
        for shown in trace.evidence.iter().flatten() {
            let Some((short, first, last)) = place_of(&shown.chunk_id) else {
                continue;
            };
            let document = titles.iter().find(|(id, _)| id.starts_with(short));
            let (true, Some((id, title))) = (anchors.contains(&shown.anchor.as_str()), document)
            else {
                continue;
            };
            let text = render_chunk(&EvidenceChunk {
                anchor: shown.anchor.clone(),
                chunk_id: shown.chunk_id.clone(),
                document_id: id.clone(),
                document_title: title.clone(),
                lines: self.document_lines(id, first, last)?,
                similarity: 0.0,
                tables: Vec::new(),
            });
            if sha256(text.as_bytes()) == shown.sha256 {
                found.push(Passage {
                    anchor: shown.anchor.clone(),
                    chunk_id: shown.chunk_id.clone(),
                    text,
                });
            }
        }
        Ok(found)
    }
}

/// What a reader can check by hand, in full.
fn appendix(
    article: &mut String,
    proof: &InclusionProof,
    contents: &BTreeMap<&'static str, String>,
    passages: &[Passage],
    key: &SigningKey,
) {
    let key = key.verifier(KeyKind::Note).to_string();
    let mut add = |title: &str, about: &str, text: &str| {
        let text = escaped(text);
        let _ = write!(
            article,
            "<h2>{title}</h2>\n<p>{about}</p>\n<pre>{text}</pre>\n"
        );
    };
    for passage in passages {
        let title = format!("Passage {}", escaped(&passage.anchor));
        let about = "As the program read it. The record binds it word for word.";
        add(&title, about, &passage.text);
    }
    let answer = contents.get("answer").or(contents.get("response"));
    if let Some(answer) = answer {
        add("Answer, as recorded", "The record binds its bytes.", answer);
    }
    let record = String::from_utf8_lossy(&proof.record);
    let about = "Canonical JSON (RFC 8785). Its SHA-256 is the record\u{2019}s hash. What people said of the answer \
                 stands in other records, of which this file proves nothing.";
    add("Record, as hashed", about, &record);
    add(
        "Checkpoint",
        "How many records there are, the root of their tree (RFC 9162), and who signed it.",
        &proof.checkpoint.to_string(),
    );
    add(
        "Key",
        "Compare it with one that its owner gave you otherwise.",
        &key,
    );
}

/// The time stamps of the checkpoint, in full. The script of the page does not verify them.
fn add_stamps(article: &mut String, stamps: &[Stamped]) {
    for stamp in stamps {
        let _ = write!(
            article,
            "<h2>Time stamp</h2>\n<p>By {} (certificate with the SHA-256 {}), of the checkpoint above, at {}. This page does \
             not verify it. To do so, save the checkpoint and what stands here as files and run: base64 -d STAMP &gt; token; \
             openssl ts -verify -token_in -in token -data CHECKPOINT -partial_chain -CAfile CERTIFICATE, with the \
             authority\u{2019}s own certificate in PEM.</p>\n<pre>{}</pre>\n",
            escaped(&stamp.authority),
            escaped(&stamp.certificate_sha256),
            escaped(&stamp.time),
            escaped(&stamp.token)
        );
    }
}

/// The file around what is embedded.
struct Frame {
    head: String,
    tail: String,
}

impl Frame {
    fn of(question: &str, article: &str) -> Self {
        let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
        let question = escaped(question);
        let (script, style) = (hash(SCRIPT), hash(STYLE));
        let head = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{script}'; \
             style-src 'sha256-{style}'; img-src data:; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>Evidence pack: {question}</title>\n<style>{STYLE}</style></head><body>\n\
             <section id=\"checking\" aria-labelledby=\"checking-title\"><h2 id=\"checking-title\">What was checked</h2>\n\
             <div id=\"checks\" role=\"status\">{UNCHECKED}</div>\n{LIMITS}</section>\n\
             <main id=\"pack\">{article}</main>\n<script type=\"application/json\" id=\"pack-data\">"
        );
        let tail = format!("</script>\n<script>{SCRIPT}</script>\n</body></html>\n");
        Self { head, tail }
    }

    fn around(&self, line: &str, seal: &str) -> String {
        let between = "</script>\n<script type=\"text/plain\" id=\"pack-seal\">";
        [&self.head, line, between, seal, &self.tail].concat()
    }
}

/// The hashes of the pictures of an article, in their order.
fn pictures(article: &str) -> Vec<Picture> {
    let behind = article.split(PICTURE).skip(1);
    let encoded = behind.filter_map(|rest| rest.split_once('"'));
    let bytes = encoded.filter_map(|(encoded, _)| STANDARD.decode(encoded).ok());
    bytes
        .map(|bytes| Picture {
            sha256: sha256(&bytes),
        })
        .collect()
}

/// JSON in which every character but plain ASCII, and each that means something in HTML, is
/// written by its number.
fn ascii_json(embedded: &Embedded<'_>) -> String {
    let json = serde_json::to_string(embedded).unwrap_or_default();
    let mut line = String::with_capacity(json.len());
    for one in json.chars() {
        if matches!(one, ' '..='~') && !matches!(one, '<' | '>' | '&' | '\'') {
            line.push(one);
            continue;
        }
        for unit in one.encode_utf16(&mut [0; 2]) {
            let _ = write!(line, "\\u{unit:04x}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_embedded_can_end_its_element_or_leave_ascii() {
        let hostile = "</script><img src=x onerror=alert(1)>\u{202e}\u{0}\u{1f600}\u{2028}&'\"\\";
        let embedded = Embedded {
            format: PACK_FORMAT,
            key: String::new(),
            proof: String::new(),
            record_sha256: String::new(),
            contents: BTreeMap::from([("question", hostile.to_owned())]),
            passages: Vec::new(),
            pictures: Vec::new(),
            documents: &[],
            text_sha256: String::new(),
            frame_sha256: String::new(),
        };
        let line = ascii_json(&embedded);
        assert!(
            line.bytes().all(|byte| (b' '..=b'~').contains(&byte)),
            "{line}"
        );
        assert!(!line.contains(['<', '>', '&', '\'']), "{line}");
        let read: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["contents"]["question"], hostile);
    }

    #[test]
    fn the_script_and_the_style_cannot_end_their_elements() {
        for text in [SCRIPT, STYLE] {
            assert!(!text.contains("</") && !text.contains("<!--"));
        }
    }
}
