//! Whether a line's words alone make it a heading: a keyword with a number, a
//! number before a title, or capitals.

/// Longest line, in characters, that can be a heading.
pub(super) const MAX_HEADING_CHARACTERS: usize = 100;
/// Most words of a heading without a keyword such as "Article".
pub(super) const MAX_HEADING_WORDS: usize = 12;
/// Words a title needs behind a number without a point ("17 Impairment of
/// Goodwill"; "5 Voicetones" is a quantity).
const MIN_BARE_NUMBER_WORDS: usize = 3;

/// What kind of heading a line's words make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// "ARTICLE IV", "Section 7. Fees": a word that says so, and its depth.
    Keyword(u8),
    /// "2.1 Scope": the depth of the number.
    Numbered(u8),
    /// "GOVERNING LAW".
    Capitals,
}

/// Whether a line's words make it a heading, and the title.
pub(super) fn classify(line: &str) -> Option<(Kind, String)> {
    // Underlines typed behind a title are no part of it.
    let text = line.trim().trim_end_matches(['-', '_', '=']).trim_end();
    // Dot leaders: a table of contents.
    if text.contains("....") || text.contains(". . .") {
        return None;
    }
    keyword(text)
        .or_else(|| numbered(text))
        .or_else(|| capitals(text))
}

/// Words that open a heading when a number follows, with their depth.
const KEYWORDS: &[(&str, u8)] = &[
    ("part", 1),
    ("chapter", 1),
    ("article", 1),
    ("schedule", 1),
    ("exhibit", 1),
    ("appendix", 1),
    ("annex", 1),
    ("attachment", 1),
    ("section", 2),
];

fn keyword(text: &str) -> Option<(Kind, String)> {
    let (word, rest) = text.split_once(' ')?;
    let (_, depth) = KEYWORDS
        .iter()
        .find(|(keyword, _)| word.eq_ignore_ascii_case(keyword))?;
    if !word.starts_with(char::is_uppercase) {
        return None;
    }
    let rest = rest.trim_start();
    let (number, tail) = rest.split_at(rest.find([' ', ':', ',', ';', '-']).unwrap_or(rest.len()));
    let bare = number.trim_end_matches(['.', ')']);
    let is_number = !bare.is_empty()
        && (bare.chars().all(|c| c.is_ascii_digit() || c == '.')
            || bare
                .chars()
                .all(|c| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'))
            || (bare.len() == 1 && bare.starts_with(|c: char| c.is_ascii_uppercase())));
    if !is_number {
        return None;
    }
    let tail = tail.trim_start_matches([' ', '.', ':', '-', '–', '—']);
    // "Section 7 shall apply": the word is part of a sentence.
    if tail.is_empty() {
        return Some((Kind::Keyword(*depth), text.to_owned()));
    }
    if !tail.starts_with(|c: char| c.is_uppercase() || c == '"' || c == '“') {
        return None;
    }
    let title = run_in_title(text, tail)?;
    Some((Kind::Keyword(*depth), title))
}

fn numbered(text: &str) -> Option<(Kind, String)> {
    let (number, rest) = text.split_once(' ')?;
    let bare = number.trim_end_matches(['.', ')']);
    let parts: Vec<&str> = bare.split('.').collect();
    let ok = parts
        .iter()
        .all(|part| (1..=3).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()));
    if !ok
        || parts.len() > 5
        || (parts.len() > 1 && parts.iter().skip(1).any(|p| p.starts_with('0')))
    {
        return None;
    }
    let rest = rest.trim_start();
    // One number without a point or a second part is a quantity as often as
    // not ("3 Widgets"): it needs a title in title case and no more digits.
    let title = run_in_title(text, rest)?;
    let words = title_words(&title);
    let bare_number = parts.len() == 1 && bare == number;
    let quantity = bare_number && (words.len() < MIN_BARE_NUMBER_WORDS || bare.len() > 2);
    if words.is_empty()
        || quantity
        || rest.contains("  ")
        || !mostly_capitalised(&words)
        || has_money(rest)
    {
        return None;
    }
    Some((Kind::Numbered(parts.len().min(6) as u8), title))
}

/// The title of a heading whose text may go on in the same line:
/// "7. Governing Law. This Agreement ..." -> "7. Governing Law".
fn run_in_title(text: &str, tail: &str) -> Option<String> {
    let start = text.len() - tail.len();
    let whole_fits = text.chars().count() <= MAX_HEADING_CHARACTERS
        && tail.split_whitespace().count() <= MAX_HEADING_WORDS
        && !tail.ends_with([',', ';']);
    let stop = tail.find(". ").filter(|at| {
        tail.get(at + 2..)
            .is_some_and(|s| s.trim_start().starts_with(char::is_uppercase))
    });
    let title = match stop {
        Some(stop) => text.get(..start + stop)?,
        None if whole_fits => text,
        None => return None,
    };
    let words = title.get(start..)?.split_whitespace().count();
    (words <= MAX_HEADING_WORDS && title.chars().count() <= MAX_HEADING_CHARACTERS)
        .then(|| title.trim_end_matches('.').trim_end().to_owned())
}

fn title_words(title: &str) -> Vec<&str> {
    title
        .split_whitespace()
        .skip(1)
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect()
}

fn mostly_capitalised(words: &[&str]) -> bool {
    let long: Vec<&&str> = words
        .iter()
        .filter(|word| word.chars().count() > 3)
        .collect();
    let counted = if long.is_empty() {
        words.iter().collect()
    } else {
        long
    };
    let upper = |word: &&&str| {
        word.trim_start_matches(|c: char| !c.is_alphanumeric())
            .starts_with(char::is_uppercase)
    };
    let first = words
        .first()
        .is_some_and(|word| word.starts_with(|c: char| c.is_uppercase()));
    first && counted.iter().filter(|word| upper(word)).count() * 3 >= counted.len() * 2
}

/// A row of a table or a receipt, not a title: an amount stands in it.
pub(super) fn has_money(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        word.contains(['$', '€', '£', '%'])
            || word.rsplit_once(['.', ',']).is_some_and(|(left, right)| {
                let digits =
                    |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit() || c == ',');
                digits(left) && digits(right)
            })
    })
}

fn capitals(text: &str) -> Option<(Kind, String)> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let lower = text.chars().any(char::is_lowercase);
    let words = text.split_whitespace().count();
    let fits =
        letters >= 4 && digits * 4 <= letters && !lower && words <= 9 && text.chars().count() <= 70;
    // Columns are a table's heading at most.
    let plain = !text.contains("  ") && !text.ends_with([',', ';', ':']) && !has_money(text);
    // Scripts without case have no capitals.
    let cased = text.chars().any(char::is_uppercase);
    (fits && plain && cased).then(|| (Kind::Capitals, text.trim_end_matches('.').to_owned()))
}
