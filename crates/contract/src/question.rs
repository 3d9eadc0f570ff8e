//! What a question asks for, by rules. The parse is shown, and a person's
//! explicit choice always wins.
//!
//! # Limits
//!
//! English, and the commonest German and Spanish openings. A question that no
//! rule knows is a question for text.

use serde::{Deserialize, Serialize};

/// A parsed question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParsedQuestion {
    /// Words that carry meaning, lower case, in order, each once.
    pub keywords: Vec<String>,
    /// The `answer_type` guessed.
    pub answer_type: String,
}

/// Words that carry no meaning of their own in a question.
const STOP_WORDS: [&str; 90] = [
    "a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "and", "or", "is",
    "are", "was", "were", "be", "been", "does", "do", "did", "has", "have", "had", "can", "will",
    "would", "should", "must", "what", "which", "who", "whom", "whose", "when", "where", "why",
    "how", "much", "many", "long", "this", "that", "these", "those", "it", "its", "there", "their",
    "any", "some", "all", "each", "as", "under", "about", "into", "give", "list", "show", "tell",
    "me", "we", "our", "you", "your", "der", "die", "das", "ein", "eine", "ist", "sind", "war",
    "wer", "wann", "wo", "wie", "viel", "viele", "welche", "welcher", "welches", "und", "oder",
    "el", "la", "qué",
];

/// Openings and words that tell the type, in the order they are tried.
const RULES: [(&str, &[&str]); 13] = [
    ("iban", &["iban"]),
    (
        "table",
        &["as a table", "in a table", "als tabelle", "table of"],
    ),
    (
        "percentage",
        &[
            "what percentage",
            "percentage of",
            "what percent",
            "wie viel prozent",
        ],
    ),
    ("address", &["address", "anschrift", "adresse", "dirección"]),
    (
        "date",
        &[
            "when ",
            "which date",
            "what date",
            "date of",
            "what is the date",
            "wann ",
            "datum",
            "cuándo",
            "deadline",
        ],
    ),
    (
        "amount",
        &[
            "how much",
            "amount",
            "premium",
            "price",
            "cost",
            "fee",
            "salary",
            "total due",
            "deductible",
            "income",
            "expenditure",
            "wie viel kostet",
            "betrag",
            "cuánto",
            "limit of liability",
        ],
    ),
    (
        "number",
        &[
            "how many",
            "the number of",
            "total number of",
            "wie viele",
            "cuántos",
            "cuántas",
        ],
    ),
    (
        "list",
        &[
            "list ",
            "which are",
            "what are",
            "who are",
            "name all",
            "name the",
            "enumerate",
            "welche ",
        ],
    ),
    ("person_name", &["who ", "wer ", "quién"]),
    (
        "organization",
        &[
            "which company",
            "what company",
            "which organisation",
            "which organization",
            "which insurer",
        ],
    ),
    ("percentage", &["percentage", "percent", "rate"]),
    ("address", &["where is", "where are"]),
    ("date", &["expiry", "expire", "due date", "effective date"]),
];

const YES_NO: [&str; 18] = [
    "is ", "are ", "was ", "were ", "does ", "do ", "did ", "has ", "have ", "can ", "may ",
    "must ", "will ", "should ", "ist ", "sind ", "hat ", "darf ",
];

/// Parses a question.
pub fn parse(question: &str) -> ParsedQuestion {
    let lower = question.trim().to_lowercase();
    let guessed = if YES_NO.iter().any(|opening| lower.starts_with(opening)) {
        "boolean"
    } else {
        RULES
            .iter()
            .find(|(_, words)| words.iter().any(|word| says(&lower, word)))
            .map_or("text", |(name, _)| name)
    };
    ParsedQuestion {
        keywords: keywords(&lower),
        answer_type: guessed.into(),
    }
}

/// Whether `words` stand in the question at a word's beginning.
fn says(question: &str, words: &str) -> bool {
    question.match_indices(words).any(|(at, _)| {
        question
            .get(..at)
            .and_then(|before| before.chars().next_back())
            .is_none_or(|c| !c.is_alphanumeric())
    })
}

fn keywords(lower: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in lower.split(|c: char| !c.is_alphanumeric()) {
        let known = found.iter().any(|one| one == word);
        if word.chars().count() > 1 && !STOP_WORDS.contains(&word) && !known {
            found.push(word.to_owned());
        }
    }
    found
}

/// Which keywords stand in a text.
pub fn keywords_in(keywords: &[String], text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    keywords
        .iter()
        .filter(|word| lower.contains(word.as_str()))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_the_type_of_ordinary_questions() {
        for (question, expected) in [
            ("What is the total premium?", "amount"),
            ("When does the policy expire?", "date"),
            ("What is the date of this receipt?", "date"),
            ("How many days of notice are required?", "number"),
            ("Who is the broker?", "person_name"),
            ("Who are the parties to this agreement?", "list"),
            ("Is flood covered?", "boolean"),
            ("What is the seller's address?", "address"),
            ("To which IBAN should the premium be transferred?", "iban"),
            ("Give the coverages as a table.", "table"),
            ("What river was Petrela located by?", "text"),
            ("What is the tax number of the broker?", "text"),
            ("What is the number of locations?", "number"),
        ] {
            assert_eq!(parse(question).answer_type, expected, "{question}");
        }
    }

    #[test]
    fn keeps_the_words_that_carry_meaning() {
        assert_eq!(
            parse("What is the total premium of the policy?").keywords,
            ["total", "premium", "policy"]
        );
    }
}
