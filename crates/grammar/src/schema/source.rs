//! The schema document: places, and references between them.

use super::error::{SchemaError, SchemaErrorKind};
use serde_json::Value;
use std::collections::BTreeMap;

/// Index of a schema in its document, in the order of discovery.
pub(super) type Loc = usize;

/// The document and the schemas met in it.
pub(super) struct Source<'a> {
    root: &'a Value,
    places: Vec<(&'a Value, String)>,
    /// By address, which is only ever used to find the index again.
    known: BTreeMap<usize, Loc>,
    /// `$anchor` and `$id` names, to the schema that bears them.
    names: Names<'a>,
    /// In drafts 4 to 7 nothing beside `$ref` counts.
    pub ref_alone: bool,
}

impl<'a> Source<'a> {
    pub fn new(root: &'a Value) -> Self {
        let draft = root
            .get("$schema")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let ref_alone = ["draft-03", "draft-04", "draft-05", "draft-06", "draft-07"];
        let ref_alone = ref_alone.iter().any(|old| draft.contains(old));
        let mut names = BTreeMap::new();
        collect_names(root, &mut String::new(), &mut names, 0);
        Self {
            root,
            places: Vec::new(),
            known: BTreeMap::new(),
            names,
            ref_alone,
        }
    }

    pub fn ref_alone(&self, _loc: Loc) -> bool { self.ref_alone }

    /// The index of a schema at a pointer.
    pub fn loc(&mut self, value: &'a Value, pointer: String) -> Loc {
        let address = std::ptr::from_ref(value) as usize;
        if let Some(loc) = self.known.get(&address) {
            return *loc;
        }
        self.places.push((value, pointer));
        self.known.insert(address, self.places.len() - 1);
        self.places.len() - 1
    }

    pub fn value(&self, loc: Loc) -> &'a Value {
        self.places
            .get(loc)
            .map_or(&Value::Null, |(value, _)| *value)
    }

    pub fn pointer(&self, loc: Loc) -> &str {
        self.places
            .get(loc)
            .map_or("", |(_, pointer)| pointer.as_str())
    }

    /// A schema below another one.
    pub fn child(&mut self, loc: Loc, value: &'a Value, path: &[&str]) -> Loc {
        let mut pointer = self.pointer(loc).to_owned();
        for step in path {
            pointer.push('/');
            pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        }
        self.loc(value, pointer)
    }

    /// Follows a reference inside the document.
    pub fn resolve(&mut self, from: Loc, reference: &str) -> Result<Loc, SchemaError> {
        let found = self.find(reference);
        let Some((value, pointer)) = found else {
            let remote = !reference.starts_with('#');
            return Err(SchemaError {
                pointer: self.pointer(from).to_owned(),
                keyword: Some("$ref".to_owned()),
                kind: SchemaErrorKind::Reference {
                    reference: reference.to_owned(),
                },
                help: if remote {
                    "nothing is fetched here: put the referenced schema into `$defs`"
                } else {
                    "define the schema that it names"
                },
            });
        };
        Ok(self.loc(value, pointer))
    }

    fn find(&self, reference: &str) -> Option<(&'a Value, String)> {
        if let Some(named) = self.names.get(reference) {
            return named.clone();
        }
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let (root, prefix) = match base {
            "" => (self.root, String::new()),
            base => self.names.get(base)?.clone()?,
        };
        let fragment = percent_decode(fragment)?;
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.names.get(&format!("#{fragment}"))?.clone();
        }
        Some((root.pointer(&fragment)?, format!("{prefix}{fragment}")))
    }
}

type Names<'a> = BTreeMap<String, Option<(&'a Value, String)>>;

/// Notes a name. One that two schemas bear (under different base URIs, which
/// are not followed here) names neither: a reference to it is an error, not a
/// guess.
fn add_name<'a>(names: &mut Names<'a>, name: &str, value: &'a Value, pointer: &str) {
    let slot = names
        .entry(name.to_owned())
        .or_insert_with(|| Some((value, pointer.to_owned())));
    if slot
        .as_ref()
        .is_some_and(|(known, _)| !std::ptr::eq(*known, value))
    {
        *slot = None;
    }
}

fn collect_names<'a>(value: &'a Value, pointer: &mut String, names: &mut Names<'a>, depth: usize) {
    if depth > 200 {
        return;
    }
    let length = pointer.len();
    match value {
        Value::Object(map) => {
            for key in ["$id", "id"] {
                let Some(name) = map.get(key).and_then(Value::as_str) else {
                    continue;
                };
                if name.starts_with('#') {
                    add_name(names, name, value, pointer);
                    continue;
                }
                // Relative references name the last part of an id.
                let whole = name.trim_end_matches('#');
                add_name(names, whole, value, pointer);
                let last = whole.rsplit('/').next().unwrap_or_default();
                if !last.is_empty() {
                    add_name(names, last, value, pointer);
                }
            }
            for key in ["$anchor", "$dynamicAnchor"] {
                if let Some(name) = map.get(key).and_then(Value::as_str) {
                    add_name(names, &format!("#{name}"), value, pointer);
                }
            }
            for (key, inner) in map {
                // Values are no schemas: a name in them names nothing.
                if matches!(
                    key.as_str(),
                    "const" | "enum" | "default" | "examples" | "example"
                ) {
                    continue;
                }
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
                collect_names(inner, pointer, names, depth + 1);
                pointer.truncate(length);
            }
        }
        Value::Array(list) => {
            for (index, inner) in list.iter().enumerate() {
                pointer.push('/');
                pointer.push_str(&index.to_string());
                collect_names(inner, pointer, names, depth + 1);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

fn percent_decode(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let high = (bytes.next()? as char).to_digit(16)?;
        let low = (bytes.next()? as char).to_digit(16)?;
        out.push((high * 16 + low) as u8);
    }
    String::from_utf8(out).ok()
}
