//! What checks keep, so that it is read once per document.

use crate::pattern::Pattern;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What was read of a document for its checks.
#[derive(Default)]
pub(in crate::schema) struct Cache {
    pub(super) patterns: BTreeMap<String, Option<Rc<Pattern>>>,
    pub(super) formats: BTreeMap<String, Option<Rc<ReadFormat>>>,
    /// Keys of long enumerations, by address.
    pub(super) enums: BTreeMap<usize, Rc<BTreeSet<String>>>,
}

/// A format between a pattern that all its texts match and, where there is one,
/// a pattern that only its texts match.
pub(super) struct ReadFormat {
    pub wide: Pattern,
    pub narrow: Option<Pattern>,
}
