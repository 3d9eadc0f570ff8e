//! Currencies and scales as documents write them: the firewall's own lists.

use crate::currency;

/// How documents write currencies, beside the codes themselves.
const MARKS: [(&str, &[&str]); 19] = [
    (
        "$",
        &[
            "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN", "TWD", "BRL", "ARS", "CLP", "COP",
            "DOP", "UYU",
        ],
    ),
    ("pesos", &PESOS),
    ("soles", &["PEN"]),
    ("£", &["GBP"]),
    ("€", &["EUR"]),
    ("¥", &["JPY", "CNY"]),
    ("₹", &["INR"]),
    ("rm", &["MYR"]),
    ("ringgit", &["MYR"]),
    ("dh", &["MAD", "AED"]),
    ("dhs", &["MAD", "AED"]),
    ("dirhams", &["MAD", "AED"]),
    ("rs", &["INR", "PKR"]),
    ("rupees", &["INR", "PKR"]),
    ("dollars", &["USD", "AUD", "CAD", "NZD", "SGD", "HKD"]),
    ("dollar", &["USD", "AUD", "CAD", "NZD", "SGD", "HKD"]),
    ("pounds", &["GBP"]),
    ("euro", &["EUR"]),
    ("euros", &["EUR"]),
];

const PESOS: [&str; 6] = ["ARS", "CLP", "COP", "DOP", "MXN", "UYU"];
/// Whose pesos they are, in lower case.
const WHOSE_PESOS: [(&str, &[&str]); 6] = [
    ("ARS", &["argentino"]),
    ("CLP", &["chileno"]),
    ("COP", &["colombiano"]),
    ("DOP", &["dominicano"]),
    ("MXN", &["mexicano", "m.n."]),
    ("UYU", &["uruguayo"]),
];

/// Other signs, read only where none of the above stands.
const OTHER_MARKS: [(&str, &str); 22] = [
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("฿", "THB"),
    ("₫", "VND"),
    ("₦", "NGN"),
    ("₱", "PHP"),
    ("zł", "PLN"),
    ("zloty", "PLN"),
    ("kč", "CZK"),
    ("yen", "JPY"),
    ("fr", "CHF"),
    ("franken", "CHF"),
    ("francs", "CHF"),
    ("dólares", "USD"),
    ("libras", "GBP"),
    ("reais", "BRL"),
    ("teur", "EUR"),
    ("keur", "EUR"),
    ("tusd", "USD"),
    ("tchf", "CHF"),
];

/// Where an address ends with the country, and what is paid there.
const PLACES: [(&str, &[&str]); 22] = [
    ("ARS", &["argentina"]),
    ("CLP", &["chile"]),
    ("COP", &["colombia"]),
    ("DOP", &["república dominicana"]),
    ("PEN", &["perú"]),
    ("UYU", &["uruguay"]),
    ("MYR", &["malaysia"]),
    ("SGD", &["singapore"]),
    (
        "GBP",
        &[
            "united kingdom",
            "england",
            "scotland",
            "wales",
            "northern ireland",
        ],
    ),
    (
        "EUR",
        &[
            "germany",
            "deutschland",
            "austria",
            "österreich",
            "france",
            "spain",
            "españa",
            "italy",
            "italia",
            "netherlands",
            "belgium",
            "portugal",
            "finland",
            "greece",
            "ireland",
        ],
    ),
    ("CHF", &["switzerland", "schweiz", "suisse"]),
    ("USD", &["united states", "u.s.a", "ecuador"]),
    ("CAD", &["canada"]),
    ("AUD", &["australia"]),
    ("NZD", &["new zealand"]),
    ("INR", &["india"]),
    ("JPY", &["japan"]),
    ("CNY", &["china"]),
    ("MXN", &["mexico", "méxico"]),
    ("BRL", &["brazil", "brasil"]),
    ("MAD", &["morocco", "maroc"]),
    ("ZAR", &["south africa"]),
];

/// Forms that companies have in one country alone, word by word, and what is paid there.
const FORMS: [(&str, &[&str]); 6] = [
    ("MXN", &["s", "a", "de", "c", "v"]),
    ("MXN", &["s", "de", "r", "l", "de", "c", "v"]),
    ("MYR", &["sdn", "bhd"]),
    ("SGD", &["pte", "ltd"]),
    ("PLN", &["sp", "z", "o", "o"]),
    ("HUF", &["kft"]),
];

/// What one country alone calls its tax numbers, and what is paid there.
const TAX_NUMBERS: [(&str, &str); 7] = [
    ("ARS", "CUIL"),
    ("ARS", "CUIT"),
    ("CLP", "RUT"),
    ("COP", "NIT"),
    ("EUR", "NIF"),
    ("INR", "GSTIN"),
    ("MXN", "RFC"),
];

/// How documents write a scale.
const SCALES: [(&str, &[&str]); 5] = [
    (
        "thousand",
        &[
            "thousand",
            "thousands",
            "tausend",
            "tsd",
            "mil",
            "miles",
            "k",
            "000",
            "000s",
            "teur",
            "keur",
            "tusd",
            "tchf",
            "tgbp",
            "t€",
            "k€",
        ],
    ),
    (
        "million",
        &[
            "million",
            "millions",
            "millionen",
            "millón",
            "millones",
            "mio",
            "mn",
            "m",
        ],
    ),
    (
        "billion",
        &[
            "billion",
            "billions",
            "milliarde",
            "milliarden",
            "mrd",
            "bn",
            "millones",
        ],
    ),
    ("lakh", &["lakh", "lakhs"]),
    ("crore", &["crore", "crores"]),
];

