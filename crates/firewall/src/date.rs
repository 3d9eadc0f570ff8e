//! Dates: days of the calendar, and whether the wording of the document can
//! be read as the ISO form beside it.

const MONTHS: [[&str; 3]; 12] = [
    ["jan", "jän", "ene"],
    ["feb", "feb", "feb"],
    ["mar", "mär", "mar"],
    ["apr", "apr", "abr"],
    ["may", "mai", "may"],
    ["jun", "jun", "jun"],
    ["jul", "jul", "jul"],
    ["aug", "aug", "ago"],
    ["sep", "sep", "set"],
    ["oct", "okt", "oct"],
    ["nov", "nov", "nov"],
    ["dec", "dez", "dic"],
];
/// Days in words.
const DAYS: [&str; 20] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// Whether a word is the name of a month.
pub(crate) fn has_month_name(text: &str) -> bool {
    pieces(text).iter().any(|word| {
        word.chars().all(char::is_alphabetic)
            && word.chars().count() >= 3
            && MONTHS.iter().flatten().any(|stem| word.starts_with(stem))
    })
}

/// Whether a date in figures could be read the other way round, and nothing
/// in the evidence says which part its dates begin with.
pub(crate) fn is_ambiguous(original: &str, evidence: &str) -> bool {
    let Some([first, second]) = leading_pair(original) else {
        return false;
    };
    let small = |part: u32| (1..=12).contains(&part);
    if !small(first) || !small(second) || first == second {
        return false;
    }
    let mut told = [false, false];
    for word in evidence.split_whitespace() {
        if let Some([one, two]) = leading_pair(word) {
            told = [
                told[0] || ((13..=31).contains(&one) && small(two)),
                told[1] || ((13..=31).contains(&two) && small(one)),
            ];
        }
    }
    told[0] == told[1]
}

/// The first two parts of a date of three figures with slashes or dashes.
fn leading_pair(word: &str) -> Option<[u32; 2]> {
    let word = word.trim_matches(|letter: char| !letter.is_ascii_digit());
    let parts: Vec<&str> = word.split(['/', '-']).map(str::trim).collect();
    let [first, second, year] = parts.as_slice() else {
        return None;
    };
    let fits = |part: &str, widths: &[usize]| {
        widths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !fits(first, &[1, 2]) || !fits(second, &[1, 2]) || !fits(year, &[2, 4]) {
        return None;
    }
    Some([first.parse().ok()?, second.parse().ok()?])
}

/// Year, month, day; the later two as far as stated.
struct Parts {
    year: u32,
    month: Option<u32>,
    day: Option<u32>,
}

/// Whether `iso` is a year, month or day that exists.
pub(crate) fn exists(iso: &str) -> bool {
    parts(iso).is_some()
}

fn parts(iso: &str) -> Option<Parts> {
    let mut fields = iso.split('-');
    let mut next = |width: usize| -> Option<Option<u32>> {
        match fields.next() {
            None => Some(None),
            Some(field)
                if field.len() == width && field.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                Some(field.parse().ok())
            }
            Some(_) => None,
        }
    };
    let year = next(4)??;
    let month = next(2)?;
    let day = next(2)?;
    let in_calendar = match (month, day) {
        (None, None) => true,
        (Some(month), None) => (1..=12).contains(&month),
        (Some(month), Some(day)) => (1..=days_in(year, month)).contains(&day),
        (None, Some(_)) => false,
    };
    (in_calendar && fields.next().is_none()).then_some(Parts { year, month, day })
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(400) || (year.is_multiple_of(4) && !year.is_multiple_of(100)) => {
            29
        }
        2 => 28,
        _ => 0,
    }
}

