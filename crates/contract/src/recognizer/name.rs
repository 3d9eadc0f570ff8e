//! Names of persons and organisations, by titles, labels, signatures, legal
//! forms and runs of capitalised words.

use super::flow::{Flow, words_of};
use super::given::is_given;
use super::layout;
use super::{Read, Scene};
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

/// Certainty of capitalised words without a title, a label or a given name
/// that is known.
const UNKNOWN_NAME: f64 = 0.7;

/// Certainty of capitalised words that are likely a part of an address.
const PLACE: f64 = 0.4;
/// Longest line of a signature block, in words; what is longer is prose.
const MAX_BLOCK_WORDS: usize = 8;
/// First words of many names of towns.
const TOWNS: &[&str] = &[
    "san", "santa", "saint", "st", "los", "las", "hong", "fort", "mount", "upper", "lower", "bad",
];

/// What a contract calls the person from there on: `(the "Executive")`.
static ROLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"^,? ?\((?:hereinafter |hereafter |im Folgenden |en adelante )?(?:referred to as |called )?(?:the |der |die |el |la )?["“„'‘]?(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+){0,2})["”“'’]?\)"#)
        .expect("a literal pattern")
});

/// Words that end the name of an organisation.
const LEGAL_FORMS: &[&str] = &[
    "inc",
    "incorporated",
    "ltd",
    "limited",
    "llc",
    "llp",
    "lp",
    "plc",
    "corp",
    "corporation",
    "company",
    "co",
    "gmbh",
    "ag",
    "kg",
    "ohg",
    "mbh",
    "bhd",
    "sa",
    "s.a",
    "sarl",
    "bv",
    "nv",
    "spa",
    "pty",
    "e.v",
    "a.g",
    "se",
    "enterprise",
    "trading",
    "marketing",
];
/// Words that end or begin one without a legal form.
const BODIES: &[&str] = &[
    "church",
    "university",
    "foundation",
    "trust",
    "bank",
    "authority",
    "department",
    "association",
    "institute",
    "society",
    "council",
    "agency",
    "commission",
    "committee",
    "ministry",
    "college",
    "group",
    "partnership",
    "federation",
    "office",
];
/// Lower-case words that stand inside a name.
const CONNECTORS: &[&str] = &[
    "of", "the", "for", "and", "&", "de", "la", "du", "von", "und", "für", "der", "des",
];
/// Capitalised words that are no part of a person's name.
const NOT_PERSONS: &[&str] = &[
    "the",
    "this",
    "that",
    "these",
    "those",
    "a",
    "an",
    "in",
    "on",
    "at",
    "by",
    "for",
    "from",
    "of",
    "to",
    "and",
    "or",
    "if",
    "no",
    "not",
    "all",
    "any",
    "each",
    "such",
    "agreement",
    "section",
    "article",
    "schedule",
    "exhibit",
    "page",
    "date",
    "name",
    "title",
    "total",
    "street",
    "road",
    "avenue",
    "drive",
    "suite",
    "floor",
    "building",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "united",
    "states",
    "kingdom",
    "new",
    "north",
    "south",
    "east",
    "west",
    "city",
    "county",
    "court",
    "act",
    "law",
    "board",
    "report",
    "financial",
    "statement",
    "annual",
    "year",
    "party",
    "parties",
    "company",
    "executive",
    "confidential",
    "information",
    "effective",
    "tax",
    "invoice",
    "receipt",
    "jalan",
    "taman",
    "bandar",
    "note",
    "notes",
    "general",
    "international",
    "national",
    "american",
    "european",
    "english",
    "french",
    "german",
    "university",
    "church",
    "terms",
    "conditions",
    "services",
    "service",
];

