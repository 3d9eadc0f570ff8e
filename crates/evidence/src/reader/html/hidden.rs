//! Passing over elements that are not shown.

use super::element::{VOID, closes_paragraph};

/// An element that is passed over, with those open in it.
pub(super) struct Skip {
    open: Vec<String>,
    /// Whether its text counts as hidden.
    pub(super) counts: bool,
}

/// Elements that are followed inside a hidden one; more are one level.
const MAX_OPEN: usize = 1_000;

impl Skip {
    pub(super) fn new(name: &str, counts: bool) -> Self {
        Self {
            open: vec![name.to_owned()],
            counts,
        }
    }

    /// An element starts inside. True where that ends the hidden one, whose
    /// end tag was left out.
    pub(super) fn start(&mut self, name: &str) -> bool {
        let implied = match self.open.as_slice() {
            [only] => match only.as_str() {
                "p" => name == "p" || closes_paragraph(name),
                "dt" | "dd" => matches!(name, "dt" | "dd"),
                "td" | "th" => matches!(name, "td" | "th" | "tr"),
                "li" | "tr" | "option" => name == only,
                _ => false,
            },
            _ => false,
        };
        if !implied && !VOID.contains(&name) && self.open.len() < MAX_OPEN {
            self.open.push(name.to_owned());
        }
        implied
    }

    /// An element ends. None where it is not open inside; else whether the
    /// hidden one ends with it.
    pub(super) fn end(&mut self, name: &str) -> Option<bool> {
        let at = self.open.iter().rposition(|open| open == name)?;
        self.open.truncate(at);
        Some(self.open.is_empty())
    }
}
