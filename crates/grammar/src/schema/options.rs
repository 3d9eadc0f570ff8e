//! How a schema is compiled.

use crate::evidence::EvidenceText;
use crate::limits::Limits;
use crate::style::Whitespace;

/// In which order the keys of an object come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum KeyOrder {
    /// As the schema defines them, then required ones that it does not define,
    /// then others: the canonical form.
    #[default]
    Definition,
    /// Any, for checking foreign text: where at most six properties have to be
    /// remembered (required ones, and those that others depend on); larger
    /// objects keep the canonical order. An optional key may come twice, as the
    /// grammar does not remember it.
    Free,
}

/// Whether `format` says something about values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Formats {
    /// It is enforced where it is known, and a residual where it is not.
    #[default]
    Assert,
    /// It says nothing, which is the default of drafts 2019-09 and 2020-12.
    Annotation,
}

/// How a schema is compiled.
#[derive(Debug, Clone, Default)]
pub struct Options<'a> {
    /// Where white space stands.
    pub whitespace: Whitespace,
    /// In which order keys come.
    pub key_order: KeyOrder,
    /// Whether `format` asserts.
    pub formats: Formats,
    /// What `x-evidence` quotes from.
    pub evidence: Option<&'a EvidenceText>,
    /// What compiling may cost.
    pub limits: Limits,
}
