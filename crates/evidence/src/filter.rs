//! Metadata filters: which lines of which documents a question may be
//! answered from.
//!
//! | filter | a document's lines that stay |
//! |---|---|
//! | `document_ids` | all, of the documents named |
//! | `media_types` | all, of documents read as one of these |
//! | `imported` | all, of documents imported on these days |
//! | `event` | all, of documents whose event date is on these days |
//! | `metadata` | all, of documents of which somebody said one of these values for each key |
//! | `pages` | those on one of these pages |
//! | `sections` | those in a section whose title holds one of these |
//! | `lines` | these |
//!
//! Several filters hold together; within one of them, any of what it lists. **What is unknown is dropped, never let
//! through**: with `event`, documents without an event date; with `metadata`,
//! documents of which nobody said the key; with `pages`, documents of a format
//! without pages; with `section`, lines in no section.
//! Where nothing stays, the bundle is `NO_EVIDENCE`.

use crate::document::{MediaType, Page, Section};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A range of days, both ends included: `2024-01-31`, or less of it
/// (`2024`, `2024-01`), which means its first or last day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    /// First day.
    pub from: String,
    /// Last day.
    pub to: String,
}

impl Days {
    /// Whether a date or time (RFC 3339) begins with a day of the range. Dates
    /// that say less than a day must lie in it as a whole.
    pub fn hold(&self, date: &str) -> bool {
        let first = |day: &str| complete(day, "0000-01-01");
        let last = |day: &str| complete(day, last_day(day));
        first(&self.from) <= first(date) && last(date) <= last(&self.to)
    }
}

/// The day of a date, what is missing taken from `rest`.
fn complete(date: &str, rest: &str) -> String {
    let day: String = date.chars().take(rest.len()).collect();
    let missing = rest.chars().skip(day.chars().count());
    day.chars().chain(missing).collect()
}

/// A date whose end is the last day of a date that says only year and month;
/// leap days are let through.
fn last_day(date: &str) -> &'static str {
    match date.split('-').nth(1) {
        Some("02") => "9999-12-29",
        Some("04" | "06" | "09" | "11") => "9999-12-30",
        _ => "9999-12-31",
    }
}

/// Which lines of which documents count. The default lets everything through.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Ids of documents; empty: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub document_ids: Vec<String>,
    /// What documents were read as; empty: anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub media_types: Vec<MediaType>,
    /// First and last page, from 1, over documents that have pages; empty: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<(u32, u32)>,
    /// Words that stand in a section's title, in this order and next to each
    /// other; capitals and spacing do not count; empty: all. A number counts
    /// as the section's own only at the beginning of the title, or after one
    /// word that says what is numbered (`Article 7`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<String>,
    /// When documents were imported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imported: Option<Days>,
    /// What date documents speak of (the date of a letter or a mail).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Days>,
    /// First and last line; empty: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(u32, u32)>,
    /// Keys and values that were said of documents; several values of one key:
    /// any of them; empty: all. Capitals count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub metadata: Vec<(String, String)>,
}

/// What a filter looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts<'a> {
    /// The document's id.
    pub document_id: &'a str,
    /// What it was read as.
    pub media_type: MediaType,
    /// RFC 3339, UTC.
    pub imported_at: &'a str,
    /// Its event date, if it has one.
    pub event_date: Option<&'a str>,
    /// What somebody said of it, by key.
    pub metadata: &'a BTreeMap<String, String>,
    /// Its pages.
    pub pages: &'a [Page],
    /// Its sections.
    pub sections: &'a [Section],
}

