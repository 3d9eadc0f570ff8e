//! The names of a document, and what each of them means.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a schema resource; 0 is the document.
pub(super) type ResourceId = usize;

/// Why a reference leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    /// No such place or anchor in a resource that is there.
    Nowhere,
    /// No such resource.
    Remote,
    /// Different schemas bear the name.
    Ambiguous,
}

/// A schema that bears a name.
#[derive(Clone)]
pub(super) struct Named<'a> {
    pub value: &'a Value,
    pub pointer: String,
    pub resource: ResourceId,
}

/// Names of schemas, and what dynamic references need to know.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// By absolute URI.
    pub resources: BTreeMap<String, Vec<Named<'a>>>,
    /// What `id` names where it is not the draft's keyword, and the like: only
    /// asked when a reference would lead nowhere.
    pub aliases: BTreeMap<String, Vec<Named<'a>>>,
    pub anchors: BTreeMap<ResourceId, BTreeMap<&'a str, Vec<Named<'a>>>>,
    pub dynamic: BTreeMap<ResourceId, BTreeMap<&'a str, Named<'a>>>,
    /// The references that stand in a resource.
    pub references: BTreeMap<ResourceId, BTreeSet<&'a str>>,
    /// Resources inside a resource that are reached without a reference.
    pub inner: BTreeMap<ResourceId, BTreeSet<ResourceId>>,
}

/// The schema that a name means. Equal schemas may share one.
fn only<'a, 'n>(named: &'n [Named<'a>]) -> Result<&'n Named<'a>, Lost> {
    let (first, others) = named.split_first().ok_or(Lost::Nowhere)?;
    let same = others.iter().all(|one| one.value == first.value);
    if same {
        Ok(first)
    } else {
        Err(Lost::Ambiguous)
    }
}

impl<'a> Names<'a> {
    pub fn resource(&self, uri: &str) -> Option<Result<Named<'a>, Lost>> {
        let named = self.resources.get(uri)?;
        Some(only(named).cloned())
    }

    pub fn alias(&self, uri: &str) -> Result<Named<'a>, Lost> {
        only(self.aliases.get(uri).ok_or(Lost::Remote)?).cloned()
    }

    pub fn anchor(&self, resource: ResourceId, name: &str) -> Result<Named<'a>, Lost> {
        let anchors = self.anchors.get(&resource).ok_or(Lost::Nowhere)?;
        only(anchors.get(name).ok_or(Lost::Nowhere)?).cloned()
    }

    pub fn dynamic_anchor(&self, resource: ResourceId, name: &str) -> Option<Named<'a>> {
        self.dynamic.get(&resource)?.get(name).cloned()
    }

    pub fn references(&self, resource: ResourceId) -> Vec<&'a str> {
        let found = self.references.get(&resource);
        found.into_iter().flatten().copied().collect()
    }

    pub fn inner(&self, resource: ResourceId) -> BTreeSet<ResourceId> {
        self.inner.get(&resource).cloned().unwrap_or_default()
    }
}
