//! Conditions on where a question looks and which documents it means, one by
//! one, in a form that a person can change.
//!
//! The rules read conditions from the question's words; what a person sets
//! takes their place, all of them at once, and is kept with the answer. What a
//! person set is held to: nothing beside it is searched, where a place that
//! was only read from the words may turn out to be misread and is left
//! ([`crate::answer`]).

use crate::error::StageError;
use crate::scope::is_kind;
use contract::document_kind;
use question::{Filter, ParsedQuestion, Range, Scope, SectionScope};
use serde::{Deserialize, Serialize};
use time::Date;
use time::macros::format_description;

/// Most conditions of one question: a bound against hostile requests, above any use.
const MAX_CONDITIONS: usize = 64;
/// Longest title of a section or document in a condition, in characters.
const MAX_TITLE_CHARACTERS: usize = 200;

/// One condition. Those on the same thing (two ranges of pages, two kinds) add
/// up; conditions on different things, and several dates, hold together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// On these pages, of documents that have pages.
    Pages {
        /// First page, from 1.
        first: u32,
        /// Last page, not before the first.
        last: u32,
    },
    /// On these lines.
    Lines {
        /// First line, from 1.
        first: u32,
        /// Last line, not before the first.
        last: u32,
    },
    /// In a section with this number, this title, or both.
    Section {
        /// `7.2(b)`, `IV`, `A`.
        number: Option<String>,
        /// Words of the title.
        title: Option<String>,
    },
    /// In documents called so, as far as there are some.
    Titled {
        /// Words of the title, or a file name.
        words: String,
    },
    /// In documents of these days, both included; those without a date are
    /// left out.
    Dated {
        /// `YYYY-MM-DD`; none: however early.
        from: Option<String>,
        /// `YYYY-MM-DD`; none: however late.
        to: Option<String>,
    },
    /// In documents of this kind.
    MediaType {
        /// `pdf`, `docx`, `sheet`, `html`, `mail`, `markdown`, `text`.
        media_type: String,
    },
    /// In documents of which somebody said this; the others are left out.
    Metadata {
        /// What was said something of: `client`.
        key: String,
        /// What was said, in these very letters.
        value: String,
    },
}

/// Names that filters have besides the keys of metadata.
pub const NAMES: [&str; 6] = ["page", "line", "section", "title", "date", "kind"];

impl Condition {
    /// Reads `KEY=VALUE`: `page=3`, `page=3-5`, `line=10-20`, `section=7.2` or words of its
    /// title, `title=lease`, `date=2019`, `date=2019-05..2020-01` (either end may be left
    /// out), `kind=pdf` or `kind=invoice` (`document_kind` of the metadata, which the import sets);
    /// any other key is one of the document's metadata.
    ///
    /// # Errors
    ///
    /// [`StageError::Input`] for what is no such pair.
    pub fn read(text: &str) -> Result<Condition, StageError> {
        let wrong = || {
            StageError::input(
                format!("{text:?} is no filter"),
                "write KEY=VALUE: page=3, line=10-20, section=7.2, title=lease, date=2019..2021, \
                 kind=pdf, kind=invoice, or a key of the documents' metadata",
            )
        };
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() || value.is_empty() {
            return Err(wrong());
        }
        let range = || {
            let (first, last) = value.split_once('-').unwrap_or((value, value));
            let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
            Ok::<_, StageError>((number(first)?, number(last)?))
        };
        let condition = match key {
            "page" => range().map(|(first, last)| Condition::Pages { first, last })?,
            "line" => range().map(|(first, last)| Condition::Lines { first, last })?,
            "section" => {
                let is_number = value.starts_with(|sign: char| sign.is_ascii_digit());
                let (number, title) = if is_number {
                    (Some(value.to_owned()), None)
                } else {
                    (None, Some(value.to_owned()))
                };
                Condition::Section { number, title }
            }
            "title" => Condition::Titled {
                words: value.to_owned(),
            },
            "date" => {
                let (from, to) = value.split_once("..").unwrap_or((value, value));
                Condition::Dated {
                    from: first_day(from),
                    to: last_day(to),
                }
            }
            // What it is, or how it is written.
            "kind"
                if document_kind::kinds()
                    .names()
                    .iter()
                    .any(|name| name == value) =>
            {
                Condition::Metadata {
                    key: document_kind::KEY.to_owned(),
                    value: value.to_owned(),
                }
            }
            "kind" => Condition::MediaType {
                media_type: value.to_owned(),
            },
            _ => Condition::Metadata {
                key: key.to_owned(),
                value: value.to_owned(),
            },
        };
        check_one(&condition)?;
        Ok(condition)
    }
}

