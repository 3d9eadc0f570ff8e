//! Currencies as documents write them.

/// Symbols and customary abbreviations, longest first so that `US$` is not
/// read as `$`.
const SIGNS: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("AU$", "AUD"),
    ("A$", "AUD"),
    ("CA$", "CAD"),
    ("C$", "CAD"),
    ("HK$", "HKD"),
    ("NZ$", "NZD"),
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
    ("$", "USD"),
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

/// Words that name a currency beside a figure.
const WORDS: &[(&str, &str)] = &[
    ("dollars", "USD"),
    ("euros", "EUR"),
    ("euro", "EUR"),
    ("pounds", "GBP"),
    ("ringgit", "MYR"),
    ("dirhams", "MAD"),
    ("yen", "JPY"),
];

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
    for (sign, code) in signs.chain(WORDS) {
        if let Some(rest) = trimmed.strip_prefix(sign)
            && ends(rest)
        {
            return Some((code, sign.len() + gap));
        }
    }
    let code = code_of(trimmed.get(..3)?)?;
    ends(trimmed.get(3..)?).then_some((code, 3 + gap))
}

/// Every currency a text names, by sign beside a figure, code or column
/// heading (`AMT(RM)`).
pub(super) fn named_in(text: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for word in text.split(|letter: char| letter.is_whitespace() || "():;,[]/".contains(letter)) {
        let word = word.trim_end_matches('.');
        let letters =
            word.trim_end_matches(|letter: char| letter.is_ascii_digit() || ".,-".contains(letter));
        let sign = SIGNS.iter().find(|(sign, _)| {
            letters == *sign || (!sign.ends_with(char::is_alphabetic) && word.contains(sign))
        });
        if let Some(code) = sign.map(|(_, code)| *code).or_else(|| code_of(word)) {
            found.push(code);
        }
    }
    found
}

fn code_of(word: &str) -> Option<&'static str> {
    crate::currency::CODES
        .into_iter()
        .find(|code| *code == word)
}

fn word_boundary(before: Option<char>, sign: &str) -> bool {
    !sign.starts_with(char::is_alphabetic) || !before.is_some_and(char::is_alphanumeric)
}
