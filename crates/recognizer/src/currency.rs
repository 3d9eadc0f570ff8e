//! Currencies as documents write them.

use super::layout;
use super::terms::lower_words;

/// What `$` is until the document says whose ([`super::convention::Convention::code`]).
pub(super) const DOLLAR: &str = "$";
/// The currencies that are written with it.
const DOLLARS: [&str; 12] = [
    "ARS", "AUD", "CAD", "CLP", "COP", "DOP", "HKD", "MXN", "NZD", "SGD", "USD", "UYU",
];

/// Symbols and customary abbreviations; one that ends in another stands before it, so that `US$`
/// is not read as `$`.
const SIGNS: &[(&str, &str)] = &[
    ("TEUR", "EUR"),
    ("KEUR", "EUR"),
    ("kEUR", "EUR"),
    ("TUSD", "USD"),
    ("TCHF", "CHF"),
    ("TGBP", "GBP"),
    ("T€", "EUR"),
    ("k€", "EUR"),
    ("US$", "USD"),
    ("U$S", "USD"),
    ("AU$", "AUD"),
    ("CA$", "CAD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("HK$", "HKD"),
    ("NZ$", "NZD"),
    ("MX$", "MXN"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("Rs.", "INR"),
    ("Rs", "INR"),
    ("RM", "MYR"),
    ("DHS", "MAD"),
    ("DH", "MAD"),
    ("Fr.", "CHF"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("$", DOLLAR),
    ("£", "GBP"),
    ("€", "EUR"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("฿", "THB"),
    ("₫", "VND"),
    ("₦", "NGN"),
    ("₱", "PHP"),
];

/// More letters than a name of a currency has.
const LONGEST_NAME: usize = 40;

/// Whether a currency is written `$`.
pub(super) fn is_dollar(code: &str) -> bool {
    DOLLARS.contains(&code)
}

/// The currency of the countries in which the addresses of a text end, and of
/// those that alone have a legal form or a tax number that it names, if that is
/// one currency. A country named in prose says nothing.
pub(super) fn of_country<'t>(texts: impl Iterator<Item = &'t str>) -> Option<&'static str> {
    let mut found: Option<&'static str> = None;
    for line in texts.flat_map(str::lines) {
        // The end of a postal address: alone, or behind a comma.
        let last = line.rsplit(',').next().unwrap_or("");
        let last = last.trim().trim_end_matches('.').to_lowercase();
        let mut countries = language::all(|pack| &pack.money.countries);
        let named = countries.find(|country| country.word.trim_end_matches('.') == last);
        if let Some(country) = named.or_else(|| only_place_in(line)) {
            if found.is_some_and(|other| other != country.means) {
                return None;
            }
            found = Some(&country.means);
        }
    }
    found
}

/// What a line names that one country alone has: *A. B. Sdn. Bhd.*, *RFC: GOAP850101AB1*.
fn only_place_in(line: &str) -> Option<&'static language::Named<String>> {
    let words = lower_words(line);
    let form = language::all(|pack| &pack.money.legal_forms).find(|one| {
        let form: Vec<&str> = one.word.split(' ').collect();
        words.windows(form.len()).any(|said| said == form)
    });
    // In capitals: "a nit" is none.
    let number = |one: &&language::Named<String>| {
        let mut words = line.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| word == one.word)
    };
    form.or_else(|| language::all(|pack| &pack.money.tax_numbers).find(number))
}

/// The scale that a sign says beside its currency: `TEUR`, `k€`.
pub(super) fn scale_of(sign: &str) -> Option<&'static str> {
    let sign = sign.trim();
    let scaled = sign.starts_with(['T', 'k', 'K'])
        && ["€", "EUR", "USD", "CHF", "GBP"]
            .iter()
            .any(|code| sign.get(1..) == Some(code));
    scaled.then_some("thousand")
}

/// The ISO code of the currency that ends a text (`... USD `, `US$`), and
/// the bytes it takes with the white space after it.
pub(super) fn at_end(text: &str) -> Option<(&'static str, usize)> {
    let trimmed = text.trim_end_matches([' ', '\n']);
    let gap = text.len() - trimmed.len();
    if gap > 1 {
        return None;
    }
    if let Some((sign, code)) = SIGNS.iter().find(|(sign, _)| trimmed.ends_with(sign)) {
        let head = trimmed.strip_suffix(sign)?;
        if word_boundary(head.chars().next_back(), sign) {
            return Some((code, sign.len() + gap));
        }
        return None;
    }
    let code = code_of(trimmed.get(trimmed.len().checked_sub(3)?..)?)?;
    let head = trimmed.get(..trimmed.len() - 3)?;
    (!head.chars().next_back().is_some_and(char::is_alphanumeric)).then_some((code, 3 + gap))
}

/// The ISO code of the currency that begins a text, and the bytes it takes
/// with the white space before it.
pub(super) fn at_start(text: &str) -> Option<(&'static str, usize)> {
    let trimmed = text.trim_start_matches(' ');
    let gap = text.len() - trimmed.len();
    if gap > 1 {
        return None;
    }
    let ends = |rest: &str| !rest.chars().next().is_some_and(char::is_alphanumeric);
    // A dollar sign after a figure belongs to the next column.
    let signs = SIGNS
        .iter()
        .filter(|(sign, _)| !sign.ends_with('$') && *sign != "£");
    let names = language::all(|pack| &pack.money.currencies);
    let lower = trimmed
        .chars()
        .take(LONGEST_NAME)
        .collect::<String>()
        .to_lowercase();
    let signs = signs.map(|(sign, code)| (*sign, *code, trimmed.starts_with(sign)));
    let names = names.map(|one| (one.word, one.means.as_str(), lower.starts_with(one.word)));
    for (said, code, stands) in signs.chain(names) {
        if stands && trimmed.get(said.len()..).is_some_and(ends) {
            return Some((code, said.len() + gap));
        }
    }
    let code = code_of(trimmed.get(..3)?)?;
    ends(trimmed.get(3..)?).then_some((code, 3 + gap))
}