/// The first day of a year, a month or a day; none for an empty text.
fn first_day(date: &str) -> Option<String> {
    let date = date.trim();
    let missing = match date.len() {
        4 => "-01-01",
        7 => "-01",
        _ => "",
    };
    (!date.is_empty()).then(|| format!("{date}{missing}"))
}

/// As [`first_day`], the last one.
fn last_day(date: &str) -> Option<String> {
    let first = first_day(date)?;
    let day = Date::parse(&first, format_description!("[year]-[month]-[day]")).ok();
    let Some(day) = day else { return Some(first) };
    let last = match date.trim().len() {
        4 => day
            .replace_month(time::Month::December)
            .ok()?
            .replace_day(31)
            .ok()?,
        7 => day.replace_day(day.month().length(day.year())).ok()?,
        _ => day,
    };
    Some(last.to_string())
}

/// The conditions of a parsed question: those a person set, else those that
/// its words say.
pub fn conditions_of(parsed: &ParsedQuestion) -> Vec<Condition> {
    joined(&parsed.scope, &parsed.filters)
}

/// Places and filters as conditions; [`split`] takes them apart again.
fn joined(scope: &Scope, filters: &[Filter]) -> Vec<Condition> {
    let pages = scope
        .pages
        .iter()
        .map(|&Range { first, last }| Condition::Pages { first, last });
    let lines = scope
        .lines
        .iter()
        .map(|&Range { first, last }| Condition::Lines { first, last });
    let sections = scope.sections.iter().cloned();
    let sections =
        sections.map(|SectionScope { number, title }| Condition::Section { number, title });
    let titled = scope
        .documents
        .iter()
        .cloned()
        .map(|words| Condition::Titled { words });
    let filters = filters.iter().cloned().map(|filter| match filter {
        Filter::DateRange { from, to } => Condition::Dated { from, to },
        Filter::MediaType { media_type } => Condition::MediaType { media_type },
        Filter::Metadata { key, value } => Condition::Metadata { key, value },
    });
    pages
        .chain(lines)
        .chain(sections)
        .chain(titled)
        .chain(filters)
        .collect()
}

/// What the words of a question say, whatever a person set in their place.
pub fn conditions_read(parsed: &ParsedQuestion) -> Vec<Condition> {
    let read = &parsed.question;
    joined(read.scope(), read.filters())
}

/// Whether a person set the conditions.
pub fn is_set(parsed: &ParsedQuestion) -> bool {
    parsed.overridden.iter().any(|field| field == "scope")
}

/// As the parser keeps them.
pub fn split(conditions: &[Condition]) -> (Scope, Vec<Filter>) {
    let (mut scope, mut filters) = (Scope::default(), Vec::new());
    for condition in conditions.iter().cloned() {
        match condition {
            Condition::Pages { first, last } => scope.pages.push(Range { first, last }),
            Condition::Lines { first, last } => scope.lines.push(Range { first, last }),
            Condition::Section { number, title } => {
                scope.sections.push(SectionScope { number, title });
            }
            Condition::Titled { words } => scope.documents.push(words),
            Condition::Dated { from, to } => filters.push(Filter::DateRange { from, to }),
            Condition::MediaType { media_type } => filters.push(Filter::MediaType { media_type }),
            Condition::Metadata { key, value } => filters.push(Filter::Metadata { key, value }),
        }
    }
    (scope, filters)
}

