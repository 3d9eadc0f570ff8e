//! Names: their parts. Where names of persons and organisations stand is the reader's to say.

use contract::value::PersonName;

/// A name in its parts: the last word is the family's, the first the person's
/// own; the other way round where a comma stands behind the first (`Lindenmayer, Hedwig`). Titles
/// before it (`Dr.`, `Frau`) are no part of it. None for a text without words.
pub(super) fn parts(name: &str) -> Option<PersonName> {
    let is_title = |word: &&str| {
        let word = word.trim_end_matches('.').to_lowercase();
        language::any(|pack| &pack.names.titles, &word)
    };
    let mut words: Vec<&str> = name.split_whitespace().skip_while(is_title).collect();
    if words.is_empty() {
        words = name.split_whitespace().collect();
    }
    if words.len() > 1
        && let Some(family) = words.first().and_then(|first| first.strip_suffix(','))
    {
        words.remove(0);
        words.push(family);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_no_part_of_a_name_and_a_comma_turns_it() {
        for (text, first, middle, last) in [
            ("Ada Lovelace", Some("Ada"), None, "Lovelace"),
            ("Dr. med. Yasemin Demir", Some("Yasemin"), None, "Demir"),
            (
                "Prof. Dr. Jana Maria Roth",
                Some("Jana"),
                Some("Maria"),
                "Roth",
            ),
            ("Frau Wegener", None, None, "Wegener"),
            ("Lic. Rocío Zermeño", Some("Rocío"), None, "Zermeño"),
            ("Lindenmayer, Hedwig", Some("Hedwig"), None, "Lindenmayer"),
            ("Dr.", None, None, "Dr."),
        ] {
            let found = parts(text).unwrap();
            assert_eq!(found.first_name.as_deref(), first, "{text}");
            assert_eq!(found.middle_initial.as_deref(), middle, "{text}");
            assert_eq!(found.last_name, last, "{text}");
        }
        assert_eq!(parts(" "), None);
    }
}
