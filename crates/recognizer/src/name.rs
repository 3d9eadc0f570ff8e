//! Names: their parts. Where names of persons and organisations stand is the reader's to say.

use contract::value::PersonName;

/// A name in its parts: the last word is the family's, the first the person's
/// own. None for a text without words.
pub(super) fn parts(name: &str) -> Option<PersonName> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let (last, rest) = words.split_last()?;
    let middle = rest
        .get(1..)
        .filter(|middle| !middle.is_empty())
        .map(|middle| middle.join(" "));
    Some(PersonName {
        first_name: rest.first().map(|first| (*first).to_owned()),
        middle_initial: middle,
        last_name: (*last).to_owned(),
    })
}

/// Whether a text by itself can be a person's name: two to five words, each
/// with a capital.
pub(super) fn is_person(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    (2..=5).contains(&words.len())
        && words
            .iter()
            .all(|word| word.starts_with(char::is_uppercase) && !word.contains(char::is_numeric))
}
