//! Checks a constant against the parts of a goal.

use super::check::equal;
use super::compiler::Compiler;
use super::goal::{Choice, Fact, Part, Select};
use super::source::Loc;
use serde_json::Value;

impl Compiler<'_> {
    /// Whether a part accepts a value; `None` if that cannot be said here.
    pub(super) fn check_part(&mut self, part: &Part, value: &Value) -> Option<bool> {
        match part {
            Part::Whole(loc, _) | Part::Base(loc, _) => self.check(*loc, value, 0),
            Part::Fact(fact) => self.check_fact(fact, value),
            Part::Open(choice) => self.check_choice(choice, value),
        }
    }

    fn check_choice(&mut self, choice: &Choice, value: &Value) -> Option<bool> {
        match choice {
            Choice::Not(loc, _) => self.check(*loc, value, 0).map(|hit| !hit),
            Choice::Differs(loc) => Some(!equal(self.source.value(*loc), value)),
            // The schema that it stands in was checked as a whole.
            Choice::AnyOf(loc, _)
            | Choice::OneOf(loc, _)
            | Choice::If(loc, _)
            | Choice::Depends(loc, ..) => self.check(*loc, value, 0),
        }
    }

    pub(super) fn check_fact(&mut self, fact: &Fact, value: &Value) -> Option<bool> {
        match (fact, value) {
            (Fact::Types(types), _) => Some(types.holds(value)),
            (Fact::Differs(loc), _) => Some(!equal(self.source.value(*loc), value)),
            (Fact::Fails(loc, keyword), _) => {
                let argument = self.source.value(*loc).get(*keyword)?;
                let only = self.check_keyword(*loc, keyword, argument, value);
                only.map(|hit| !hit)
            }
            (Fact::Presence(clause), Value::Object(map)) => Some(
                clause
                    .iter()
                    .any(|(name, there)| map.contains_key(name) == *there),
            ),
            (Fact::Member(name, part), Value::Object(map)) => match map.get(name) {
                Some(inner) => self.check_part(part, inner),
                None => Some(true),
            },
            (Fact::SomeMember(select, part), Value::Object(map)) => {
                let mut result = Some(false);
                for (name, inner) in map {
                    let hit = match self.selected(select, name) {
                        Some(true) => self.check_part(part, inner),
                        other => other,
                    };
                    match hit {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => result = None,
                    }
                }
                result
            }
            (Fact::Count(true, min, max), Value::Array(list)) => {
                Some(within(list.len(), *min, *max))
            }
            (Fact::Count(false, min, max), Value::Object(map)) => {
                Some(within(map.len(), *min, *max))
            }
            (Fact::Item(index, part), Value::Array(list)) => match list.get(*index as usize) {
                Some(inner) => self.check_part(part, inner),
                None => Some(true),
            },
            (Fact::Contains(part, from, min, max), Value::Array(list)) => {
                let (mut surely, mut maybe) = (0, 0);
                for inner in list.iter().skip(*from as usize) {
                    match self.check_part(part, inner) {
                        Some(true) => surely += 1,
                        Some(false) => {}
                        None => maybe += 1,
                    }
                }
                let (least, most) = (within(surely, *min, *max), surely + maybe);
                (maybe == 0).then_some(least).or_else(|| {
                    let out = most < *min as usize || max.is_some_and(|max| surely > max as usize);
                    out.then_some(false)
                })
            }
            _ => Some(true),
        }
    }

    /// Whether a fact about some properties speaks of one with this name.
    pub(super) fn selected(&mut self, select: &Select, name: &str) -> Option<bool> {
        match select {
            Select::Pattern(text) => self.name_matches(text, name),
            Select::Additional(loc) => self.is_additional(*loc, name),
            Select::BadName(loc) => {
                let at = self.inside(*loc, "propertyNames")?;
                self.check(at, &Value::from(name), 0).map(|hit| !hit)
            }
        }
    }

    /// Whether a pattern of names matches; `None` for one that is not read.
    pub(super) fn name_matches(&mut self, pattern: &str, name: &str) -> Option<bool> {
        Some(self.read_pattern(pattern).ok()?.is_match(name))
    }

    /// Whether `additionalProperties` of a schema speaks of a name.
    pub(super) fn is_additional(&mut self, loc: Loc, name: &str) -> Option<bool> {
        let map = self.source.value(loc).as_object()?;
        let named = map.get("properties").and_then(|all| all.get(name));
        if named.is_some() {
            return Some(false);
        }
        let patterns = map.get("patternProperties").and_then(Value::as_object);
        let mut unknown = false;
        for text in patterns.into_iter().flatten().map(|(text, _)| text) {
            match self.name_matches(text, name) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => unknown = true,
            }
        }
        (!unknown).then_some(true)
    }
}

fn within(count: usize, min: u32, max: Option<u32>) -> bool {
    count >= min as usize && max.is_none_or(|max| count <= max as usize)
}
