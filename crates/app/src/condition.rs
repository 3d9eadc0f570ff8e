//! Conditions on where a question looks and which documents it means, one by
//! one, in a form that a person can change.
//!
//! The rules read conditions from the question's words; what a person sets
//! takes their place, all of them at once, and is kept with the answer. What a
//! person set is held to: nothing beside it is searched, where a place that
//! was only read from the words may turn out to be misread and is left
//! ([`crate::rounds`]).

use crate::error::AppError;
use crate::scope::is_kind;
use question::{Filter, ParsedQuestion, Range, Scope, SectionScope};
use serde::{Deserialize, Serialize};
use time::Date;
use time::macros::format_description;

/// Most conditions of one question.
const MAX_CONDITIONS: usize = 64;
/// Longest title of a section or document in a condition, in characters.
const MAX_TITLE_CHARACTERS: usize = 200;

/// One condition. Those on the same thing (two ranges of pages, two kinds) add
/// up; conditions on different things, and several dates, hold together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// The conditions of a parsed question: those a person set, else those that
/// its words say.
pub fn conditions_of(parsed: &ParsedQuestion) -> Vec<Condition> {
    let scope = &parsed.scope;
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
    let filters = parsed.filters.iter().cloned().map(|filter| match filter {
        Filter::DateRange { from, to } => Condition::Dated { from, to },
        Filter::MediaType { media_type } => Condition::MediaType { media_type },
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
    if is_set(parsed) {
        conditions_of(&question::parse_as(&parsed.question, parsed.language))
    } else {
        conditions_of(parsed)
    }
}

/// Whether a person set the conditions.
pub fn is_set(parsed: &ParsedQuestion) -> bool {
    parsed.overridden.iter().any(|field| field == "scope")
}

/// As the parser keeps them.
pub(crate) fn split(conditions: &[Condition]) -> (Scope, Vec<Filter>) {
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
        }
    }
    (scope, filters)
}

/// Refuses conditions that say nothing or cannot hold.
pub(crate) fn check(conditions: &[Condition]) -> Result<(), AppError> {
    if conditions.len() > MAX_CONDITIONS {
        return Err(AppError::input(
            format!("there are more than {MAX_CONDITIONS} conditions"),
            "take some off",
        ));
    }
    conditions.iter().try_for_each(check_one)
}

fn check_one(condition: &Condition) -> Result<(), AppError> {
    match condition {
        Condition::Pages { first, last } => check_range("page", *first, *last),
        Condition::Lines { first, last } => check_range("line", *first, *last),
        Condition::Section {
            number: None,
            title: None,
        } => Err(AppError::input(
            "a section has neither number nor title",
            "name the section",
        )),
        Condition::Section { number, title } => number
            .iter()
            .chain(title)
            .try_for_each(|words| check_title(words)),
        Condition::Titled { words } => check_title(words),
        Condition::Dated { from, to } => check_days(from.as_deref(), to.as_deref()),
        Condition::MediaType { media_type } if !is_kind(media_type) => Err(AppError::input(
            format!("there is no kind of document {media_type}"),
            "use pdf, docx, sheet, html, mail, markdown or text",
        )),
        Condition::MediaType { .. } => Ok(()),
    }
}

fn check_range(what: &str, first: u32, last: u32) -> Result<(), AppError> {
    if first >= 1 && first <= last {
        return Ok(());
    }
    Err(AppError::input(
        format!("there are no {what}s {first} to {last}"),
        format!("count {what}s from 1, the first before the last"),
    ))
}

fn check_title(words: &str) -> Result<(), AppError> {
    let length = words.chars().count();
    if words.trim().is_empty() || length > MAX_TITLE_CHARACTERS {
        return Err(AppError::input(
            format!(
                "a title has {length} characters; 1 to {MAX_TITLE_CHARACTERS} can be looked for"
            ),
            "name some words of it",
        ));
    }
    Ok(())
}

fn check_days(from: Option<&str>, to: Option<&str>) -> Result<(), AppError> {
    let day = |text: &str| {
        Date::parse(text, format_description!("[year]-[month]-[day]"))
            .map_err(|_| AppError::input(format!("{text:?} is no day"), "write days as 2019-05-01"))
    };
    match (from.map(day).transpose()?, to.map(day).transpose()?) {
        (None, None) => Err(AppError::input(
            "a condition on dates names none",
            "name the first day, the last, or both",
        )),
        (Some(from), Some(to)) if from > to => Err(AppError::input(
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
        ];
        for one in bad {
            let error = check(std::slice::from_ref(&one)).unwrap_err();
            assert!(!error.help().is_empty(), "{one:?}");
        }
        assert!(check(&vec![kind("pdf"); MAX_CONDITIONS + 1]).is_err());
    }
}
