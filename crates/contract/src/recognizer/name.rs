//! Names of persons and organisations, by titles, labels, signatures, legal
//! forms and runs of capitalised words.

use super::flow::{Flow, words_of};
use super::layout;
use super::{Read, Scene};
use language::any;
use regex::Regex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

static TITLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Rev|Sir|Dame|Lord|Lady|Justice|Herrn?|Frau|MR|MRS|MS|DR)\b\.?[ \n]((?:\p{Lu}[\p{L}.'’-]*[ \n]?){1,4})")
        .expect("a literal pattern")
});
static SIGNED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:/s/ ?|\b(?:Name|By|Signed|Contact|Attn|Attention|NAME|BY) ?: ?)((?:\p{Lu}[\p{L}.'’-]*[ ]?){2,4})").expect("a literal pattern")
});
static PERSON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b\p{Lu}(?:\p{Ll}[\p{L}'’-]*|\p{Lu}{0,2}\.?|\p{Lu}+)(?: \p{Lu}(?:\.|\p{Ll}[\p{L}'’-]+|\p{Lu}+|\b)){1,3}").expect("a literal pattern")
});

pub(super) fn read_persons(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in TITLED.captures_iter(&flow.text) {
        if let Some(name) = found.get(1) {
            let name = flow.first_cell(&name.range());
            offer_person(scene, &trimmed(flow, &name), true);
        }
    }
    for found in SIGNED.captures_iter(&flow.text) {
        if let Some(name) = found.get(1) {
            let name = flow.first_cell(&name.range());
            offer_person(scene, &trimmed(flow, &name), true);
        }
    }
    // A family name does not stand in lower case elsewhere: `Garden Leave`.
    let common: BTreeSet<String> = flow
        .text
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| word.starts_with(char::is_lowercase))
        .map(str::to_owned)
        .collect();
    // A name does not run from one cell of a table into the next.
    let cells = (0..flow.chunk.lines.len()).flat_map(|line| flow.cells(line));
    let found = cells.flat_map(|cell| {
        PERSON
            .find_iter(flow.slice(cell.clone()))
            .map(move |found| cell.start + found.start()..cell.start + found.end())
    });
    for range in found {
        let range = without_letters(flow, trimmed(flow, &range));
        let text = flow.slice(range.clone());
        if (capitals(text) && !stands_out(flow, &range))
            || text
                .split(' ')
                .next_back()
                .is_some_and(|last| is_common(&common, last))
        {
            continue;
        }
        offer_person(scene, &range, false);
    }
}

/// A name in its parts: the last word is the family's, the first the person's
/// own. None for a text without words.
pub(super) fn parts(name: &str) -> Option<Value> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let (last, rest) = words.split_last()?;
    let middle = rest
        .get(1..)
        .filter(|middle| !middle.is_empty())
        .map(|middle| middle.join(" "));
    Some(json!({"first_name": rest.first(), "middle_initial": middle, "last_name": last}))
}

fn offer_person(scene: &mut Scene<'_>, range: &Range<usize>, sure: bool) {
    let words: Vec<String> = scene
        .flow
        .slice(range.clone())
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let odd = |word: &String| {
        let word = bare(word);
        any(|pack| &pack.names.legal_forms, &word)
            || (!sure && (is_no_person(&word) || any(|pack| &pack.names.bodies, &word)))
    };
    let (Some(last), false) = (words.last(), words.iter().any(odd)) else {
        return;
    };
    if words.len() < 2 && !sure || bare(last).chars().count() < 2 {
        return;
    }
    let Some(value) = parts(&words.join(" ")) else {
        return;
    };
    scene.offer_read(range, Read::new(value, words.join(" ")));
}

/// `Chris Blackman MBE` without the letters behind the name.
fn without_letters(flow: &Flow<'_>, range: Range<usize>) -> Range<usize> {
    let text = flow.slice(range.clone());
    match text.rsplit_once(' ') {
        Some((head, last))
            if head.contains(' ')
                && !capitals(head)
                && capitals(last)
                && last.len() > 1
                && !last.ends_with('.') =>
        {
            range.start..range.start + head.len()
        }
        _ => range,
    }
}

/// Whether a word stands in lower case elsewhere, in any number.
fn is_common(common: &BTreeSet<String>, word: &str) -> bool {
    let lower = word.to_lowercase();
    let single = lower.strip_suffix('s').filter(|stem| stem.len() > 3);
    common.contains(&lower) || single.is_some_and(|single| common.contains(single))
}

