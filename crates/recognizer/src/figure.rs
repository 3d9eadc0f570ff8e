//! Figures: where they stand, and what they say under the document's own
//! decimal convention.

use super::convention::Convention;
use super::currency;
use super::decimal::{DIGITS, Decimal, value};
use super::flow::Flow;
use super::layout;
use regex::Regex;
use serde_json::Number;
use std::ops::Range;
use std::sync::LazyLock;

/// Groups of three set off by spaces, as French, Spanish and the SI write
/// them.
static SPACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\d{1,3}(?: \d{3})+(?:,\d{1,2})?\b").expect("a literal pattern")
});
/// `10-12 %`, `5 to 10 days`: two figures that share what stands behind them.
static BOUNDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\b(between|zwischen|entre) )?(\d+(?:[.,]\d+)*) ?(?:-|–|—|\bto\b|\bbis\b|\ba\b|\b(?:and|und|y)\b) ?[$£€]?(\d+(?:[.,]\d+)*)[ -]?(?:%|(?:per ?cent|percent|prozent|por ciento|basis points?|bps|days?|weeks?|months?|years?|hours?|minutes?|tagen?|wochen?|monaten?|jahren?|stunden?|días|semanas|meses|años|horas|million|billion|thousand|mio\.?|mrd\.?|millones|km|kg|kWh|MWh|MW|cm|mm|employees|people|persons)\b)",
    )
    .expect("a literal pattern")
});

/// A run of digits with separators.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    /// The digits and separators.
    pub range: Range<usize>,
    /// The range with sign and parentheses.
    pub signed: Range<usize>,
    /// Stands with a minus or in accounting parentheses.
    pub negative: bool,
    /// The two figures it is one end of, up to the last digit of the second.
    pub bounds: Option<Range<usize>>,
}

impl Figure {
    fn plain(range: Range<usize>) -> Self {
        Self {
            signed: range.clone(),
            range,
            negative: false,
            bounds: None,
        }
    }

    /// Where the unit of the figure is looked for.
    pub fn end(&self) -> usize {
        self.bounds
            .as_ref()
            .map_or(self.range.end, |bounds| bounds.end)
    }
}

/// What is told of a figure that is one end of a range.
pub(super) const BOUND_NOTE: &str = "one end of a range of values";

/// Every figure of a text that is not part of a word or an identifier.
pub(super) fn find(text: &str) -> Vec<Figure> {
    let mut found = Vec::new();
    for bounds in BOUNDS.captures_iter(text) {
        let (Some(first), Some(last), Some(whole)) = (bounds.get(2), bounds.get(3), bounds.get(0))
        else {
            continue;
        };
        let joint = text.get(first.end()..last.start()).unwrap_or("").trim();
        let pair = ["and", "und", "y"].contains(&joint.to_lowercase().as_str());
        let head = text.get(..whole.start()).unwrap_or("");
        if (pair && bounds.get(1).is_none()) || joined(head, "") {
            continue;
        }
        for end in [first, last] {
            found.push(Figure {
                bounds: Some(first.start()..last.end()),
                ..Figure::plain(end.range())
            });
        }
    }
    let inside = |found: &[Figure], range: &Range<usize>| {
        found
            .iter()
            .any(|one| one.range.start < range.end && range.start < one.range.end)
    };
    let single: Vec<Figure> = DIGITS
        .find_iter(text)
        .filter(|one| !inside(&found, &one.range()))
        .filter_map(|one| with_sign(text, one.range()))
        .collect();
    found.extend(single);
    found.sort_by_key(|one| one.range.start);
    found
}

/// Every figure of a flow, groups set off by spaces joined where they are
/// surely one figure.
pub(super) fn find_in(flow: &Flow<'_>, convention: &Convention) -> Vec<Figure> {
    let text = &flow.text;
    let spaced: Vec<Figure> = SPACED
        .find_iter(text)
        .map(|found| found.range())
        .filter(|range| is_one_figure(flow, convention, range))
        .map(|range| with_sign(text, range.clone()).unwrap_or_else(|| Figure::plain(range)))
        .collect();
    let mut found = find(text);
    found.retain(|one| {
        !spaced
            .iter()
            .any(|other| one.range.start < other.range.end && other.range.start < one.range.end)
    });
    found.extend(spaced);
    found.sort_by_key(|one| one.range.start);
    found
}

