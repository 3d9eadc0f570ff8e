//! Questions for every value of a type: *list all dates*, *all amounts above 1,000*.
//!
//! Such a question names nothing in the document that a value would have to be of: what it
//! asks for is a type, perhaps a comparison, and where. Nobody has to judge which values
//! are meant, so that code answers it.

use super::comparison;
use super::frame::Frame;
use super::guess::guess;
use super::word::{find_phrase, words};
use compute::{Relation, Typed};

/// Which values of a type are asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Every {
    /// How they compare with constants of the question; none: all of them.
    pub compared: Option<(Relation, Vec<Typed>)>,
}

/// What a question asks for that names a type alone; none where it names anything else
/// that a value would have to be of.
///
/// # Examples
///
/// ```
/// use question::every;
///
/// assert!(every("List all dates in the contract", "date").is_some());
/// assert!(every("List all amounts above 1,000", "amount").unwrap().compared.is_some());
/// assert!(every("List all payment dates", "date").is_none());
/// ```
pub fn every(question: &str, answer_type: &str) -> Option<Every> {
    let language = guess(question, &words(question));
    let frame = Frame::of(question, language);
    let v = frame.vocabulary;
    let compared = comparison::of_values(&frame, answer_type);
    let (from, to) = compared
        .as_ref()
        .map_or((0, 0), |(from, to, ..)| (*from, *to));
    let rest = || (0..frame.words.len()).filter(|index| !(from..to).contains(index));
    let is_small = |index: usize| {
        let lower = frame.lower(index);
        language.pack().stop_words.has(lower)
            || [&v.list_verbs, &v.give_verbs, &v.all, &v.articles, &v.be]
                .iter()
                .any(|list| list.has(lower))
    };
    let names = |nouns: &[&str], index: usize| {
        let lower = frame.lower(index);
        nouns.iter().any(|noun| frame.same_noun(lower, noun))
    };
    let is_plain = |index: usize| {
        is_small(index) || names(&v.value_nouns, index) || names(&v.whole_words, index)
    };
    let names_type = rest().any(|index| names(&v.value_nouns, index));
    // A comparison that was not understood is not left out.
    let is_understood =
        compared.is_some() || find_phrase(&frame.words, 0, &comparison::phrases(v)).is_none();
    (names_type && is_understood && rest().all(is_plain)).then(|| Every {
        compared: compared.map(|(_, _, relation, constants)| (relation, constants)),
    })
}

impl Every {
    /// Whether a value is among those asked for; none where that cannot be said: another
    /// currency, a value that is not comparable.
    pub fn has(&self, value: &Typed) -> Option<bool> {
        let Some((relation, constants)) = &self.compared else {
            return Some(true);
        };
        let currency = |typed: &Typed| {
            let code = typed.value.get("currency").and_then(|code| code.as_str());
            code.map(str::to_owned)
        };
        let differs = |constant: &Typed| {
            let pair = (currency(value), currency(constant));
            matches!(pair, (Some(one), Some(other)) if one != other)
        };
        if constants.iter().any(differs) {
            return None;
        }
        let values: Vec<Typed> = [value].into_iter().chain(constants).cloned().collect();
        compute::relation_holds(*relation, &values).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_names_a_type_alone_asks_for_every_value() {
        for (question, answer_type) in [
            ("List all dates", "date"),
            ("What are all the dates in this contract?", "date"),
            ("Which amounts are mentioned in the document?", "amount"),
            ("Give me every percentage.", "percentage"),
            ("all email addresses", "email"),
            ("Nenne alle Beträge im Vertrag", "amount"),
            ("Liste alle Daten", "date"),
            ("Enumera todas las fechas del contrato", "date"),
        ] {
            let found = every(question, answer_type);
            assert_eq!(found, Some(Every { compared: None }), "{question}");
        }
    }

    #[test]
    fn what_names_anything_else_does_not() {
        for (question, answer_type) in [
            ("List all payment dates", "date"),
            ("List the amounts due in 2024", "amount"),
            ("What are the fees?", "amount"),
            ("List all amounts above the deductible", "amount"),
            ("List all parties", "list"),
            ("Nenne alle Prämien", "amount"),
        ] {
            assert_eq!(every(question, answer_type), None, "{question}");
        }
    }

    #[test]
    fn a_comparison_takes_those_that_it_holds_for() {
        let amount = |value: f64, currency: &str| {
            Typed::new(
                "amount",
                json!({ "value": value, "currency": currency, "unit": null }),
            )
        };
        let found = every("List all amounts above 1,000", "amount").unwrap();
        assert_eq!(found.has(&amount(1500.0, "EUR")), Some(true));
        assert_eq!(found.has(&amount(1000.0, "EUR")), Some(false));
        let found = every("List all amounts above USD 1,000", "amount").unwrap();
        assert_eq!(found.has(&amount(1500.0, "USD")), Some(true));
        assert_eq!(found.has(&amount(1500.0, "EUR")), None);
        let found = every("all dates after 1 March 2024", "date").unwrap();
        let date = |iso: &str| Typed::new("date", json!({ "iso": iso, "original": iso }));
        assert_eq!(found.has(&date("2024-03-02")), Some(true));
        assert_eq!(found.has(&date("2024-02-29")), Some(false));
    }
}
