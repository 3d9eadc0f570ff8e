//! Passages that contradict each other: the same thing stated twice with
//! different values.
//!
//! Two candidates of one type are the same thing where their lines speak of the
//! same: nearly the same words around the value (a label repeated), the same but for
//! words that say which version it is (*Effective: ... (original)*, *Effective date: ...
//! (amended)*; not where the question names the version), or a shared
//! figure beside the value and common words (a comparison restated). What is in
//! another column or about another year is not the same thing; of a row that
//! restates a sentence, that is the figure nearest in size.
//!
//! # Limits
//!
//! Figures and dates only. Contradictions in words are not found.

use contract::{Candidate, Descriptor, Item};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Share of words that two labels have in common where they are the same.
const SAME_LABEL: f64 = 0.7;
/// Share of the smaller line's words that a restated comparison repeats.
const RESTATED: f64 = 0.5;
/// Digits from which a figure is telling.
const TELLING_DIGITS: usize = 3;
/// Two figures of a comparison told twice are within a factor of two.
const FARTHEST: f64 = std::f64::consts::LN_2;
/// Most contradicting values that are shown.
const MAX_VALUES: usize = 4;

/// The best candidate together with what contradicts it; none where nothing
/// does.
pub(crate) fn conflict(
    question: &str,
    answer_type: &str,
    candidates: &[Candidate],
    best: usize,
) -> Option<Candidate> {
    let chosen = candidates.get(best)?;
    let against = contradicting(question, answer_type, candidates, best);
    let mut items: Vec<&Item> = chosen.items.iter().collect();
    for other in against.iter().filter_map(|index| candidates.get(*index)) {
        let known = |one: &&Item| other.items.iter().all(|item| one.value == item.value);
        if items.len() < MAX_VALUES && !items.iter().any(known) {
            items.extend(&other.items);
        }
    }
    (items.len() > 1).then(|| Candidate {
        items: items.into_iter().cloned().collect(),
        ..chosen.clone()
    })
}

/// Indices of the candidates that state the same thing as this one with
/// another value. Of the figures in one line only the nearest in size is the
/// same thing, and none where the line states this value too.
pub(crate) fn contradicting(
    question: &str,
    answer_type: &str,
    candidates: &[Candidate],
    best: usize,
) -> Vec<usize> {
    let Some(chosen) = candidates.get(best) else {
        return Vec::new();
    };
    let [item] = chosen.items.as_slice() else {
        return Vec::new();
    };
    if !Descriptor::of(answer_type).contradicts {
        return Vec::new();
    }
    let asks_for_version = tokens(question).any(|word| is_version(&word.to_lowercase()));
    let mut nearest: BTreeMap<(String, u32), (f64, usize)> = BTreeMap::new();
    let mut agreeing = BTreeSet::new();
    for (index, other) in candidates.iter().enumerate() {
        let [second] = other.items.as_slice() else {
            continue;
        };
        let Some(place) = place(second).filter(|_| stand_apart(item, second)) else {
            continue;
        };
        if same_figure(&item.value, &second.value) {
            agreeing.insert(place);
            continue;
        }
        let Some(relation) = relation(chosen, other, asks_for_version) else {
            continue;
        };
        let distance = distance(&item.value, &second.value);
        let is_nearer = |(known, _): &(f64, usize)| distance < *known;
        if differ(&item.value, &second.value, relation)
            && (relation == Relation::SameLabel || distance <= FARTHEST)
            && nearest.get(&place).is_none_or(is_nearer)
        {
            nearest.insert(place, (distance, index));
        }
    }
    nearest.retain(|place, _| !agreeing.contains(place));
    let mut found: Vec<usize> = nearest.into_values().map(|(_, index)| index).collect();
    found.sort_unstable();
    found
}

/// Where an item stands first.
fn place(item: &Item) -> Option<(String, u32)> {
    let span = item.spans.first()?;
    Some((span.anchor.clone(), span.line_start))
}

/// Whether two values are the same but for unit and currency, which a table
/// states elsewhere; a figure in millions is the one written out.
fn same_figure(left: &Value, right: &Value) -> bool {
    let plain = |value: &Value| compute::in_plain_units(value).get("value")?.as_f64();
    match (left.get("value"), right.get("value")) {
        (Some(one), Some(other)) => one.as_f64() == other.as_f64() || plain(left) == plain(right),
        _ => left == right,
    }
}

/// Two values with their units multiplied out, where both say one; else as
/// they are, since what one of them leaves unsaid may be the same.
fn in_one_unit(left: &Value, right: &Value) -> (Value, Value) {
    let says = |value: &Value| value.get("unit").is_some_and(Value::is_string);
    if says(left) && says(right) {
        (
            compute::in_plain_units(left),
            compute::in_plain_units(right),
        )
    } else {
        (left.clone(), right.clone())
    }
}

