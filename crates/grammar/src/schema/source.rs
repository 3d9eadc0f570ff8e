//! The schema document: places, and references between them.
//!
//! Names follow the standard: a schema with an `$id` is a *resource* with a
//! base URI of its own, references are resolved against the base of the
//! resource that they stand in (RFC 3986), and a fragment is an anchor or a
//! JSON Pointer inside the resource (core 2020-12, sections 8.2 and 9). Nothing
//! is fetched: what is found is in the document or is an official metaschema.
//!
//! Names are collected when the first reference asks for one; references like
//! `#/$defs/a`, which are most of them, need none.

mod draft;
mod index;
#[cfg(test)]
mod tests;
mod uri;

use super::error::{SchemaError, SchemaErrorKind};
use super::meta;
use draft::{Draft, Kind};
use index::{Named, Names};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a schema in its document, in the order of discovery.
pub(super) type Loc = usize;

/// Index of a schema resource; 0 is the document.
type ResourceId = usize;

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
struct Resource<'a> {
    /// Absolute, without fragment.
    uri: String,
    root: &'a Value,
    pointer: String,
    draft: Draft,
    /// References in it that were followed.
    resolved: BTreeMap<String, Loc>,
}

/// Why a reference leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    /// No such place or anchor in a resource that is there.
    Nowhere,
    /// No such resource.
    Remote,
    /// Different schemas bear the name.
    Ambiguous,
}

