//! Leaving out what no finite text can match, and rules that nothing needs.
//!
//! A schema may have an optional property whose value would have to contain
//! itself: the property can never be written, the object can. Its rules never
//! end, which a grammar may not have, so the alternatives that lead there go
//! before the grammar is checked. The language stays the same.

use super::check::{self, fixpoint_of_ends};
use super::expression::{Expr, Rule, RuleId};

/// Drops alternatives without a finite sentence and rules that the root does
/// not reach; nothing if the root never ends: that is an error for the check to
/// name.
pub(super) fn prune(rules: Vec<Rule>, root: RuleId, max_depth: usize) -> Vec<Rule> {
    if rules.iter().any(|rule| deeper(&rule.body, max_depth)) {
        return rules;
    }
    let ends = fixpoint_of_ends(&rules);
    let ends_at = |id: RuleId| ends.get(id.index()).copied().unwrap_or(false);
    if !ends_at(root) {
        return rules;
    }
    let mut rules = rules;
    if !ends.iter().all(|end| *end) {
        for rule in &mut rules {
            // A rule that nothing is left of is no longer referred to.
            rule.body = without(&rule.body, &ends_at).unwrap_or_else(Expr::empty);
        }
    }
    needed(rules, root)
}

/// The rules that the root needs: others were made for alternatives that came
/// to nothing.
fn needed(rules: Vec<Rule>, root: RuleId) -> Vec<Rule> {
    let kept = check::reachable(&rules, root);
    if kept.iter().all(|kept| *kept) {
        return rules;
    }
    let mut next = 0;
    let places: Vec<u32> = kept
        .iter()
        .map(|kept| {
            next += u32::from(*kept);
            next.saturating_sub(1)
        })
        .collect();
    let mut out = Vec::with_capacity(next as usize);
    for (mut rule, _) in rules.into_iter().zip(kept).filter(|(_, kept)| *kept) {
        renumber(&mut rule.body, &places);
        out.push(rule);
    }
    out
}

/// The element without what never ends; `None`: nothing is left.
fn without(expr: &Expr, ends_at: &impl Fn(RuleId) -> bool) -> Option<Expr> {
    match expr {
        Expr::Text(_) => Some(expr.clone()),
        Expr::Class(set) => (!set.is_empty()).then(|| expr.clone()),
        Expr::Rule(id) => ends_at(*id).then(|| expr.clone()),
        Expr::Sequence(parts) => {
            let parts = parts.iter().map(|part| without(part, ends_at));
            Some(Expr::sequence(parts.collect::<Option<Vec<_>>>()?))
        }
        Expr::Choice(parts) => {
            let parts: Vec<Expr> = parts
                .iter()
                .filter_map(|part| without(part, ends_at))
                .collect();
            (!parts.is_empty()).then(|| Expr::choice(parts))
        }
        Expr::Repeat { body, min, max } => match without(body, ends_at) {
            Some(body) => Some(Expr::Repeat {
                body: Box::new(body),
                min: *min,
                max: *max,
            }),
            None => (*min == 0).then(Expr::empty),
        },
    }
}

/// Gives every reference the new place of its rule.
pub(crate) fn renumber(expr: &mut Expr, places: &[u32]) {
    match expr {
        Expr::Text(_) | Expr::Class(_) => {}
        Expr::Rule(id) => {
            if let Some(place) = places.get(id.index()) {
                *id = RuleId(*place);
            }
        }
        Expr::Sequence(parts) | Expr::Choice(parts) => {
            for part in parts {
                renumber(part, places);
            }
        }
        Expr::Repeat { body, .. } => renumber(body, places),
    }
}

fn deeper(expr: &Expr, left: usize) -> bool {
    if left == 0 {
        return true;
    }
    match expr {
        Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => false,
        Expr::Sequence(parts) | Expr::Choice(parts) => {
            parts.iter().any(|part| deeper(part, left - 1))
        }
        Expr::Repeat { body, .. } => deeper(body, left - 1),
    }
}
