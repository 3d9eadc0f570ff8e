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
/// words, told apart by the postal code and the commas alone. None where nothing
/// is said but a country or a name, or figures alone: of 883 addresses that people marked
/// (the training data) two have no figure and none is without a letter.
pub(super) fn parts(flow: &Flow<'_>, range: &Range<usize>) -> Option<Address> {
    let text = flow.slice(range.clone());
    let has = |is: fn(char) -> bool| text.chars().any(is);
    if !has(char::is_alphabetic) || !has(|letter| letter.is_ascii_digit()) {
        return None;
    }
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
    let mut last = segments.get(at + 1..)?.last().copied();
    last = last.filter(|text| is_name(text));
    // `DE 80333 München`, `A-1010 Wien`.
    let sign = before.trim_end_matches('-');
    let sign = Some(sign).filter(|sign| !behind.is_empty() && is_country_sign(sign));
    let city = if !behind.is_empty() {
        let street = Some(before).filter(|before| sign.is_none() && !before.is_empty());
        earlier.extend(street);
        Some(behind)
    } else if before.is_empty() && last.is_some_and(|text| !is_country(text)) {
        // `SETAPAK, 53200, KUALA LUMPUR`: no country, so the town.
        last.take()
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
    // What follows a town and is no country is a state or what stands below the address.
    let country = sign.or_else(|| last.and_then(country_in));
    let street = Some(earlier.join(", ")).filter(|street| !street.is_empty());
    Some(Address {
        street,
        postal_code: Some(segment.get(code)?.to_owned()),
        city: city.map(str::to_owned),
        country: country.map(str::to_owned),
    })
}

/// The country that words are or end with (*Inhalt Deutschland*, a label of the next line before it).
fn country_in(text: &str) -> Option<&str> {
    let starts = text.match_indices(' ').map(|(at, _)| at + 1);
    let mut ends = std::iter::once(0)
        .chain(starts)
        .filter_map(|at| text.get(at..));
    ends.find(|name| is_country(name))
}

fn is_country(text: &str) -> bool {
    let name = text.to_lowercase();
    any(|pack| &pack.names.countries, &name)
        || language::all(|pack| &pack.money.countries).any(|country| country.word == name)
}

/// The sign of a country before a postal code: one of ISO 3166 (`DE`), or of vehicles (`D`).
fn is_country_sign(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_state(text: &str) -> bool {
    text.split(' ')
        .any(|word| any(|pack| &pack.names.states, &word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::EvidenceChunk;

    /// Street, postal code, town and country of an address.
    fn fields(text: &str) -> Option<[Option<String>; 4]> {
        let chunk = EvidenceChunk::of_words(text);
        let flow = Flow::new(&chunk);
        let end = flow.slice(0..text.len()).len();
        let found = parts(&flow, &(0..end))?;
        Some([found.street, found.postal_code, found.city, found.country])
    }

    #[test]
    fn fields_are_told_apart_by_the_postal_code_and_the_commas() {
        for (text, wanted) in [
            (
                "Deichweg 4, DE 25813 Husum",
                ["Deichweg 4", "25813", "Husum", "DE"],
            ),
            ("Ring 1, A-1010 Wien", ["Ring 1", "1010", "Wien", "A"]),
            (
                "Calle Sol 3, 28013 Madrid, España",
                ["Calle Sol 3", "28013", "Madrid", "España"],
            ),
            (
                "Deichweg 4, 25813 Husum, Inhalt Deutschland",
                ["Deichweg 4", "25813", "Husum", "Deutschland"],
            ),
            (
                "8 JALAN BUNGA, 81100 JOHOR BAHRU, JOHOR",
                ["8 JALAN BUNGA", "81100", "JOHOR BAHRU", ""],
            ),
            (
                "8 JALAN BUNGA, 81100, JOHOR BAHRU",
                ["8 JALAN BUNGA", "81100", "JOHOR BAHRU", ""],
            ),
            (
                "12 Oak Street, Frisco, Texas 75034",
                ["12 Oak Street", "75034", "Frisco", ""],
            ),
            (
                "12 Oak Street, Frisco TX 75034, USA",
                ["12 Oak Street", "75034", "Frisco", "USA"],
            ),
        ] {
            let wanted = wanted.map(|field| Some(field.to_owned()).filter(|one| !one.is_empty()));
            assert_eq!(fields(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_name_alone_and_figures_alone_are_no_address() {
        for text in ["Sparkasse Lindenau", "250030", "Deutschland", "4.711,00"] {
            assert_eq!(fields(text), None, "{text}");
        }
    }
}
