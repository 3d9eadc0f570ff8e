//! Yes and no with what they hang on: the condition is told, and the sentence that says it is cited.

use acceptance::{assert_cited, take_model};
use serde_json::Value;

/// A document, a question, the answer, and words of the condition.
const JUDGED: [(&str, &str, &str, bool, &str); 4] = [
    (
        "prose.txt",
        "LEASE\n\n7. Use. The tenant may sublet the flat, provided that the landlord agrees in writing. The tenant keeps \
         the garden.\n",
        "May the tenant sublet the flat?",
        true,
        "provided that the landlord agrees in writing",
    ),
    (
        "clauses.md",
        "# Policy\n\n## Cover\n\n- Damage by flood is covered, unless the building stands below the flood line.\n- The glass \
         of shop windows is replaced once a year.\n",
        "Is damage by flood covered?",
        true,
        "unless the building stands below the flood line",
    ),
    (
        "denied.txt",
        "SUPPLY AGREEMENT\n\nThe supplier may not assign this agreement without the prior written consent of the buyer.\n",
        "May the supplier assign this agreement?",
        false,
        "without the prior written consent",
    ),
    (
        "wrapped.txt",
        "LOAN AGREEMENT\n\nThe borrower may repay the loan early,\nsubject to a notice of thirty days.\nInterest is paid each \
         month.\n",
        "May the borrower repay the loan early?",
        true,
        "subject to a notice of thirty days",
    ),
];

#[test]
fn the_condition_of_a_yes_or_no_is_told_and_its_sentence_cited() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (name, text, question, expected, condition) in JUDGED {
        let path = scratch.file(name, text);
        let response = scratch.json(&["ask", question, "--doc", &path]);
        let answer = &response["answer"];
        assert_eq!(answer["items"][0]["value"], expected, "{name}: {response}");
        let caveats = answer["caveats"].to_string();
        assert!(caveats.contains(condition), "{name}: {caveats}");
        assert!(assert_cited(scratch, &response) >= 1, "{name}");
        let citations = response["citations"].as_array().unwrap();
        let quotes: Vec<&str> = citations
            .iter()
            .filter_map(|one| one["quote"].as_str())
            .collect();
        let joined = quotes
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(joined.contains(condition), "{name}: {joined}");
        assert_eq!(response["answer_type"], Value::from("boolean"), "{name}");
    }
    scratch.assert_sound();
}
