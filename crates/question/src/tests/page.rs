//! What `docs/questions.md` says is true.

use super::*;

const PAGE: &str = include_str!("../../../../docs/questions.md");

/// The cells of the rows of the table under a heading.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, after) = PAGE.split_once(heading).unwrap();
    let section = after.split("\n## ").next().unwrap();
    section
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn every_example_of_a_type_has_that_type() {
    let found = rows("\n## Types\n");
    assert_eq!(found.len(), 20);
    let registry = contract::Registry::built_in();
    let mut wrong = Vec::new();
    for row in &found {
        let expected = row[0].trim_matches('`');
        // What is guessed can be answered.
        let shape = registry.find(expected).unwrap().shape;
        assert_eq!(shape, shape::of_type(expected), "{expected}");
        for (question, language) in row[1..].iter().zip(languages()) {
            let parsed = parse(question);
            if (parsed.answer_type.as_str(), parsed.language) != (expected, language) {
                wrong.push(format!(
                    "{question}: {} {:?}",
                    parsed.answer_type, parsed.language
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_example_of_a_step_has_that_step() {
    let found = rows("\n## What code computes\n");
    assert_eq!(found.len(), 15);
    for row in &found {
        let parsed = parse(row[0]);
        let [step] = parsed.steps.as_slice() else {
            panic!("{}: {:?}", row[0], parsed.steps)
        };
        let json = serde_json::to_value(&step.operation).unwrap();
        let kind = format!("`{}`", json["kind"].as_str().unwrap());
        assert!(row[2].starts_with(&kind), "{}: {kind}", row[0]);
    }
}
