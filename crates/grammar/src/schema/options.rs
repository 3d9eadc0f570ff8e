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

/// How a schema is compiled. Made from the default, so that a new setting breaks nobody:
///
/// ```
/// use grammar::{KeyOrder, Options, Whitespace};
/// let options = Options::default()
///     .with_whitespace(Whitespace::Compact)
///     .with_key_order(KeyOrder::Free);
/// assert_eq!(options.key_order, KeyOrder::Free);
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
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

impl<'a> Options<'a> {
    /// With white space there.
    #[must_use]
    pub fn with_whitespace(self, whitespace: Whitespace) -> Self {
        Self { whitespace, ..self }
    }

    /// With keys in this order.
    #[must_use]
    pub fn with_key_order(self, key_order: KeyOrder) -> Self {
        Self { key_order, ..self }
    }

    /// With `format` asserting, or not.
    #[must_use]
    pub fn with_formats(self, formats: Formats) -> Self {
        Self { formats, ..self }
    }

    /// With this evidence, or none.
    #[must_use]
    pub fn with_evidence(self, evidence: impl Into<Option<&'a EvidenceText>>) -> Self {
        Self {
            evidence: evidence.into(),
            ..self
        }
    }

    /// Within these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}
