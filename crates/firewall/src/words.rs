//! Words and their sequences.

/// Lower-case runs of letters and digits; everything else separates.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether `part` stands in `whole` as consecutive elements.
pub(crate) fn contains_run<T: PartialEq>(whole: &[T], part: &[T]) -> bool {
    !part.is_empty() && whole.windows(part.len()).any(|window| window == part)
}

/// Whether `part` stands in `whole` without cutting a word in two.
pub(crate) fn contains_whole(whole: &str, part: &str) -> bool {
    if part.is_empty() {
        return false;
    }
    let joins = |outside: Option<char>, inside: Option<char>| {
        outside.is_some_and(char::is_alphanumeric) && inside.is_some_and(char::is_alphanumeric)
    };
    whole.match_indices(part).any(|(at, found)| {
        let before = whole.get(..at).and_then(|head| head.chars().next_back());
        let after = whole
            .get(at + found.len()..)
            .and_then(|tail| tail.chars().next());
        !joins(before, found.chars().next()) && !joins(after, found.chars().next_back())
    })
}