/// Whether `1 234 567` is one figure and not three cells: no column gap in
/// it, no other figure beside it, and something that speaks for it.
fn is_one_figure(flow: &Flow<'_>, convention: &Convention, range: &Range<usize>) -> bool {
    let text = flow.slice(range.clone());
    let gap = text
        .match_indices(' ')
        .any(|(at, _)| flow.is_gap(range.start + at));
    let before = flow.slice(0..range.start);
    let after = flow.slice(range.end..flow.text.len());
    let tied = before.ends_with(|letter: char| "-/:.,".contains(letter))
        || before
            .trim_end_matches(' ')
            .ends_with(|letter: char| letter.is_ascii_digit())
        || after
            .trim_start_matches(' ')
            .starts_with(|letter: char| letter.is_ascii_digit())
        || after.starts_with(['/', ':', '-']);
    if gap || tied {
        return false;
    }
    let money = currency::at_end(before).is_some() || currency::at_start(after).is_some();
    let unit = after.strip_prefix(' ').is_some_and(|rest| {
        rest.starts_with(|letter: char| letter.is_lowercase() || letter == '%')
    });
    let prose = unit && !layout::is_tabular(flow.raw(flow.line_at(range.start)));
    text.contains(',')
        || money
        || prose
        || (convention.decimal == Decimal::Comma && text.matches(' ').count() > 1)
}

/// The values a figure can have under the document's convention: the likely
/// one first, and where nothing decides whether `1.234` has decimals, the
/// other with it. Each with what a person should know.
pub(super) fn readings(
    text: &str,
    convention: &Convention,
    negative: bool,
) -> Vec<(Number, Vec<String>)> {
    let Some(first) = value(text, convention.decimal, negative) else {
        return Vec::new();
    };
    let other = match convention.decimal {
        Decimal::Point => Decimal::Comma,
        Decimal::Comma => Decimal::Point,
    };
    let second = value(text, other, negative)
        .filter(|second| !convention.decimal_decided && *second != first);
    let told = |this: &Number, other: &Number| {
        vec![format!(
            "the document does not say which mark stands before decimals: read as {this}, it could be {other}"
        )]
    };
    match second {
        None => vec![(first, Vec::new())],
        Some(second) => {
            let (here, there) = (told(&first, &second), told(&second, &first));
            vec![(first, here), (second, there)]
        }
    }
}

/// Those of a sum of money: it has hundredths, so that three digits behind a mark are a group where
/// the custom of the document's language says so, and where it says that they are decimals, that
/// they are a group comes first.
pub(super) fn readings_of_money(
    text: &str,
    convention: &Convention,
    negative: bool,
) -> Vec<(Number, Vec<String>)> {
    let mut found = readings(text, convention, negative);
    if found.len() < 2 {
        return found;
    }
    if found.first().is_some_and(|(value, _)| value.is_i64()) {
        found.truncate(1);
        for (_, notes) in &mut found {
            notes.clear();
        }
    }
    found.reverse();
    found
}

/// The value of digits behind which a dash says that there are no hundredths.
pub(super) fn whole(text: &str, negative: bool) -> Vec<(Number, Vec<String>)> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let value = value(&digits, Decimal::Point, negative);
    value.map(|value| (value, Vec::new())).into_iter().collect()
}

/// `9.480,-`, `50.--`: a mark and a dash in place of the hundredths; the bytes they take.
pub(super) fn dash_of_hundredths(after: &str) -> Option<usize> {
    let rest = after.strip_prefix([',', '.'])?;
    let behind = rest.trim_start_matches(['-', '–', '—']);
    let stands =
        behind.len() < rest.len() && !behind.starts_with(|letter: char| letter.is_alphanumeric());
    stands.then(|| after.len() - behind.len())
}

