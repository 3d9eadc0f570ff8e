//! Which file of a crate uses which other: `use` items and paths, read as Rust and
//! followed through re-exports to the file that defines the name. What is compiled for
//! tests alone is left out. Calls of methods name no file and are not seen.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// Uses among the files of a crate: each file with those it uses, as paths below `src`.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// How often an alias is followed before a path counts as foreign.
const MAX_ALIASES: u32 = 16;

/// A module, in a file of its own or inside one.
struct Module {
    parent: Option<usize>,
    file: String,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    aliases: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    paths: Vec<Vec<String>>,
}

/// The modules of one crate; the first is its root.
struct Crate {
    source: PathBuf,
    modules: Vec<Module>,
}

/// Reads the crate whose root is `source/root` (`lib.rs` or `main.rs`).
///
/// # Panics
///
/// When a file is missing or is not Rust.
pub fn uses(source: &Path, root: &str) -> Uses {
    let mut read = Crate {
        source: source.to_owned(),
        modules: Vec::new(),
    };
    read.file(None, root, source);
    let mut uses = Uses::new();
    for at in 0..read.modules.len() {
        let from = read.modules[at].file.clone();
        let paths = read.modules[at].paths.iter();
        let targets: BTreeSet<String> = paths
            .filter_map(|path| read.target(at, path, MAX_ALIASES))
            .filter(|file| *file != from)
            .collect();
        uses.entry(from).or_default().extend(targets);
    }
    uses
}

/// The groups of files that use each other, directly or around a corner.
pub fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        uses.keys().map(|file| (file, reach(uses, file))).collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (file, beyond) in &reached {
        let circle: Vec<String> = beyond
            .iter()
            .filter(|other| reached.get(*other).is_some_and(|back| back.contains(file)))
            .map(|other| (*other).clone())
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Every file that is used by one, or by one that it uses, and so on.
fn reach<'a>(uses: &'a Uses, from: &String) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = uses[from].iter().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(uses.get(file).into_iter().flatten());
        }
    }
    reached
}

impl Crate {
    /// Reads a module's file; its children lie in `directory`.
    fn file(&mut self, parent: Option<usize>, name: &str, directory: &Path) -> usize {
        let path = self.source.join(name);
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let parsed =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.module(parent, name, directory, &parsed.items)
    }

    fn module(
        &mut self,
        parent: Option<usize>,
        file: &str,
        directory: &Path,
        items: &[Item],
    ) -> usize {
        let at = self.modules.len();
        self.modules.push(Module {
            parent,
            file: file.to_owned(),
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            aliases: BTreeMap::new(),
            globs: Vec::new(),
            paths: Vec::new(),
        });
        for item in items {
            self.item(at, file, directory, item);
        }
        at
    }

    fn item(&mut self, at: usize, file: &str, directory: &Path, item: &Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        match item {
            Item::Mod(module) => {
                let name = module.ident.to_string();
                let below = directory.join(&name);
                let child = if let Some((_, items)) = &module.content {
                    self.module(Some(at), file, &below, items)
                } else {
                    let flat = directory.join(format!("{name}.rs"));
                    let path = if flat.exists() {
                        flat
                    } else {
                        below.join("mod.rs")
                    };
                    let path = path.strip_prefix(&self.source).unwrap().to_owned();
                    self.file(Some(at), path.to_str().unwrap(), &below)
                };
                self.modules[at].children.insert(name, child);
            }
            Item::Use(item) => self.tree(at, &item.tree),
            other => {
                if let Some(name) = name_of(other) {
                    self.modules[at].items.insert(name);
                }
                let mut found = Found::default();
                found.visit_item(other);
                self.modules[at].paths.extend(found.paths);
            }
        }
    }

    /// A `use` item: what each of its names stands for.
    fn tree(&mut self, at: usize, tree: &UseTree) {
        for (path, alias) in leaves(tree) {
            let module = &mut self.modules[at];
            match alias {
                Some(alias) => {
                    module.aliases.insert(alias, path.clone());
                }
                None => module.globs.push(path[..path.len() - 1].to_vec()),
            }
            module.paths.push(path);
        }
    }

