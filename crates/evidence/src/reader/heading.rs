//! Headings -> sections. Markdown says which lines are headings; elsewhere
//! they are reconstructed, cautiously: a missed heading costs a section
//! filter, a wrong one cuts a passage in two.

use crate::document::{Line, Section};

pub(crate) mod style;

pub(crate) use style::{Style, of_pdf};

/// Longest line, in characters, that can be a heading.
const MAX_HEADING_CHARACTERS: usize = 100;
/// Most words of a heading without a keyword such as "Article".
const MAX_HEADING_WORDS: usize = 12;
/// Words a title needs behind a number without a point ("17 Impairment of
/// Goodwill"; "5 Voicetones" is a quantity).
const MIN_BARE_NUMBER_WORDS: usize = 3;
/// When more than this share of the lines with text looks like a heading in
/// capitals, capitals are this document's ordinary writing (receipts).
const MAX_CAPITALS_SHARE: f64 = 0.15;
/// As above, for numbered lines: then they are a list.
const MAX_NUMBERED_SHARE: f64 = 0.35;

/// A line taken for a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) line: u32,
    /// 1 for the outermost.
    pub(crate) level: u8,
    pub(crate) title: String,
}

/// What kind of heading a line's words make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// "ARTICLE IV", "Section 7. Fees": a word that says so, and its depth.
    Keyword(u8),
    /// "2.1 Scope": the depth of the number.
    Numbered(u8),
    /// "GOVERNING LAW".
    Capitals,
}

/// A heading governs the lines up to the next one of its level or above.
pub(crate) fn sections(headings: &[Heading], last_line: u32) -> Vec<Section> {
    headings
        .iter()
        .enumerate()
        .map(|(index, heading)| {
            let next = headings
                .iter()
                .skip(index + 1)
                .find(|next| next.level <= heading.level);
            Section {
                title: heading.title.clone(),
                level: heading.level,
                first_line: heading.line,
                last_line: next
                    .map_or(last_line, |next| next.line.saturating_sub(1))
                    .max(heading.line),
            }
        })
        .collect()
}

/// ATX and setext headings; fenced code is left alone.
pub(crate) fn of_markdown(lines: &[Line]) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut fence: Option<(char, usize)> = None;
    let mut previous: Option<&Line> = None;
    for line in lines {
        let indent = line.text.len() - line.text.trim_start().len();
        let text = line.text.trim();
        let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'));
        let run = mark.map_or(0, |mark| text.chars().take_while(|c| *c == mark).count());
        match (fence, mark) {
            (Some((open, length)), _) => {
                let closes = mark == Some(open) && run >= length && text.chars().all(|c| c == open);
                if closes {
                    fence = None;
                }
                previous = None;
                continue;
            }
            (None, Some(mark)) if run >= 3 && indent < 4 => {
                fence = Some((mark, run));
                previous = None;
                continue;
            }
            _ => {}
        }
        if indent >= 4 {
            previous = None;
        } else if let Some((level, title)) = atx(text) {
            headings.push(Heading {
                line: line.number,
                level,
                title: title.to_owned(),
            });
            previous = None;
        } else if let Some(level) = setext(text)
            && let Some(above) = previous.take()
        {
            headings.push(Heading {
                line: above.number,
                level,
                title: above.text.trim().to_owned(),
            });
        } else {
            let starts_block =
                text.is_empty() || text.starts_with(['>', '|']) || text.starts_with("- ");
            previous = (!starts_block).then_some(line);
        }
    }
    headings
}

fn atx(text: &str) -> Option<(u8, &str)> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    let title = rest.trim();
    let bare = title.trim_end_matches('#');
    // A closing run of # counts only behind a space ("C#" keeps its own).
    let title = if bare.is_empty() || bare.ends_with(' ') {
        bare.trim_end()
    } else {
        title
    };
    (!title.is_empty()).then_some((level as u8, title))
}

fn setext(text: &str) -> Option<u8> {
    let only = |c: char| !text.is_empty() && text.chars().all(|t| t == c);
    if only('=') {
        Some(1)
    } else if only('-') {
        Some(2)
    } else {
        None
    }
}

/// Headings of plain text, by their words and the blank lines around them.
pub(crate) fn of_text(lines: &[Line]) -> Vec<Heading> {
    let filled = lines
        .iter()
        .filter(|line| !line.text.trim().is_empty())
        .count();
    let mut found: Vec<(Kind, Heading)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((kind, title)) = classify(&line.text) else {
            continue;
        };
        let blank_at = |at: Option<usize>| {
            at.is_none_or(|at| lines.get(at).is_none_or(|l| l.text.trim().is_empty()))
        };
        let after_blank = blank_at(index.checked_sub(1));
        let before_blank = blank_at(index.checked_add(1));
        let stands_apart = match kind {
            Kind::Keyword(_) | Kind::Numbered(_) => after_blank,
            Kind::Capitals => after_blank && before_blank,
        };
        if stands_apart {
            found.push((
                kind,
                Heading {
                    line: line.number,
                    level: 1,
                    title,
                },
            ));
        }
    }
    levels(drop_ordinary(found, filled))
}

/// Drops a kind of heading that is how the document writes everything.
pub(crate) fn drop_ordinary(
    mut found: Vec<(Kind, Heading)>,
    filled: usize,
) -> Vec<(Kind, Heading)> {
    let share = |found: &[(Kind, Heading)], test: fn(Kind) -> bool| {
        found.iter().filter(|(kind, _)| test(*kind)).count() as f64 / filled.max(1) as f64
    };
    if share(&found, |kind| kind == Kind::Capitals) > MAX_CAPITALS_SHARE {
        found.retain(|(kind, _)| *kind != Kind::Capitals);
    }
    if share(&found, |kind| matches!(kind, Kind::Numbered(_))) > MAX_NUMBERED_SHARE {
        found.retain(|(kind, _)| !matches!(kind, Kind::Numbered(_)));
    }
    found
}

/// Levels by kind: capitals stand above numbers and beside keywords, and only
/// levels that occur are counted.
pub(crate) fn levels(found: Vec<(Kind, Heading)>) -> Vec<Heading> {
    let rank = |kind: Kind| match kind {
        Kind::Keyword(depth) => depth,
        Kind::Capitals => 2,
        Kind::Numbered(depth) => 2 + depth,
    };
    let mut ranks: Vec<u8> = found.iter().map(|(kind, _)| rank(*kind)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    found
        .into_iter()
        .map(|(kind, heading)| {
            let level = ranks
                .iter()
                .position(|r| *r == rank(kind))
                .map_or(1, |at| at as u8 + 1);
            Heading { level, ..heading }
        })
        .collect()
}

/// Whether a line's words make it a heading, and the title.
pub(crate) fn classify(line: &str) -> Option<(Kind, String)> {
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
fn has_money(text: &str) -> bool {
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
