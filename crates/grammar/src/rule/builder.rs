//! Making rules with readable, unique names.

use super::check::GrammarError;
use super::expression::{Expr, Rule, RuleId};
use super::grammar::Grammar;
use super::portable::portable;
use super::prune::prune;
use super::star::without_empty_turns;
use crate::limits::Limits;
use std::collections::BTreeMap;

/// Collects rules. A rule can be declared before it is defined, which is how
/// recursion is written.
#[derive(Debug, Default)]
pub struct Builder {
    rules: Vec<Rule>,
    used: BTreeMap<String, u32>,
}

impl Builder {
    /// No rules yet. The first declared rule with the name `root` is the root.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a rule. `hint` becomes the name: characters that a GBNF name
    /// cannot hold become `-`, and a number is added where the name is taken.
    /// Until [`Builder::define`] the rule matches nothing.
    pub fn declare(&mut self, hint: &str, comment: Option<String>) -> RuleId {
        let name = self.unique(&sanitize(hint));
        let id = RuleId(self.rules.len() as u32);
        self.rules.push(Rule {
            name,
            comment,
            body: Expr::Choice(Vec::new()),
        });
        id
    }

    /// Gives a declared rule its body. An unknown id changes nothing.
    pub fn define(&mut self, id: RuleId, body: Expr) {
        if let Some(rule) = self.rules.get_mut(id.index()) {
            rule.body = body;
        }
    }

    /// Takes a rule's body out, to be defined again.
    pub(crate) fn take(&mut self, id: RuleId) -> Option<Expr> {
        let rule = self.rules.get_mut(id.index())?;
        Some(std::mem::replace(&mut rule.body, Expr::empty()))
    }

    /// Declares and defines.
    pub fn add(&mut self, hint: &str, comment: Option<String>, body: Expr) -> RuleId {
        let id = self.declare(hint, comment);
        self.define(id, body);
        id
    }

    /// Declares and defines a rule whose name the caller knows to be fresh and
    /// well formed; saves the bookkeeping where there are thousands.
    pub(crate) fn add_fresh(&mut self, name: String, body: Expr) -> RuleId {
        let id = RuleId(self.rules.len() as u32);
        self.rules.push(Rule {
            name,
            comment: None,
            body,
        });
        id
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// True before the first rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The body of a rule as it stands.
    pub fn body(&self, id: RuleId) -> Option<&Expr> {
        self.rules.get(id.index()).map(|rule| &rule.body)
    }

    /// Checks the rules and makes a grammar of them. Alternatives that no
    /// finite text can match are left out first, and with them the rules that
    /// never end and those that the root does not reach; the ids of later rules
    /// change then. An endless repetition of
    /// what may be empty becomes one of what is not.
    ///
    /// # Errors
    /// As [`Grammar::new`]; a root that never ends is one.
    pub fn finish(self, root: RuleId, limits: &Limits) -> Result<Grammar, GrammarError> {
        let name = self.rules.get(root.index()).map(|rule| rule.name.clone());
        let mut rules = prune(self.rules, root, limits.max_nesting.saturating_mul(3));
        without_empty_turns(&mut rules);
        portable(&mut rules);
        let found = rules
            .iter()
            .position(|rule| Some(&rule.name) == name.as_ref());
        let root = found.map_or(root, |index| RuleId(index as u32));
        Grammar::new(rules, root, limits)
    }

    fn unique(&mut self, name: &str) -> String {
        let mut candidate = name.to_owned();
        loop {
            let count = self.used.entry(name.to_owned()).or_insert(0);
            *count += 1;
            if *count > 1 {
                candidate = format!("{name}-{count}");
            }
            if candidate == name || !self.used.contains_key(&candidate) {
                break;
            }
        }
        if candidate != name {
            self.used.insert(candidate.clone(), 1);
        }
        candidate
    }
}

/// A name that GBNF allows: letters, digits and single `-`, at most 48 of them.
fn sanitize(hint: &str) -> String {
    let mut name = String::new();
    for one in hint.chars().take(96) {
        if one.is_ascii_alphanumeric() {
            name.push(one);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        if name.len() >= 48 {
            break;
        }
    }
    let trimmed = name.trim_end_matches('-');
    match trimmed {
        "" => "rule".to_owned(),
        // Names in `ev-` belong to evidence, which makes its own.
        taken if taken.starts_with("ev-") => format!("x-{taken}"),
        plain => plain.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_left_out_where_it_is_optional() {
        let mut builder = Builder::new();
        let endless = builder.declare("endless", None);
        let root = builder.declare("root", None);
        let item = builder.add("item", None, Expr::text("b"));
        builder.define(
            endless,
            Expr::sequence([Expr::text("a"), Expr::Rule(endless)]),
        );
        let optional = Expr::Rule(endless).optional();
        builder.define(root, Expr::sequence([optional, Expr::Rule(item)]));
        let grammar = builder.finish(root, &Limits::default()).unwrap();
        assert_eq!(
            crate::gbnf::print(&grammar),
            "root ::= item\nitem ::= \"b\"\n"
        );
    }

    #[test]
    fn names_stay_unique_whatever_is_asked_for() {
        let mut builder = Builder::new();
        let hints = ["a", "a", "a-2", "a", "]", "\\", "", "ä b"];
        for hint in hints {
            builder.declare(hint, None);
        }
        let mut names: Vec<_> = builder.rules.iter().map(|rule| rule.name.clone()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), hints.len());
    }
}
