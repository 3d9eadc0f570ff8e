//! What became of every keyword of a schema.

/// How a keyword is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Enforcement {
    /// Every sentence of the grammar obeys it.
    Enforced,
    /// It says nothing about the value: titles, descriptions, defaults, and
    /// keywords JSON Schema does not know.
    Annotation,
    /// The grammar is wider here: the validator must look. With the reason.
    Residual(String),
}

/// One keyword at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// JSON Pointer of the keyword in the schema.
    pub pointer: String,
    /// How it is kept.
    pub enforcement: Enforcement,
}

/// Every keyword that was met, by pointer. Parts of a schema that no value can
/// reach are not met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    entries: std::collections::BTreeMap<String, Enforcement>,
}

impl Report {
    /// Notes a keyword; a residual stays one.
    pub(crate) fn note(&mut self, pointer: String, enforcement: Enforcement) {
        let slot = self
            .entries
            .entry(pointer)
            .or_insert_with(|| enforcement.clone());
        if enforcement > *slot {
            *slot = enforcement;
        }
    }

    /// All entries, by pointer.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.entries.iter().map(|(pointer, kept)| Entry {
            pointer: pointer.clone(),
            enforcement: kept.clone(),
        })
    }

    /// Pointer and reason of everything that the validator must enforce.
    pub fn residuals(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries
            .iter()
            .filter_map(|(pointer, kept)| match kept {
                Enforcement::Residual(reason) => Some((pointer.as_str(), reason.as_str())),
                _ => None,
            })
    }

    /// True if the grammar alone enforces the whole schema.
    pub fn is_complete(&self) -> bool {
        self.residuals().next().is_none()
    }
}
