//! The comparison from its answers: nothing is asked here, and the same answers give the same
//! figures.

use super::answer::{Answer, ContestantNote, Plan};
use super::comparison::{Comparison, Difference, Questions};
use super::pair::{Side, pairs};
use super::summary::{Answered, summary};
use crate::case::Case;
use app::words;
use contract::Descriptor;
use evidence::policy::ChooseWith;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Puts a comparison together.
pub(super) fn assemble(
    plan: &Plan,
    cases: &[Case],
    answers: &[Answer],
    made_at: String,
) -> Comparison {
    let mut by_key: BTreeMap<(&str, &str), &Answer> = BTreeMap::new();
    for answer in answers {
        // Of a question that was asked twice the first answer counts.
        by_key
            .entry((&answer.case, &answer.contestant))
            .or_insert(answer);
    }
    let answered: Vec<Vec<Answered<'_>>> = plan
        .contestants
        .iter()
        .map(|one| {
            let of = |case| Some((case, *by_key.get(&(case_id(case), one.name.as_str()))?));
            cases.iter().filter_map(of).collect()
        })
        .collect();
    let with_answers = || plan.contestants.iter().zip(&answered);
    let sides: Vec<Side<'_>> = with_answers()
        .map(|(one, answered)| (one.name.as_str(), answered.as_slice()))
        .collect();
    Comparison {
        plan: plan.clone(),
        made_at,
        remarks: remarks(plan, answers),
        questions: questions(cases),
        contestants: with_answers()
            .map(|(one, answered)| summary(one, answered, plan.seed))
            .collect(),
        pairs: pairs(&sides, plan.seed),
        differences: differences(cases, &plan.contestants, &by_key),
    }
}

fn case_id(case: &Case) -> &str {
    &case.id
}

fn questions(cases: &[Case]) -> Questions {
    let mut by_type = BTreeMap::new();
    for case in cases {
        *by_type.entry(case.answer_type.clone()).or_default() += 1;
    }
    let documents: BTreeSet<&str> = cases.iter().map(|case| case.document.as_str()).collect();
    let answerable = cases
        .iter()
        .filter(|case| case.answerable == Some(true))
        .count();
    Questions {
        cases: cases.len(),
        answerable,
        unanswerable: cases.len() - answerable,
        documents: documents.len(),
        by_type,
    }
}

fn differences(
    cases: &[Case],
    contestants: &[ContestantNote],
    answers: &BTreeMap<(&str, &str), &Answer>,
) -> Vec<Difference> {
    let mut found = Vec::new();
    for case in cases {
        let given: Vec<Answer> = contestants
            .iter()
            .filter_map(|one| answers.get(&(case.id.as_str(), one.name.as_str())))
            .map(|answer| (*answer).clone())
            .collect();
        let said: BTreeSet<String> = given.iter().map(Answer::said).collect();
        if said.len() < 2 {
            continue;
        }
        let right = given.iter().filter(|answer| answer.right).count();
        found.push(Difference {
            case: case.id.clone(),
            document: case.document.clone(),
            source: case.source.clone(),
            question: case.question.clone(),
            answer_type: case.answer_type.clone(),
            answerable: case.answerable == Some(true),
            gold: gold(case),
            gold_evidence: case
                .gold_evidence
                .iter()
                .map(|span| span.quote.clone())
                .collect(),
            is_decisive: right > 0 && right < given.len(),
            answers: given,
        });
    }
    // Those that decide come first; within each, the order of the cases.
    found.sort_by_key(|one| !one.is_decisive);
    found
}

/// The gold in words. Its spelling is the evaluation set's, where a name is one string.
fn gold(case: &Case) -> Vec<String> {
    let is_known = !Descriptor::of(&case.answer_type).name.is_empty();
    let in_words = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Object(parts) if parts.contains_key("iso") => parts
            .get("iso")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        Value::Object(parts) if is_known => {
            words::value(&typed(parts, &case.answer_type), &case.answer_type)
        }
        other if is_known => words::value(&other.clone().into(), &case.answer_type),
        other => other.to_string(),
    };
    case.gold.iter().map(in_words).collect()
}

/// A gold value of a type: a table's columns are its headers, and what the evaluation set leaves
/// out of a struct is null.
fn typed(parts: &Map<String, Value>, answer_type: &str) -> contract::Value {
    if let (Some(headers), Some(rows)) = (parts.get("columns"), parts.get("rows")) {
        return contract::Value::from(json!({ "headers": headers, "rows": rows }));
    }
    let schema = (Descriptor::of(answer_type).value_schema)();
    let named = schema.get("properties").and_then(Value::as_object);
    let mut whole = Map::new();
    for name in named.into_iter().flat_map(Map::keys) {
        let part = parts.get(name).cloned().unwrap_or_default();
        whole.insert(name.clone(), part);
    }
    if whole.is_empty() || !parts.keys().all(|name| whole.contains_key(name)) {
        whole.clone_from(parts);
    }
    contract::Value::from(Value::Object(whole))
}

