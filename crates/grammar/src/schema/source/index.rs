//! The names of a document, collected in one pass.

use super::document::{Source, own_uri, push_step};
use super::draft::Kind;
use super::names::{Named, Names, ResourceId};
use super::uri;
use serde_json::Value;
use std::borrow::Cow;

/// Members of a value still to be visited.
enum Members<'a> {
    Object(serde_json::map::Iter<'a>),
    Array(std::iter::Enumerate<std::slice::Iter<'a, Value>>),
}

impl<'a> Members<'a> {
    fn next(&mut self) -> Option<(Cow<'a, str>, &'a Value)> {
        match self {
            Self::Object(members) => {
                let (key, value) = members.next()?;
                Some((Cow::from(key.as_str()), value))
            }
            Self::Array(members) => {
                let (index, value) = members.next()?;
                Some((Cow::from(index.to_string()), value))
            }
        }
    }
}

/// A value that is being visited. The pass keeps a stack of its own, so that
/// no depth is too much for it.
struct Visit<'a> {
    value: &'a Value,
    members: Members<'a>,
    kind: Kind,
    resource: ResourceId,
    /// Length of the pointer.
    length: usize,
    /// Whether it is only reached by references: `$defs`.
    in_defs: bool,
}

impl<'a> Source<'a> {
    /// Collects the names of the document, once.
    pub(super) fn with_names(&mut self) {
        if self.names.is_none() {
            self.collect(0);
        }
    }

    /// Collects the names below the root of a resource.
    pub(super) fn collect(&mut self, resource: ResourceId) {
        let Some(found) = self.resources.get(resource) else {
            return;
        };
        let (root, mut pointer) = (found.root, found.pointer.clone());
        let mut names = self.names.take().unwrap_or_default();
        let mut stack = Vec::new();
        self.visit(
            &mut names,
            &mut stack,
            (root, Kind::Schema, resource, false),
            &pointer,
        );
        while let Some(top) = stack.last_mut() {
            pointer.truncate(top.length);
            let Some((key, value)) = top.members.next() else {
                stack.pop();
                continue;
            };
            let kind = top.kind.below(top.value, &key);
            if kind == Kind::Other || !(value.is_object() || value.is_array()) {
                continue;
            }
            let in_defs = top.in_defs && top.kind == Kind::Schemas
                || kind == Kind::Schemas && matches!(&*key, "$defs" | "definitions");
            let resource = top.resource;
            push_step(&mut pointer, &key);
            self.visit(
                &mut names,
                &mut stack,
                (value, kind, resource, in_defs),
                &pointer,
            );
        }
        self.names = Some(names);
    }

    fn visit(
        &mut self,
        names: &mut Names<'a>,
        stack: &mut Vec<Visit<'a>>,
        (value, kind, around, in_defs): (&'a Value, Kind, ResourceId, bool),
        pointer: &str,
    ) {
        let mut resource = around;
        if kind.is_schema(value) {
            resource = self.enter(value, around, pointer);
            if resource != around && !in_defs {
                names.inner.entry(around).or_default().insert(resource);
            }
            self.add_names(names, value, resource, around, pointer);
        }
        let members = match value {
            Value::Object(map) => Members::Object(map.iter()),
            Value::Array(list) => Members::Array(list.iter().enumerate()),
            _ => return,
        };
        stack.push(Visit {
            value,
            members,
            kind,
            resource,
            length: pointer.len(),
            in_defs,
        });
    }

    /// Notes what a schema is called, and what it refers to.
    fn add_names(
        &self,
        names: &mut Names<'a>,
        value: &'a Value,
        resource: ResourceId,
        around: ResourceId,
        pointer: &str,
    ) {
        let (Some(map), Some(here)) = (value.as_object(), self.resources.get(resource)) else {
            return;
        };
        let bearer = || Named {
            value,
            pointer: pointer.to_owned(),
            resource,
        };
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = map.get(keyword).and_then(Value::as_str) {
                names
                    .references
                    .entry(resource)
                    .or_default()
                    .insert(reference);
            }
        }
        if std::ptr::eq(here.root, value) {
            let same = names.resources.entry(here.uri.clone()).or_default();
            same.push(bearer());
        }
        if here.draft.ref_alone() && map.contains_key("$ref") {
            return;
        }
        for keyword in ["$id", "id"] {
            let Some(id) = map.get(keyword).and_then(Value::as_str) else {
                continue;
            };
            let (uri, fragment) = uri::split_fragment(id);
            if !uri.is_empty() && own_uri(value, here.draft) != Some(uri) {
                let base = self
                    .resources
                    .get(around)
                    .map_or("", |one| one.uri.as_str());
                let alias = names.aliases.entry(uri::resolve(base, uri)).or_default();
                alias.push(bearer());
            }
            if !fragment.is_empty() && (uri.is_empty() || keyword == here.draft.id_keyword()) {
                let anchors = names.anchors.entry(resource).or_default();
                anchors.entry(fragment).or_default().push(bearer());
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            let Some(name) = map.get(keyword).and_then(Value::as_str) else {
                continue;
            };
            let anchors = names.anchors.entry(resource).or_default();
            anchors.entry(name).or_default().push(bearer());
            if keyword == "$dynamicAnchor" {
                let dynamic = names.dynamic.entry(resource).or_default();
                dynamic.entry(name).or_insert_with(bearer);
            }
        }
    }
}
