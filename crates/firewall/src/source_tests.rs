//! The firewall's lists against a source of their own: the Unicode Common Locale Data Repository as
//! Babel 2.18 has it (signs of currencies in the locale that pays with them, names of months) and
//! the ordinals of num2words 0.5.14. The recognisers' lists were typed from documents and packs of
//! languages, so what one side has wrong the other does not take over.

use crate::{date, money};

/// Currencies and their sign in a locale where they are paid with.
const SIGNS: [(&str, &str); 26] = [
    ("USD", "$"),
    ("GBP", "£"),
    ("EUR", "€"),
    ("JPY", "¥"),
    ("CNY", "¥"),
    ("INR", "₹"),
    ("RUB", "₽"),
    ("KRW", "₩"),
    ("TRY", "₺"),
    ("ILS", "₪"),
    ("THB", "฿"),
    ("VND", "₫"),
    ("NGN", "₦"),
    ("PHP", "₱"),
    ("PLN", "zł"),
    ("CZK", "Kč"),
    ("MYR", "RM"),
    ("SGD", "$"),
    ("BRL", "R$"),
    ("MXN", "$"),
    ("CAD", "$"),
    ("AUD", "$"),
    ("NZD", "$"),
    ("TWD", "$"),
    ("HKD", "HK$"),
    ("PKR", "Rs"),
];

/// English, German and Spanish, January first.
const MONTHS: [[&str; 3]; 12] = [
    ["January", "Januar", "enero"],
    ["February", "Februar", "febrero"],
    ["March", "März", "marzo"],
    ["April", "April", "abril"],
    ["May", "Mai", "mayo"],
    ["June", "Juni", "junio"],
    ["July", "Juli", "julio"],
    ["August", "August", "agosto"],
    ["September", "September", "septiembre"],
    ["October", "Oktober", "octubre"],
    ["November", "November", "noviembre"],
    ["December", "Dezember", "diciembre"],
];

/// The days of a month in words.
const ORDINALS: [&str; 31] = [
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
    "twenty-first",
    "twenty-second",
    "twenty-third",
    "twenty-fourth",
    "twenty-fifth",
    "twenty-sixth",
    "twenty-seventh",
    "twenty-eighth",
    "twenty-ninth",
    "thirtieth",
    "thirty-first",
];

#[test]
fn signs_are_those_of_the_locales_that_pay_with_them() {
    for (code, sign) in SIGNS {
        for text in [format!("{sign} 12.50"), format!("12.50 {sign}")] {
            let found = money::currencies_in(&text);
            assert!(found.contains(&code), "{code}: {text}: {found:?}");
        }
    }
    // A sign of one currency alone is no other's.
    for (code, sign) in SIGNS
        .into_iter()
        .filter(|(_, sign)| !sign.ends_with(['$', '¥', 's']))
    {
        assert_eq!(money::currencies_in(&format!("{sign} 12.50")), [code]);
    }
}

#[test]
fn months_and_days_in_words_are_read_as_what_they_are_and_nothing_else() {
    for (names, month) in MONTHS.iter().zip(1..) {
        for name in names {
            for other in 1..=12 {
                let agrees = date::agrees(&format!("2024-{other:02}"), &format!("{name} 2024"));
                assert_eq!(agrees, other == month, "{name} as month {other}");
            }
        }
    }
    for (ordinal, day) in ORDINALS.iter().zip(1..) {
        for other in 1..=31 {
            let text = format!("the {ordinal} day of March, 2024");
            let agrees = date::agrees(&format!("2024-03-{other:02}"), &text);
            assert_eq!(agrees, other == day, "{ordinal} as day {other}");
        }
    }
}