/// What is compared, in words.
fn remarks(plan: &Plan, answers: &[Answer]) -> Vec<String> {
    let mut remarks = Vec::new();
    let ways: BTreeSet<&str> = plan
        .contestants
        .iter()
        .map(|one| match one.choose_with {
            ChooseWith::Model => "model",
            ChooseWith::Reader => "reader",
            ChooseWith::Both => "both",
        })
        .collect();
    let models: BTreeSet<&str> = plan
        .contestants
        .iter()
        .map(|one| one.model.as_str())
        .collect();
    if ways.contains("reader") {
        remarks.push(
            "Where a reader chooses (choose_with = \"reader\", as the program ships), the answer model takes part only where something \
             must be written; in how many answers it did is said below. Two models compared so differ in those alone."
                .into(),
        );
    }
    if ways.contains("model") {
        remarks.push(
            "Where the model chooses (choose_with = \"model\"), the answer model weighs the values that were found and chooses among \
             them. The reader still finds values, for every contestant alike; a question whose type alone names every value, and \
             what code computes, takes no model."
                .into(),
        );
    }
    if models.len() > 1 {
        remarks.push(
            "Probabilities come from one calibration, which was fitted to the default model: that of another model is less well \
             calibrated by that, and may be answered too rarely or too often. attest calibrate fits one to it."
                .into(),
        );
    }
    let reloaded = answers
        .iter()
        .filter(|answer| answer.times.load_ms.unwrap_or(0) > 0)
        .count();
    if reloaded > plan.contestants.len() {
        remarks.push(
            "The models were loaded again for answers, since they did not fit into memory together, or since the comparison was \
             interrupted. Loading does not count in seconds."
                .into(),
        );
    }
    if answers
        .iter()
        .all(|answer| answer.energy_microjoules.is_none())
    {
        remarks.push("Energy is unknown: this machine does not tell what it uses.".into());
    } else {
        remarks.push(
            "Energy is what the whole processor used while a question was answered, whatever else ran on it."
                .into(),
        );
    }
    remarks
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::answer::FORMAT;
    use super::super::answer::tests::answer;
    use super::*;
    use serde_json::json;

    /// Three questions on two documents; `a` is right twice, `b` once, and they differ on two.
    pub fn small(names: [&str; 2], words: &str) -> Comparison {
        let case = |id: &str, document: &str, answerable: bool| -> Case {
            let gold = if answerable {
                json!(["Oslo"])
            } else {
                json!([])
            };
            serde_json::from_value(json!({ "id": id, "document": document, "source": words,
                "question": format!("Where? {words}"), "answer_type": "text",
                "answerable": answerable, "gold": gold,
                "gold_evidence": [] }))
            .unwrap()
        };
        let cases = [
            case("1", "x.txt", true),
            case("2", "x.txt", false),
            case("3", "y.txt", true),
        ];
        let [a, b] = names;
        let note = |name: &str| ContestantNote {
            name: name.into(),
            model: name.into(),
            model_sha256: "00".into(),
            policy_version: "p".into(),
            policy_sha256: "11".into(),
            choose_with: ChooseWith::Model,
        };
        let plan = Plan {
            format: FORMAT,
            program: "0.1.0".into(),
            cases_file: "cases.jsonl".into(),
            cases_sha256: "22".into(),
            cases: 3,
            guess_types: false,
            calibration_version: "9".into(),
            calibration_sha256: "33".into(),
            seed: 1,
            contestants: vec![note(a), note(b)],
        };
        let answers = [
            answer("1", a, Some("Oslo"), true),
            answer("1", b, Some(words), false),
            answer("2", a, None, true),
            answer("2", b, Some(words), false),
            answer("3", a, Some("Rome"), false),
            answer("3", b, Some("rome"), false),
        ];
        assemble(&plan, &cases, &answers, "2026-01-01T00:00:00Z".into())
    }

    #[test]
    fn shares_are_over_the_cases_they_speak_of() {
        let found = small(["a", "b"], "Bergen");
        assert_eq!(
            (found.questions.answerable, found.questions.documents),
            (2, 2)
        );
        let [a, b] = [&found.contestants[0], &found.contestants[1]];
        let counts = |one: &super::super::comparison::ContestantSummary| {
            [
                one.right,
                one.exact,
                one.missed,
                one.false_answers,
                one.exact_when_answered,
            ]
            .map(|share| (share.count, share.of))
        };
        assert_eq!(counts(a), [(2, 3), (1, 2), (0, 2), (0, 1), (1, 2)]);
        assert_eq!(counts(b), [(0, 3), (0, 2), (0, 2), (1, 1), (0, 2)]);
        assert_eq!(a.reliability.answers, 2);
        assert_eq!(
            found.pairs[0].same_answer, 1,
            "case and spaces do not count"
        );
        let differ: Vec<&str> = found
            .differences
            .iter()
            .map(|one| one.case.as_str())
            .collect();
        assert_eq!(differ, ["1", "2"]);
        assert!(found.differences.iter().all(|one| one.is_decisive));
        assert!(
            found
                .remarks
                .iter()
                .any(|one| one.contains("Energy is unknown"))
        );
    }

    #[test]
    fn of_a_question_that_was_asked_twice_the_first_answer_counts() {
        let found = small(["a", "b"], "Bergen");
        let mut again = answer("1", "a", Some("Bergen"), false);
        again.record_id = None;
        let mut answers: Vec<Answer> = found
            .differences
            .iter()
            .flat_map(|one| one.answers.clone())
            .collect();
        answers.push(again);
        let case: Case =
            serde_json::from_value(json!({ "id": "1", "document": "x.txt", "question": "?",
            "answer_type": "text", "answerable": true, "gold": ["Oslo"] }))
            .unwrap();
        let found = assemble(&found.plan, &[case], &answers, String::new());
        assert_eq!(found.contestants[0].right.count, 1);
    }
}
