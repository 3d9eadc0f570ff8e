//! IBANs: the registry's lengths, and ISO 7064 MOD 97-10.

/// Total length by country, from the IBAN registry (ISO 13616).
const LENGTHS: [(&str, usize); 89] = [
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HN", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

/// Country, two check digits, and as long as the country's IBANs are.
pub(crate) fn has_layout(iban: &str) -> bool {
    let country = LENGTHS
        .iter()
        .find(|(country, _)| iban.starts_with(country));
    let digits = iban
        .get(2..4)
        .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let characters = iban
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    country.is_some_and(|(_, length)| iban.len() == *length) && digits && characters
}

/// Whether the check digits fit: as one long number, letters as 10..=35, the
/// first four characters moved to the end, the remainder by 97 is 1.
pub(crate) fn has_valid_check_digits(iban: &str) -> bool {
    let (head, tail) = iban.split_at_checked(4).unwrap_or((iban, ""));
    let mut digits = String::new();
    for letter in tail.chars().chain(head.chars()) {
        match letter.to_digit(36) {
            Some(value) => digits.push_str(&value.to_string()),
            None => return false,
        }
    }
    let remainder = digits.bytes().fold(0_u32, |rest, byte| {
        (rest * 10 + u32::from(byte - b'0')) % 97
    });
    remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_right_check_digits_from_wrong_ones() {
        // Examples of the registry.
        for iban in [
            "DE89370400440532013000",
            "GB29NWBK60161331926819",
            "NO9386011117947",
            "MT84MALT011000012345MTLCAST001S",
        ] {
            assert!(has_layout(iban) && has_valid_check_digits(iban), "{iban}");
        }
        for iban in ["DE88370400440532013000", "DE89370400440532013001"] {
            assert!(has_layout(iban) && !has_valid_check_digits(iban), "{iban}");
        }
        for iban in [
            "DE8937040044053201300",
            "XX89370400440532013000",
            "DEA9370400440532013000",
            "",
            "DE",
        ] {
            assert!(!has_layout(iban), "{iban}");
        }
    }
}