/// The document and the schemas met in it.
pub(super) struct Source<'a> {
    places: Vec<Place<'a>>,
    /// By address, which is only ever used to find the index again.
    known: BTreeMap<usize, Loc>,
    resources: Vec<Resource<'a>>,
    /// Resources by the address of their root.
    roots: BTreeMap<usize, ResourceId>,
    /// Names, once one was asked for.
    names: Option<Names<'a>>,
    /// Schemas from which references do not run in a circle.
    ending: BTreeSet<Loc>,
    /// Dynamic references that were followed, by first target and keyword.
    dynamic: BTreeMap<(Loc, bool), Option<Loc>>,
    pointer_bytes: usize,
    /// What was read for checks.
    pub cache: super::check::Cache,
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
            cache: super::check::Cache::default(),
            formats_annotate: false,
        };
        source.add_document(root, NAMELESS, String::new());
        source
    }

    /// Adds a document under its own URI, or the one it was found by.
    fn add_document(&mut self, root: &'a Value, found_by: &str, pointer: String) -> ResourceId {
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
    fn enter(&mut self, value: &'a Value, around: ResourceId, pointer: &str) -> ResourceId {
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

    fn place(&mut self, value: &'a Value, mut pointer: String, around: ResourceId) -> Loc {
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

    fn resource(&self, loc: Loc) -> ResourceId {
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

    /// Follows a reference from a schema.
    ///
    /// # Errors
    /// The reference leads nowhere, out of the document, to several schemas, or
    /// into a circle of references.
    pub fn resolve(&mut self, from: Loc, reference: &str) -> Result<Loc, SchemaError> {
        let target = self
            .lookup(self.resource(from), reference)
            .map_err(|lost| self.lost(from, reference, lost))?;
        self.refuse_circle(from, target)?;
        Ok(target)
    }

    /// Follows `$dynamicRef` or `$recursiveRef`. `None`: where it leads depends
    /// on the way on which the schema was reached.
    ///
    /// It leads to the outermost resource on the way that has the anchor. So if
    /// all ways from the document's root meet the same such resource first, it
    /// is a plain reference.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    pub fn resolve_dynamic(
        &mut self,
        from: Loc,
        keyword: &str,
        reference: &str,
    ) -> Result<Option<Loc>, SchemaError> {
        let target = self.resolve(from, reference).map_err(|error| SchemaError {
            keyword: Some(keyword.to_owned()),
            ..error
        })?;
        let recursive = keyword == "$recursiveRef";
        let name = uri::percent_decode(uri::split_fragment(reference).1);
        let value = self.value(target);
        let bears = if recursive {
            value.get("$recursiveAnchor") == Some(&Value::Bool(true))
        } else {
            value.get("$dynamicAnchor").and_then(Value::as_str) == Some(name.as_str())
        };
        if !bears {
            return Ok(Some(target));
        }
        if let Some(known) = self.dynamic.get(&(target, recursive)) {
            return Ok(*known);
        }
        let found = self.outermost((!recursive).then_some(name.as_str()));
        self.dynamic.insert((target, recursive), found);
        Ok(found)
    }

    /// The only target that a dynamic reference can have, if it has only one.
    /// `name`: none for `$recursiveRef`.
    fn outermost(&mut self, name: Option<&str>) -> Option<Loc> {
        self.with_names();
        let mut found: Option<Loc> = None;
        let (mut seen, mut work) = (BTreeSet::from([0]), vec![0]);
        while let Some(resource) = work.pop() {
            let bearer = match name {
                None => self.recursive_anchor(resource),
                Some(name) => self.dynamic_anchor(resource, name),
            };
            if let Some(target) = bearer {
                if found.is_some_and(|found| found != target) {
                    return None;
                }
                found = Some(target);
                continue;
            }
            for next in self.next_resources(resource) {
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
        found
    }

    fn recursive_anchor(&mut self, resource: ResourceId) -> Option<Loc> {
        let root = self.resources.get(resource)?.root;
        let bears = root.get("$recursiveAnchor") == Some(&Value::Bool(true));
        let root = self.root_of(resource).filter(|_| bears)?;
        Some(self.place(root.value, root.pointer, resource))
    }

    fn dynamic_anchor(&mut self, resource: ResourceId, name: &str) -> Option<Loc> {
        let found = self.names.as_ref()?.dynamic_anchor(resource, name)?;
        Some(self.place(found.value, found.pointer, resource))
    }

    /// Resources that evaluation may go to from one, at least.
    fn next_resources(&mut self, resource: ResourceId) -> BTreeSet<ResourceId> {
        let Some(names) = &self.names else {
            return BTreeSet::new();
        };
        let mut next = names.inner(resource);
        for reference in names.references(resource) {
            if let Ok(target) = self.lookup(resource, reference) {
                next.insert(self.resource(target));
            }
        }
        next
    }

    /// The schema that a reference in a resource names.
    fn lookup(&mut self, from: ResourceId, reference: &str) -> Result<Loc, Lost> {
        let base = self.resources.get(from).ok_or(Lost::Nowhere)?;
        if let Some(loc) = base.resolved.get(reference) {
            return Ok(*loc);
        }
        let (uri, fragment) = uri::split_fragment(reference);
        let absolute = uri::resolve(&base.uri, uri);
        let root = if uri.is_empty() || absolute == base.uri {
            self.root_of(from).ok_or(Lost::Nowhere)?
        } else {
            self.find_root(&absolute)?
        };
        let fragment = uri::percent_decode(fragment);
        let loc = if fragment.is_empty() {
            self.place(root.value, root.pointer, root.resource)
        } else if fragment.starts_with('/') {
            // Against the standard many documents count from their own root
            // even inside a schema with a name. That is a last resort here.
            let document = self.root_of(0).filter(|_| uri.is_empty());
            self.at_pointer(root, &fragment)
                .or_else(|| self.at_pointer(document?, &fragment))
                .ok_or(Lost::Nowhere)?
        } else {
            self.with_names();
            let names = self.names.as_ref().ok_or(Lost::Nowhere)?;
            let found = names.anchor(root.resource, &fragment)?;
            self.place(found.value, found.pointer, found.resource)
        };
        if let Some(base) = self.resources.get_mut(from) {
            base.resolved.insert(reference.to_owned(), loc);
        }
        Ok(loc)
    }

    /// The root of a resource.
    fn root_of(&self, resource: ResourceId) -> Option<Named<'a>> {
        let found = self.resources.get(resource)?;
        Some(Named {
            value: found.root,
            pointer: found.pointer.clone(),
            resource,
        })
    }

    /// What an absolute URI without fragment names: a resource of the document,
    /// an official metaschema, or what the `id` of another draft says.
    fn find_root(&mut self, uri: &str) -> Result<Named<'a>, Lost> {
        self.with_names();
        let names = self.names.as_ref().ok_or(Lost::Remote)?;
        if let Some(found) = names.resource(uri) {
            return found;
        }
        let Some(schema) = meta::find(uri) else {
            return names.alias(uri);
        };
        let resource = self.add_document(schema, uri, format!("{uri}#"));
        self.collect(resource);
        self.root_of(resource).ok_or(Lost::Remote)
    }

    /// The schema at a JSON Pointer below a root, which may lead into an inner
    /// resource.
    fn at_pointer(&mut self, root: Named<'a>, fragment: &str) -> Option<Loc> {
        let Named {
            mut value,
            mut pointer,
            mut resource,
        } = root;
        let mut kind = Kind::Schema;
        for step in fragment.split('/').skip(1) {
            let key = step.replace("~1", "/").replace("~0", "~");
            let next = match value {
                Value::Object(map) => map.get(&key)?,
                Value::Array(list) => {
                    let plain = key == "0" || !key.starts_with(['0', '+']);
                    list.get(key.parse::<usize>().ok().filter(|_| plain)?)?
                }
                _ => return None,
            };
            kind = kind.below(value, &key);
            push_step(&mut pointer, &key);
            value = next;
            if kind.is_schema(value) {
                resource = self.enter(value, resource, &pointer);
            }
        }
        Some(self.place(value, pointer, resource))
    }

    /// Refuses a reference from which references lead in a circle.
    fn refuse_circle(&mut self, from: Loc, target: Loc) -> Result<(), SchemaError> {
        let (mut way, mut at) = (vec![target], target);
        let mut seen = BTreeSet::from([target]);
        while !self.ending.contains(&at) {
            let Some(next) = self.value(at).get("$ref").and_then(Value::as_str) else {
                break;
            };
            // What leads nowhere is an error where it is followed.
            let Ok(next) = self.lookup(self.resource(at), next) else {
                break;
            };
            if !seen.insert(next) {
                let start = way.iter().position(|one| *one == next).unwrap_or(0);
                let circle = way.iter().skip(start).take(10);
                return Err(SchemaError {
                    pointer: self.pointer(from).to_owned(),
                    keyword: Some("$ref".to_owned()),
                    kind: SchemaErrorKind::ReferenceCircle {
                        pointers: circle.map(|one| self.pointer(*one).to_owned()).collect(),
                    },
                    help: "let one of the references name a schema that says something",
                });
            }
            way.push(next);
            at = next;
        }
        self.ending.extend(way);
        Ok(())
    }

    fn lost(&self, from: Loc, reference: &str, lost: Lost) -> SchemaError {
        let reference = reference.to_owned();
        let (kind, help) = match lost {
            Lost::Nowhere => (
                SchemaErrorKind::Reference { reference },
                "define the schema that it names",
            ),
            Lost::Remote => (
                SchemaErrorKind::Remote { reference },
                "nothing is fetched here: put the schema into `$defs`, with its URI as `$id`",
            ),
            Lost::Ambiguous => (
                SchemaErrorKind::Ambiguous { reference },
                "give the schemas different names",
            ),
        };
        SchemaError {
            pointer: self.pointer(from).to_owned(),
            keyword: Some("$ref".to_owned()),
            kind,
            help,
        }
    }
}

/// Adds a step to a JSON Pointer.
fn push_step(pointer: &mut String, step: &str) {
    pointer.push('/');
    if step.contains(['~', '/']) {
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(step);
    }
}

/// The URI that a schema gives itself, without fragment: none if it has none,
/// or if `$ref` stands beside it in a draft where that hides it.
fn own_uri(schema: &Value, draft: Draft) -> Option<&str> {
    let map = schema.as_object()?;
    if draft.ref_alone() && map.contains_key("$ref") {
        return None;
    }
    let id = map.get(draft.id_keyword())?.as_str()?;
    Some(uri::split_fragment(id).0).filter(|uri| !uri.is_empty())
}
