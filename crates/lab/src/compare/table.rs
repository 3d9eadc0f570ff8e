//! `comparison.csv`: a row an answer, for a spreadsheet or a statistics program.

use super::answer::Answer;
use crate::case::Case;
use app::csv_field;
use std::collections::BTreeMap;

/// The columns, in order. docs/compare.md says what each holds.
const COLUMNS: [&str; 30] = [
    "case",
    "document",
    "source",
    "question",
    "answer_type",
    "answerable",
    "contestant",
    "position",
    "found",
    "right",
    "partial",
    "answer",
    "decision",
    "probability",
    "citations",
    "valid_citations",
    "evidence_cited",
    "failed",
    "message",
    "model_weighed",
    "model_wrote",
    "answer_ms",
    "load_ms",
    "warm",
    "prompt_tokens",
    "scored_tokens",
    "written_tokens",
    "peak_model_bytes",
    "energy_microjoules",
    "record_id",
];

/// The table, by RFC 4180: the answers in the order of the cases, of each the contestants in
/// the order in which they were asked. No field is a formula to a spreadsheet.
pub(super) fn table(cases: &[Case], answers: &[Answer]) -> String {
    let mut of_case: BTreeMap<&str, Vec<&Answer>> = BTreeMap::new();
    for answer in answers {
        of_case.entry(&answer.case).or_default().push(answer);
    }
    let mut text = COLUMNS.join(",") + "\r\n";
    for case in cases {
        let mut answers = of_case.remove(case.id.as_str()).unwrap_or_default();
        answers.sort_by_key(|answer| answer.position);
        for answer in answers {
            text.push_str(&row(case, answer).join(","));
            text.push_str("\r\n");
        }
    }
    text
}

fn or_empty<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn row(case: &Case, answer: &Answer) -> [String; COLUMNS.len()] {
    let words = if answer.found {
        answer.in_words()
    } else {
        String::new()
    };
    [
        csv_field(&case.id),
        csv_field(&case.document),
        csv_field(&case.source),
        csv_field(&case.question),
        csv_field(&case.answer_type),
        or_empty(case.answerable),
        csv_field(&answer.contestant),
        answer.position.to_string(),
        answer.found.to_string(),
        answer.right.to_string(),
        or_empty(answer.partial),
        csv_field(&words),
        csv_field(&answer.decision),
        or_empty(answer.probability),
        answer.evidence.len().to_string(),
        answer.valid_citations.to_string(),
        or_empty(answer.evidence_cited),
        answer.failed.to_string(),
        csv_field(answer.message.as_deref().unwrap_or_default()),
        answer.model_weighed().to_string(),
        answer.model_wrote().to_string(),
        answer.times.answer_ms.to_string(),
        or_empty(answer.times.load_ms),
        answer.times.warm.to_string(),
        answer.tokens.prompt.to_string(),
        answer.tokens.scored.to_string(),
        (answer.tokens.sampled + answer.tokens.forced).to_string(),
        or_empty(answer.memory.model_bytes),
        or_empty(answer.energy_microjoules),
        csv_field(answer.record_id.as_deref().unwrap_or_default()),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::answer::tests::answer;
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_has_every_column_and_no_field_is_a_formula() {
        let case: Case = serde_json::from_value(json!({ "id": "1", "document": "=x.txt",
            "question": "Who, \"when\"?", "answer_type": "text", "answerable": true, "gold": ["x"] }))
        .unwrap();
        let mut second = answer("1", "b", Some("=1+2"), false);
        second.position = 2;
        let text = table(&[case], &[second, answer("1", "a", None, false)]);
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(
            lines[1].starts_with("1,'=x.txt,,\"Who, \"\"when\"\"?\",text,true,a,1,false,false,0,,"),
            "{text}"
        );
        assert!(lines[2].contains(",b,2,true,false,0,'=1+2,"), "{text}");
    }
}
