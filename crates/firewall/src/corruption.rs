//! Valid answers over generated evidence pass; corrupted in any way they are
//! refused.

use crate::Verdict;
use crate::scene::{bundle, draft, verdict};
use evidence::AnswerBundle;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Generated evidence: every line has words of its own, so that an answer
/// moved by one line cannot be right by chance.
#[derive(Debug, Clone)]
struct Generated {
    chunks: Vec<Vec<String>>,
    target: usize,
    figure: u32,
}

fn generated() -> impl Strategy<Value = Generated> {
    (
        prop::collection::vec(2_usize..6, 2..5),
        any::<prop::sample::Index>(),
        1_000_u32..900_000,
    )
        .prop_map(|(sizes, target, figure)| {
            let mut line = 0_u32;
            let chunks: Vec<Vec<String>> = sizes
                .iter()
                .map(|size| {
                    (0..*size)
                        .map(|_| {
                            line += 1;
                            format!("alpha{line} fee of EUR {}.25 beta{line}", figure + line * 3)
                        })
                        .collect()
                })
                .collect();
            Generated {
                target: target.index(line as usize),
                chunks,
                figure,
            }
        })
}

impl Generated {
    fn bundle(&self) -> AnswerBundle {
        let chunks: Vec<Vec<&str>> = self
            .chunks
            .iter()
            .map(|lines| lines.iter().map(String::as_str).collect())
            .collect();
        let slices: Vec<&[&str]> = chunks.iter().map(Vec::as_slice).collect();
        bundle(&slices)
    }

    fn answer(&self) -> Value {
        let line = self.target as u32 + 1;
        let mut before = 0;
        let chunk = self.chunks.iter().position(|lines| {
            before += lines.len();
            self.target < before
        });
        let amount = f64::from(self.figure + line * 3) + 0.25;
        let value = json!({"value": amount, "currency": "EUR", "unit": null});
        let anchor = format!("C{}", chunk.unwrap());
        let quote = format!("alpha{line} fee of EUR {amount:.2}");
        draft(&[(value, &anchor, line, line, &quote)])
    }
}

/// Ways to spoil a valid answer.
fn corrupt(answer: &mut Value, way: usize, amount: i64) {
    let shift = |value: &mut Value, by: i64| *value = json!(value.as_i64().unwrap() + by);
    let span = "/items/0/spans/0";
    match way {
        0 => {
            for end in ["line_start", "line_end"] {
                shift(
                    answer.pointer_mut(&format!("{span}/{end}")).unwrap(),
                    amount,
                );
            }
        }
        1 => *answer.pointer_mut(&format!("{span}/anchor")).unwrap() = json!("C77"),
        2 => {
            let quote = answer.pointer_mut(&format!("{span}/quote")).unwrap();
            let mut letters: Vec<char> = quote.as_str().unwrap().chars().collect();
            let at = amount.unsigned_abs() as usize * 5 % letters.len();
            letters[at] = if letters[at] == 'x' { 'y' } else { 'x' };
            *quote = json!(letters.into_iter().collect::<String>());
        }
        3 => {
            let number = answer.pointer_mut("/items/0/value/value").unwrap();
            *number = json!(number.as_f64().unwrap() + amount as f64);
        }
        4 => *answer.pointer_mut("/items/0/value/currency").unwrap() = json!("USD"),
        5 => *answer.pointer_mut("/items/0/value/unit").unwrap() = json!("million"),
        6 => answer["answer_found"] = json!(false),
        7 => answer["extraction_method"] = json!("na"),
        8 => answer["conflicting_evidence"] = json!(true),
        9 => answer["surprise"] = json!(amount),
        10 => answer["items"] = json!([]),
        11 => answer["confidence"] = json!(1.0 + amount.abs() as f64),
        12 => {
            answer.as_object_mut().unwrap().remove("caveats");
        }
        13 => {
            let end = answer.pointer_mut(&format!("{span}/line_end")).unwrap();
            shift(end, -1);
        }
        14 => {
            let first = answer["items"][0].clone();
            answer["items"] = json!([first, first]);
        }
        _ => *answer.pointer_mut(&format!("{span}/quote")).unwrap() = Value::Null,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn valid_answers_over_generated_evidence_pass(scene in generated()) {
        let found = verdict("amount", &scene.answer(), &scene.bundle());
        prop_assert!(matches!(found, Verdict::Accepted(_)), "{found:?}");
    }

    #[test]
    fn corrupted_answers_over_generated_evidence_are_refused(
        scene in generated(),
        way in 0_usize..16,
        amount in prop_oneof![-1_i64..=-1, 1_i64..=1],
    ) {
        let mut answer = scene.answer();
        corrupt(&mut answer, way, amount);
        let found = verdict("amount", &answer, &scene.bundle());
        prop_assert!(matches!(found, Verdict::Refused(_)), "way {way}: {answer}");
    }
}