/// Runs of letters as written; `RM100.00` has `RM`.
fn letter_runs(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The codes of every currency a text may name.
pub(crate) fn currencies_in(text: &str) -> Vec<&'static str> {
    let words = letter_runs(text);
    let mut found = Vec::new();
    let counted = |code: &str| {
        text.match_indices(code).any(|(at, _)| {
            let head = text.get(..at).unwrap_or("").trim_end_matches(' ');
            let tail = text.get(at + code.len()..).unwrap_or("");
            let tail = tail.trim_start_matches(' ');
            let figure = |letter: char| letter.is_ascii_digit();
            head.ends_with(figure) || tail.starts_with(figure)
        })
    };
    for code in currency::codes() {
        // `USDm` is millions of dollars.
        let named = |word: &&str| {
            word.strip_prefix(code)
                .is_some_and(|rest| matches!(rest, "" | "m" | "mn" | "bn" | "k" | "M"))
        };
        // `ALL`, `TOP`, `TRY` are words, too: beside a figure only.
        let word = [
            "ALL", "BAM", "BHD", "BOB", "COP", "CUP", "GEL", "LAK", "MAD", "MOP", "PEN", "RON",
            "SAR", "SDG", "SOS", "TOP", "TRY",
        ]
        .contains(&code);
        if words.iter().any(named) && (!word || counted(code)) {
            found.push(code);
        }
    }
    let stands = |mark: &str| {
        let symbol = !mark.chars().any(char::is_alphabetic);
        if symbol {
            text.contains(mark)
        } else {
            words.iter().any(|word| word.to_lowercase() == mark)
        }
    };
    found.extend(
        MARKS
            .iter()
            .filter(|(mark, _)| stands(mark))
            .flat_map(|(_, codes)| codes.iter().copied()),
    );
    found.extend(
        OTHER_MARKS
            .iter()
            .filter(|(mark, _)| stands(mark))
            .map(|(_, code)| *code),
    );
    found
}

/// Whether a text writes a sum with a sign of several countries, and its evidence does not say
/// in any other way that this currency is meant; of a sum without a currency, whether it has such a
/// sign at all.
pub(crate) fn is_of_several_countries(text: &str, evidence: &str, code: Option<&str>) -> bool {
    let has_sign = text.contains('$') || letter_runs(text).contains(&"pesos");
    let Some(code) = code else {
        return has_sign;
    };
    let mut pesos = WHOSE_PESOS.iter();
    let Some((_, whose)) = pesos.find(|(currency, _)| *currency == code) else {
        return false;
    };
    let lower = evidence.to_lowercase();
    let told =
        whose.iter().any(|word| lower.contains(word)) || letter_runs(evidence).contains(&code);
    has_sign && !told
}

/// Whether an address in the text ends in a country in which this is paid, or a company has a form, or
/// somebody a tax number, of that country.
pub(crate) fn is_of_a_country_in(text: &str, code: &str) -> bool {
    let lower = text.to_lowercase();
    let has_form = |form: &[&str]| {
        let mut lines = lower.lines();
        lines.any(|line| {
            letter_runs(line)
                .windows(form.len())
                .any(|said| said == form)
        })
    };
    let mut forms = FORMS.iter().filter(|(currency, _)| *currency == code);
    let words = letter_runs(text);
    let mut numbers = TAX_NUMBERS.iter().filter(|(currency, _)| *currency == code);
    forms.any(|(_, form)| has_form(form))
        || numbers.any(|(_, number)| words.contains(number))
        || is_of_an_address_in(&lower, code)
}

fn is_of_an_address_in(lower: &str, code: &str) -> bool {
    PLACES
        .iter()
        .filter(|(currency, _)| *currency == code)
        .flat_map(|(_, places)| places.iter())
        .any(|place| {
            lower.lines().any(|line| {
                line.trim_end_matches([' ', '.'])
                    .strip_suffix(place)
                    .is_some_and(|head| head.is_empty() || head.trim_end().ends_with(','))
            })
        })
}

/// Whether a text states a scale; none where the unit is no scale.
pub(crate) fn states_scale(text: &str, unit: &str) -> Option<bool> {
    let (_, marks) = SCALES.iter().find(|(scale, _)| *scale == unit)?;
    let lower = text.to_lowercase();
    let pieces = lower.split(|letter: char| !(letter.is_alphanumeric() || letter == '€'));
    let stands = pieces
        .map(|word| {
            let tail = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
            if tail.is_empty() { word } else { tail }
        })
        .any(|word| {
            let coded = || {
                currency::codes()
                    .filter_map(|code| word.strip_prefix(&code.to_lowercase()))
                    .any(|rest| marks.contains(&rest))
            };
            marks.contains(&word)
                || word
                    .strip_prefix('€')
                    .is_some_and(|rest| marks.contains(&rest))
                || coded()
        });
    Some(stands)
}