fn capitals(text: &str) -> bool {
    !text.chars().any(char::is_lowercase)
}

/// A name in capitals is taken for one where it fills its line or is set off
/// by a comma or parenthesis; other capitals are headings.
fn stands_out(flow: &Flow<'_>, range: &Range<usize>) -> bool {
    let after = flow.after(range.end).trim_start();
    let before = flow.before(range.start).trim_end();
    let set_off = after.is_empty() || after.starts_with([',', '(', '.', ':']);
    let lists = after.starts_with([',', '(']);
    set_off
        && (lists || layout::is_short(flow.line(flow.line_at(range.start))))
        && before.split_whitespace().count() <= 2
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

pub(super) fn read_organizations(scene: &mut Scene<'_>) {
    for range in organizations(scene.flow) {
        let name = scene.flow.words(range.clone());
        scene.offer(&range, json!(name));
    }
}

/// Ranges of names of organisations, in order.
pub(super) fn organizations(flow: &Flow<'_>) -> Vec<Range<usize>> {
    let words = words_of(&flow.text, 0);
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let text = flow.slice(word.clone());
        if ends_name(text)
            && let Some(range) = backwards(flow, &words, at)
        {
            found.push(range);
        }
    }
    found.extend(first_line(flow));
    found.sort_by_key(|range| range.start);
    // `Inc` inside `X Holdings Inc. Limited`: keep the longest of those that
    // begin together.
    found.dedup_by(|later, earlier| {
        let same = later.start == earlier.start;
        if same {
            earlier.end = earlier.end.max(later.end);
        }
        same
    });
    found
}

/// A word with a capital that is no part of a person's name.
fn is_no_person(word: &str) -> bool {
    any(|pack| &pack.names.not_persons, word)
}

/// Words in lower case, without the signs around them.
pub(super) fn bare(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
        .to_lowercase()
}

fn ends_name(word: &str) -> bool {
    let bare = bare(word);
    let upper = word
        .trim_start_matches(|letter: char| !letter.is_alphanumeric())
        .starts_with(char::is_uppercase);
    (upper || bare == "mbh")
        && (any(|pack| &pack.names.legal_forms, &bare) || any(|pack| &pack.names.bodies, &bare))
}

/// Extends from the word that ends a name to the capitalised words before.
fn backwards(flow: &Flow<'_>, words: &[Range<usize>], last: usize) -> Option<Range<usize>> {
    let mut first = last;
    while first > 0 && last - first < 9 {
        let before = words.get(first - 1)?;
        let text = flow.slice(before.clone());
        let gap = flow.slice(before.end..words.get(first)?.start);
        let ends = flow.is_gap(before.end)
            || text.ends_with([';', ':', ')', '”', '"'])
            || (text.ends_with(',') && first != last)
            || gap.contains("\n\n")
            || (gap.contains('\n') && layout::is_short(flow.line(flow.line_at(before.start))));
        let ends = ends || (text.ends_with('.') && bare(text).chars().count() > 4);
        let capital = text.starts_with(|letter: char| {
            letter.is_uppercase() || letter.is_numeric() || letter == '&'
        }) || inner_capital(text);
        let connector = any(|pack| &pack.names.connectors, text) && text != "the";
        if ends
            || !(capital || connector)
            || matches!(bare(text).as_str(), "between" | "the" | "this" | "by")
        {
            break;
        }
        first -= 1;
    }
    // No connector begins a name.
    while first < last
        && any(
            |pack| &pack.names.connectors,
            flow.slice(words.get(first)?.clone()),
        )
    {
        first += 1;
    }
    if first == last {
        return None;
    }
    let range = words.get(first)?.start..words.get(last)?.end;
    let text = flow.slice(range.clone());
    let lead = text.len()
        - text
            .trim_start_matches(|letter: char| !letter.is_alphanumeric())
            .len();
    let kept = text.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '.');
    (kept.len() > lead).then(|| range.start + lead..range.start + kept.len())
}

fn inner_capital(word: &str) -> bool {
    word.chars().skip(1).any(char::is_uppercase)
}

/// The first line with words names who issued a receipt or letter.
fn first_line(flow: &Flow<'_>) -> Option<Range<usize>> {
    let first = flow
        .chunk
        .lines
        .first()
        .is_some_and(|line| line.number <= 3);
    let line =
        (0..flow.chunk.lines.len().min(4)).find(|index| layout::has_words(flow.line(*index)))?;
    (first && flow.line(line).split_whitespace().count() <= 8).then(|| flow.line_range(line))
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