/// Whether the wording has the year, the month (in figures or by name) and
/// the day, each in a word of its own.
pub(crate) fn agrees(iso: &str, original: &str) -> bool {
    let Some(parts) = parts(iso) else {
        return false;
    };
    let words = pieces(original);
    let mut left: Vec<&str> = words.iter().map(String::as_str).collect();
    let year = parts.year;
    let is_year = |word: &str| {
        word.parse() == Ok(year)
            || (word.len() == 2 && word.parse() == Ok(year % 100) && (1900..2100).contains(&year))
    };
    // Four digits first: in `18/10/2018` the day must not be spent on it.
    let wide = |word: &str| word.len() > 2 && is_year(word);
    if !take(&mut left, wide) && !take_last(&mut left, is_year) {
        return false;
    }
    let Some(month) = parts.month else {
        return true;
    };
    let name = MONTHS.get(month as usize - 1);
    let named =
        |word: &str| name.is_some_and(|stems| stems.iter().any(|stem| word.starts_with(stem)));
    if !take(&mut left, named)
        && !take(&mut left, |word| {
            word.len() <= 2 && word.parse() == Ok(month)
        })
    {
        return false;
    }
    let Some(day) = parts.day else { return true };
    take(&mut left, |word| word.len() <= 2 && word.parse() == Ok(day)) || day_in_words(&left, day)
}

/// Whether the wording has month and day and no year, and the quotes write a year in figures of
/// four digits that is at most one away: which of these three it is, is the recogniser's to say and
/// a person's to check.
pub(crate) fn agrees_without_year(iso: &str, original: &str, quotes: &str) -> bool {
    let Some(parts) = parts(iso) else {
        return false;
    };
    let words = pieces(original);
    let figures = words.iter().filter(|word| word.parse::<u32>().is_ok());
    let most = if has_month_name(original) { 1 } else { 2 };
    let has_year = figures.clone().count() > most || figures.clone().any(|word| word.len() > 2);
    let is_near = |word: &String| {
        let year = word.parse::<u32>().ok().filter(|_| word.len() == 4);
        year.is_some_and(|year| year.abs_diff(parts.year) <= 1)
    };
    parts.day.is_some()
        && !has_year
        && agrees(iso, &format!("{original} {:04}", parts.year))
        && pieces(quotes).iter().any(is_near)
}

/// `first`, `twenty first`.
fn day_in_words(words: &[&str], day: u32) -> bool {
    let unit = |day: u32| {
        let at = usize::try_from(day).ok()?.checked_sub(1)?;
        DAYS.get(at).copied()
    };
    let stands = |first: &str, second: Option<&str>| {
        words.windows(2).any(|pair| {
            pair.first() == Some(&first)
                && second.is_some_and(|second| pair.get(1) == Some(&second))
        })
    };
    match day {
        1..=20 => {
            unit(day).is_some_and(|word| {
                // `twenty first` is not the first.
                words.iter().enumerate().any(|(at, one)| {
                    *one == word
                        && !at
                            .checked_sub(1)
                            .and_then(|before| words.get(before))
                            .is_some_and(|before| ["twenty", "thirty"].contains(before))
                })
            }) || (day == 1 && words.contains(&"primero"))
        }
        30 => words.contains(&"thirtieth"),
        21..=29 => stands("twenty", unit(day - 20)),
        31 => stands("thirty", Some("first")),
        _ => false,
    }
}

