//! One check on its way: what it reads, and what it may still cost.

use super::cache::Cache;
use crate::schema::source::{Loc, Source};
use serde_json::{Map, Value};

/// What one check may cost, about in keywords looked at: schemas may be
/// exponential.
const MAX_STEPS: usize = 50_000;

pub(super) struct Checker<'s, 'a> {
    pub source: &'s mut Source<'a>,
    pub cache: &'s mut Cache,
    /// Brackets in a pattern.
    pub max_nesting: usize,
    /// Steps that are left.
    pub steps: usize,
}

/// A value at a schema.
#[derive(Clone, Copy)]
pub(super) struct At<'a, 'v> {
    pub loc: Loc,
    pub map: &'a Map<String, Value>,
    pub value: &'v Value,
    pub depth: usize,
}

impl<'s, 'a> Checker<'s, 'a> {
    pub fn new(source: &'s mut Source<'a>, cache: &'s mut Cache, max_nesting: usize) -> Self {
        Self {
            source,
            cache,
            max_nesting,
            steps: MAX_STEPS,
        }
    }

    /// Takes steps off what is left; `None` if that is too little.
    pub fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.map(|_| ())
    }
}
