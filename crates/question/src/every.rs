//! Questions for every value of a type: *list all dates*, *all amounts above 1,000*.
//!
//! Such a question names nothing in the document that a value would have to be of: what it
//! asks for is a type, perhaps a comparison, and where. Nobody has to judge which values
//! are meant, so that code answers it. *What are the fees?* names them by one word more, which
//! the line or the heading of each has to say.

use super::compared;
use super::frame::Frame;
use super::word::find_phrase;
use compute::{Relation, Typed};

/// Which values of a type are asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Every {
    /// How they compare with constants of the question; none: all of them.
    pub compared: Option<(Relation, Vec<Typed>)>,
    /// The words that name them, in lower case, as the question writes them; empty: any value.
    pub named: Vec<String>,
    /// They are added up, so that a line which does that itself is none of them.
    pub without_totals: bool,
}

/// Words that values may be named by, at most: more of them are a description, which has to be
/// understood.
const MAX_NAMED: usize = 2;

/// What a question asks for that names a type alone, or values by a noun or two; none where it
/// describes them in any other way.
pub(super) fn every(frame: &Frame<'_>, answer_type: &str) -> Option<Every> {
    let v = frame.vocabulary;
    let compared = compared::of_values(frame, answer_type);
    let (from, to) = compared
        .as_ref()
        .map_or((0, 0), |(from, to, ..)| (*from, *to));
    let rest = || (0..frame.words.len()).filter(|index| !(from..to).contains(index));
    let is_small = |index: usize| {
        let lower = frame.lower(index);
        frame.language.pack().stop_words.has(lower)
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
    let called: Vec<usize> = rest().filter(|index| !is_plain(*index)).collect();
    let names_type = rest().any(|index| names(&v.value_nouns, index));
    let is_named = called.len() <= MAX_NAMED && called.iter().all(|index| is_name(frame, *index));
    let is_named = is_named && called.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    // *Payment dates*, but not *dates that were paid*.
    let noun = rest().find(|index| names(&v.value_nouns, *index));
    let stands_before = noun.is_none_or(|noun| called.last().is_none_or(|last| last + 1 == noun));
    let is_named = is_named && stands_before;
    // A comparison that was not understood is not left out.
    let is_understood =
        compared.is_some() || find_phrase(&frame.words, 0, &compared::phrases(v)).is_none();
    let asks = if called.is_empty() {
        names_type
    } else {
        is_named
    };
    (asks && is_understood).then(|| Every {
        compared: compared.map(|(_, _, relation, constants)| (relation, constants)),
        named: called
            .iter()
            .map(|index| frame.lower(*index).to_owned())
            .collect(),
        without_totals: false,
    })
}

/// Whether a word may be one of the names of values: letters alone, and no verb.
fn is_name(frame: &Frame<'_>, index: usize) -> bool {
    let lower = frame.lower(index);
    let v = frame.vocabulary;
    lower.chars().all(char::is_alphabetic) && !frame.is(index, &v.verbs)
}

impl Every {
    /// Whether a value is among those asked for; none where that cannot be said: another
    /// currency, a value that is not comparable.
    pub fn has(&self, value: &Typed) -> Option<bool> {
        let Some((relation, constants)) = &self.compared else {
            return Some(true);
        };
        let currency = |typed: &Typed| typed.value.currency().map(str::to_owned);
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
    use crate::guess::guess;
    use crate::word::words;
    use serde_json::json;

    fn every(question: &str, answer_type: &str) -> Option<Every> {
        let language = guess(question, &words(question));
        super::every(&Frame::of(question, language), answer_type)
    }

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
            let all = Every {
                compared: None,
                named: Vec::new(),
                without_totals: false,
            };
            assert_eq!(found, Some(all), "{question}");
        }
    }

    #[test]
    fn values_are_named_by_a_noun_or_two() {
        for (question, answer_type, names) in [
            ("List all payment dates", "date", &["payment"][..]),
            ("What are the fees?", "amount", &["fees"]),
            ("List all the monthly fees.", "amount", &["monthly", "fees"]),
            ("Nenne alle Prämien", "amount", &["prämien"]),
        ] {
            let found = every(question, answer_type).unwrap();
            assert_eq!(found.named, names, "{question}");
        }
    }

    #[test]
    fn what_names_anything_else_does_not() {
        for (question, answer_type) in [
            ("List the amounts due in 2024", "amount"),
            ("List all amounts above the deductible", "amount"),
            ("Which fees does the tenant pay?", "amount"),
            ("List the amounts that were paid late", "amount"),
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
