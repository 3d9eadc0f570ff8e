//! Valid answers of every type and contract, corrupted at every place in
//! every way, are refused: a letter off, a look-alike, a hidden character, a
//! figure off, a key more, a key less, a key twice, a citation swapped.

use crate::contract_tests::{answer, evidence as prose_evidence, validation_under};
use crate::scene::{bundle, draft, policy, verdict};
use crate::{FindingKind, ValidationStatus, Verdict, check_draft_text};
use contract::Prose;
use evidence::AnswerBundle;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A valid answer, what it stands on, and the strings of its value that are
/// code's own words and may say anything.
struct Subject {
    kind: &'static str,
    draft: Value,
    evidence: AnswerBundle,
    free: &'static [&'static str],
}

fn evidence() -> AnswerBundle {
    bundle(&[
        &[
            "SAMPLE POLICY",
            "The annual premium is $1,250.00 for",
            "the insured, Jane Q. Doe, since 16 July 2002.",
        ],
        &[
            "Deductible 500 1,000",
            "Share of loss 12.5 % of the",
            "IBAN DE89 3704 0044 0532 0130 00",
            "Harbour Road 5, 20095 Hamburg",
        ],
    ])
}

fn typed(kind: &'static str, value: Value, anchor: &str, line: u32, quote: &str) -> Subject {
    Subject {
        kind,
        draft: draft(&[(value, anchor, line, line, quote)]),
        evidence: evidence(),
        free: &[],
    }
}

fn prose(kind: &'static str, of: Prose, free: &'static [&'static str]) -> Subject {
    Subject {
        kind,
        draft: answer(of, &prose_evidence(), 4),
        evidence: prose_evidence(),
        free,
    }
}

fn subjects() -> Vec<Subject> {
    let amount = json!({"value": 1250, "currency": "USD", "unit": null});
    let name = json!({"first_name": "Jane", "middle_initial": "Q.", "last_name": "Doe"});
    let address = json!({"street": "Harbour Road 5", "postal_code": "20095", "city": "Hamburg", "country": null});
    let table = json!({"headers": ["Deductible", ""], "rows": [["500", "1,000"]]});
    let mut list = typed("list", json!("Deductible"), "C1", 4, "Deductible 500 1,000");
    list.draft = draft(&[
        (json!("Deductible"), "C1", 4, 4, "Deductible 500 1,000"),
        (json!("SAMPLE POLICY"), "C0", 1, 1, "SAMPLE POLICY"),
    ]);
    let mut label = typed("classification", json!("Fire"), "C0", 1, "SAMPLE POLICY");
    label.draft["extraction_method"] = json!("inferred");
    let mut verified = typed(
        "verification",
        json!({"response": "Yes"}),
        "C0",
        1,
        "SAMPLE POLICY",
    );
    verified.draft["extraction_method"] = json!("inferred");
    let mut category = typed(
        "document_category",
        json!("Bugs & Errors"),
        "C0",
        1,
        "SAMPLE POLICY",
    );
    category.draft["extraction_method"] = json!("inferred");
    vec![
        typed("amount", amount, "C0", 2, "premium is $1,250.00 for"),
        typed(
            "number",
            json!({"value": 500, "unit": null}),
            "C1",
            4,
            "Deductible 500 1,000",
        ),
        typed(
            "percentage",
            json!({"value": 12.5, "of": null}),
            "C1",
            5,
            "Share of loss 12.5 %",
        ),
        typed(
            "date",
            json!({"iso": "2002-07-16", "original": "16 July 2002"}),
            "C0",
            3,
            "since 16 July 2002.",
        ),
        typed(
            "text",
            json!("annual premium"),
            "C0",
            2,
            "The annual premium is",
        ),
        typed(
            "organization",
            json!("SAMPLE POLICY"),
            "C0",
            1,
            "SAMPLE POLICY",
        ),
        typed(
            "iban",
            json!("DE89370400440532013000"),
            "C1",
            6,
            "IBAN DE89 3704 0044 0532 0130 00",
        ),
        typed("address", address, "C1", 7, "Harbour Road 5, 20095 Hamburg"),
        typed(
            "person_name",
            name,
            "C0",
            3,
            "the insured, Jane Q. Doe, since",
        ),
        typed("table", table, "C1", 4, "Deductible 500 1,000"),
        list,
        label,
        verified,
        category,
        prose("cited_text", Prose::CitedText, &[]),
        prose(
            "structured_answer",
            Prose::StructuredAnswer,
            &["/thought", "/metadata"],
        ),
        prose(
            "support_reply",
            Prose::SupportReply,
            &["/internal_next_steps"],
        ),
    ]
}

impl Subject {
    fn passes(&self, draft: &Value) -> bool {
        match self.kind {
            "classification" => {
                matches!(
                    verdict(self.kind, draft, &self.evidence),
                    Verdict::Accepted(_)
                )
            }
            _ => {
                validation_under(self.kind, draft, &self.evidence, &policy()).status()
                    == ValidationStatus::Passed
            }
        }
    }

    /// Pointers to the strings, numbers or objects of items that count.
    fn places(&self, wanted: fn(&Value) -> bool) -> Vec<String> {
        let mut found = Vec::new();
        collect(&self.draft["items"], "/items".into(), wanted, &mut found);
        found.retain(|pointer| !self.free.iter().any(|part| pointer.contains(part)));
        found
    }
}

fn collect(value: &Value, pointer: String, wanted: fn(&Value) -> bool, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                collect(item, format!("{pointer}/{at}"), wanted, found);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                collect(field, format!("{pointer}/{key}"), wanted, found);
            }
        }
        _ => {}
    }
    if wanted(value) {
        found.push(pointer);
    }
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

