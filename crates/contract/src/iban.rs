//! The layout of IBANs by country (ISO 13616, as the SWIFT registry lists
//! them): what follows the country's letters and the two check digits.
//!
//! Whether the check digits fit is arithmetic that no pattern can say; the
//! firewall looks at it.

/// Country and layout of the part behind the check digits: counts of digits
/// (`n`), capital letters (`a`) and either (`c`), in order.
pub const LAYOUTS: [(&str, &str); 89] = [
    ("AD", "8n12c"),
    ("AE", "19n"),
    ("AL", "8n16c"),
    ("AT", "16n"),
    ("AZ", "4a20c"),
    ("BA", "16n"),
    ("BE", "12n"),
    ("BG", "4a6n8c"),
    ("BH", "4a14c"),
    ("BI", "23n"),
    ("BR", "23n1a1c"),
    ("BY", "4c4n16c"),
    ("CH", "5n12c"),
    ("CR", "18n"),
    ("CY", "8n16c"),
    ("CZ", "20n"),
    ("DE", "18n"),
    ("DJ", "23n"),
    ("DK", "14n"),
    ("DO", "4c20n"),
    ("EE", "16n"),
    ("EG", "25n"),
    ("ES", "20n"),
    ("FI", "14n"),
    ("FK", "2a12n"),
    ("FO", "14n"),
    ("FR", "10n11c2n"),
    ("GB", "4a14n"),
    ("GE", "2a16n"),
    ("GI", "4a15c"),
    ("GL", "14n"),
    ("GR", "7n16c"),
    ("GT", "24c"),
    ("HN", "4a20n"),
    ("HR", "17n"),
    ("HU", "24n"),
    ("IE", "4a14n"),
    ("IL", "19n"),
    ("IQ", "4a15n"),
    ("IS", "22n"),
    ("IT", "1a10n12c"),
    ("JO", "4a4n18c"),
    ("KW", "4a22c"),
    ("KZ", "3n13c"),
    ("LB", "4n20c"),
    ("LC", "4a24c"),
    ("LI", "5n12c"),
    ("LT", "16n"),
    ("LU", "3n13c"),
    ("LV", "4a13c"),
    ("LY", "21n"),
    ("MC", "10n11c2n"),
    ("MD", "20c"),
    ("ME", "18n"),
    ("MK", "3n10c2n"),
    ("MN", "16n"),
    ("MR", "23n"),
    ("MT", "4a5n18c"),
    ("MU", "4a19n3a"),
    ("NI", "4a20n"),
    ("NL", "4a10n"),
    ("NO", "11n"),
    ("OM", "3n16c"),
    ("PK", "4a16c"),
    ("PL", "24n"),
    ("PS", "4a21c"),
    ("PT", "21n"),
    ("QA", "4a21c"),
    ("RO", "4a16c"),
    ("RS", "18n"),
    ("RU", "14n15c"),
    ("SA", "2n18c"),
    ("SC", "4a20n3a"),
    ("SD", "14n"),
    ("SE", "20n"),
    ("SI", "15n"),
    ("SK", "20n"),
    ("SM", "1a10n12c"),
    ("SO", "19n"),
    ("ST", "21n"),
    ("SV", "4a20n"),
    ("TL", "19n"),
    ("TN", "20n"),
    ("TR", "6n16c"),
    ("UA", "6n19c"),
    ("VA", "18n"),
    ("VG", "4a16n"),
    ("XK", "16n"),
    ("YE", "4a4n18c"),
];

/// One group of a layout: how many characters of which kind.
fn groups(layout: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    layout
        .split_inclusive(|letter: char| letter.is_ascii_alphabetic())
        .filter_map(|group| {
            let kind = group.chars().next_back()?;
            let count = group.strip_suffix(kind)?.parse().ok()?;
            Some((count, kind))
        })
}

fn class(kind: char) -> &'static str {
    match kind {
        'n' => "[0-9]",
        'a' => "[A-Z]",
        _ => "[A-Z0-9]",
    }
}

/// A regular expression of the IBANs of all countries, anchored.
pub fn pattern() -> String {
    let countries: Vec<String> = LAYOUTS
        .iter()
        .map(|(country, layout)| {
            let rest: Vec<String> = groups(layout)
                .map(|(count, kind)| format!("{}{{{count}}}", class(kind)))
                .collect();
            format!("{country}[0-9]{{2}}{}", rest.concat())
        })
        .collect();
    format!("^({})$", countries.join("|"))
}

/// Length of a country's IBANs, in characters.
pub fn length(country: &str) -> Option<usize> {
    let (_, layout) = LAYOUTS.iter().find(|(code, _)| *code == country)?;
    Some(4 + groups(layout).map(|(count, _)| count).sum::<usize>())
}

/// Whether an IBAN without spaces has its country's length and layout.
pub fn fits(iban: &str) -> bool {
    let (Some(country), Some(check), Some(rest)) = (iban.get(..2), iban.get(2..4), iban.get(4..))
    else {
        return false;
    };
    let Some((_, layout)) = LAYOUTS.iter().find(|(code, _)| *code == country) else {
        return false;
    };
    let mut letters = rest.chars();
    let grouped = groups(layout).all(|(count, kind)| {
        (0..count).all(|_| {
            letters.next().is_some_and(|letter| match kind {
                'n' => letter.is_ascii_digit(),
                'a' => letter.is_ascii_uppercase(),
                _ => letter.is_ascii_digit() || letter.is_ascii_uppercase(),
            })
        })
    });
    grouped && letters.next().is_none() && check.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;

    #[test]
    fn pattern_and_layout_agree_on_the_examples_of_the_registry() {
        let regex = Regex::new(&pattern()).unwrap();
        let right = [
            "DE89370400440532013000",
            "GB29NWBK60161331926819",
            "NO9386011117947",
            "MT84MALT011000012345MTLCAST001S",
            "FR1420041010050500013M02606",
            "SC18SSCB11010000000000001497USD",
            "BR1800360305000010009795493C1",
            "IT60X0542811101000000123456",
        ];
        for iban in right {
            assert!(fits(iban) && regex.is_match(iban), "{iban}");
            assert_eq!(iban.get(..2).and_then(length), Some(iban.len()));
        }
        let wrong = [
            "DE8937040044053201300",
            "DE8937040044053201300X",
            "GB2912345660161331926819",
            "XX89370400440532013000",
            "DEA9370400440532013000",
            "de89370400440532013000",
            "",
            "DE",
            "ÄÖ89",
        ];
        for iban in wrong {
            assert!(!fits(iban) && !regex.is_match(iban), "{iban}");
        }
    }
}
