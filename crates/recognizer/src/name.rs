//! Names: their parts, and the capitalised ones that begin at a place. Where
//! names of persons and organisations stand is the reader's to say.

use super::flow::{Flow, words_of};
use contract::value::PersonName;
use language::any;
use std::ops::Range;

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

/// The capitalised name that begins at byte `at`, if one does: as long as
/// words are capitalised, up to a comma that no legal form follows.
pub(super) fn name_at(flow: &Flow<'_>, at: usize) -> Option<Range<usize>> {
    let rest = flow.slice(at..flow.text.len());
    let words = words_of(
        rest.get(..rest.len().min(200))
            .or_else(|| rest.get(..rest.floor_char_boundary(200)))?,
        at,
    );
    let mut end = None;
    for (index, word) in words.iter().take(10).enumerate() {
        let text = flow.slice(word.clone());
        let capital = text.starts_with(|letter: char| letter.is_uppercase() || letter.is_numeric())
            || inner_capital(text);
        let inside = index > 0 && matches!(text, "of" | "the" | "for" | "&" | "de" | "von");
        let next_cell = index > 0 && flow.is_gap(word.start.saturating_sub(1));
        if next_cell || text.starts_with(['(', '“', '"']) || !(capital || inside) {
            break;
        }
        if capital {
            end = Some(word.end);
        }
        let next_is_form = words.get(index + 1).is_some_and(|next| {
            any(
                |pack| &pack.names.legal_forms,
                &bare(flow.slice(next.clone())),
            )
        });
        let stop =
            text.ends_with([',', ';', ':', ')']) || (text.ends_with('.') && bare(text).len() > 4);
        if stop && !next_is_form {
            break;
        }
    }
    let range = trimmed(flow, &(at..end?));
    let text = flow.slice(range.clone());
    let kept = text.trim_end_matches([';', ':', ')', ',']);
    (kept.chars().count() >= 2).then(|| range.start..range.start + kept.len())
}

/// The range without trailing white space and commas; a full stop stays
/// behind an initial.
fn trimmed(flow: &Flow<'_>, range: &Range<usize>) -> Range<usize> {
    let text = flow.slice(range.clone());
    let mut kept = text.trim_end().trim_end_matches(',');
    if let Some(stem) = kept.strip_suffix('.')
        && stem
            .chars()
            .rev()
            .take_while(|letter| letter.is_alphabetic())
            .count()
            > 2
    {
        kept = stem;
    }
    range.start..range.start + kept.len()
}

fn inner_capital(word: &str) -> bool {
    word.chars().skip(1).any(char::is_uppercase)
}

/// Words in lower case, without the signs around them.
pub(super) fn bare(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
        .to_lowercase()
}
