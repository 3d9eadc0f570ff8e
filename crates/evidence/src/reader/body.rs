//! What every format's reader returns: a document without its identity.

use crate::document::{Line, Page, Section, Table};

/// A document but for its id, its title and its format.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) pages: Vec<Page>,
    pub(super) lines: Vec<Line>,
    pub(super) sections: Vec<Section>,
    pub(super) tables: Vec<Table>,
    pub(super) warnings: Vec<String>,
}
