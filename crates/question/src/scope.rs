//! Where a question says to look, and which documents it means.

use super::constant::{date_at, year_at};
use super::frame::Frame;
use super::word::phrase_at;
use compute::{days_of, iso_of_day, iso_year};
use language::Language;
use language::{Bound, Named};
use regex::{Captures, Regex};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Most places of one kind that are read: a bound, above any question that people ask.
const MAX_PLACES: usize = 16;

/// Where to look. Empty lists: everywhere.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scope {
    /// Pages, from 1.
    pub pages: Vec<Range>,
    /// Lines of the document, from 1.
    pub lines: Vec<Range>,
    /// Sections.
    pub sections: Vec<SectionScope>,
    /// Words of the titles of documents, or file names.
    pub documents: Vec<String>,
}

impl Scope {
    /// Whether the question says nothing of a place.
    pub fn is_everywhere(&self) -> bool {
        *self == Scope::default()
    }
}

/// Both ends count as within.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// First, from 1.
    pub first: u32,
    /// Last, not below the first.
    pub last: u32,
}

/// A section by its number, its title, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionScope {
    /// `7.2(b)`, `IV`, `A`.
    pub number: Option<String>,
    /// Words of the title, or what kind of section it is: `schedule`.
    pub title: Option<String>,
}

/// A condition on a document's own data. A document without it is dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Filter {
    /// The document's date lies within, both days included.
    DateRange {
        /// `YYYY-MM-DD`, or no lower bound.
        from: Option<String>,
        /// `YYYY-MM-DD`, or no upper bound.
        to: Option<String>,
    },
    /// The document is of this kind.
    MediaType {
        /// `pdf`, `docx`, `sheet`, `html`, `mail`, `markdown`, `text`.
        media_type: String,
    },
    /// Somebody said this of the document. Never read from a question's words.
    Metadata {
        /// What was said something of.
        key: String,
        /// What was said.
        value: String,
    },
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a literal pattern")
}

const JOINT: &str =
    r"(?:\s*(-|–|\bto\b|\bthrough\b|\bbis\b|\ba\b|\band\b|\bund\b|\by\b)\s*(\d{1,6})\b)?";

static PAGES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:pages?|pp?\.|seiten?|páginas?)\s*(\d{{1,6}})\b{JOINT}"
    ))
});
/// Pages by an abbreviation that means something else in other languages.
static ABBREVIATED_PAGES: LazyLock<Vec<(Language, Regex)>> = LazyLock::new(|| {
    let marks = Language::ALL.into_iter().flat_map(|language| {
        let marks = language.pack().question.page_marks.iter();
        marks.map(move |mark| (language, regex::escape(mark)))
    });
    marks
        .map(|(language, mark)| {
            let pages = format!(r"(?:^|\s){mark}\s*(\d{{1,6}})\b{JOINT}");
            (language, pattern(&pages))
        })
        .collect()
});
static LINES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:lines?|zeilen?|líneas?)\s*(\d{{1,6}})\b{JOINT}"
    ))
});
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x)(?:\b(?i:(section|clause|article|chapter|paragraph|annex|appendix|schedule|exhibit|note|table|part
          |abschnitt|ziffer|artikel|kapitel|absatz|anlage|anhang|klausel
          |sección|cláusula|artículo|capítulo|anexo|apartado|párrafo))\s+(?:\#|no\.?\s+|nr\.?\s+)?|(§)\s*)
          \(?(\d{1,4}(?:\.\d{1,4})*(?:\([a-z0-9]{1,4}\))*|[IVXLC]{1,7}\b|[A-Z]\b)",
    )
});
static BEFORE_SECTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)\b(?:in|under|from|within|of)\s+the\s+["“]?((?:[\p{L}\p{N}&,-]+\s+){0,4}?[\p{L}\p{N}&-]+)["”]?\s+(?:section|chapter|clause)\b"#,
    )
});
static SECTION_TITLED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)\b(?:section|chapter|clause|heading|abschnitt|kapitel|überschrift|sección|capítulo|apartado)\s+(?:called\s+|titled\s+|entitled\s+|headed\s+|mit dem titel\s+|titulada?o?\s+)?["“„«]([^"“”„«»]{1,100})["”“»]"#,
    )
});
static KNOWN_SECTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:in|under|from|im|in der|in den|en el|en la|en los)\s+(?:the\s+)?(schedule|annex|appendix|preamble|glossary|recitals|introduction|conclusion|executive summary|definitions|footnotes|cover page|table of contents|anhang|anlage|präambel|glossar|einleitung|inhaltsverzeichnis|anexo|preámbulo|glosario|introducción|índice)\b",
    )
});
static FILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,120}\.(?:pdf|docx|xlsx|csv|html?|eml|md|txt)\b")
});
static DOCUMENT_TITLED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"(?i)\b(?:document|file|dokument|datei|documento|archivo|fichero)\s+(?:called\s+|named\s+|titled\s+|entitled\s+|namens\s+|mit dem titel\s+|llamado\s+|titulado\s+)?(?:["“„«]([^"“”„«»]{1,200})["”“»]|(?-i:(\p{Lu}[\p{L}\p{N}-]*(?:\s\p{Lu}[\p{L}\p{N}-]*){0,6})))"#,
    )
});

