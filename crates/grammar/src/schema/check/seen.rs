//! What a schema has evaluated of a value, for `unevaluated*` (core 2020-12,
//! section 11).

use std::collections::BTreeMap;

/// Properties and items; `false`: perhaps.
#[derive(Default)]
pub(super) struct Seen<'v> {
    properties: BTreeMap<&'v str, bool>,
    items: BTreeMap<usize, bool>,
    /// Whether anything else may have been evaluated too.
    open: bool,
}

impl<'v> Seen<'v> {
    pub fn property(&mut self, name: &'v str, sure: bool) {
        *self.properties.entry(name).or_insert(sure) |= sure;
    }

    pub fn item(&mut self, index: usize, sure: bool) {
        *self.items.entry(index).or_insert(sure) |= sure;
    }

    /// Whether a property was evaluated; `None`: perhaps.
    pub fn has_property(&self, name: &str) -> Option<bool> {
        match self.properties.get(name) {
            None => (!self.open).then_some(false),
            Some(sure) => sure.then_some(true),
        }
    }

    /// Whether an item was evaluated; `None`: perhaps.
    pub fn has_item(&self, index: usize) -> Option<bool> {
        match self.items.get(&index) {
            None => (!self.open).then_some(false),
            Some(sure) => sure.then_some(true),
        }
    }

    /// Says that a part is unknown, and may have evaluated anything.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// Takes over what an inner schema evaluated, if that schema surely holds.
    pub fn add(&mut self, other: Self, holds: bool) {
        self.open |= other.open;
        for (name, sure) in other.properties {
            self.property(name, sure && holds);
        }
        for (index, sure) in other.items {
            self.item(index, sure && holds);
        }
    }

    /// Makes everything uncertain.
    pub fn doubt(&mut self) {
        self.properties.values_mut().for_each(|sure| *sure = false);
        self.items.values_mut().for_each(|sure| *sure = false);
    }
}