/// Refuses conditions that say nothing or cannot hold.
pub fn check(conditions: &[Condition]) -> Result<(), StageError> {
    if conditions.len() > MAX_CONDITIONS {
        return Err(StageError::input(
            format!("there are more than {MAX_CONDITIONS} conditions"),
            "take some off",
        ));
    }
    conditions.iter().try_for_each(check_one)
}

fn check_one(condition: &Condition) -> Result<(), StageError> {
    match condition {
        Condition::Pages { first, last } => check_range("page", *first, *last),
        Condition::Lines { first, last } => check_range("line", *first, *last),
        Condition::Section {
            number: None,
            title: None,
        } => Err(StageError::input(
            "a section has neither number nor title",
            "name the section",
        )),
        Condition::Section { number, title } => number
            .iter()
            .chain(title)
            .try_for_each(|words| check_title(words)),
        Condition::Titled { words } => check_title(words),
        Condition::Dated { from, to } => check_days(from.as_deref(), to.as_deref()),
        Condition::MediaType { media_type } if !is_kind(media_type) => Err(StageError::input(
            format!("there is no kind of document {media_type}"),
            format!(
                "use pdf, docx, sheet, html, mail, markdown or text, or one of {}",
                document_kind::kinds().names().join(", ")
            ),
        )),
        Condition::Metadata { key, value } if key.trim().is_empty() || value.trim().is_empty() => {
            Err(StageError::input(
                "a condition on metadata has no key or no value",
                "name both, as client=Acme",
            ))
        }
        Condition::MediaType { .. } | Condition::Metadata { .. } => Ok(()),
    }
}

fn check_range(what: &str, first: u32, last: u32) -> Result<(), StageError> {
    if first >= 1 && first <= last {
        return Ok(());
    }
    Err(StageError::input(
        format!("there are no {what}s {first} to {last}"),
        format!("count {what}s from 1, the first before the last"),
    ))
}

fn check_title(words: &str) -> Result<(), StageError> {
    let length = words.chars().count();
    if words.trim().is_empty() || length > MAX_TITLE_CHARACTERS {
        return Err(StageError::input(
            format!(
                "a title has {length} characters; 1 to {MAX_TITLE_CHARACTERS} can be looked for"
            ),
            "name some words of it",
        ));
    }
    Ok(())
}

