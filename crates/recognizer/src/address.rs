//! Postal addresses: the fields of one that somebody marked. Where one stands
//! is the reader's to say.

use super::flow::Flow;
use contract::value::Address;
use language::any;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A postal code by its form alone: of the United Kingdom, or four to six digits.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})|(\d{5}-\d{4}|\d{4,6}))\b")
        .expect("a literal pattern")
});

/// The fields of an address that someone marked as one: each from its own
/// words, told apart by the postal code and the commas alone. None where there
/// is nothing but a country.
pub(super) fn parts(flow: &Flow<'_>, range: &Range<usize>) -> Option<Address> {
    let text = flow.slice(range.clone());
    let segments: Vec<&str> = text
        .split([',', '\n'])
        .map(|segment| segment.trim().trim_end_matches(['.', ';']).trim_end())
        .filter(|segment| !segment.is_empty())
        .collect();
    // A number that opens the address is a house's.
    let coded = segments.iter().enumerate().rev().find_map(|(at, segment)| {
        let found = CODE.captures_iter(segment).last()?;
        let code = found.get(0)?;
        let is_house = at == 0 && code.start() == 0;
        (!is_house).then(|| (at, code.range(), found.get(1).is_some()))
    });
    let Some((at, code, is_british)) = coded else {
        let street = segments.join(", ");
        return (!street.is_empty()).then_some(Address {
            street: Some(street),
            postal_code: None,
            city: None,
            country: None,
        });
    };
    let segment = segments.get(at)?;
    let (before, behind) = (
        segment.get(..code.start)?.trim(),
        segment.get(code.end..)?.trim(),
    );
    let mut earlier: Vec<&str> = segments.get(..at)?.to_vec();
    let is_name = |text: &str| !text.chars().any(|letter| letter.is_ascii_digit());
    let mut country = segments.get(at + 1..)?.last().copied();
    country = country.filter(|text| is_name(text));
    let city = if !behind.is_empty() {
        earlier.extend(Some(before).filter(|before| !before.is_empty()));
        Some(behind)
    } else if before.is_empty() && country.is_some_and(|text| !is_country(text)) {
        // `SETAPAK, 53200, KUALA LUMPUR`: no country, so the town.
        country.take()
    } else if is_british && !before.is_empty() {
        Some(before)
    } else {
        // `Frisco, Texas 75034`, `Redding, Connecticut, 06896` and `Frisco TX 75034`.
        if let [_, .., town, state] = earlier[..]
            && before.is_empty()
            && is_name(town)
            && is_state(state)
        {
            earlier.pop();
        }
        let state_at = before.rfind(' ').filter(|at| before.len() - at == 3);
        match state_at.and_then(|at| before.get(..at)) {
            Some(town) => Some(town),
            None if earlier.len() > 1 => earlier.pop(),
            None => Some(before).filter(|before| !before.is_empty()),
        }
    };
    let street = Some(earlier.join(", ")).filter(|street| !street.is_empty());
    Some(Address {
        street,
        postal_code: Some(segment.get(code)?.to_owned()),
        city: city.map(str::to_owned),
        country: country.map(str::to_owned),
    })
}

fn is_country(text: &str) -> bool {
    let name = text.to_lowercase();
    language::all(|pack| &pack.money.countries).any(|country| country.word == name)
}

fn is_state(text: &str) -> bool {
    text.split(' ')
        .any(|word| any(|pack| &pack.names.states, &word.to_lowercase()))
}
