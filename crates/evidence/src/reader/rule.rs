//! A straight line drawn on a page, of which tables are made.

/// A straight drawn line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rule {
    pub(crate) horizontal: bool,
    /// Its y where it is horizontal, its x where it is vertical.
    pub(crate) at: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
}