    /// The file in which the name at the end of a path is defined; none for another
    /// crate's and for a module as such, whose own names are met where they are used.
    fn target(&self, from: usize, path: &[String], aliases: u32) -> Option<String> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => 0,
            "self" => from,
            "super" => self.modules[from].parent?,
            _ => return self.name(from, path, aliases, true),
        };
        while let Some(("super", after)) = rest.split_first().map(|(one, after)| (&**one, after)) {
            (at, rest) = (self.modules[at].parent?, after);
        }
        self.name(at, rest, aliases, false)
    }

    /// A path whose first name stands in a module.
    fn name(&self, at: usize, path: &[String], aliases: u32, foreign: bool) -> Option<String> {
        let module = &self.modules[at];
        let (first, rest) = path.split_first()?;
        if let Some(child) = module.children.get(first) {
            return self.name(*child, rest, aliases, false);
        }
        if first == "*" || module.items.contains(first) {
            return Some(module.file.clone());
        }
        let left = aliases.checked_sub(1)?;
        if let Some(alias) = module.aliases.get(first) {
            // `use regex;` names itself.
            if alias.first() == Some(first) {
                return None;
            }
            let whole: Vec<String> = alias.iter().chain(rest).cloned().collect();
            return self.target(at, &whole, left);
        }
        let through = module.globs.iter().find_map(|glob| {
            let whole: Vec<String> = glob.iter().chain(path).cloned().collect();
            let found = self.target(at, &whole, left)?;
            Some(found)
        });
        // A name that a macro makes stands in the module that it is asked of.
        through.or_else(|| (!foreign).then(|| module.file.clone()))
    }
}

/// Paths of more than one name, in code and in what macros are given.
#[derive(Default)]
struct Found {
    paths: Vec<Vec<String>>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|one| one.ident.to_string())
            .collect();
        self.keep(names);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.tokens(call.tokens.clone());
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // Inside a function: `use crate::a::B;`
        for (path, _) in leaves(&item.tree) {
            self.keep(path);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

impl Found {
    fn keep(&mut self, names: Vec<String>) {
        if names.len() > 1 {
            self.paths.push(names);
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons): (Vec<String>, u32) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.keep(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.keep(std::mem::take(&mut path));
                    self.tokens(group.stream());
                }
                _ => {
                    self.keep(std::mem::take(&mut path));
                    colons = 0;
                }
            }
        }
        self.keep(path);
    }
}

/// The paths of a `use`, each with the name that it has from there on. None: all names of a
/// module, whose path then ends in `*`.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, Option<String>)> {
    let below = |name: String, tree: &UseTree| {
        let ends_here = |path: &Vec<String>| path.first().is_some_and(|first| first == "self");
        leaves(tree)
            .into_iter()
            .map(|(path, alias)| {
                // `a::{self}` is `a`.
                let is_self = path.len() == 1 && ends_here(&path);
                let alias = alias.map(|alias| if alias == "self" { name.clone() } else { alias });
                let rest = if is_self { Vec::new() } else { path };
                (std::iter::once(name.clone()).chain(rest).collect(), alias)
            })
            .collect()
    };
    match tree {
        UseTree::Name(one) => vec![(vec![one.ident.to_string()], Some(one.ident.to_string()))],
        UseTree::Rename(one) => vec![(vec![one.ident.to_string()], Some(one.rename.to_string()))],
        UseTree::Glob(_) => vec![(vec!["*".to_owned()], None)],
        UseTree::Path(path) => below(path.ident.to_string(), &path.tree),
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
    }
}

/// `#[cfg(test)]`, and `#[cfg(all(test, ..))]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            list.path.is_ident("cfg")
                && list
                    .tokens
                    .to_string()
                    .split(|mark: char| !mark.is_alphanumeric())
                    .any(|word| word == "test")
        }
        _ => false,
    })
}

pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
