//! The schemas of a document that were met, each with its place and the resource
//! that it belongs to.

use super::draft::Draft;
use super::names::{Names, ResourceId};
use super::uri;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a schema in its document, in the order of discovery.
pub(in crate::schema) type Loc = usize;

/// The base URI of a document that says none.
const NAMELESS: &str = "document:///";

/// Bytes of all pointers together; after that long ones are cut, so that many
/// schemas below long names do not fill the memory.
const MAX_POINTER_BYTES: usize = 64 << 20;

/// The length that pointers are cut to then.
const SHORT_POINTER: usize = 250;

/// A schema met.
struct Place<'a> {
    value: &'a Value,
    pointer: String,
    resource: ResourceId,
}

/// A schema with a base URI of its own.
pub(super) struct Resource<'a> {
    /// Absolute, without fragment.
    pub uri: String,
    pub root: &'a Value,
    pub pointer: String,
    pub draft: Draft,
    /// References in it that were followed.
    pub resolved: BTreeMap<String, Loc>,
}

/// The document and the schemas met in it.
pub(in crate::schema) struct Source<'a> {
    places: Vec<Place<'a>>,
    /// By address, which is only ever used to find the index again.
    known: BTreeMap<usize, Loc>,
    pub(super) resources: Vec<Resource<'a>>,
    /// Resources by the address of their root.
    roots: BTreeMap<usize, ResourceId>,
    /// Names, once one was asked for.
    pub(super) names: Option<Names<'a>>,
    /// Schemas from which references do not run in a circle.
    pub(super) ending: BTreeSet<Loc>,
    /// Dynamic references that were followed, by first target and keyword.
    pub(super) dynamic: BTreeMap<(Loc, bool), Option<Loc>>,
    pointer_bytes: usize,
    /// `format` says nothing.
    pub formats_annotate: bool,
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value) as usize
}

impl<'a> Source<'a> {
    pub fn new(root: &'a Value) -> Self {
        let mut source = Self {
            places: Vec::new(),
            known: BTreeMap::new(),
            resources: Vec::new(),
            roots: BTreeMap::new(),
            names: None,
            ending: BTreeSet::new(),
            dynamic: BTreeMap::new(),
            pointer_bytes: 0,
            formats_annotate: false,
        };
        source.add_document(root, NAMELESS, String::new());
        source
    }

    /// Adds a document under its own URI, or the one it was found by.
    pub(super) fn add_document(
        &mut self,
        root: &'a Value,
        found_by: &str,
        pointer: String,
    ) -> ResourceId {
        let map = root.as_object();
        let draft = map.and_then(Draft::read).unwrap_or(Draft::Unsaid);
        let own = own_uri(root, draft).map(|own| uri::resolve(found_by, own));
        self.roots.insert(address(root), self.resources.len());
        self.resources.push(Resource {
            uri: own.unwrap_or_else(|| found_by.to_owned()),
            root,
            pointer,
            draft,
            resolved: BTreeMap::new(),
        });
        self.resources.len() - 1
    }

    /// The resource that a schema belongs to: its own if it has a URI.
    pub(super) fn enter(
        &mut self,
        value: &'a Value,
        around: ResourceId,
        pointer: &str,
    ) -> ResourceId {
        let Some(map) = value.as_object() else {
            return around;
        };
        // Most schemas have no name, and need no look at the drafts.
        if !map.contains_key("$id") && !map.contains_key("id") {
            return around;
        }
        let Some(outer) = self.resources.get(around) else {
            return around;
        };
        let draft = Draft::read(map).unwrap_or(outer.draft);
        let Some(own) = own_uri(value, draft) else {
            return around;
        };
        if let Some(known) = self.roots.get(&address(value)) {
            return *known;
        }
        let uri = uri::resolve(&outer.uri, own);
        self.roots.insert(address(value), self.resources.len());
        self.resources.push(Resource {
            uri,
            root: value,
            pointer: pointer.to_owned(),
            draft,
            resolved: BTreeMap::new(),
        });
        self.resources.len() - 1
    }

    /// The index of a schema at a pointer of the document.
    pub fn loc(&mut self, value: &'a Value, pointer: String) -> Loc {
        self.place(value, pointer, 0)
    }

