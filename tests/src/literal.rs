//! Which source files hold a word as a string literal: read as Rust, without what is
//! compiled for tests alone and without documentation.

use crate::uses::{attributes, is_for_tests, uses};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, LitStr, Macro};

/// String literals of each file of a crate, as paths below `source`; `root` is `lib.rs` or
/// `main.rs`.
///
/// # Panics
///
/// When a file is missing or is not Rust.
pub fn literals(source: &Path, root: &str) -> BTreeMap<String, BTreeSet<String>> {
    let files = uses(source, root).into_keys();
    files
        .map(|file| {
            let path = source.join(&file);
            let text = std::fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let parsed = syn::parse_file(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let mut found = Found::default();
            found.visit_file(&parsed);
            (file, found.words)
        })
        .collect()
}

#[derive(Default)]
struct Found {
    words: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_lit_str(&mut self, literal: &'ast LitStr) {
        self.words.insert(literal.value());
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

impl Found {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()) {
                        self.words.insert(text.value());
                    }
                }
                _ => {}
            }
        }
    }
}
