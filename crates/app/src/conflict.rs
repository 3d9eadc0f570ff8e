//! Passages that contradict each other: the same thing stated twice with
//! different values.
//!
//! Two candidates of one type are the same thing where their lines speak of the
//! same: nearly the same words around the value (a label repeated), or a shared
//! figure beside the value and common words (a comparison restated). What is in
//! another column or about another year is not the same thing.
//!
//! # Limits
//!
//! Figures and dates only. Contradictions in words are not found.

use contract::{Candidate, Item};
use serde_json::Value;
use std::collections::BTreeSet;

/// Types whose values can be compared by code.
const COMPARED: [&str; 7] = [
    "amount",
    "number",
    "percentage",
    "date",
    "date_range",
    "duration",
    "iban",
];
/// Share of words that two labels have in common where they are the same.
const SAME_LABEL: f64 = 0.7;
/// Share of the smaller line's words that a restated comparison repeats.
const RESTATED: f64 = 0.5;
/// Digits from which a figure is telling.
const TELLING_DIGITS: usize = 3;
/// Most contradicting values that are shown.
const MAX_VALUES: usize = 4;

/// The best candidate together with what contradicts it; none where nothing
/// does.
pub(crate) fn conflict(
    answer_type: &str,
    candidates: &[Candidate],
    best: usize,
) -> Option<Candidate> {
    let chosen = candidates.get(best)?;
    let [item] = chosen.items.as_slice() else {
        return None;
    };
    if !COMPARED.contains(&answer_type) {
        return None;
    }
    let mut items: Vec<&Item> = vec![item];
    for other in candidates {
        let [second] = other.items.as_slice() else {
            continue;
        };
        let known = |one: &&Item| !differ(&one.value, &second.value);
        if items.len() < MAX_VALUES
            && !items.iter().any(known)
            && stand_apart(item, second)
            && same_thing(chosen, other)
        {
            items.push(second);
        }
    }
    (items.len() > 1).then(|| Candidate {
        items: items.into_iter().cloned().collect(),
        ..chosen.clone()
    })
}

/// Whether two values cannot both be right. `2018` and `2018-04` can.
fn differ(left: &Value, right: &Value) -> bool {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    if let (Some(left), Some(right)) = (text(left, "iso"), text(right, "iso")) {
        return !left.starts_with(&right) && !right.starts_with(&left);
    }
    let units = (text(left, "unit"), text(right, "unit"));
    let currencies = (text(left, "currency"), text(right, "currency"));
    match (left.get("value"), right.get("value")) {
        // Other units or currencies: another statement, not a contradiction.
        (Some(_), Some(_)) if units.0 != units.1 || currencies.0 != currencies.1 => false,
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

/// Words and figures around a value.
struct Reading {
    words: BTreeSet<String>,
    figures: BTreeSet<String>,
    years: BTreeSet<String>,
}

impl Reading {
    fn of(candidate: &Candidate) -> Self {
        let own = candidate.context.split(" | ").next().unwrap_or("");
        let rest = own.replacen(&candidate.wording, " ", 1);
        let mut reading = Self {
            words: BTreeSet::new(),
            figures: BTreeSet::new(),
            years: BTreeSet::new(),
        };
        let separators = |letter: char| letter.is_whitespace() || "()[]:;|$€£".contains(letter);
        for token in rest.split(separators) {
            let token = token.trim_matches(|letter: char| !letter.is_alphanumeric());
            let digits = token.chars().filter(char::is_ascii_digit).count();
            if digits == 4
                && token.len() == 4
                && (token.starts_with("19") || token.starts_with("20"))
            {
                reading.years.insert(token.to_owned());
            } else if digits >= TELLING_DIGITS {
                reading.figures.insert(token.to_owned());
            } else if digits == 0 && token.chars().count() > 3 {
                reading.words.insert(token.to_lowercase());
            }
        }
        reading
    }
}

/// Whether two candidates are values of the same thing.
fn same_thing(left: &Candidate, right: &Candidate) -> bool {
    let (left, right) = (Reading::of(left), Reading::of(right));
    if !left.years.is_empty() && !right.years.is_empty() && left.years.is_disjoint(&right.years) {
        return false;
    }
    let common = left.words.intersection(&right.words).count();
    let all = left.words.union(&right.words).count();
    let smaller = left.words.len().min(right.words.len());
    let same_label =
        all > 0 && common as f64 >= SAME_LABEL * all as f64 && left.years == right.years;
    let restated = !left.figures.is_disjoint(&right.figures)
        && smaller > 0
        && common as f64 >= RESTATED * smaller as f64;
    same_label || restated
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
        let found = conflict("date", &both, 0).unwrap();
        assert_eq!(found.items.len(), 2);
        assert!(conflict("date", &[date("2020-03-01", 3), date("2020-03", 9)], 0).is_none());
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
        let found = conflict("amount", &[row, prose], 0).unwrap();
        assert_eq!(found.items.len(), 2);
    }

    #[test]
    fn other_columns_years_and_units_are_no_contradiction() {
        let row = "Rent 1,200 1,300";
        let columns = [
            candidate(money(1.2), "1,200", row, 3),
            candidate(money(1.3), "1,300", row, 3),
        ];
        assert!(conflict("amount", &columns, 0).is_none());
        let year = |year: &str, value, line| {
            candidate(
                money(value),
                "$5",
                &format!("Rent for {year} was $5 of 777 units"),
                line,
            )
        };
        assert!(conflict("amount", &[year("2018", 1.0, 3), year("2019", 2.0, 4)], 0).is_none());
        let mut euro = money(9.0);
        euro["currency"] = json!("EUR");
        let pair = [
            candidate(money(1.0), "$1", "Limit: $1", 3),
            candidate(euro, "EUR 9", "Limit: EUR 9", 4),
        ];
        assert!(conflict("amount", &pair, 0).is_none());
    }
}
