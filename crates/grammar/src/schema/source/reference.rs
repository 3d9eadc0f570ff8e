//! References: which schema each one means.

use super::document::{Loc, Source, push_step};
use super::draft::Kind;
use super::names::{Lost, Named, ResourceId};
use super::uri;
use crate::schema::error::{SchemaError, SchemaErrorKind};
use crate::schema::meta;
use serde_json::Value;
use std::collections::BTreeSet;

impl<'a> Source<'a> {
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
    pub(super) fn root_of(&self, resource: ResourceId) -> Option<Named<'a>> {
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
    pub(super) fn at_pointer(&mut self, root: Named<'a>, fragment: &str) -> Option<Loc> {
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