/// Codes that are words in a text of capitals: they name a currency only
/// beside a figure.
const WORD_CODES: [&str; 17] = [
    "ALL", "BAM", "BHD", "BOB", "COP", "CUP", "GEL", "LAK", "MAD", "MOP", "PEN", "RON", "SAR",
    "SDG", "SOS", "TOP", "TRY",
];

/// `Sdn Bhd (524463-X)` is a company, `R3 GEL PEN` a pen: nothing but a space may stand between,
/// and what stands there is a figure and nothing else.
fn stands_beside_figure(text: &str, code: &str) -> bool {
    // `(139386 X)` is a company's number: a figure in brackets has both.
    let is_whole = |word: &str| word.starts_with('(') == word.ends_with(')');
    let is_figure =
        |word: Option<&str>| word.is_some_and(|word| is_whole(word) && layout::is_figure(word));
    text.match_indices(code).any(|(at, _)| {
        let head = text.get(..at).and_then(|head| head.rsplit('\n').next());
        let tail = text
            .get(at + code.len()..)
            .and_then(|tail| tail.lines().next());
        let before = head.and_then(|head| head.split_whitespace().next_back());
        let after = tail.and_then(|tail| tail.split_whitespace().next());
        is_figure(before) || is_figure(after)
    })
}

/// Every currency a text names, by sign beside a figure, code or column
/// heading (`AMT(RM)`).
pub(super) fn named_in(text: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || "():;,[]/".contains(letter))
        .filter(|word| !word.is_empty())
        .collect();
    for word in words {
        if WORD_CODES.contains(&word) && !stands_beside_figure(text, word) {
            continue;
        }
        let word = word.trim_end_matches('.');
        let letters =
            word.trim_end_matches(|letter: char| letter.is_ascii_digit() || ".,-".contains(letter));
        let sign = SIGNS.iter().find(|(sign, _)| {
            letters == *sign || (!sign.ends_with(char::is_alphabetic) && word.contains(sign))
        });
        // `USDm`, `EUR'000`: a code with its scale.
        let code = || code_of(word).or_else(|| scaled_code(word));
        if let Some(code) = sign.map(|(_, code)| *code).or_else(code) {
            found.push(code);
        }
    }
    found
}

/// Every currency that a text names in words: *in US dollars*, *alle Beträge in Euro*.
pub(super) fn worded_in(text: &str) -> Vec<&'static str> {
    let names = language::all(|pack| &pack.money.currencies);
    let names: Vec<(Vec<&str>, &str)> = names
        .map(|one| (one.word.split(' ').collect(), one.means.as_str()))
        .collect();
    let words = lower_words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let said = names
            .iter()
            .filter(|(name, _)| rest.get(..name.len()).is_some_and(|said| said == name));
        // *canadian dollars* are no *dollars*.
        let longest = said.max_by_key(|(name, _)| name.len());
        found.extend(longest.map(|(_, code)| *code));
        at += longest.map_or(1, |(name, _)| name.len());
    }
    found
}

fn scaled_code(word: &str) -> Option<&'static str> {
    let scale = word.get(3..)?;
    matches!(
        scale,
        "m" | "mn" | "M" | "bn" | "k" | "'000" | "’000" | "000"
    )
    .then(|| code_of(word.get(..3)?))
    .flatten()
}

fn code_of(word: &str) -> Option<&'static str> {
    contract::currency::CODES
        .into_iter()
        .find(|code| *code == word)
}

fn word_boundary(before: Option<char>, sign: &str) -> bool {
    !sign.starts_with(char::is_alphabetic) || !before.is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_is_a_word_names_a_currency_beside_a_figure_alone() {
        assert_eq!(named_in("M&G R3 GEL PEN 0.5MM\nTOTAL RM 62.00"), ["MYR"]);
        assert_eq!(named_in("TOTAL\n12 TOP\nBHD 3.50"), ["TOP", "BHD"]);
        assert!(named_in("Sdn Bhd (524463-X) ALL").is_empty());
        assert!(named_in("BAKERIES (KL) SDN BHD (139386 X)").is_empty());
        assert_eq!(named_in("BHD (3.50)"), ["BHD"]);
    }

    #[test]
    fn a_legal_form_of_one_country_tells_its_currency() {
        for (text, code) in [
            ("GOOD FOODS SDN BHD\nTOTAL 5.00", Some("MYR")),
            ("Good Foods Sdn. Bhd. (139386 X)\nTOTAL 5.00", Some("MYR")),
            ("Good Foods Pte. Ltd.\nTOTAL 5.00", Some("SGD")),
            ("Good Foods Ltd.\nTOTAL 5.00", None),
            // Two countries.
            ("Good Foods Sdn Bhd\nHigh Street 1, Singapore", None),
        ] {
            assert_eq!(of_country(std::iter::once(text)), code, "{text}");
        }
    }
}
