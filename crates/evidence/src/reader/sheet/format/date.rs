//! Day numbers -> dates.

use super::code::Token;

/// Behind the last day of the year 9999.
const END: f64 = 2_958_466.0;
const SECONDS_A_DAY: i64 = 86_400;

/// A moment, split.
struct Moment {
    year: i64,
    month: usize,
    day: i64,
    /// From 0, Sunday.
    weekday: usize,
    /// Of the day, in milliseconds.
    milliseconds: i64,
    /// Since day 0, in milliseconds.
    elapsed: i64,
}

impl Moment {
    /// `step` is what the seconds are rounded to, in milliseconds.
    fn of(value: f64, date_1904: bool, step: i64) -> Option<Self> {
        if !(0.0..END).contains(&value) {
            return None;
        }
        let elapsed = (value * SECONDS_A_DAY as f64 * 1_000.0 / step as f64).round() as i64 * step;
        let serial = elapsed.div_euclid(SECONDS_A_DAY * 1_000);
        // Excel holds 1900 for a leap year: its day 60 never was.
        let days = if date_1904 {
            serial + 1_462
        } else {
            serial + i64::from(serial < 60)
        };
        let (year, month, day) = civil(days - 25_569);
        Some(Self {
            year,
            month,
            day,
            weekday: (days + 6).rem_euclid(7) as usize,
            milliseconds: elapsed.rem_euclid(SECONDS_A_DAY * 1_000),
            elapsed,
        })
    }

    fn part(&self, milliseconds: i64, of: i64) -> i64 {
        self.milliseconds / milliseconds % of
    }
}

/// Year, month and day of a number of days since 1970 (proleptic Gregorian).
fn civil(days: i64) -> (i64, usize, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month as usize, day)
}

/// `2018-10-19`, or with `08:30`; the time alone for times without a day.
pub(super) fn iso(value: f64, time: bool, date_1904: bool) -> Option<String> {
    let moment = Moment::of(value, date_1904, 1_000)?;
    let date = format!("{:04}-{:02}-{:02}", moment.year, moment.month, moment.day);
    if !time {
        return Some(date);
    }
    let (hour, minute) = (moment.part(3_600_000, 24), moment.part(60_000, 60));
    Some(format!("{date} {hour:02}:{minute:02}"))
}

/// A date or time by its tokens; none where the number is no date.
pub(super) fn date(value: f64, tokens: &[Token], language: u32, date_1904: bool) -> Option<String> {
    let decimals = decimals(tokens);
    let step = 10_i64.pow(3 - decimals.min(3) as u32);
    let moment = Moment::of(value, date_1904, step)?;
    let names = Names::of(language);
    let half = tokens.contains(&Token::AmPm);
    let mut text = String::new();
    let mut fraction = 0;
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Date('m', run) if *run <= 2 && is_minute(tokens, index) => {
                text.push_str(&padded(moment.part(60_000, 60), *run));
            }
            Token::Date(unit, run) => text.push_str(&moment.write(*unit, *run, half, names)),
            Token::Elapsed('h') => text.push_str(&(moment.elapsed / 3_600_000).to_string()),
            Token::Elapsed('m') => text.push_str(&(moment.elapsed / 60_000).to_string()),
            Token::Elapsed(_) => text.push_str(&(moment.elapsed / 1_000).to_string()),
            Token::AmPm => {
                text.push_str(if moment.part(3_600_000, 24) < 12 {
                    "AM"
                } else {
                    "PM"
                });
            }
            Token::Literal(literal) => text.push_str(literal),
            Token::Slash => text.push('/'),
            Token::Comma => text.push(','),
            Token::Point => text.push('.'),
            Token::Digit('0') if fraction < 3 => {
                fraction += 1;
                let digit = moment.part(10_i64.pow(3 - fraction), 10);
                text.push_str(&digit.to_string());
            }
            _ => {}
        }
    }
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Digits of a second: zeros behind a point.
fn decimals(tokens: &[Token]) -> usize {
    let behind = tokens
        .iter()
        .skip_while(|token| **token != Token::Point)
        .skip(1);
    behind
        .take_while(|token| **token == Token::Digit('0'))
        .count()
}

/// `m` is a minute behind hours and before seconds.
fn is_minute(tokens: &[Token], index: usize) -> bool {
    let time = |token: &&Token| matches!(token, Token::Date(..) | Token::Elapsed(_));
    let before = tokens.iter().take(index).rev().find(time);
    let behind = tokens.iter().skip(index + 1).find(time);
    matches!(before, Some(Token::Date('h', _) | Token::Elapsed('h')))
        || matches!(behind, Some(Token::Date('s', _) | Token::Elapsed('s')))
}

fn padded(number: i64, run: usize) -> String {
    if run >= 2 {
        format!("{number:02}")
    } else {
        number.to_string()
    }
}

impl Moment {
    fn write(&self, unit: char, run: usize, half: bool, names: &Names) -> String {
        let cut = |name: &str, length: usize| name.chars().take(length).collect::<String>();
        let month = names
            .months
            .get(self.month - 1)
            .copied()
            .unwrap_or_default();
        let weekday = names
            .weekdays
            .get(self.weekday)
            .copied()
            .unwrap_or_default();
        match (unit, run) {
            ('y', 1 | 2) => format!("{:02}", self.year % 100),
            ('y', _) => format!("{:04}", self.year),
            ('m', 1 | 2) => padded(self.month as i64, run),
            ('m', 3) => cut(month, 3),
            ('m', 5) => cut(month, 1),
            ('m', _) => month.to_owned(),
            ('d', 1 | 2) => padded(self.day, run),
            ('d', 3) => cut(weekday, names.short_weekday),
            ('d', _) => weekday.to_owned(),
            ('h', _) => {
                let hour = self.part(3_600_000, 24);
                padded(if half { (hour + 11) % 12 + 1 } else { hour }, run)
            }
            _ => padded(self.part(1_000, 60), run),
        }
    }
}

/// Names of a language.
struct Names {
    months: [&'static str; 12],
    weekdays: [&'static str; 7],
    short_weekday: usize,
}

static ENGLISH: Names = Names {
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    weekdays: [
        "Sunday",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
    ],
    short_weekday: 3,
};
static GERMAN: Names = Names {
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    weekdays: [
        "Sonntag",
        "Montag",
        "Dienstag",
        "Mittwoch",
        "Donnerstag",
        "Freitag",
        "Samstag",
    ],
    short_weekday: 2,
};
static SPANISH: Names = Names {
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    weekdays: [
        "domingo",
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
    ],
    short_weekday: 3,
};

impl Names {
    /// By the Windows language number; the names of other languages are
    /// written in English.
    fn of(language: u32) -> &'static Self {
        match language & 0xFF {
            0x07 => &GERMAN,
            0x0A => &SPANISH,
            _ => &ENGLISH,
        }
    }
}