/// Latin letters and what looks like them in Cyrillic or Greek.
const LOOK_ALIKES: [(char, char); 16] = [
    ('a', 'а'),
    ('e', 'е'),
    ('o', 'о'),
    ('p', 'р'),
    ('c', 'с'),
    ('y', 'у'),
    ('x', 'х'),
    ('i', 'і'),
    ('A', 'А'),
    ('B', 'В'),
    ('C', 'С'),
    ('D', 'Ð'),
    ('E', 'Е'),
    ('H', 'Н'),
    ('P', 'Р'),
    ('S', 'Ѕ'),
];
const HIDDEN: [char; 8] = [
    '\u{200b}',
    '\u{200d}',
    '\u{202e}',
    '\u{2066}',
    '\u{feff}',
    '\u{ad}',
    '\u{0}',
    '\u{e0061}',
];

/// A text with one place changed; none where this way changes nothing there.
fn changed(text: &str, way: usize, at: usize) -> Option<String> {
    let mut letters: Vec<char> = text.chars().collect();
    let at = at % letters.len();
    let letter = letters[at];
    match way {
        0 if letter.is_alphanumeric() => letters[at] = if letter == 'x' { 'y' } else { 'x' },
        1 => letters.insert(at, HIDDEN[at % HIDDEN.len()]),
        2 => letters[at] = LOOK_ALIKES.iter().find(|(latin, _)| *latin == letter)?.1,
        3 if letter.is_ascii_digit() => letters[at] = if letter == '7' { '8' } else { '7' },
        4 if letter.is_alphanumeric() => letters.insert(at, 'x'),
        // Full width forms, which compatibility normalisation would undo.
        5 if letter.is_ascii_alphanumeric() => {
            letters[at] = char::from_u32(letter as u32 + 0xFEE0)?;
        }
        _ => return None,
    }
    Some(letters.into_iter().collect())
}

#[test]
fn the_answers_to_corrupt_are_valid() {
    for subject in subjects() {
        assert!(
            subject.passes(&subject.draft),
            "{} {:#}",
            subject.kind,
            subject.draft
        );
        assert_eq!(
            check_draft_text(&subject.draft.to_string()),
            [],
            "{}",
            subject.kind
        );
    }
}

