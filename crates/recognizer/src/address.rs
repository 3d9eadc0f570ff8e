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

/// Signs of countries as they stand before a postal code: those of vehicles, and of ISO 3166.
/// Capitals that mean something else there (`NY 10001`, `CP 06600`) are none of them.
const SIGNS: [&str; 45] = [
    "A", "B", "CH", "CZ", "D", "DK", "E", "EST", "F", "FIN", "FL", "GR", "H", "HR", "I", "IRL",
    "L", "LT", "LV", "N", "NL", "P", "PL", "RO", "S", "SK", "SLO", "AT", "BE", "DE", "EE", "ES",
    "FI", "FR", "HU", "IT", "LI", "LU", "NO", "PT", "SE", "SI", "BG", "CY", "MT",
];

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
    // `NY 10001 USA`: the country, and no town.
    let (behind, country) = if is_country(behind) {
        ("", Some(behind))
    } else {
        (behind, None)
    };
    let mut last = segments.get(at + 1..)?.last().copied();
    last = country.or(last.filter(|text| is_name(text)));
    // `DE 80333 München`, `A-1010 Wien`.
    let sign = before.trim_end_matches('-');
    let is_sign = !behind.is_empty() && SIGNS.contains(&sign);
    let sign = Some(sign).filter(|_| is_sign);
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
    let country = sign.or(last.filter(|text| is_country(text) && !is_state(text)));
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
    any(|pack| &pack.names.countries, &name)
        || language::all(|pack| &pack.money.countries).any(|country| country.word == name)
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
                ["Deichweg 4", "25813", "Husum", ""],
            ),
            (
                "12 Oak Street, New York, NY 10001 USA",
                ["12 Oak Street", "10001", "New York", "USA"],
            ),
            (
                "5 Main Street, 87501 Santa Fe, New Mexico",
                ["5 Main Street", "87501", "Santa Fe", ""],
            ),
            (
                "5 Main Street, Atlanta 30301, Georgia",
                ["5 Main Street", "30301", "Atlanta", ""],
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
