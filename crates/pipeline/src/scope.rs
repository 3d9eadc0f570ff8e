//! Where a question says to look ("in Section 7", "on page 3", "in the mails
//! from 2019"), as a filter of the search.
//!
//! What the question says holds as long as something is there: a section that
//! no heading bears, a page past the end or a title that no document has
//! leaves nothing to read. Then everything is searched and the answer says so.
//! Where the place was read in vain, the round that rephrases looks at the
//! rest; an answer from there goes to a person ([`crate::dispatch`]). What a
//! person set ([`crate::condition`]) is not left. Which condition left nothing
//! is told either way.
//!
//! # Limits
//!
//! Pages are counted from the first of the file; a number printed on a page
//! may be another. Sections are those whose headings were recognised.

use evidence::filter::Days;
use evidence::{DocumentKind, Filter, MediaType};
use question::{ParsedQuestion, Range, SectionScope};

/// First and last day, where a question leaves one open.
const ALWAYS: (&str, &str) = ("0001-01-01", "9999-12-31");

/// Whether questions know this kind of document.
pub fn is_kind(name: &str) -> bool {
    media_types(name).next().is_some()
}

/// What a kind of document is read as.
fn media_types(name: &str) -> impl Iterator<Item = MediaType> {
    let is_of = move |one: &MediaType| one.kind().is_some_and(|kind| kind.name == name);
    MediaType::ALL.into_iter().filter(is_of)
}

/// Documents whose titles hold what the question calls a document; all of
/// them where it names none, or none that is there.
fn named<'a>(parsed: &ParsedQuestion, documents: &'a [(String, String)]) -> Vec<&'a String> {
    let wanted: Vec<String> = parsed
        .scope
        .documents
        .iter()
        .map(|words| words.to_lowercase())
        .collect();
    documents
        .iter()
        .filter(|(_, title)| {
            let title = title.to_lowercase();
            wanted.iter().any(|words| title.contains(words))
        })
        .map(|(id, _)| id)
        .collect()
}

/// The filter that a question's own words make, within these documents (id
/// and title).
pub fn filter_of(parsed: &ParsedQuestion, documents: &[(String, String)]) -> Filter {
    let named = named(parsed, documents);
    let mut filter = Filter::documents(
        &documents
            .iter()
            .map(|(id, _)| id.clone())
            .filter(|id| named.is_empty() || named.contains(&id))
            .collect::<Vec<_>>(),
    );
    let pairs = |ranges: &[Range]| ranges.iter().map(|one| (one.first, one.last)).collect();
    filter.pages = pairs(&parsed.scope.pages);
    filter.lines = pairs(&parsed.scope.lines);
    filter.sections = parsed.scope.sections.iter().map(title_of).collect();
    for one in &parsed.filters {
        match one {
            question::Filter::DateRange { from, to } => {
                let or = |date: &Option<String>, open: &str| {
                    date.clone().unwrap_or_else(|| open.to_owned())
                };
                let days = Days {
                    from: or(from, ALWAYS.0),
                    to: or(to, ALWAYS.1),
                };
                filter.event = Some(match filter.event.take() {
                    Some(others) => both(others, days),
                    None => days,
                });
            }
            question::Filter::MediaType { media_type } => {
                filter.media_types.extend(media_types(media_type));
            }
            question::Filter::Metadata { key, value } => {
                filter.metadata.push((key.clone(), value.clone()));
            }
        }
    }
    filter
}

/// The days that lie in both; whole days compare as texts.
fn both(one: Days, other: Days) -> Days {
    Days {
        from: one.from.max(other.from),
        to: one.to.min(other.to),
    }
}

fn title_of(section: &SectionScope) -> String {
    [&section.title, &section.number]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(" ")
}