#[test]
fn a_field_more_or_less_anywhere_is_refused() {
    for subject in subjects() {
        let mut places = subject.places(Value::is_object);
        places.push(String::new());
        for place in places {
            let mut wrong = subject.draft.clone();
            let object = wrong.pointer_mut(&place).unwrap().as_object_mut().unwrap();
            let keys: Vec<String> = object.keys().cloned().collect();
            object.insert("surprise".into(), json!(null));
            assert!(!subject.passes(&wrong), "{} {place}/surprise", subject.kind);
            for key in keys {
                let mut wrong = subject.draft.clone();
                let object = wrong.pointer_mut(&place).unwrap().as_object_mut().unwrap();
                object.shift_remove(&key);
                // A null that is left out says the same.
                let null = subject
                    .draft
                    .pointer(&format!("{place}/{key}"))
                    .is_some_and(Value::is_null);
                assert!(
                    null || !subject.passes(&wrong),
                    "{} {place}/{key}",
                    subject.kind
                );
            }
        }
    }
}

#[test]
fn a_key_twice_anywhere_is_refused() {
    for subject in subjects() {
        for place in
            subject.places(|value| value.as_object().is_some_and(|fields| !fields.is_empty()))
        {
            let object = subject.draft.pointer(&place).unwrap();
            let (key, value) = object.as_object().unwrap().iter().next().unwrap();
            let text = object.to_string();
            let double = format!("{{{}:{value},{}", json!(key), &text[1..]);
            let whole = subject.draft.to_string().replacen(&text, &double, 1);
            let kinds: Vec<FindingKind> = check_draft_text(&whole)
                .iter()
                .map(|one| one.kind)
                .collect();
            assert_eq!(
                kinds,
                [FindingKind::RepeatedKey],
                "{} {place}",
                subject.kind
            );
        }
    }
}

#[test]
fn citations_of_two_items_swapped_are_refused() {
    let list = subjects()
        .into_iter()
        .find(|one| one.kind == "list")
        .unwrap();
    let mut wrong = list.draft.clone();
    let first = wrong["items"][0]["spans"].take();
    wrong["items"][0]["spans"] = wrong["items"][1]["spans"].take();
    wrong["items"][1]["spans"] = first;
    assert!(!list.passes(&wrong));
}

#[test]
fn lines_and_figures_one_off_are_refused() {
    for subject in subjects() {
        for place in subject.places(Value::is_number) {
            for by in [-1.0, 1.0] {
                let mut wrong = subject.draft.clone();
                let number = wrong.pointer_mut(&place).unwrap();
                *number = match number.as_i64() {
                    Some(whole) => json!(whole + by as i64),
                    None => json!(number.as_f64().unwrap() + by),
                };
                // More lines may be cited than the quote stands in.
                let wider = place.ends_with(if by > 0.0 { "line_end" } else { "line_start" });
                assert!(
                    wider || !subject.passes(&wrong),
                    "{} {place} {by}",
                    subject.kind
                );
            }
        }
    }
}

#[test]
fn any_flag_turned_is_refused() {
    for subject in subjects() {
        for (field, value) in [
            ("answer_found", json!(false)),
            ("extraction_method", json!("na")),
            ("confidence", json!(1.01)),
            ("confidence", json!(-0.01)),
            ("context_completeness_weak", json!(2)),
            ("answer_found", json!("yes")),
            ("caveats", json!("none")),
            ("items", json!([])),
            ("items", json!(null)),
        ] {
            let mut wrong = subject.draft.clone();
            wrong[field] = value.clone();
            assert!(
                !subject.passes(&wrong),
                "{} {field} = {value}",
                subject.kind
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_text_changed_anywhere_is_refused(
        subject in 0_usize..17,
        place in any::<prop::sample::Index>(),
        at in 0_usize..400,
        way in 0_usize..6,
    ) {
        let subject = &subjects()[subject];
        let places = subject.places(is_text);
        let place = &places[place.index(places.len())];
        let text = subject.draft.pointer(place).and_then(Value::as_str).unwrap();
        // Of what cannot be changed in this way, another is drawn; too many of them fail the test.
        let other = changed(text, way, at);
        prop_assume!(other.is_some());
        let mut wrong = subject.draft.clone();
        *wrong.pointer_mut(place).unwrap() = json!(other);
        prop_assert!(!subject.passes(&wrong), "{} {place}: {other:?}", subject.kind);
    }
}
