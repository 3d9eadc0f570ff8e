//! The grammars of the built-in contracts, as the files in `grammars/`: what a
//! stranger can read, and use with llama.cpp's own tools.
//!
//! ```text
//! contract/TYPE.schema.json        the value of an answer type
//! contract/TYPE.gbnf               its grammar, one space after , and :
//! contract/draft/evidence.txt      the lines that the drafts stand on
//! contract/draft/TYPE.schema.json  what the model decodes for these lines
//! contract/draft/TYPE.gbnf         its grammar, without white space
//! ```

use crate::error::StageError;
use crate::offer::offer;
use contract::{AnswerShape, Registry, draft};
use evidence::document::Line;
use evidence::policy::Remarks;
use evidence::{EvidenceChunk, Policy};
use grammar::{EvidenceText, Whitespace};
use question::Question;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The lines of evidence of the drafts.
pub const EVIDENCE: &str = "\
Service agreement between Harbour Tools Ltd and Ms Ana B. Silva
1. The monthly fee is EUR 1,250.00, due on 16 July 2002.
2. A discount of 12.5 % applies to 30 days of notice.
3. Pay to IBAN GB82 WEST 1234 5698 7654 32.
4. Notices go to 12 Mill Lane, 80331 Munich, Germany.
";

/// Words that one quote may have here.
const MAX_QUOTE_WORDS: u32 = 12;
const QUESTION: &str = "What was agreed?";

/// The files, by path below `grammars/`.
///
/// # Errors
///
/// [`StageError::Schema`], [`StageError::Draft`], [`StageError::Type`]: a built-in
/// type that does not compile.
pub fn contract_files() -> Result<BTreeMap<String, String>, StageError> {
    let mut registry = Registry::built_in();
    // One of a user's own, since those are drafted in another way.
    registry.add("own_party", party())?;
    let policy = Policy::default();
    let chunk = sample();
    let mut files = BTreeMap::new();
    files.insert(
        "contract/draft/evidence.txt".to_owned(),
        EVIDENCE.to_owned(),
    );
    for answer_type in registry.list() {
        let name = &answer_type.name;
        let mut add = |folder: &str, schema: &Value, options: &grammar::Options<'_>| {
            let compiled = grammar::compile(schema, options)?;
            let gbnf = grammar::gbnf::print(&compiled.grammar);
            files.insert(
                format!("{folder}/{name}.schema.json"),
                format!("{schema:#}\n"),
            );
            files.insert(format!("{folder}/{name}.gbnf"), gbnf);
            Ok::<(), StageError>(())
        };
        add(
            "contract",
            &answer_type.value_schema,
            &grammar::Options::default(),
        )?;
        let labels = ["invoice".to_owned(), "contract".to_owned()];
        let offer = offer(
            &Question::of(QUESTION),
            answer_type,
            &labels,
            (std::slice::from_ref(&chunk), None),
            &policy,
        );
        let items = match answer_type.shape {
            AnswerShape::Single => 1,
            _ => policy.max_items,
        };
        let schema = draft::schema(answer_type, &offer, Remarks::Ratings, items)?;
        let text = evidence_text(&chunk, &policy);
        let options = grammar::Options::default()
            .with_whitespace(Whitespace::Compact)
            .with_evidence(&text);
        add("contract/draft", &schema, &options)?;
    }
    Ok(files)
}

fn party() -> Value {
    json!({
        "title": "A party of a contract, as an example of a type of one's own",
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "role": { "enum": ["buyer", "seller", null] },
            "fee": { "type": ["number", "null"] },
            "subsidiaries": { "type": "array", "items": { "$ref": "#" }, "maxItems": 2 }
        },
        "required": ["name", "role"],
        "additionalProperties": false
    })
}

fn sample() -> EvidenceChunk {
    let lines = (1..).zip(EVIDENCE.lines());
    EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: "sample:0".into(),
        document_id: "sample".into(),
        document_title: "Sample".into(),
        lines: lines
            .map(|(number, text)| Line {
                number,
                page: 1,
                text: text.to_owned(),
                bounds: None,
            })
            .collect(),
        similarity: 1.0,
        tables: Vec::new(),
    }
}

fn evidence_text(chunk: &EvidenceChunk, policy: &Policy) -> EvidenceText {
    let lines = chunk.lines.iter();
    EvidenceText {
        chunks: vec![grammar::EvidenceChunk {
            anchor: chunk.anchor.clone(),
            lines: lines.map(|line| (line.number, line.text.clone())).collect(),
        }],
        max_span_lines: policy.max_span_lines,
        max_quote_words: MAX_QUOTE_WORDS,
    }
}