/// What the filter names, for people; none where it only names documents.
pub fn place(filter: &Filter) -> Option<String> {
    let mut places: Vec<String> = Vec::new();
    let mut numbered = |word: &str, ranges: &[(u32, u32)]| {
        places.extend(ranges.iter().map(|(first, last)| {
            if first == last {
                format!("{word} {first}")
            } else {
                format!("{word}s {first}-{last}")
            }
        }));
    };
    numbered("on page", &filter.pages);
    numbered("in line", &filter.lines);
    places.extend(
        filter
            .sections
            .iter()
            .map(|title| format!("in section “{title}”")),
    );
    places.extend(filter.event.as_ref().map(days_in_words));
    if !filter.media_types.is_empty() {
        let is_named = |kind: &DocumentKind| {
            media_types(kind.name).all(|one| filter.media_types.contains(&one))
        };
        let kinds = MediaType::ALL.into_iter().filter_map(MediaType::kind);
        let mut words: Vec<&str> = kinds.filter(is_named).map(|kind| kind.words).collect();
        words.dedup();
        places.push(format!("in documents of kind {}", words.join(" or ")));
    }
    let said = filter.metadata.iter();
    places.extend(said.map(|(key, value)| format!("in documents with {key} “{value}”")));
    (!places.is_empty()).then(|| places.join(", "))
}

fn days_in_words(days: &Days) -> String {
    let Days { from, to } = days;
    match (from == ALWAYS.0, to == ALWAYS.1) {
        (true, true) => "in documents with a date".into(),
        (true, false) => format!("in documents dated {to} or earlier"),
        (false, true) => format!("in documents dated {from} or later"),
        (false, false) => format!("in documents dated {from} to {to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents() -> Vec<(String, String)> {
        [("a", "Lease Berlin.pdf"), ("b", "Offer 2019.eml")]
            .map(|(id, title)| (id.to_owned(), title.to_owned()))
            .to_vec()
    }

    fn filter(question: &str) -> Filter {
        filter_of(&question::parse(question), &documents())
    }

    #[test]
    fn what_a_question_says_of_places_becomes_a_filter() {
        let everywhere = Filter::documents(&["a".into(), "b".into()]);
        assert_eq!(filter("What is the rent?"), everywhere);
        assert_eq!(filter("What is the rent on page 3?").pages, [(3, 3)]);
        assert_eq!(
            filter("What does Section 7.2 say about notice?").sections,
            ["7.2"]
        );
        assert_eq!(
            filter("Which parties are named in Schedule A?").sections,
            ["schedule A"]
        );
        assert_eq!(
            filter("What is the price in the emails?").media_types,
            [MediaType::Eml]
        );
        let dated = filter("What do the contracts dated before 1 May 2020 say on notice?");
        assert_eq!(dated.event.unwrap().to, "2020-04-30");
    }

    #[test]
    fn several_dates_hold_together() {
        let between = "Which documents after 2018 and contracts before 2021 name the rent?";
        let days = filter(between).event.unwrap();
        assert_eq!(
            (days.from.as_str(), days.to.as_str()),
            ("2019-01-01", "2020-12-31")
        );
    }

    #[test]
    fn a_named_document_is_looked_for_and_an_unknown_one_leaves_all() {
        let named = filter("What is the rent in the document \"lease berlin\"?");
        assert_eq!(named.document_ids, ["a"]);
        let unknown = filter("What is the rent in the document \"Deed\"?");
        assert_eq!(unknown.document_ids, ["a", "b"]);
    }

    #[test]
    fn the_place_is_told_in_words() {
        assert_eq!(place(&filter("What is the rent?")), None);
        assert_eq!(
            place(&filter("What is the rent on pages 3 to 5?")).unwrap(),
            "on pages 3-5"
        );
        for (question, words) in [
            (
                "What do contracts before 2020 say?",
                "in documents dated 2019-12-31 or earlier",
            ),
            (
                "What do contracts from 2020 say?",
                "in documents dated 2020-01-01 to 2020-12-31",
            ),
            (
                "What is the rent in the emails?",
                "in documents of kind mail",
            ),
            (
                "What is the rent in the spreadsheets?",
                "in documents of kind spreadsheet",
            ),
        ] {
            assert_eq!(
                place(&filter(question)).as_deref(),
                Some(words),
                "{question}"
            );
        }
    }
}
