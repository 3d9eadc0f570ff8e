//! Number formats of cells: a number as the program shows it.
//!
//! Codes are read as Excel writes them into every file, in English: a point
//! for decimals, a comma for thousands. The one format that shows a date as
//! the user's system does (number 14, and codes marked as such) is written as
//! ISO 8601, since no reader of the file can know the order of day and month.

mod code;
mod date;
mod decimal;

use code::{Comparison, Section, Token, sections};
use date::date;
use decimal::{general, rounded};
use std::fmt::Write as _;

/// The format of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberFormat {
    /// As short as possible.
    General,
    /// ISO 8601; whether with the time of day.
    Iso(bool),
    /// Sections of a code: each a condition, if it has one, and tokens.
    Code(Vec<Section>),
}

/// Longest code that is read; Excel's are at most 255 characters.
const MAX_CODE: usize = 1_000;

impl NumberFormat {
    /// By its number, and its code where the file defines one.
    pub(super) fn new(id: u32, code: Option<&str>) -> Self {
        let Some(code) = code.or_else(|| built_in(id)) else {
            return match id {
                14 | 27..=36 | 50..=58 => Self::Iso(false),
                22 => Self::Iso(true),
                _ => Self::General,
            };
        };
        if code.len() > MAX_CODE || code.eq_ignore_ascii_case("general") || code == "@" {
            return Self::General;
        }
        if code.contains("[$-F800]") || code.contains("[$-x-sysdate]") {
            return Self::Iso(false);
        }
        let code = if code.contains("[$-F400]") {
            "hh:mm:ss"
        } else {
            code
        };
        Self::Code(sections(code))
    }
}

/// Codes that have a number and stand in no file.
fn built_in(id: u32) -> Option<&'static str> {
    Some(match id {
        1 => "0",
        2 => "0.00",
        3 => "#,##0",
        4 => "#,##0.00",
        5 | 6 => "\"$\"#,##0;(\"$\"#,##0)",
        7 | 8 => "\"$\"#,##0.00;(\"$\"#,##0.00)",
        9 => "0%",
        10 => "0.00%",
        11 => "0.00E+00",
        12 | 13 => "# ?/?",
        15 => "d-mmm-yy",
        16 => "d-mmm",
        17 => "mmm-yy",
        18 => "h:mm AM/PM",
        19 => "h:mm:ss AM/PM",
        20 => "h:mm",
        21 => "h:mm:ss",
        37 | 38 => "#,##0;(#,##0)",
        39 | 40 => "#,##0.00;(#,##0.00)",
        41 => "#,##0;(#,##0);\"-\"",
        42 => "\"$\"#,##0;\"$\"(#,##0);\"$\"\"-\"",
        43 => "#,##0.00;(#,##0.00);\"-\"",
        44 => "\"$\"#,##0.00;\"$\"(#,##0.00);\"$\"\"-\"",
        45 => "mm:ss",
        46 => "[h]:mm:ss",
        47 => "mm:ss.0",
        48 => "##0.0E+0",
        49 => "@",
        _ => return None,
    })
}

/// A finite number as its cell shows it.
pub(super) fn display(value: f64, format: Option<&NumberFormat>, date_1904: bool) -> String {
    let shown = match format {
        None | Some(NumberFormat::General) => None,
        Some(NumberFormat::Iso(time)) => date::iso(value, *time, date_1904),
        Some(NumberFormat::Code(sections)) => {
            choose(sections, value).and_then(|(section, value)| section.write(value, date_1904))
        }
    };
    // A section can say that nothing is shown; a value is never left out.
    shown
        .filter(|text| !text.trim().is_empty())
        .unwrap_or_else(|| general(value))
}

/// The section for a value, and the value it is to show: without its sign
/// where the section is the one for negative numbers.
fn choose(sections: &[Section], value: f64) -> Option<(&Section, f64)> {
    if sections.iter().any(|section| section.condition.is_some()) {
        let holds = |section: &&Section| {
            section
                .condition
                .is_none_or(|(comparison, bound)| match comparison {
                    Comparison::Less => value < bound,
                    Comparison::LessOrEqual => value <= bound,
                    Comparison::Equal => value.total_cmp(&bound).is_eq(),
                    Comparison::NotEqual => value.total_cmp(&bound).is_ne(),
                    Comparison::GreaterOrEqual => value >= bound,
                    Comparison::Greater => value > bound,
                })
        };
        return sections.iter().find(holds).map(|section| (section, value));
    }
    match sections {
        [only] => Some((only, value)),
        [_, negative, ..] if value < 0.0 => Some((negative, value.abs())),
        [_, _, zero, ..] if value == 0.0 => Some((zero, value)),
        [positive, ..] => Some((positive, value)),
        [] => None,
    }
}

