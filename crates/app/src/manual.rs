//! The manual: the pages of `docs/manual`, which are in the program, so that a machine without a
//! network has them too. The window shows the same files.

use serde::Serialize;

/// A page of the manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Page {
    /// Its name, by which it is asked for: that of its file.
    pub name: &'static str,
    /// The text, Markdown.
    pub text: &'static str,
}

macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        /// Every page, in the order of the contents.
        pub const PAGES: &[Page] = &[$(Page {
            name: $name,
            text: include_str!(concat!("../../../docs/manual/", $name, ".md")),
        }),*];
    };
}

pages![
    "contents",
    "first-steps",
    "answers",
    "documents",
    "ask",
    "table",
    "review",
    "contracts",
    "models",
    "compare",
    "audit",
    "settings",
    "keys",
    "command-line",
    "administrators",
    "developers",
    "formats",
];

impl Page {
    /// What it is about: its first line.
    pub fn title(&self) -> &'static str {
        self.text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("# ")
    }
}

/// The page of this name.
pub fn page(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

/// The pages that a text links to: `[words](name.md)`.
#[cfg(test)]
fn links(text: &str) -> Vec<&str> {
    let after = text.split("](").skip(1);
    after.filter_map(|rest| rest.split(')').next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_folder_is_a_page_and_the_contents_list_them_in_order() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/manual");
        let files = std::fs::read_dir(folder).unwrap();
        let files: BTreeSet<String> = files
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let named: BTreeSet<String> = PAGES
            .iter()
            .map(|page| format!("{}.md", page.name))
            .collect();
        assert_eq!(files, named);
        let listed = links(PAGES[0].text);
        let order: Vec<String> = PAGES[1..]
            .iter()
            .map(|page| format!("{}.md", page.name))
            .collect();
        assert_eq!(listed, order);
    }

    #[test]
    fn every_link_leads_to_a_page_and_every_page_has_a_title() {
        let (mut titles, mut count) = (BTreeSet::new(), 0);
        for one in PAGES {
            assert!(one.text.starts_with("# "), "{}", one.name);
            assert!(titles.insert(one.title()), "{} twice", one.title());
            for link in links(one.text) {
                count += 1;
                let name = link.strip_suffix(".md").unwrap_or(link);
                assert!(page(name).is_some(), "{}: {link}", one.name);
            }
        }
        assert!(count >= PAGES.len(), "{count} links");
        assert_eq!(page("nothing"), None);
        assert_eq!(links("a [b](c.md) and [d](e.md)."), ["c.md", "e.md"]);
    }
}