/// Lower-case words of letters and digits.
fn words(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

impl Filter {
    /// A filter on documents only.
    pub fn documents(ids: &[String]) -> Filter {
        Filter {
            document_ids: ids.to_vec(),
            ..Filter::default()
        }
    }

    /// Whether pages, sections or lines are filtered, for which a document has
    /// to be looked into.
    pub fn looks_inside(&self) -> bool {
        !(self.pages.is_empty() && self.sections.is_empty() && self.lines.is_empty())
    }

    /// Whether anything beside the documents is filtered.
    pub fn is_restricted(&self) -> bool {
        self.looks_inside()
            || !self.media_types.is_empty()
            || self.imported.is_some()
            || self.event.is_some()
            || !self.metadata.is_empty()
    }

    /// Whether one of the wanted values of each wanted key was said.
    fn has_metadata(&self, said: &BTreeMap<String, String>) -> bool {
        let holds = |key: &str| {
            let mut wanted = self.metadata.iter().filter(|(one, _)| one == key);
            let is = said.get(key);
            is.is_some_and(|is| wanted.any(|(_, value)| value == is))
        };
        self.metadata.iter().all(|(key, _)| holds(key))
    }

    fn has_page(&self, number: u32) -> bool {
        let mut pages = self.pages.iter();
        pages.any(|(first, last)| (*first..=*last).contains(&number))
    }

    /// Whether the document may be looked at, leaving aside what is inside.
    pub fn admits(&self, facts: &Facts<'_>) -> bool {
        let id = facts.document_id;
        (self.document_ids.is_empty() || self.document_ids.iter().any(|one| one == id))
            && (self.media_types.is_empty() || self.media_types.contains(&facts.media_type))
            && self
                .imported
                .as_ref()
                .is_none_or(|days| days.hold(facts.imported_at))
            && self
                .event
                .as_ref()
                .is_none_or(|days| facts.event_date.is_some_and(|date| days.hold(date)))
            && self.has_metadata(facts.metadata)
    }

    /// The stretches of lines that stay, in order and apart from each other;
    /// none for a document that is dropped.
    pub fn ranges(&self, facts: &Facts<'_>) -> Vec<(u32, u32)> {
        if !self.admits(facts) {
            return Vec::new();
        }
        let mut ranges = vec![(1, u32::MAX)];
        if !self.lines.is_empty() {
            ranges = merge(self.lines.clone());
        }
        if !self.pages.is_empty() {
            // A page without a size belongs to a format without pages.
            let kept = facts
                .pages
                .iter()
                .filter(|page| page.height > 0.0 && self.has_page(page.number))
                .map(|page| (page.first_line, page.last_line));
            ranges = intersect(&ranges, &merge(kept.collect()));
        }
        if !self.sections.is_empty() {
            let wanted: Vec<Vec<String>> = self.sections.iter().map(|one| words(one)).collect();
            let kept = facts
                .sections
                .iter()
                .filter(|section| {
                    let title = words(&section.title);
                    wanted.iter().any(|wanted| is_titled(&title, wanted))
                })
                .map(|section| (section.first_line, section.last_line));
            ranges = intersect(&ranges, &merge(kept.collect()));
        }
        ranges
    }
}

/// Whether these words stand in the title; a number only where it is the
/// section's own.
fn is_titled(title: &[String], wanted: &[String]) -> bool {
    let is_number = |word: &String| word.starts_with(|sign: char| sign.is_ascii_digit());
    let numbered = wanted.first().is_some_and(is_number);
    let places = if numbered { 2 } else { title.len() };
    !wanted.is_empty()
        && title
            .windows(wanted.len())
            .take(places)
            .any(|part| part == wanted)
        // `30 days` at the second place is a number after a number: no title's own.
        && !(numbered && title.first().is_some_and(is_number) && !title.starts_with(wanted))
}

/// Ranges in order, those that touch joined; empty ones left out.
fn merge(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.retain(|(first, last)| first <= last);
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged
}

fn intersect(left: &[(u32, u32)], right: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut both = Vec::new();
    for (a, b) in left {
        for (c, d) in right {
            let (first, last) = (*a.max(c), *b.min(d));
            if first <= last {
                both.push((first, last));
            }
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> Vec<Page> {
        (1..=3)
            .map(|number| Page {
                number,
                width: 595.0,
                height: 842.0,
                first_line: number * 10 - 9,
                last_line: number * 10,
                characters: 0,
                unknown_characters: 0,
                image_only: false,
                label: None,
            })
            .collect()
    }

    fn sections() -> Vec<Section> {
        let section = |title: &str, first_line, last_line| Section {
            title: title.to_owned(),
            level: 1,
            first_line,
            last_line,
        };
        vec![
            section("1. Definitions", 3, 9),
            section("2. Term and  Termination", 10, 24),
        ]
    }

    fn said() -> BTreeMap<String, String> {
        [("client", "Acme"), ("year", "2024")]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into()
    }

    fn metadata(pairs: &[(&str, &str)]) -> Filter {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Filter {
            metadata: pairs.iter().map(owned).collect(),
            ..Filter::default()
        }
    }

    fn ranges(filter: &Filter, event_date: Option<&str>) -> Vec<(u32, u32)> {
        filter.ranges(&Facts {
            document_id: "a",
            media_type: MediaType::Pdf,
            imported_at: "2026-01-31T12:00:00Z",
            event_date,
            metadata: &said(),
            pages: &pages(),
            sections: &sections(),
        })
    }

    /// A filter, and the ranges it leaves.
    type Case = (&'static str, Filter, Vec<(u32, u32)>);

    #[allow(clippy::unnecessary_wraps)] // what the fields of a filter hold
    fn days(from: &str, to: &str) -> Option<Days> {
        Some(Days {
            from: from.into(),
            to: to.into(),
        })
    }

    #[test]
    fn each_filter_keeps_what_its_row_of_the_table_says() {
        let all = vec![(1, u32::MAX)];
        let none = Filter::default();
        let cases: Vec<Case> = vec![
            ("no filter", none.clone(), all.clone()),
            ("document_ids", Filter::documents(&["b".into()]), vec![]),
            (
                "document_ids",
                Filter::documents(&["a".into()]),
                all.clone(),
            ),
            (
                "media_types",
                Filter {
                    media_types: vec![MediaType::Text],
                    ..none.clone()
                },
                vec![],
            ),
            (
                "imported",
                Filter {
                    imported: days("2026", "2026-01"),
                    ..none.clone()
                },
                all.clone(),
            ),
            (
                "imported",
                Filter {
                    imported: days("2026-02", "2027"),
                    ..none.clone()
                },
                vec![],
            ),
            (
                "event",
                Filter {
                    event: days("2020-05-01", "2020-05-31"),
                    ..none.clone()
                },
                all.clone(),
            ),
            ("metadata", metadata(&[("client", "Acme")]), all.clone()),
            ("another value", metadata(&[("client", "acme")]), vec![]),
            (
                "one of two values",
                metadata(&[("client", "Bolt"), ("client", "Acme")]),
                all.clone(),
            ),
            (
                "two keys",
                metadata(&[("client", "Acme"), ("year", "2023")]),
                vec![],
            ),
            ("a key nobody said", metadata(&[("matter", "7")]), vec![]),
            (
                "several pages",
                Filter {
                    pages: vec![(3, 3), (1, 1)],
                    ..none.clone()
                },
                vec![(1, 10), (21, 30)],
            ),
            (
                "pages",
                Filter {
                    pages: vec![(2, 3)],
                    ..none.clone()
                },
                vec![(11, 30)],
            ),
            (
                "sections",
                Filter {
                    sections: vec!["TERM and termination".into()],
                    ..none.clone()
                },
                vec![(10, 24)],
            ),
            (
                "lines",
                Filter {
                    lines: vec![(5, 6)],
                    ..none.clone()
                },
                vec![(5, 6)],
            ),
            (
                "together",
                Filter {
                    pages: vec![(2, 2)],
                    sections: vec!["termination".into()],
                    lines: vec![(15, 99)],
                    ..none
                },
                vec![(15, 20)],
            ),
        ];
        for (name, filter, expected) in cases {
            assert_eq!(ranges(&filter, Some("2020-05-04")), expected, "{name}");
        }
    }

    #[test]
    fn a_number_is_that_of_the_section_and_not_one_in_its_title() {
        for (title, wanted, holds) in [
            ("2. Term and Termination", "2", true),
            ("Section 2 Term", "2", true),
            ("Article 2. Term", "article 2", true),
            ("2.1 Renewal", "2", true),
            ("2.1 Renewal", "2.1", true),
            ("1.2 Renewal", "2", false),
            ("Notice of 2 weeks", "2", false),
            ("2 30 days", "30", false),
            ("Schedule A", "schedule a", true),
            ("Schedule B", "schedule a", false),
        ] {
            assert_eq!(
                is_titled(&words(title), &words(wanted)),
                holds,
                "{title}, {wanted}"
            );
        }
    }

    #[test]
    fn what_is_unknown_is_dropped_and_never_let_through() {
        let event = Filter {
            event: days("0001", "9999"),
            ..Filter::default()
        };
        assert!(ranges(&event, None).is_empty());
        let text = |filter: &Filter| {
            filter.ranges(&Facts {
                document_id: "a",
                media_type: MediaType::Text,
                imported_at: "",
                event_date: None,
                metadata: &BTreeMap::new(),
                pages: &[Page {
                    number: 1,
                    width: 0.0,
                    height: 0.0,
                    first_line: 1,
                    last_line: 9,
                    characters: 0,
                    unknown_characters: 0,
                    image_only: false,
                    label: None,
                }],
                sections: &[],
            })
        };
        let pages = Filter {
            pages: vec![(1, 1)],
            ..Filter::default()
        };
        let section = Filter {
            sections: vec!["Term".into()],
            ..Filter::default()
        };
        let imported = Filter {
            imported: days("0001", "9999"),
            ..Filter::default()
        };
        let said = metadata(&[("client", "Acme")]);
        for filter in [pages, section, imported, said] {
            assert!(text(&filter).is_empty(), "{filter:?}");
        }
        assert_eq!(text(&Filter::default()), [(1, u32::MAX)]);
    }

    #[test]
    fn a_date_of_a_month_is_in_a_range_that_holds_the_whole_month() {
        let range = days("2020-05-02", "2020-06-30").unwrap();
        assert!(range.hold("2020-06"));
        assert!(!range.hold("2020-05"));
        assert!(range.hold("2020-05-02T23:00:00Z"));
        assert!(!range.hold("2020-07-01"));
    }
}
