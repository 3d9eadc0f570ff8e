//! Whether a quote can be read as a number that was given: every run of
//! digits is read with a decimal point and with a decimal comma, and integers
//! are also looked for in words.

use crate::spelling;

/// Two figures are the same within this share of their size: the error of
/// writing a decimal number in binary.
const TOLERANCE: f64 = 1e-9;
/// Digits beyond which a run is no figure but noise.
const MAX_CHARACTERS: usize = 40;

/// Whether the text has any digits, or a number in words.
pub(crate) fn has_figure(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        || crate::words::tokens(text)
            .iter()
            .any(|word| spelling::is_number_word(word))
}

/// Whether `value` can be read out of `text`.
pub(crate) fn states(text: &str, value: f64) -> bool {
    runs(text).iter().any(|run| run.reads_as(text, value)) || states_in_words(text, value)
}

/// A run of digits and separators, by byte offsets.
struct Run {
    start: usize,
    end: usize,
    digits: String,
}

impl Run {
    fn reads_as(&self, text: &str, value: f64) -> bool {
        let same = |reading: f64| (reading - value.abs()).abs() <= TOLERANCE * value.abs().max(1.0);
        self.readings().into_iter().flatten().any(same) && self.sign_fits(text, value)
    }

    /// The run with a decimal point, and with a decimal comma.
    fn readings(&self) -> [Option<f64>; 2] {
        let plain: String = self
            .digits
            .chars()
            .filter(|letter| !matches!(letter, '\'' | '’' | ' '))
            .collect();
        let point = plain.replace(',', "");
        let comma = plain.replace('.', "").replace(',', ".");
        [point.parse().ok(), comma.parse().ok()]
    }

    /// A negative value needs a minus or parentheses; a positive one must
    /// not stand behind a minus. Parentheses alone say neither: `thirty (30)`.
    fn sign_fits(&self, text: &str, value: f64) -> bool {
        let head = text.get(..self.start).unwrap_or("");
        let tail = text.get(self.end..).unwrap_or("");
        let bare = head.trim_end_matches(|letter: char| letter == ' ' || "$£€¥₹".contains(letter));
        let without_sign = ["RM", "DH", "US"]
            .iter()
            .find_map(|sign| bare.strip_suffix(sign))
            .unwrap_or(bare);
        let bare = without_sign.trim_end();
        let dash = |text: &str| text.ends_with(['-', '−', '–']);
        let stands_free = |text: &str| {
            let before = text.chars().rev().nth(1);
            before.is_none_or(|letter| !letter.is_alphanumeric())
        };
        // `8.79-` is a ledger's minus, `3- and 4-year-old` is none.
        let trailing = self.digits.contains(is_separator)
            && tail.starts_with(['-', '−'])
            && tail.chars().nth(1).is_none_or(char::is_whitespace);
        let minus = (dash(bare) && stands_free(bare)) || trailing;
        if value == 0.0 {
            return true;
        }
        if value < 0.0 {
            return minus || bare.ends_with('(');
        }
        // The dash of `Licence - $1,200` stands between two things; that of `-$5` belongs to the sum.
        let says_something = |text: &str| text.contains(char::is_alphanumeric);
        let is_apart = head
            .get(bare.len()..)
            .is_some_and(|rest| rest.starts_with(' '));
        let divides = is_apart && says_something(bare);
        let tight = (dash(head) && stands_free(head))
            || (dash(bare) && stands_free(bare) && bare.len() != head.trim_end().len() && !divides);
        !(tight || trailing)
    }
}

fn is_separator(letter: char) -> bool {
    matches!(letter, '.' | ',' | '\'' | '’')
}

