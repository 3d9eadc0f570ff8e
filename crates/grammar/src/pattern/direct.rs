//! The direct form: a pattern as one readable expression.

use super::json::string_char;
use super::tree::Node;
use crate::rule::{CharSet, Expr};

/// Nodes that writing out alternatives may make.
const MAX_NODES: usize = 20_000;

fn any_text() -> Node {
    Node::Repeat(Box::new(Node::Class(CharSet::any())), 0, None)
}

/// Anchors, or what has no direct form at all.
fn has_anchor(node: &Node) -> bool {
    match node {
        Node::Start | Node::End | Node::Boundary { .. } | Node::Look { .. } => true,
        Node::Class(set) => set.is_empty(),
        Node::Concat(parts) | Node::Alt(parts) => parts.iter().any(has_anchor),
        Node::Repeat(inner, ..) => has_anchor(inner),
    }
}

/// Writes search semantics out: what has no anchor gets text around it.
/// `None` where that takes more than anchors at the ends.
pub(super) fn search(node: &Node) -> Option<Node> {
    Search { left: MAX_NODES }.visit(node, 0)
}

struct Search {
    left: usize,
}

impl Search {
    fn visit(&mut self, node: &Node, depth: usize) -> Option<Node> {
        if depth > 32 {
            return None;
        }
        if let Node::Alt(parts) = node
            && parts.iter().any(has_anchor)
        {
            let parts = parts.iter().map(|part| self.visit(part, depth + 1));
            return Some(Node::Alt(parts.collect::<Option<_>>()?));
        }
        let mut parts: Vec<Node> = Vec::new();
        flatten(node, &mut parts);
        self.left = self.left.checked_sub(parts.len() + 1)?;
        // Anchors inside an alternation at either end: write the alternation out.
        let last = parts.len().saturating_sub(1);
        for at in [0, last] {
            let Some(Node::Alt(options)) = parts.get(at).filter(|part| has_anchor(part)).cloned()
            else {
                continue;
            };
            let mut written = Vec::with_capacity(options.len());
            for option in options {
                let mut parts = parts.clone();
                if let Some(slot) = parts.get_mut(at) {
                    *slot = option;
                }
                written.push(self.visit(&Node::Concat(parts), depth + 1)?);
            }
            return Some(Node::Alt(written));
        }
        let mut start = false;
        while parts.first() == Some(&Node::Start) {
            parts.remove(0);
            start = true;
        }
        let mut end = false;
        while parts.last() == Some(&Node::End) {
            parts.pop();
            end = true;
        }
        if parts.iter().any(has_anchor) {
            return None;
        }
        if !start {
            parts.insert(0, any_text());
        }
        if !end && (start || !parts.iter().all(is_any_text)) {
            parts.push(any_text());
        }
        Some(Node::Concat(parts))
    }
}

fn is_any_text(node: &Node) -> bool {
    *node == any_text()
}

fn flatten(node: &Node, out: &mut Vec<Node>) {
    match node {
        Node::Concat(parts) => parts.iter().for_each(|part| flatten(part, out)),
        Node::Alt(parts) if parts.len() == 1 => parts.iter().for_each(|part| flatten(part, out)),
        other => out.push(other.clone()),
    }
}

/// The expression of a tree without anchors.
pub(super) fn lower(node: &Node) -> Expr {
    match node {
        Node::Class(set) => string_char(set),
        Node::Concat(parts) => Expr::sequence(parts.iter().map(lower)),
        Node::Alt(parts) => Expr::choice(parts.iter().map(lower)),
        Node::Repeat(inner, min, max) => lower(inner).repeat(*min, *max),
        Node::Start | Node::End | Node::Boundary { .. } | Node::Look { .. } => Expr::empty(),
    }
}

/// Fewest and most characters that a tree without anchors reads.
pub(super) fn lengths(node: &Node) -> (u32, Option<u32>) {
    match node {
        Node::Class(_) => (1, Some(1)),
        Node::Concat(parts) => parts.iter().map(lengths).fold((0, Some(0)), |sum, one| {
            let max = sum
                .1
                .zip(one.1)
                .and_then(|(a, b): (u32, u32)| a.checked_add(b));
            (sum.0.saturating_add(one.0), max)
        }),
        Node::Alt(parts) => {
            let all: Vec<_> = parts.iter().map(lengths).collect();
            let min = all.iter().map(|one| one.0).min().unwrap_or(0);
            let max = all.iter().map(|one| one.1).collect::<Option<Vec<_>>>();
            (min, max.map(|all| all.into_iter().max().unwrap_or(0)))
        }
        Node::Repeat(inner, min, max) => {
            let one = lengths(inner);
            let most = one.1.zip(*max).and_then(|(a, b)| a.checked_mul(b));
            let most = if one.1 == Some(0) { Some(0) } else { most };
            (one.0.saturating_mul(*min), most)
        }
        Node::Start | Node::End | Node::Boundary { .. } | Node::Look { .. } => (0, Some(0)),
    }
}

/// The tree cut to lengths, where it is one class repeated.
pub(super) fn with_lengths(node: &Node, min: u32, max: Option<u32>) -> Option<Node> {
    let mut one = node;
    while let Node::Concat(parts) | Node::Alt(parts) = one {
        let [only] = parts.as_slice() else {
            return None;
        };
        one = only;
    }
    let Node::Repeat(inner, low, high) = one else {
        return None;
    };
    let mut class = inner.as_ref();
    while let Node::Concat(parts) | Node::Alt(parts) = class {
        let [only] = parts.as_slice() else {
            return None;
        };
        class = only;
    }
    let Node::Class(_) = class else { return None };
    let high = match (*high, max) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    };
    let low = (*low).max(min);
    let possible = high.is_none_or(|high| low <= high);
    possible.then(|| Node::Repeat(Box::new(class.clone()), low, high))
}
