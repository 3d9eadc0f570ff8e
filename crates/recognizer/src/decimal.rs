//! Which mark stands before decimals, and what digits with separators say
//! under it.

use super::currency;
use regex::Regex;
use serde_json::Number;
use std::sync::LazyLock;

/// A run of digits with separators.
pub(super) static DIGITS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:[.,'’]\d+)*").expect("a literal pattern"));

/// Which character stands before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decimal {
    /// `1,234.56`
    Point,
    /// `1.234,56`
    Comma,
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
        for found in DIGITS.find_iter(text) {
            let before = text.get(..found.start()).unwrap_or("");
            match witness(found.as_str()) {
                // In texts that write 1,5 it is the day of a month, a clause or a time, if it is no money.
                Some(Decimal::Point)
                    if default == Decimal::Comma
                        && is_short(found.as_str())
                        && currency::at_end(before).is_none() => {}
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

/// `23.11`, `4.2`: two figures of at most two digits with a point between them.
pub(super) fn is_short(figure: &str) -> bool {
    figure
        .split_once('.')
        .is_some_and(|(head, tail)| head.len() <= 2 && tail.len() <= 2)
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

/// A value in hundredths, rounded; none for one that is too large to have them.
pub(super) fn hundredths(value: f64) -> Option<i64> {
    /// Beyond it not every whole number has an `f64` of its own, hundredths included.
    const MOST: f64 = 1e13;
    let whole = (value * 100.0).round();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole and within the bound"
    )]
    (whole.abs() < MOST).then_some(whole as i64)
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
}