pub(super) fn read_persons(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in TITLED.captures_iter(&flow.text) {
        if let Some(name) = found.get(1) {
            let name = flow.first_cell(&name.range());
            offer_person(scene, &trimmed(flow, &name), true, None);
        }
    }
    for found in SIGNED.captures_iter(&flow.text) {
        if let Some(name) = found.get(1) {
            // Who is signed for stands above the signature.
            let line = flow.line_at(name.start());
            let above: Vec<&str> = (line.saturating_sub(4)..line)
                .map(|index| flow.line(index))
                .filter(|line| line.split_whitespace().count() <= MAX_BLOCK_WORDS)
                .collect();
            let own = format!("signed signature {} {}", above.join(" "), flow.line(line));
            let name = flow.first_cell(&name.range());
            offer_person(scene, &trimmed(flow, &name), true, Some(own));
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
        offer_person(scene, &range, false, None);
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

fn offer_person(scene: &mut Scene<'_>, range: &Range<usize>, sure: bool, own: Option<String>) {
    let words: Vec<String> = scene
        .flow
        .slice(range.clone())
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let lower = |word: &String| {
        word.to_lowercase()
            .trim_matches(|letter: char| !letter.is_alphanumeric())
            .to_owned()
    };
    let odd = |word: &String| {
        let word = lower(word);
        LEGAL_FORMS.contains(&word.as_str())
            || (!sure && (NOT_PERSONS.contains(&word.as_str()) || BODIES.contains(&word.as_str())))
    };
    let (Some((last, rest)), false) = (words.split_last(), words.iter().any(odd)) else {
        return;
    };
    if words.len() < 2 && !sure || lower(last).chars().count() < 2 {
        return;
    }
    let first = rest.first();
    let Some(value) = parts(&words.join(" ")) else {
        return;
    };
    let mut read = Read::new(value, words.join(" "));
    let role = role_behind(scene.flow, range.end);
    let named = sure || role.is_some() || first.is_some_and(|first| is_given(first));
    read.certainty = if named {
        1.0
    } else if is_place(scene.flow, range, &words) {
        PLACE
    } else {
        UNKNOWN_NAME
    };
    read.own = own.or_else(|| role.map(|role| format!("{} {role}", read.wording)));
    scene.offer_read(range, read);
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

fn role_behind(flow: &Flow<'_>, at: usize) -> Option<String> {
    let found = ROLE.captures(flow.slice(at..flow.text.len()))?;
    // `Consumer Prices Index (CPI)` is shortened, not given a part.
    let role = found.get(1)?.as_str();
    (!capitals(role)).then(|| role.to_owned())
}

/// Behind a house number, or begun like the name of a town.
fn is_place(flow: &Flow<'_>, range: &Range<usize>, words: &[String]) -> bool {
    let before = flow.before(range.start).trim_end();
    let number = before
        .rsplit(' ')
        .next()
        .is_some_and(|word| word.len() <= 5 && word.starts_with(|one: char| one.is_ascii_digit()));
    let town = words
        .first()
        .is_some_and(|first| TOWNS.contains(&bare(first).as_str()));
    number || town
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

fn bare(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
        .to_lowercase()
}

fn ends_name(word: &str) -> bool {
    let bare = bare(word);
    let upper = word
        .trim_start_matches(|letter: char| !letter.is_alphanumeric())
        .starts_with(char::is_uppercase);
    (upper || bare == "mbh")
        && (LEGAL_FORMS.contains(&bare.as_str()) || BODIES.contains(&bare.as_str()))
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
        let connector = CONNECTORS.contains(&text) && text != "the";
        if ends
            || !(capital || connector)
            || matches!(bare(text).as_str(), "between" | "the" | "this" | "by")
        {
            break;
        }
        first -= 1;
    }
    // No connector begins a name.
    while first < last && CONNECTORS.contains(&flow.slice(words.get(first)?.clone())) {
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
        let next_is_form = words
            .get(index + 1)
            .is_some_and(|next| LEGAL_FORMS.contains(&bare(flow.slice(next.clone())).as_str()));
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