fn with_sign(text: &str, range: Range<usize>) -> Option<Figure> {
    let before = text.get(..range.start)?;
    let after = text.get(range.end..)?;
    let last = before.chars().next_back();
    let next = after.chars().next();
    if joined(before, after) {
        return None;
    }
    let minus = |sign: Option<char>| matches!(sign, Some('-' | '−' | '–'));
    // `-8,79`, `- $5`: a minus at the start of a word. `2013-14` is no minus.
    if minus(last) {
        let head = before.strip_suffix(['-', '−', '–'])?;
        if head
            .chars()
            .next_back()
            .is_none_or(|letter| letter.is_whitespace() || "($£€".contains(letter))
        {
            return Some(Figure {
                signed: head.len()..range.end,
                range,
                negative: true,
                bounds: None,
            });
        }
        return Some(Figure::plain(range));
    }
    // `(1,161)` and `$(8.6)` are negative only where nothing else stands in
    // the parentheses: `thirty (30) days` is told from it by the caller.
    if let Some(open) = before
        .trim_end_matches(['$', '£', '€', ' '])
        .strip_suffix('(')
        && let Some(rest) = after.strip_prefix(')').or_else(|| after.strip_prefix(" )"))
    {
        let end = text.len() - rest.len();
        let worded = open
            .trim_end()
            .chars()
            .next_back()
            .is_some_and(char::is_alphabetic);
        return Some(Figure {
            signed: open.len()..end,
            range,
            negative: !worded,
            bounds: None,
        });
    }
    // `8.79-` as printed by tills and ledgers.
    // With decimals only: `3- and 4-year-old` is no minus.
    let decimals = text.get(range.clone())?.contains(['.', ',']);
    if decimals && minus(next) && after.chars().nth(1).is_none_or(char::is_whitespace) {
        let end = range.end + next.map_or(0, char::len_utf8);
        return Some(Figure {
            signed: range.start..end,
            range,
            negative: true,
            bounds: None,
        });
    }
    Some(Figure::plain(range))
}

/// Whether a run of digits is a piece of something longer: an identifier
/// (`MO26588`, `07-1315`), a time, a date, a path.
fn joined(before: &str, after: &str) -> bool {
    let last = before.chars().next_back();
    let currency = ["RM", "DH", "USD", "EUR", "GBP", "MYR", "Rs", "CHF"]
        .iter()
        .any(|code| before.ends_with(code));
    let letter_before =
        last.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') && !currency;
    let next = after.chars().next();
    let second = after.chars().nth(1);
    let letter_after =
        next.is_some_and(|letter| letter.is_alphabetic() || letter == '_') && !scale_suffix(after);
    let link = |letter: Option<char>| matches!(letter, Some('/' | ':' | '#'));
    let tied_after =
        (link(next) || matches!(next, Some('-' | '–'))) && second.is_some_and(char::is_numeric);
    let tied_before = link(last) && before.chars().rev().nth(1).is_some_and(char::is_numeric);
    let dashed = matches!(last, Some('-' | '–'))
        && before
            .chars()
            .rev()
            .nth(1)
            .is_some_and(char::is_alphanumeric);
    letter_before || letter_after || tied_after || tied_before || dashed
}

/// `5m`, `1.2bn`, `30k`, `RM5.00SR`: a scale letter that ends the word.
fn scale_suffix(after: &str) -> bool {
    let tail: String = after
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    matches!(
        tail.as_str(),
        "m" | "M"
            | "bn"
            | "k"
            | "K"
            | "mn"
            | "million"
            | "billion"
            | "EUR"
            | "USD"
            | "GBP"
            | "DH"
            | "RM"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_the_sign_in_every_form() {
        for (text, negative) in [
            ("(1,161)", true),
            ("-8,79 EUR", true),
            ("8.79-", true),
            ("thirty (30) days", false),
            ("$(8.6)", true),
            ("2013-14", false),
        ] {
            let found = find(text);
            assert!(
                found.iter().all(|figure| figure.negative == negative),
                "{text}"
            );
        }
    }

    #[test]
    fn leaves_identifiers_and_times_alone() {
        for text in ["MO26588", "07-1315", "20:49:59", "G-5B"] {
            assert!(find(text).is_empty(), "{text}");
        }
    }
}