impl Section {
    /// None where it has nothing to write a number with.
    fn write(&self, value: f64, date_1904: bool) -> Option<String> {
        let is = |test: fn(&Token) -> bool| self.tokens.iter().any(test);
        if is(|token| matches!(token, Token::Date(..) | Token::Elapsed(_) | Token::AmPm)) {
            return date(value, &self.tokens, self.language, date_1904);
        }
        if is(|token| matches!(token, Token::General)) {
            let literal = |token: &Token| match token {
                Token::Literal(text) => text.clone(),
                Token::General => general(value),
                _ => String::new(),
            };
            return Some(self.tokens.iter().map(literal).collect());
        }
        // Fractions are written as decimals.
        if is(|token| matches!(token, Token::Slash)) {
            return None;
        }
        Some(self.number(value))
    }

    fn number(&self, value: f64) -> String {
        let layout = Layout::of(&self.tokens);
        let mut scaled = value.abs();
        scaled *= 100_f64.powi(layout.percents);
        scaled /= 1_000_f64.powi(layout.thousands_off);
        let mut exponent = 0;
        if layout.exponent && scaled > 0.0 {
            exponent = scaled.log10().floor() as i32;
            scaled /= 10_f64.powi(exponent);
        }
        let text = rounded(scaled, layout.decimals);
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let whole = format!("{whole:0>width$}", width = layout.least_whole);
        let whole = if layout.grouped { group(&whole) } else { whole };
        let mut part = part.to_owned();
        while part.len() > layout.least_decimals && part.ends_with('0') {
            part.pop();
        }
        let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
        let sign = if value < 0.0 && !is_zero { "-" } else { "" };
        sign.to_owned() + &self.fill(&layout, &whole, &part, exponent)
    }

    /// Puts the digits where the placeholders are.
    fn fill(&self, layout: &Layout, whole: &str, part: &str, exponent: i32) -> String {
        let mut text = String::new();
        let (mut seen, mut written) = (0_usize, 0_usize);
        let (mut behind_point, mut behind_exponent) = (false, false);
        for token in &self.tokens {
            match token {
                Token::Literal(literal) => text.push_str(literal),
                Token::Percent => text.push('%'),
                Token::Point => {
                    behind_point = true;
                    if !part.is_empty() {
                        text.push('.');
                        text.push_str(part);
                    }
                }
                Token::Exponent(plus) => {
                    behind_exponent = true;
                    let sign = match (exponent < 0, plus) {
                        (true, _) => "-",
                        (false, true) => "+",
                        (false, false) => "",
                    };
                    let digits = exponent.unsigned_abs();
                    let width = layout.exponent_digits;
                    // Writing to a string cannot fail.
                    let _ = write!(text, "E{sign}{digits:0width$}");
                }
                Token::Digit(_) if !behind_point && !behind_exponent => {
                    seen += 1;
                    // The last placeholders take a digit each, the first one
                    // all that are before them; grouped digits stay together.
                    let left = layout.whole - seen;
                    let until = if layout.grouped || layout.exponent {
                        whole.len()
                    } else {
                        whole.len().saturating_sub(left)
                    };
                    text.push_str(whole.get(written..until).unwrap_or_default());
                    written = until.max(written);
                }
                _ => {}
            }
        }
        text.trim().to_owned()
    }
}

/// What a section says of the digits.
#[derive(Debug, Default)]
struct Layout {
    /// Placeholders before the point, and how many of them always show.
    whole: usize,
    least_whole: usize,
    decimals: usize,
    least_decimals: usize,
    exponent_digits: usize,
    exponent: bool,
    grouped: bool,
    percents: i32,
    /// Commas at the end: each divides by a thousand.
    thousands_off: i32,
}

impl Layout {
    fn of(tokens: &[Token]) -> Self {
        let mut layout = Self::default();
        let mut behind_point = false;
        let mut commas = 0;
        for token in tokens {
            match token {
                Token::Digit(digit) => {
                    layout.grouped |= commas > 0 && !behind_point;
                    commas = 0;
                    let shows = usize::from(*digit == '0');
                    if layout.exponent {
                        layout.exponent_digits += 1;
                    } else if behind_point {
                        layout.decimals += 1;
                        if shows == 1 {
                            layout.least_decimals = layout.decimals;
                        }
                    } else {
                        layout.whole += 1;
                        // A zero shows, and so does all behind it.
                        layout.least_whole += usize::from(shows == 1 || layout.least_whole > 0);
                    }
                }
                Token::Comma => commas += i32::from(layout.whole > 0),
                Token::Point => {
                    layout.thousands_off += commas;
                    commas = 0;
                    behind_point = true;
                }
                Token::Percent => layout.percents = (layout.percents + 1).min(4),
                Token::Exponent(_) => layout.exponent = true,
                _ => {}
            }
        }
        layout.thousands_off = (layout.thousands_off + commas).min(9);
        layout.decimals = layout.decimals.min(30);
        layout.least_decimals = layout.least_decimals.min(30);
        layout.least_whole = layout.least_whole.max(1);
        layout
    }
}

fn group(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