/// What a question says of places, and the bytes that say pages and lines.
pub(super) fn scope_of(frame: &Frame) -> (Scope, Vec<(usize, usize)>) {
    let question = frame.question;
    let mut said = Vec::new();
    let mut pages = ranges(question, &PAGES, &mut said);
    for (language, pattern) in ABBREVIATED_PAGES.iter() {
        if *language == frame.language {
            pages.extend(ranges(question, pattern, &mut said));
        }
    }
    let scope = Scope {
        lines: ranges(question, &LINES, &mut said),
        pages,
        sections: sections(question),
        documents: documents(question),
    };
    (scope, said)
}

/// What leads to a page or line that a question says: *, on the* page 3.
static LEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)[,\s]*(?:\b(?:on|in|from|of|at|auf|aus|von|en|de)\s+)?(?:\b(?:the|der|den|dem|la|las)\s+)?$",
    )
});

/// A question without the words that say pages and lines.
pub(super) fn without_places(question: &str, places: &[(usize, usize)]) -> String {
    let mut places = places.to_vec();
    places.sort_unstable();
    let (mut kept, mut end) = (String::new(), 0);
    for (from, to) in places {
        let before = question.get(end..from).unwrap_or_default();
        kept.push_str(&LEADING.replace(before, ""));
        end = to.max(end);
    }
    kept.push_str(question.get(end..).unwrap_or_default());
    kept.trim_start_matches([' ', ',', ':', ';']).to_owned()
}

fn ranges(question: &str, pattern: &Regex, said: &mut Vec<(usize, usize)>) -> Vec<Range> {
    let mut found = Vec::new();
    for captures in pattern.captures_iter(question).take(MAX_PLACES) {
        let number = |group: usize| -> Option<u32> { captures.get(group)?.as_str().parse().ok() };
        let Some(first) = number(1).filter(|first| *first > 0) else {
            continue;
        };
        let joint = captures
            .get(2)
            .map_or("", |found| found.as_str())
            .to_lowercase();
        match number(3) {
            Some(second) if ["and", "und", "y"].contains(&joint.as_str()) => {
                found.push(Range { first, last: first });
                found.push(Range {
                    first: second,
                    last: second,
                });
            }
            Some(last) if last >= first => found.push(Range { first, last }),
            _ => found.push(Range { first, last: first }),
        }
        if let Some(whole) = captures.get(0) {
            said.push((whole.start(), whole.end()));
        }
    }
    found
}

fn sections(question: &str) -> Vec<SectionScope> {
    let mut found: Vec<SectionScope> = Vec::new();
    let mut push = |number: Option<&str>, title: Option<&str>| {
        let one = SectionScope {
            number: number.map(str::to_owned),
            title: title.map(str::to_lowercase),
        };
        if found.len() < MAX_PLACES && !found.contains(&one) {
            found.push(one);
        }
    };
    let group = |captures: &Captures, index: usize| {
        captures.get(index).map(|found| found.as_str().to_owned())
    };
    for captures in NUMBERED.captures_iter(question) {
        let kind = group(&captures, 1).map(|kind| kind.to_lowercase());
        // A section, clause or paragraph is known by its number alone.
        let plain = [
            "section",
            "clause",
            "paragraph",
            "abschnitt",
            "ziffer",
            "absatz",
            "sección",
            "apartado",
            "párrafo",
            "cláusula",
            "klausel",
        ];
        let title = kind.filter(|kind| !plain.contains(&kind.as_str()));
        push(group(&captures, 3).as_deref(), title.as_deref());
    }
    for pattern in [&SECTION_TITLED, &BEFORE_SECTION, &KNOWN_SECTION] {
        for captures in pattern.captures_iter(question) {
            push(None, group(&captures, 1).as_deref());
        }
    }
    // "In Schedule A" is not the schedule at large.
    let numbered: Vec<String> = found
        .iter()
        .filter(|one| one.number.is_some())
        .filter_map(|one| one.title.clone())
        .collect();
    found.retain(|one| {
        one.number.is_some()
            || one
                .title
                .as_ref()
                .is_none_or(|title| !numbered.contains(title))
    });
    found
}