/// How far apart two figures are, as the natural logarithm of their ratio; 0
/// for what is no figure.
fn distance(left: &Value, right: &Value) -> f64 {
    let (left, right) = in_one_unit(left, right);
    let figure = |value: &Value| value.get("value").and_then(Value::as_f64);
    match (figure(&left), figure(&right)) {
        (Some(left), Some(right)) if left * right > 0.0 => (left / right).ln().abs(),
        (Some(_), Some(_)) => f64::INFINITY,
        _ => 0.0,
    }
}

/// Whether two values cannot both be right. `2018` and `2018-04` can.
fn differ(left: &Value, right: &Value, relation: Relation) -> bool {
    let (left, right) = &in_one_unit(left, right);
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    if let (Some(left), Some(right)) = (text(left, "iso"), text(right, "iso")) {
        return !left.starts_with(&right) && !right.starts_with(&left);
    }
    // Other units or currencies: another statement, not a contradiction. Where
    // both name a figure in common, that figure shows that what one of them
    // leaves unsaid is the same.
    let other = |key: &str| match (text(left, key), text(right, key)) {
        (Some(left), Some(right)) => left != right,
        (None, None) => false,
        _ => relation == Relation::SameLabel,
    };
    match (left.get("value"), right.get("value")) {
        (Some(_), Some(_)) if other("unit") || other("currency") => false,
        (Some(left), Some(right)) => left.as_f64() != right.as_f64(),
        _ => left != right,
    }
}

/// Whether two items are cited from different lines.
fn stand_apart(left: &Item, right: &Item) -> bool {
    let lines = |item: &Item| -> Vec<(String, u32, u32)> {
        let spans = item.spans.iter();
        spans
            .map(|span| (span.anchor.clone(), span.line_start, span.line_end))
            .collect()
    };
    lines(left).iter().all(|(anchor, start, end)| {
        lines(right)
            .iter()
            .all(|(other, from, to)| anchor != other || end < from || to < start)
    })
}

/// Words and figures, without what encloses them.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let separators = |letter: char| letter.is_whitespace() || "()[]:;|$€£".contains(letter);
    text.split(separators)
        .map(|token| token.trim_matches(|letter: char| !letter.is_alphanumeric()))
}

/// The line or sentence that a value stands in.
fn own(candidate: &Candidate) -> &str {
    let context = candidate.context.as_str();
    context.split_once(" | ").map_or(context, |(own, _)| own)
}

/// A word that says which version of a statement it is, in any language.
fn is_version(word: &str) -> bool {
    language::any(|pack| &pack.versions, word)
}

/// A noun that names a type of values: it tells nothing of what one is of.
fn names_a_type(word: &str) -> bool {
    language::any(|pack| &pack.question.value_nouns, word)
}

/// A word that tells what a value is of: not a small one, but an abbreviation
/// (`GST`, `VAT`).
fn says_something(word: &str) -> bool {
    let length = word.chars().count();
    length > 3 || (length > 1 && word.chars().all(char::is_uppercase))
}

/// Whether a wording stands in a text as such, not as part of a longer figure.
fn stands_in(wording: &str, text: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(wording).any(|(at, found)| {
        let (before, after) = (text.get(..at), text.get(at + found.len()..));
        !is_part(before.and_then(|before| before.chars().next_back()))
            && !is_part(after.and_then(|after| after.chars().next()))
    })
}

/// Words but for those of versions and types.
fn kept(words: &BTreeSet<String>) -> BTreeSet<&String> {
    let says = |word: &&String| !is_version(word) && !names_a_type(word);
    words.iter().filter(says).collect()
}

/// Words and figures around a value.
struct Reading {
    words: BTreeSet<String>,
    figures: BTreeSet<String>,
    years: BTreeSet<String>,
}

impl Reading {
    /// Share of the words but for those of versions and types that two have in common; none
    /// where neither says a version, or nothing else is said.
    fn share_but_versions(&self, other: &Self) -> Option<f64> {
        let mut all = self.words.iter().chain(&other.words);
        let (left, right) = (kept(&self.words), kept(&other.words));
        let says = all.any(|word| is_version(word)) && !left.is_empty() && !right.is_empty();
        let common = left.intersection(&right).count() as f64;
        says.then(|| common / left.union(&right).count() as f64)
    }