    pub(super) fn place(
        &mut self,
        value: &'a Value,
        mut pointer: String,
        around: ResourceId,
    ) -> Loc {
        if let Some(loc) = self.known.get(&address(value)) {
            return *loc;
        }
        let resource = self.enter(value, around, &pointer);
        if self.pointer_bytes > MAX_POINTER_BYTES && pointer.len() > SHORT_POINTER {
            pointer = pointer.chars().take(SHORT_POINTER / 4).collect();
            pointer.push('\u{2026}');
        }
        self.pointer_bytes += pointer.len();
        self.known.insert(address(value), self.places.len());
        self.places.push(Place {
            value,
            pointer,
            resource,
        });
        self.places.len() - 1
    }

    pub fn value(&self, loc: Loc) -> &'a Value {
        self.places
            .get(loc)
            .map_or(&Value::Null, |place| place.value)
    }

    /// The JSON Pointer of a schema; in a bundled metaschema a URI with one.
    pub fn pointer(&self, loc: Loc) -> &str {
        self.places
            .get(loc)
            .map_or("", |place| place.pointer.as_str())
    }

    /// A schema below another one.
    pub fn child(&mut self, loc: Loc, value: &'a Value, path: &[&str]) -> Loc {
        if let Some(known) = self.known.get(&address(value)) {
            return *known;
        }
        let mut pointer = self.pointer(loc).to_owned();
        for step in path {
            push_step(&mut pointer, step);
        }
        self.place(value, pointer, self.resource(loc))
    }

    pub(super) fn resource(&self, loc: Loc) -> ResourceId {
        self.places.get(loc).map_or(0, |place| place.resource)
    }

    fn draft(&self, loc: Loc) -> Draft {
        self.resources
            .get(self.resource(loc))
            .map_or(Draft::Unsaid, |resource| resource.draft)
    }

    /// Whether nothing beside `$ref` counts in a schema: drafts up to 7.
    pub fn ref_alone(&self, loc: Loc) -> bool {
        self.draft(loc).ref_alone()
    }

    /// Whether a keyword that some draft has is one of the schema's draft; a
    /// validator ignores it otherwise.
    pub fn knows(&self, loc: Loc, keyword: &str) -> bool {
        self.draft(loc).knows(keyword) && (keyword != "format" || !self.formats_annotate)
    }

    /// Whether `1.0` is an integer: not so up to draft 4.
    pub fn has_whole_floats(&self, loc: Loc) -> bool {
        self.draft(loc) > Draft::Four
    }

    /// Whether `contains` says which items are evaluated: since 2020-12.
    pub fn contains_evaluates(&self, loc: Loc) -> bool {
        self.draft(loc) > Draft::Nine
    }
}

/// Adds a step to a JSON Pointer.
pub(super) fn push_step(pointer: &mut String, step: &str) {
    pointer.push('/');
    if step.contains(['~', '/']) {
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(step);
    }
}

/// The URI that a schema gives itself, without fragment: none if it has none,
/// or if `$ref` stands beside it in a draft where that hides it.
pub(super) fn own_uri(schema: &Value, draft: Draft) -> Option<&str> {
    let map = schema.as_object()?;
    if draft.ref_alone() && map.contains_key("$ref") {
        return None;
    }
    let id = map.get(draft.id_keyword())?.as_str()?;
    Some(uri::split_fragment(id).0).filter(|uri| !uri.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn many_schemas_below_long_names_do_not_fill_the_memory() {
        let inner: serde_json::Map<_, _> = (0..3_000)
            .map(|index| (format!("p{index}"), json!({})))
            .collect();
        let schema = json!({"properties": {"x".repeat(100_000): {"properties": inner}}});
        let mut source = Source::new(&schema);
        let root = source.loc(&schema, String::new());
        for (name, long) in schema["properties"].as_object().unwrap() {
            let outer = source.child(root, long, &["properties", name]);
            for (name, value) in long["properties"].as_object().unwrap() {
                source.child(outer, value, &["properties", name]);
            }
        }
        let total: usize = source.places.iter().map(|place| place.pointer.len()).sum();
        assert!(total < MAX_POINTER_BYTES + (1 << 20), "{total}");
    }
}
