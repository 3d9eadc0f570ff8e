//! Figures: where they stand, and what they say under the document's own
//! decimal convention.

use super::convention::Convention;
use super::currency;
use super::flow::Flow;
use super::layout;
use regex::Regex;
use serde_json::Number;
use std::ops::Range;
use std::sync::LazyLock;

static FIGURE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:[.,'’]\d+)*").expect("a literal pattern"));

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

/// Which character stands before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decimal {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
}

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
    let single: Vec<Figure> = FIGURE
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

/// The decimal convention of a text, and whether its figures decide it: those
/// that leave no doubt, with both separators or with other than three digits
/// after one. Where nothing speaks, `default` holds.
pub(super) fn convention<'t>(
    texts: impl Iterator<Item = &'t str>,
    default: Decimal,
) -> (Decimal, bool) {
    let (mut point, mut comma) = (0_u32, 0_u32);
    // `1,234` is a witness where commas are not decimal marks anyway.
    let mut weak = false;
    for text in texts {
        for found in FIGURE.find_iter(text) {
            match witness(found.as_str()) {
                Some(Decimal::Point) => point += 1,
                Some(Decimal::Comma) => comma += 1,
                None => weak |= is_comma_group(found.as_str()),
            }
        }
    }
    if point == comma {
        return (default, point > 0 || (weak && default == Decimal::Point));
    }
    let decimal = if comma > point {
        Decimal::Comma
    } else {
        Decimal::Point
    };
    (decimal, true)
}

/// `1,234`: one comma, three digits behind it.
fn is_comma_group(figure: &str) -> bool {
    figure.split_once(',').is_some_and(|(head, tail)| {
        tail.len() == 3 && head.len() <= 3 && !tail.contains(['.', ',']) && !head.contains('.')
    })
}

fn witness(figure: &str) -> Option<Decimal> {
    let last = figure.rfind(['.', ','])?;
    let decimals = figure.len() - last - 1;
    let is_point = figure.get(last..=last) == Some(".");
    let other = if is_point { ',' } else { '.' };
    let mixed = figure.contains(other);
    let repeated = figure.matches(if is_point { '.' } else { ',' }).count() > 1;
    if mixed {
        return Some(if is_point {
            Decimal::Point
        } else {
            Decimal::Comma
        });
    }
    match (is_point, repeated) {
        // A date (`29.10.2017`) says nothing.
        (true, true) => None,
        // Groups of three after commas, once or more.
        (false, true) => Some(Decimal::Point),
        (false, false) if decimals == 3 => None,
        (false, false) => Some(Decimal::Comma),
        (true, false) => (decimals != 3).then_some(Decimal::Point),
    }
}

/// The value of digits with separators; none where they are no number
/// under either convention (`29.10.2017`, `1.2.3`).
pub(super) fn value(figure: &str, convention: Decimal, negative: bool) -> Option<Number> {
    let plain = plain(figure, convention)?;
    let signed = if negative { format!("-{plain}") } else { plain };
    if signed.contains('.') {
        let value: f64 = signed.parse().ok()?;
        // `-0,00` is nothing, not negative nothing.
        return Number::from_f64(if value == 0.0 { 0.0 } else { value });
    }
    signed.parse::<i64>().ok().map(Number::from)
}

/// Digits with a point before the decimals and nothing else.
fn plain(figure: &str, convention: Decimal) -> Option<String> {
    let figure = figure.replace(['\'', '’', ' '], "");
    let decimal = decimal_mark(&figure, convention);
    let (whole, decimals) = match decimal {
        Some(at) => (figure.get(..at)?, figure.get(at + 1..)?),
        None => (figure.as_str(), ""),
    };
    if !decimals.chars().all(|digit| digit.is_ascii_digit()) || !grouped(whole) {
        return None;
    }
    let whole = whole.replace([',', '.'], "");
    Some(if decimals.is_empty() {
        whole
    } else {
        format!("{whole}.{decimals}")
    })
}

/// Byte index of the decimal mark, if the figure has one.
fn decimal_mark(figure: &str, convention: Decimal) -> Option<usize> {
    let last = figure.rfind(['.', ','])?;
    let mark = figure.get(last..=last)?;
    let decimals = figure.len() - last - 1;
    let both = figure.contains('.') && figure.contains(',');
    let repeated = figure.matches(mark).count() > 1;
    if both {
        return Some(last);
    }
    if repeated {
        return None;
    }
    let by_convention = match convention {
        Decimal::Point => mark == ".",
        Decimal::Comma => mark == ",",
    };
    // Three digits after the other convention's mark are a group.
    (by_convention || decimals != 3).then_some(last)
}

fn grouped(whole: &str) -> bool {
    let mut groups = whole.split([',', '.']);
    let Some(first) = groups.next() else {
        return false;
    };
    let rest: Vec<&str> = groups.collect();
    // Indian grouping (`12,34,567`) has pairs before the last three.
    let tail_fits = rest
        .iter()
        .rev()
        .enumerate()
        .all(|(at, group)| group.len() == 3 || (at > 0 && group.len() == 2));
    !first.is_empty() && (rest.is_empty() || (first.len() <= 3 && tail_fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_figures_under_both_conventions() {
        let cases = [
            ("1,250.00", Decimal::Point, "1250.0"),
            ("1.234,56", Decimal::Comma, "1234.56"),
            ("529,87", Decimal::Comma, "529.87"),
            ("3,088,000", Decimal::Point, "3088000"),
            ("1.234", Decimal::Comma, "1234"),
            ("1.234", Decimal::Point, "1.234"),
            ("12,34,567", Decimal::Point, "1234567"),
            ("23.25", Decimal::Comma, "23.25"),
        ];
        for (written, convention, wanted) in cases {
            assert_eq!(
                value(written, convention, false)
                    .map(|n| n.to_string())
                    .as_deref(),
                Some(wanted),
                "{written}"
            );
        }
    }

    #[test]
    fn refuses_digits_that_are_no_number() {
        for written in ["29.10.2017", "1.2.3", "1,23,4"] {
            assert_eq!(value(written, Decimal::Point, false), None, "{written}");
        }
    }

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