    fn of(candidate: &Candidate) -> Self {
        let rest = own(candidate).replacen(&candidate.wording, " ", 1);
        let mut reading = Self {
            words: BTreeSet::new(),
            figures: BTreeSet::new(),
            years: BTreeSet::new(),
        };
        for token in tokens(&rest) {
            let digits = token.chars().filter(char::is_ascii_digit).count();
            if digits == 4
                && token.len() == 4
                && (token.starts_with("19") || token.starts_with("20"))
            {
                reading.years.insert(token.to_owned());
            } else if digits >= TELLING_DIGITS {
                reading.figures.insert(token.to_owned());
            } else if digits == 0 && says_something(token) {
                reading.words.insert(token.to_lowercase());
            }
        }
        reading
    }
}

/// Why two candidates are values of the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// The same words stand around them.
    SameLabel,
    /// They are told beside the same other figure, in words of the other.
    Restated,
}

/// Whether two candidates are values of the same thing, and why.
fn relation(left: &Candidate, right: &Candidate, asks_for_version: bool) -> Option<Relation> {
    // Two figures of one sentence or row are two things.
    let same_wording = left.wording == right.wording;
    let together = stands_in(&right.wording, own(left)) || stands_in(&left.wording, own(right));
    if together && !same_wording {
        return None;
    }
    let (one, other) = (Reading::of(left), Reading::of(right));
    if !one.years.is_empty() && !other.years.is_empty() && one.years.is_disjoint(&other.years) {
        return None;
    }
    let common = one.words.intersection(&other.words).count();
    let all = one.words.union(&other.words).count();
    let smaller = one.words.len().min(other.words.len());
    if all > 0 && common as f64 >= SAME_LABEL * all as f64 && one.years == other.years {
        return Some(Relation::SameLabel);
    }
    let same_years = one.years == other.years;
    if same_years
        && !asks_for_version
        && one
            .share_but_versions(&other)
            .is_some_and(|share| share >= SAME_LABEL)
    {
        return Some(Relation::SameLabel);
    }
    let restated = !one.figures.is_disjoint(&other.figures)
        && smaller > 0
        && common as f64 >= RESTATED * smaller as f64;
    restated.then_some(Relation::Restated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::Span;
    use serde_json::json;

    fn candidate(value: Value, wording: &str, context: &str, line: u32) -> Candidate {
        let span = Span {
            anchor: "C0".into(),
            line_start: line,
            line_end: line,
            quote: Some(wording.into()),
        };
        let items = vec![Item {
            value,
            spans: vec![span],
        }];
        let whole = json!({ "items": items, "wording": wording, "context": context });
        serde_json::from_value(whole).unwrap()
    }

    fn money(value: f64) -> Value {
        json!({ "value": value, "currency": "USD", "unit": "million" })
    }

    #[test]
    fn a_figure_written_in_two_units_contradicts_nothing_but_another_figure_does() {
        let limit = |value: f64, unit: Option<&str>, wording: &str, line| {
            let value = json!({ "value": value, "currency": "INR", "unit": unit });
            candidate(
                value,
                wording,
                &format!("Limit of liability: {wording}"),
                line,
            )
        };
        let crore = limit(1.2, Some("crore"), "INR 1.2 crore", 3);
        let same = limit(12_000_000.0, None, "INR 12,000,000", 9);
        let other = limit(90.0, Some("lakh"), "INR 90 lakh", 12);
        let found = contradicting(
            "What is the limit of liability?",
            "amount",
            &[crore, same, other],
            0,
        );
        assert_eq!(found, [2]);
    }

    #[test]
    fn an_original_and_an_amended_effective_date_contradict_each_other() {
        let date = |iso: &str, line| {
            candidate(
                json!({ "iso": iso, "original": iso }),
                iso,
                &format!("Effective Date: {iso}"),
                line,
            )
        };
        let both = [date("2020-03-01", 3), date("2020-05-01", 40)];
        let found = conflict("", "date", &both, 0).unwrap();
        assert_eq!(found.items.len(), 2);
        assert!(conflict("", "date", &[date("2020-03-01", 3), date("2020-03", 9)], 0).is_none());
        let written = |wording: &str, iso: &str, line| {
            let context = format!("Effective Date: {wording}");
            let value = json!({ "iso": iso, "original": wording });
            candidate(value, wording, &context, line)
        };
        let same_year = [
            written("1 March 2020", "2020-03-01", 3),
            written("1 May 2020", "2020-05-01", 37),
        ];
        assert_eq!(contradicting("", "date", &same_year, 0), [1]);
    }

    #[test]
    fn versions_of_one_statement_contradict_each_other_unless_one_is_asked_for() {
        let date = |context: &str, wording: &str, iso: &str, line| {
            let value = json!({ "iso": iso, "original": wording });
            candidate(value, wording, context, line)
        };
        let both = [
            date(
                "Effective: 15 March 2024 (original)",
                "15 March 2024",
                "2024-03-15",
                3,
            ),
            date(
                "Effective date: 1 April 2024 (amended)",
                "1 April 2024",
                "2024-04-01",
                4,
            ),
        ];
        let question = "What is the effective date?";
        assert_eq!(contradicting(question, "date", &both, 1), [0]);
        let question = "What is the amended effective date?";
        assert!(contradicting(question, "date", &both, 1).is_empty());
        let others = [
            date(
                "Signed on 15 March 2024 (original)",
                "15 March 2024",
                "2024-03-15",
                3,
            ),
            date(
                "Effective date: 1 April 2024 (amended)",
                "1 April 2024",
                "2024-04-01",
                4,
            ),
        ];
        assert!(contradicting("", "date", &others, 1).is_empty());
    }

    #[test]
    fn a_comparison_restated_with_another_figure_is_a_contradiction() {
        let row = candidate(money(24.5), "$24.5", "Marketing expenses $24.5 $33.51", 3);
        let prose = candidate(
            money(25.4),
            "$25.4 million",
            "Marketing expenses fell to $25.4 million from $33.51 million",
            11,
        );
        let found = conflict("", "amount", &[row, prose], 0).unwrap();
        assert_eq!(found.items.len(), 2);
    }

    #[test]
    fn an_abbreviation_makes_another_label() {
        let total = |label: &str, value: f64, wording: &str, line| {
            candidate(money(value), wording, &format!("{label}: {wording}"), line)
        };
        let pair = [
            total("Total GST", 1.65, "1.65", 38),
            total("Total", 31.03, "31.03", 49),
        ];
        assert!(contradicting("", "amount", &pair, 0).is_empty());
        let again = [
            total("Total GST", 1.65, "1.65", 38),
            total("Total GST", 1.95, "1.95", 49),
        ];
        assert_eq!(contradicting("", "amount", &again, 0), [1]);
    }

    #[test]
    fn of_a_row_only_the_figure_nearest_in_size_restates_the_sentence() {
        let row = "Internet customers 446,137 21,189 21,417 50.8";
        let number = |value: f64| json!({ "value": value, "unit": null });
        let told = "Internet customers additions stood at 21,819 compared to 21,417";
        let all = [
            candidate(number(21_819.0), "21,819", told, 21),
            candidate(number(446_137.0), "446,137", row, 4),
            candidate(number(21_189.0), "21,189", row, 4),
            candidate(number(21_417.0), "21,417", row, 4),
            candidate(number(50.8), "50.8", row, 4),
        ];
        assert_eq!(contradicting("", "number", &all, 0), [2]);
        // The row agrees: what else it holds is something else.
        let mut agreeing = all.clone();
        agreeing[2] = candidate(number(21_819.0), "21,819", &row.replace("189", "819"), 4);
        assert!(contradicting("", "number", &agreeing, 0).is_empty());
    }

    #[test]
    fn a_figure_in_common_says_that_an_unsaid_unit_is_the_same() {
        let mut plain = money(24.9);
        plain["unit"] = Value::Null;
        let row = candidate(plain.clone(), "$24.9", "Selling expenses $24.9 $33.5", 3);
        let told = candidate(
            money(29.4),
            "$29.4 million",
            "Selling expenses fell to $29.4 million from $33.5 million",
            11,
        );
        assert_eq!(contradicting("", "amount", &[told, row], 0), [1]);
        let alone = candidate(plain, "$24.9", "Selling expenses: $24.9", 3);
        let other = candidate(money(29.4), "$29.4", "Selling expenses: $29.4", 9);
        assert!(contradicting("", "amount", &[alone, other], 0).is_empty());
    }

    #[test]
    fn other_columns_years_and_units_are_no_contradiction() {
        let row = "Rent 1,200 1,300";
        let columns = [
            candidate(money(1.2), "1,200", row, 3),
            candidate(money(1.3), "1,300", row, 3),
        ];
        assert!(conflict("", "amount", &columns, 0).is_none());
        let year = |year: &str, value, line| {
            candidate(
                money(value),
                "$5",
                &format!("Rent for {year} was $5 of 777 units"),
                line,
            )
        };
        assert!(
            conflict(
                "",
                "amount",
                &[year("2018", 1.0, 3), year("2019", 2.0, 4)],
                0
            )
            .is_none()
        );
        let mut euro = money(9.0);
        euro["currency"] = json!("EUR");
        let pair = [
            candidate(money(1.0), "$1", "Limit: $1", 3),
            candidate(euro, "EUR 9", "Limit: EUR 9", 4),
        ];
        assert!(conflict("", "amount", &pair, 0).is_none());
    }
}
