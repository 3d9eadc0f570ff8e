//! Rules that were checked.

use super::check::{self, GrammarError};
use super::expression::{Expr, Rule, RuleId};
use crate::limits::Limits;

/// A checked grammar. The sentences of its root rule, which is named `root`,
/// are its language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    rules: Vec<Rule>,
    root: RuleId,
    nullable: Vec<bool>,
}

impl Grammar {
    /// Checks rules and makes a grammar of them.
    ///
    /// # Errors
    /// [`GrammarError`] names the rule: undefined references, a missing or
    /// duplicate name, left recursion, rules that never end, empty classes and
    /// choices, bad repetition bounds, sizes over the limits.
    pub fn new(rules: Vec<Rule>, root: RuleId, limits: &Limits) -> Result<Self, GrammarError> {
        let nullable = check::check(&rules, root, limits)?;
        Ok(Self {
            rules,
            root,
            nullable,
        })
    }

    /// All rules, in their order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule whose sentences are the language.
    pub fn root(&self) -> RuleId {
        self.root
    }

    /// Names of the rules that the root never reaches, in their order. They
    /// are legal and mostly a mistake.
    pub fn unreachable(&self) -> Vec<&str> {
        let reached = check::reachable(&self.rules, self.root);
        let pairs = self.rules.iter().zip(reached);
        pairs
            .filter(|(_, hit)| !hit)
            .map(|(rule, _)| rule.name.as_str())
            .collect()
    }

    /// Whether an element of this grammar can match the empty string.
    pub(crate) fn is_nullable(&self, expr: &Expr) -> bool {
        check::nullable(expr, &self.nullable)
    }
}

impl AsRef<Grammar> for Grammar {
    fn as_ref(&self) -> &Grammar {
        self
    }
}
