//! Leaving out what no finite text can match.
//!
//! A schema may have an optional property whose value would have to contain
//! itself: the property can never be written, the object can. Its rules never
//! end, which a grammar may not have, so the alternatives that lead there go
//! before the grammar is checked. The language stays the same.

use super::check::{fixpoint_of_ends, references};
use super::{Expr, Rule, RuleId};

/// Drops alternatives and rules without a finite sentence, unless the root is
/// one of them: that is an error for the check to name.
pub(super) fn prune(rules: Vec<Rule>, root: RuleId, max_depth: usize) -> Vec<Rule> {
    if rules.iter().any(|rule| deeper(&rule.body, max_depth)) {
        return rules;
    }
    let ends = fixpoint_of_ends(&rules);
    let ends_at = |id: RuleId| ends.get(id.index()).copied().unwrap_or(false);
    if !ends_at(root) || ends.iter().all(|end| *end) {
        return rules;
    }
    let bodies: Vec<Option<Expr>> = rules
        .iter()
        .map(|rule| without(&rule.body, &ends_at))
        .collect();
    // Rules that only the dropped ones needed go too.
    let mut kept = vec![false; rules.len()];
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        let Some(Some(body)) = bodies.get(id.index()) else {
            continue;
        };
        if let Some(kept) = kept.get_mut(id.index())
            && !std::mem::replace(kept, true)
        {
            references(body, &mut |next| work.push(next));
        }
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
    for ((rule, body), kept) in rules.into_iter().zip(bodies).zip(kept) {
        if let (Some(mut body), true) = (body, kept) {
            renumber(&mut body, &places);
            out.push(Rule { body, ..rule });
        }
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
