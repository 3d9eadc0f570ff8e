//! What a goal says about its strings, or about its numbers.

use super::compiler::Compiler;
use super::goal::{Fact, Goal};
use super::source::Loc;
use serde_json::Value;

/// What must hold of a string, or of a number.
#[derive(Debug, Default)]
pub(super) struct Scalars<'a> {
    /// Schemas that it satisfies.
    pub bases: Vec<Loc>,
    /// Keywords that it fails.
    pub fails: Vec<(Loc, &'static str)>,
    /// Strings, or numbers, that it is not.
    pub excluded: Vec<&'a Value>,
}

impl Scalars<'_> {
    /// Where to complain.
    pub fn place(&self) -> Option<Loc> {
        let fails = self.fails.first().map(|(loc, _)| *loc);
        self.bases.first().copied().or(fails)
    }

    /// The strings that it is not.
    pub fn excluded_words(&self) -> impl Iterator<Item = &str> {
        self.excluded.iter().filter_map(|value| value.as_str())
    }
}

impl<'a> Compiler<'a> {
    /// What a goal says about its strings, or about its numbers.
    pub(super) fn scalars(&self, goal: &Goal, strings: bool) -> Scalars<'a> {
        const TEXT: [&str; 4] = ["minLength", "maxLength", "pattern", "format"];
        let mut said = Scalars {
            bases: goal.bases.iter().map(|(loc, _)| *loc).collect(),
            ..Scalars::default()
        };
        for fact in &goal.facts {
            match fact {
                Fact::Fails(loc, keyword) if TEXT.contains(keyword) == strings => {
                    said.fails.push((*loc, *keyword));
                }
                Fact::Differs(loc) => {
                    let value = self.source.value(*loc);
                    let kind = if strings {
                        value.is_string()
                    } else {
                        value.is_number()
                    };
                    said.excluded.extend(kind.then_some(value));
                }
                _ => {}
            }
        }
        said
    }
}
