//! Numbers spelled out, in English, German and Spanish: the firewall writes a
//! value down in words and looks whether these words stand there, instead of
//! parsing words into a value.

const ENGLISH: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const ENGLISH_TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];
const GERMAN: [&str; 20] = [
    "null",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
];
const GERMAN_TENS: [&str; 10] = [
    "", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig",
];
const SPANISH: [&str; 30] = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const SPANISH_TENS: [&str; 10] = [
    "",
    "",
    "veinte",
    "treinta",
    "cuarenta",
    "cincuenta",
    "sesenta",
    "setenta",
    "ochenta",
    "noventa",
];
const SPANISH_HUNDREDS: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
/// Largest number that is spelled.
const MAX: f64 = 1e15;

type Words = Vec<String>;

/// Every way in which a whole number is spelled; none for others.
pub(crate) fn of(value: f64) -> Vec<Words> {
    if value.fract() != 0.0 || !(0.0..MAX).contains(&value) {
        return Vec::new();
    }
    let value = value as u64;
    let mut found = vec![english(value, true), english(value, false), spanish(value)];
    found.extend(german(value));
    found.retain(|words| !words.is_empty());
    found
}

/// Whether a word alone is a number.
pub(crate) fn is_number_word(word: &str) -> bool {
    let lists: [&[&str]; 6] = [
        &ENGLISH,
        &ENGLISH_TENS,
        &GERMAN,
        &GERMAN_TENS,
        &SPANISH,
        &SPANISH_TENS,
    ];
    lists.iter().any(|list| list.contains(&word))
}

fn word(list: &[&str], at: u64) -> String {
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    list.get(at).copied().unwrap_or("").to_owned()
}

/// The groups of three digits from the largest, with the power of a thousand.
fn groups(value: u64) -> Vec<(u64, u32)> {
    (0..5_u32)
        .rev()
        .map(|power| (value / 1000_u64.pow(power) % 1000, power))
        .filter(|(group, _)| *group > 0)
        .collect()
}

fn english(value: u64, with_and: bool) -> Words {
    let mut words = Vec::new();
    if value == 0 {
        return vec![word(&ENGLISH, 0)];
    }
    for (group, power) in groups(value) {
        if group >= 100 {
            words.extend([word(&ENGLISH, group / 100), "hundred".to_owned()]);
        }
        let rest = group % 100;
        if rest > 0 && with_and && (group >= 100 || (power == 0 && !words.is_empty())) {
            words.push("and".to_owned());
        }
        if rest >= 20 {
            words.push(word(&ENGLISH_TENS, rest / 10));
            if rest % 10 > 0 {
                words.push(word(&ENGLISH, rest % 10));
            }
        } else if rest > 0 {
            words.push(word(&ENGLISH, rest));
        }
        words.extend(scale(power, ["thousand", "million", "billion", "trillion"]));
    }
    words
}

fn scale(power: u32, names: [&str; 4]) -> Option<String> {
    let at = power.checked_sub(1)? as usize;
    names.get(at).map(|name| (*name).to_owned())
}

/// One word below a million; `ein` or `eins`, `ß` or `ss`, with `ein` before
/// hundred and thousand or without.
fn german(value: u64) -> Vec<Words> {
    if value >= 1_000_000 {
        let (millions, rest) = (value / 1_000_000, value % 1_000_000);
        let names = if value >= 1_000_000_000 || rest > 0 {
            return Vec::new();
        } else if millions == 1 {
            vec!["million"]
        } else {
            vec!["millionen"]
        };
        return german(millions)
            .into_iter()
            .flat_map(|head| {
                names.iter().map(move |name| {
                    let mut words = head.clone();
                    words.push((*name).to_owned());
                    words
                })
            })
            .chain((millions == 1).then(|| vec!["eine".to_owned(), "million".to_owned()]))
            .collect();
    }
    let mut found = Vec::new();
    for lead in [true, false] {
        let mut text = String::new();
        let (thousands, rest) = (value / 1000, value % 1000);
        if thousands > 0 {
            if thousands > 1 || lead {
                text.push_str(&german_below(thousands, lead));
            }
            text.push_str("tausend");
        }
        if rest > 0 || value == 0 {
            text.push_str(&german_below(rest, lead));
        }
        let ends_in_one = value % 100 == 1;
        let forms = [text.clone(), text.replace('ß', "ss")];
        for form in forms {
            if ends_in_one {
                for ending in ["s", "e", "en", "em", "er", "es"] {
                    found.push(vec![format!("{form}{ending}")]);
                }
            }
            found.push(vec![form]);
        }
    }
    found.dedup();
    found
}

fn german_below(value: u64, lead: bool) -> String {
    let mut text = String::new();
    let (hundreds, rest) = (value / 100, value % 100);
    if hundreds > 0 {
        if hundreds > 1 || lead {
            text.push_str(&word(&GERMAN, hundreds));
        }
        text.push_str("hundert");
    }
    if rest >= 20 {
        if rest % 10 > 0 {
            text.push_str(&word(&GERMAN, rest % 10));
            text.push_str("und");
        }
        text.push_str(&word(&GERMAN_TENS, rest / 10));
    } else if rest > 0 || value == 0 {
        text.push_str(&word(&GERMAN, rest));
    }
    text
}

fn spanish(value: u64) -> Words {
    let mut words = Vec::new();
    if value == 0 {
        return vec![word(&SPANISH, 0)];
    }
    if value >= 1_000_000_000 {
        return words;
    }
    for (group, power) in groups(value) {
        if group == 100 {
            words.push("cien".to_owned());
        } else if group > 100 {
            words.push(word(&SPANISH_HUNDREDS, group / 100));
        }
        let rest = group % 100;
        let silent = group == 1 && power == 1;
        if rest >= 30 {
            words.push(word(&SPANISH_TENS, rest / 10));
            if rest % 10 > 0 {
                words.extend(["y".to_owned(), word(&SPANISH, rest % 10)]);
            }
        } else if rest > 0 && !silent {
            let one = rest == 1 && power == 2;
            words.push(if one {
                "un".to_owned()
            } else {
                word(&SPANISH, rest)
            });
        }
        let plural = if group == 1 { "millón" } else { "millones" };
        words.extend(scale(power, ["mil", plural, "", ""]));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spells_in_three_languages() {
        let cases = [
            (25.0, "twenty five"),
            (120.0, "one hundred and twenty"),
            (120.0, "one hundred twenty"),
            (2_000.0, "two thousand"),
            (1.0, "eins"),
            (21.0, "einundzwanzig"),
            (30.0, "dreissig"),
            (120.0, "hundertzwanzig"),
            (2_500.0, "zweitausendfünfhundert"),
            (2e6, "zwei millionen"),
            (35.0, "treinta y cinco"),
            (1_000.0, "mil"),
            (100.0, "cien"),
            (120.0, "ciento veinte"),
            (3e6, "tres millones"),
        ];
        for (value, words) in cases {
            let found: Vec<String> = of(value).iter().map(|words| words.join(" ")).collect();
            assert!(found.iter().any(|one| one == words), "{value}: {found:?}");
        }
        assert!(of(2.5).is_empty() && of(-1.0).is_empty() && of(1e16).is_empty());
    }
}
