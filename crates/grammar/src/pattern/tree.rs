//! The tree of a pattern, as it reads: what every other form is made from.

use crate::rule::CharSet;

/// A regular expression over scalar values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// One character; an empty set matches nothing.
    Class(CharSet),
    Concat(Vec<Node>),
    Alt(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, or `\B` if `negated`.
    Boundary {
        negated: bool,
    },
    /// `(?=..)`, or `(?!..)` if `negated`.
    Look {
        body: Box<Node>,
        negated: bool,
    },
}

impl Node {
    /// Operations with all repetitions written out.
    pub fn size(&self) -> u64 {
        match self {
            Self::Class(_) | Self::Start | Self::End | Self::Boundary { .. } => 1,
            Self::Concat(parts) | Self::Alt(parts) => {
                parts.iter().map(Self::size).fold(1, u64::saturating_add)
            }
            Self::Repeat(inner, min, max) => {
                let times = u64::from(max.unwrap_or(min.saturating_add(1)));
                inner.size().saturating_add(1).saturating_mul(times.max(1))
            }
            Self::Look { body, .. } => body.size().saturating_add(1),
        }
    }
}