fn documents(question: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let files = FILE.find_iter(question).map(|file| file.as_str());
    let titled = DOCUMENT_TITLED
        .captures_iter(question)
        .filter_map(|captures| captures.get(1).or(captures.get(2)))
        .map(|title| title.as_str());
    for title in files.chain(titled).take(MAX_PLACES) {
        if !found.iter().any(|known| known == title) {
            found.push(title.to_owned());
        }
    }
    found
}

/// Conditions on documents.
pub(super) fn filters(frame: &Frame) -> Vec<Filter> {
    let mut found: Vec<Filter> = Vec::new();
    for index in 0..frame.words.len() {
        let filter = media_filter(frame, index).or_else(|| date_filter(frame, index));
        if let Some(filter) = filter.filter(|filter| !found.contains(filter)) {
            found.push(filter);
        }
        if found.len() >= MAX_PLACES {
            break;
        }
    }
    found
}

/// In the PDFs, in Word documents, in the emails.
fn media_filter(frame: &Frame, index: usize) -> Option<Filter> {
    let v = frame.vocabulary;
    let named = |one: &&Named<String>| one.word == frame.lower(index);
    let media = v.media.iter().find(named)?;
    let of_files = frame.is(index + 1, &v.documents)
        || [
            "file",
            "document",
            "datei",
            "dokument",
            "archivo",
            "documento",
        ]
        .contains(&frame.lower(index + 1));
    let mut before = index;
    while before > 0 && (frame.is(before - 1, &v.articles) || frame.is(before - 1, &v.all)) {
        before -= 1;
    }
    let placed = before > 0
        && ["in", "from", "im", "in", "aus", "en", "de"].contains(&frame.lower(before - 1));
    let plural = media.word.ends_with('s');
    (placed && (of_files || plural)).then(|| Filter::MediaType {
        media_type: media.means.clone(),
    })
}

/// Documents from 2019, contracts dated before 1 May 2020.
fn date_filter(frame: &Frame, index: usize) -> Option<Filter> {
    let v = frame.vocabulary;
    if !frame.is(index, &v.documents) {
        return None;
    }
    let (length, bound) = v
        .dated
        .iter()
        .filter_map(|one| Some((phrase_at(&frame.words, index + 1, one.word)?, one.means)))
        .max_by_key(|(length, _)| *length)?;
    let at = index + 1 + length;
    let iso = date_at(&frame.words, at, frame.language.pack())
        .map(|(iso, _)| iso)
        .or_else(|| iso_year(year_at(&frame.words, at)?))?;
    let (first, last) = days_of(&iso)?;
    let (from, to) = match bound {
        Bound::Within => (Some(first), Some(last)),
        Bound::From => (Some(first), None),
        Bound::After => (Some(last + 1), None),
        Bound::Before => (None, Some(first - 1)),
        Bound::Until => (None, Some(last)),
    };
    Some(Filter::DateRange {
        from: from.and_then(iso_of_day),
        to: to.and_then(iso_of_day),
    })
}

#[cfg(test)]
mod tests {
    use crate::Question;

    #[test]
    fn a_passage_is_asked_without_the_words_that_say_pages_and_lines() {
        for (asked, of_passages) in [
            ("What is the fee on page 3?", "What is the fee?"),
            ("On page 3, what is the fee?", "what is the fee?"),
            (
                "What is the fee, on pages 3 to 5, in 2024?",
                "What is the fee, in 2024?",
            ),
            (
                "Wie hoch ist die Gebühr auf der Seite 3?",
                "Wie hoch ist die Gebühr?",
            ),
            (
                "¿Cuál es el importe en la página 7?",
                "¿Cuál es el importe?",
            ),
            ("What is the fee in line 4 on page 3?", "What is the fee?"),
            // Nothing is left to ask.
            ("What is on page 3?", "What is on page 3?"),
            (
                "What is the fee in section 3?",
                "What is the fee in section 3?",
            ),
        ] {
            assert_eq!(Question::of(asked).of_passages(), of_passages);
        }
    }
}
