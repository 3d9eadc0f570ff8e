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

mod document;
mod draft;
mod index;
mod names;
mod reference;
#[cfg(test)]
mod tests;
mod uri;

pub(super) use document::{Loc, Source};