/// Runs of digits and runs of letters, lower-cased: `16th` is `16`, `th`.
fn pieces(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for letter in text.chars() {
        let kind = if letter.is_ascii_digit() {
            Some(true)
        } else if letter.is_alphabetic() {
            Some(false)
        } else {
            None
        };
        if kind.is_some() && (kind != last || words.is_empty()) {
            words.push(String::new());
        }
        if let (Some(_), Some(word)) = (kind, words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
        last = kind;
    }
    words
}

fn take(words: &mut Vec<&str>, fits: impl Fn(&str) -> bool) -> bool {
    let place = words.iter().position(|word| fits(word));
    place.map(|at| words.remove(at)).is_some()
}

fn take_last(words: &mut Vec<&str>, fits: impl Fn(&str) -> bool) -> bool {
    let place = words.iter().rposition(|word| fits(word));
    place.map(|at| words.remove(at)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_calendar() {
        for iso in ["2024-02-29", "2000-02-29", "2018-12-31", "2018-04", "1066"] {
            assert!(exists(iso), "{iso}");
        }
        for iso in [
            "2023-02-29",
            "1900-02-29",
            "2018-04-31",
            "2018-13",
            "2018-00-10",
            "18-01-01",
            "2018-1-1",
            "",
            "2018-01-01-01",
        ] {
            assert!(!exists(iso), "{iso}");
        }
    }

    #[test]
    fn agrees_with_the_wordings_of_documents() {
        let cases = [
            ("2018-10-19", "19/10/2018"),
            ("2018-10-18", "18/10/2018"),
            ("2017-10-29", "10/29/2017"),
            ("2002-07-16", "16th day of July, 2002"),
            ("2018-03-05", "5. März 2018"),
            ("2016-05-19", "19/05/16"),
            ("2024-02", "February 2024"),
            ("1097", "1097"),
            ("0911", "911"),
            ("2018-03-24", "24-MAR-2018"),
        ];
        for (iso, original) in cases {
            assert!(agrees(iso, original), "{iso}: {original}");
        }
    }

    #[test]
    fn reads_other_languages_and_days_in_words() {
        let cases = [
            ("2020-05-05", "5 de mayo de 2020"),
            ("2020-05-01", "first day of May, 2020"),
            ("2020-05-21", "twenty-first of May 2020"),
            ("2020-01-31", "31. Jänner 2020"),
        ];
        for (iso, original) in cases {
            assert!(agrees(iso, original), "{iso}: {original}");
        }
        assert!(!agrees("2020-05-01", "twenty-first of May 2020"));
        assert!(!agrees("2020-05-02", "first day of May, 2020"));
    }

    #[test]
    fn takes_a_year_from_other_dates_of_the_quotes_alone() {
        let quotes = "Köln, 22.01.2025 Ortstermin Fr 24.01., 9 Uhr, bis 8. Mai";
        assert!(agrees_without_year("2025-01-24", "24.01.", quotes));
        assert!(agrees_without_year("2025-05-08", "8. Mai", quotes));
        assert!(agrees_without_year("2024-05-08", "8. Mai", quotes));
        for (iso, original) in [
            ("2027-01-24", "24.01."),
            ("2025-01-25", "24.01."),
            ("2025-02-24", "24.01."),
            ("2024-01-22", "22.01.2025"),
            ("2024-01-22", "22.01.25"),
            ("2024-05-08", "8. Mai 25"),
            ("2025-05", "8. Mai"),
        ] {
            assert!(
                !agrees_without_year(iso, original, quotes),
                "{iso}: {original}"
            );
        }
        assert!(!agrees_without_year(
            "2025-05-08",
            "8. Mai",
            "am 8. Mai um 2 Uhr"
        ));
    }

    #[test]
    fn knows_when_day_and_month_could_be_exchanged() {
        assert!(is_ambiguous("03/04/2018", "on 03/04/2018 and 05/06/2018"));
        assert!(!is_ambiguous("03/04/2018", "on 03/04/2018 and 25/06/2018"));
        assert!(!is_ambiguous("03/04/2018", "on 03/04/2018 and 06/25/2018."));
        assert!(!is_ambiguous("03.04.2018", "on 03.04.2018"));
        assert!(!is_ambiguous("03/03/2018", "on 03/03/2018"));
        assert!(!is_ambiguous("3 April 2018", "on 3 April 2018"));
    }

    #[test]
    fn disagrees_when_one_part_is_changed() {
        let cases = [
            ("2018-10-20", "19/10/2018"),
            ("2018-11-19", "19/10/2018"),
            ("2019-10-19", "19/10/2018"),
            ("2002-06-16", "16 July 2002"),
            ("2002-07-16", "July 2002"),
            ("2018-05-05", "5. März 2018"),
        ];
        for (iso, original) in cases {
            assert!(!agrees(iso, original), "{iso}: {original}");
        }
    }
}