fn check_days(from: Option<&str>, to: Option<&str>) -> Result<(), StageError> {
    let day = |text: &str| {
        Date::parse(text, format_description!("[year]-[month]-[day]")).map_err(|_| {
            StageError::input(format!("{text:?} is no day"), "write days as 2019-05-01")
        })
    };
    match (from.map(day).transpose()?, to.map(day).transpose()?) {
        (None, None) => Err(StageError::input(
            "a condition on dates names none",
            "name the first day, the last, or both",
        )),
        (Some(from), Some(to)) if from > to => Err(StageError::input(
            format!("{from} is later than {to}"),
            "name the earlier day first",
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use question::{Overrides, parse};

    fn dated(from: &str, to: &str) -> Condition {
        Condition::Dated {
            from: Some(from.into()),
            to: Some(to.into()),
        }
    }

    fn is_helpful(error: &StageError) -> bool {
        matches!(error, StageError::Input { help, .. } if !help.is_empty())
    }

    #[test]
    fn what_a_question_says_is_listed_one_by_one_and_put_together_again() {
        let asked =
            "What do the contracts dated before 1 May 2020 say on pages 3 to 4 in Section 7?";
        let parsed = parse(asked);
        let listed = conditions_of(&parsed);
        let until = Condition::Dated {
            from: None,
            to: Some("2020-04-30".into()),
        };
        let section = Condition::Section {
            number: Some("7".into()),
            title: None,
        };
        assert_eq!(
            listed,
            [Condition::Pages { first: 3, last: 4 }, section, until]
        );
        assert_eq!(split(&listed), (parsed.scope, parsed.filters));
    }

    #[test]
    fn what_a_person_set_stands_beside_what_the_words_say() {
        let parsed = parse("What is the rent on page 3?");
        assert!(!is_set(&parsed));
        let (scope, filters) = split(&[dated("2019-01-01", "2019-12-31")]);
        let overrides = Overrides {
            scope: Some(scope),
            filters: Some(filters),
            ..Overrides::default()
        };
        let set = parsed.with(&overrides);
        assert!(is_set(&set));
        assert_eq!(conditions_of(&set), [dated("2019-01-01", "2019-12-31")]);
        assert_eq!(
            conditions_read(&set),
            [Condition::Pages { first: 3, last: 3 }]
        );
    }

    fn said(key: &str, value: &str) -> Condition {
        Condition::Metadata {
            key: key.into(),
            value: value.into(),
        }
    }

    #[test]
    fn a_pair_of_key_and_value_is_a_condition() {
        let section = |number: Option<&str>, title: Option<&str>| Condition::Section {
            number: number.map(str::to_owned),
            title: title.map(str::to_owned),
        };
        let kind = |media_type: &str| Condition::MediaType {
            media_type: media_type.into(),
        };
        let titled = |words: &str| Condition::Titled {
            words: words.into(),
        };
        let until = Condition::Dated {
            from: None,
            to: Some("2020-02-29".into()),
        };
        for (text, expected) in [
            ("page=3", Condition::Pages { first: 3, last: 3 }),
            ("page = 3-5", Condition::Pages { first: 3, last: 5 }),
            (
                "line=10-20",
                Condition::Lines {
                    first: 10,
                    last: 20,
                },
            ),
            ("section=7.2", section(Some("7.2"), None)),
            ("section=Term", section(None, Some("Term"))),
            ("title=lease", titled("lease")),
            ("date=2019", dated("2019-01-01", "2019-12-31")),
            ("date=2019-05-03", dated("2019-05-03", "2019-05-03")),
            ("date=2019..2020-02", dated("2019-01-01", "2020-02-29")),
            ("date=..2020-02", until),
            ("kind=pdf", kind("pdf")),
            ("kind=invoice", said("document_kind", "invoice")),
            ("client=Acme = Sons", said("client", "Acme = Sons")),
        ] {
            assert_eq!(Condition::read(text).unwrap(), expected, "{text}");
        }
        for wrong in [
            "client",
            "client=",
            "=Acme",
            "page=three",
            "page=5-3",
            "date=2019-13",
            "date=..",
            "date=2020..2019",
            "kind=scroll",
        ] {
            let error = Condition::read(wrong).unwrap_err();
            assert!(is_helpful(&error), "{wrong}");
        }
    }

    #[test]
    fn conditions_that_cannot_hold_are_refused() {
        let kind = |name: &str| Condition::MediaType {
            media_type: name.into(),
        };
        let section = |title: &str| Condition::Section {
            number: None,
            title: Some(title.into()),
        };
        let good = [
            Condition::Pages { first: 1, last: 1 },
            dated("2019-05-01", "2019-05-01"),
            Condition::Dated {
                from: None,
                to: Some("2019-05-01".into()),
            },
            kind("mail"),
            section("Term"),
            said("client", "Acme"),
        ];
        check(&good).unwrap();
        let bad = [
            Condition::Pages { first: 0, last: 3 },
            Condition::Lines { first: 4, last: 3 },
            Condition::Section {
                number: None,
                title: None,
            },
            section(" "),
            Condition::Titled {
                words: "x".repeat(201),
            },
            Condition::Dated {
                from: None,
                to: None,
            },
            dated("2019-02-30", "2019-03-01"),
            dated("2019", "2020"),
            dated("2020-01-01", "2019-01-01"),
            kind("scroll"),
            said("client", " "),
            said("", "Acme"),
        ];
        for one in bad {
            let error = check(std::slice::from_ref(&one)).unwrap_err();
            assert!(is_helpful(&error), "{one:?}");
        }
        assert!(check(&vec![kind("pdf"); MAX_CONDITIONS + 1]).is_err());
    }
}
