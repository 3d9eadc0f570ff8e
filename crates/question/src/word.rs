//! A question as words with their places.

/// Most characters of a question that are read; the rest is left to the
/// model.
const MAX_CHARACTERS: usize = 2_000;

/// One word of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// As written, without a possessive ending.
    pub(super) text: String,
    /// Lower case of it.
    pub(super) lower: String,
    /// Byte at which it starts.
    pub(super) start: usize,
    /// Byte after it, with a possessive ending.
    pub(super) end: usize,
    /// Something other than a space stands before it: a comma, a bracket.
    pub(super) breaks: bool,
    /// It ends in `'s` or `s'`.
    pub(super) possessive: bool,
}

impl Word {
    /// Whether it begins with a capital.
    pub(super) fn capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

/// Signs that are words of their own.
const SIGNS: [char; 6] = ['%', '$', '€', '£', '¥', '§'];

/// The words of a question.
pub(super) fn words(question: &str) -> Vec<Word> {
    let letters: Vec<(usize, char)> = question.char_indices().take(MAX_CHARACTERS).collect();
    let at = |index: usize| letters.get(index).map(|(_, letter)| *letter);
    let byte = |index: usize| letters.get(index).map_or(question.len(), |(byte, _)| *byte);
    let mut found = Vec::new();
    let (mut index, mut breaks) = (0, false);
    while let Some(letter) = at(index) {
        let begin = index;
        if SIGNS.contains(&letter) {
            index += 1;
        } else if letter.is_alphanumeric() {
            while at(index).is_some_and(|letter| continues(letter, at(index + 1))) {
                index += 1;
            }
        } else {
            breaks |= !letter.is_whitespace() && !QUOTES.contains(&letter);
            index += 1;
            continue;
        }
        let end = byte(index).min(end_of(&letters, question.len()));
        found.push(word(question, byte(begin), end, breaks));
        breaks = false;
    }
    found
}

fn end_of(letters: &[(usize, char)], length: usize) -> usize {
    letters
        .last()
        .map_or(length, |(byte, letter)| byte + letter.len_utf8())
}

/// Letters, and signs between letters: `2.0`, `e-mail`, `party's`.
fn continues(letter: char, next: Option<char>) -> bool {
    letter.is_alphanumeric()
        || (matches!(letter, '.' | ',' | '-' | '\'' | '’' | '/' | '&' | '@' | '_')
            && next.is_some_and(char::is_alphanumeric))
}

fn word(question: &str, start: usize, end: usize, breaks: bool) -> Word {
    let whole = question.get(start..end).unwrap_or_default();
    let stem = whole
        .strip_suffix("'s")
        .or_else(|| whole.strip_suffix("’s"))
        .unwrap_or(whole);
    let after = question.get(end..).unwrap_or_default();
    let open = (after.starts_with('\'') || after.starts_with('’')) && stem.ends_with('s');
    Word {
        text: stem.into(),
        lower: stem.to_lowercase(),
        start,
        end,
        breaks,
        possessive: stem.len() < whole.len() || open,
    }
}

const QUOTES: [char; 9] = ['"', '“', '”', '„', '«', '»', '‘', '¿', '¡'];

/// What stands in quotation marks, verbatim, in order.
pub(super) fn quoted(question: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open: Option<usize> = None;
    for (at, letter) in question.char_indices().take(MAX_CHARACTERS) {
        if !matches!(letter, '"' | '“' | '”' | '„' | '«' | '»') {
            continue;
        }
        match open.take() {
            None => open = Some(at + letter.len_utf8()),
            Some(from) => {
                let inner = question.get(from..at).unwrap_or_default().trim();
                if !inner.is_empty() && !found.iter().any(|known| known == inner) {
                    found.push(inner.into());
                }
            }
        }
    }
    found
}

/// Whether `phrase` (lower case, words separated by single spaces) stands at
/// `index`; how many words it takes.
pub(super) fn phrase_at(words: &[Word], index: usize, phrase: &str) -> Option<usize> {
    let mut count = 0;
    for part in phrase.split(' ') {
        let word = words.get(index + count)?;
        if word.lower != part || (count > 0 && word.breaks) {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// The first place where one of the phrases stands: index, length, phrase
/// number. At one place the longest phrase counts.
pub(super) fn find_phrase(
    words: &[Word],
    from: usize,
    phrases: &[&str],
) -> Option<(usize, usize, usize)> {
    (from..words.len()).find_map(|index| {
        phrases
            .iter()
            .enumerate()
            .filter_map(|(number, phrase)| Some((index, phrase_at(words, index, phrase)?, number)))
            .max_by_key(|(_, length, _)| *length)
    })
}

/// The text of some of the words, as written.
pub(super) fn text_of<'q>(question: &'q str, words: &[Word]) -> &'q str {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => question.get(first.start..last.end).unwrap_or_default(),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_what_belongs_together() {
        let found: Vec<String> = words("Is the party's 1,000.50 $ e-mail (v2.0) §5, \"x y\"?")
            .into_iter()
            .map(|word| word.lower)
            .collect();
        assert_eq!(
            found,
            [
                "is", "the", "party", "1,000.50", "$", "e-mail", "v2.0", "§", "5", "x", "y"
            ]
        );
    }

    #[test]
    fn what_stands_in_quotation_marks_is_kept_verbatim() {
        assert_eq!(
            quoted("Where is “Net Revenue” defined, and \"Net Cost\"? \"open"),
            ["Net Revenue", "Net Cost"]
        );
    }

    #[test]
    fn the_longest_phrase_at_the_first_place_is_found() {
        let said = words("is it no more than 5");
        assert_eq!(
            find_phrase(&said, 0, &["more than", "no more than", "no more"]),
            Some((2, 3, 1))
        );
    }
}