/// Every run of digits with separators inside, and runs of three digits
/// joined to the one before over a space (`1 250 000`, `81, 124`).
fn runs(text: &str) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let mut current: Option<(usize, usize)> = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (letter.is_ascii_digit(), current) {
            (true, None) => current = Some((at, at + 1)),
            (true, Some((start, _))) => current = Some((start, at + 1)),
            (false, Some((start, end))) => {
                let one_separator = is_separator(letter) && at == end;
                if !one_separator {
                    found.extend(run(text, start, end));
                    current = None;
                }
            }
            (false, None) => {}
        }
    }
    // Most groups of one figure: enough for a trillion.
    let joined: Vec<Run> = (0..found.len())
        .flat_map(|at| {
            let rest = found.get(at..).unwrap_or_default();
            (2..=5).map_while(move |count| rest.get(..count).and_then(|parts| join(text, parts)))
        })
        .collect();
    found.extend(joined);
    found
}

fn run(text: &str, start: usize, end: usize) -> Option<Run> {
    let digits = text.get(start..end)?;
    (digits.len() <= MAX_CHARACTERS).then(|| Run {
        start,
        end,
        digits: digits.to_owned(),
    })
}

/// Consecutive runs as one figure, if each but the first is a group of three.
fn join(text: &str, parts: &[Run]) -> Option<Run> {
    let (first, last) = parts.first().zip(parts.last())?;
    let adjoining = parts.windows(2).all(|pair| {
        let gap = pair
            .first()
            .zip(pair.last())
            .and_then(|(left, right)| text.get(left.end..right.start));
        matches!(gap, Some(" " | ", "))
    });
    let is_group =
        |run: &Run| run.digits.len() == 3 || matches!(run.digits.get(3..4), Some("." | ","));
    if !adjoining || !parts.iter().skip(1).all(is_group) {
        return None;
    }
    let digits = parts.iter().map(|run| run.digits.as_str()).collect();
    Some(Run {
        start: first.start,
        end: last.end,
        digits,
    })
}

/// Spells the value instead of parsing the text.
fn states_in_words(text: &str, value: f64) -> bool {
    let tokens = crate::words::tokens(text);
    let mut spellings = spelling::of(value);
    if (value - 1.0).abs() < TOLERANCE {
        spellings.push(vec!["once".to_owned()]);
    }
    if (value - 2.0).abs() < TOLERANCE {
        spellings.push(vec!["twice".to_owned()]);
    }
    spellings
        .iter()
        .any(|spelling| crate::words::contains_run(&tokens, spelling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_stands_there() {
        let cases = [
            ("a premium of $1,250.00 a year", 1250.0),
            ("Zahlbetrag 1.234,56 EUR", 1234.56),
            ("Loss $ (1,161)", -1161.0),
            ("refund -$5.00", -5.0),
            ("Zahlbetrag -8,79", -8.79),
            ("ledger 8.79- and", -8.79),
            ("total 81, 124", 81124.0),
            ("1 250 000 people", 1_250_000.0),
            ("thirty (30) days", 30.0),
            ("twenty-five days", 25.0),
            ("two hundred guests", 200.0),
            ("won it twice", 2.0),
            ("in 2013-14", 2013.0),
            ("one hundred and twenty days", 120.0),
            ("one hundred twenty days", 120.0),
            ("two million five hundred thousand", 2_500_000.0),
            ("einhundertzwanzig Tage", 120.0),
            ("fünfunddreißig Tage", 35.0),
            ("treinta y cinco días", 35.0),
            ("1 234,56 EUR", 1234.56),
            ("1'234.56 CHF", 1234.56),
            ("12,34,567.00", 1_234_567.0),
            ("Licence - $1,200.00 a year", 1200.0),
            ("change - RM 5", -5.0),
        ];
        for (text, value) in cases {
            assert!(states(text, value), "{text}: {value}");
        }
    }

    #[test]
    fn does_not_read_what_does_not() {
        let cases = [
            ("a premium of $1,250.00 a year", 1251.0),
            ("a premium of $1,250.00 a year", 125.0),
            ("a premium of $1,250.00 a year", -1250.0),
            ("Zahlbetrag -8,79", 8.79),
            ("thirty days", 31.0),
            ("no figure", 0.5),
            ("12,345", 345.0),
            ("one hundred and twenty days", 20.5),
            ("fünfunddreißig Tage", 30.0),
        ];
        for (text, value) in cases {
            assert!(!states(text, value), "{text}: {value}");
        }
    }
}
