//! What styles say of paragraphs and runs.

use crate::reader::heading::Style as Look;
use crate::reader::office::xml::Element;
use std::collections::BTreeMap;

/// How far a style's chain of ancestors is followed.
const MAX_ANCESTORS: usize = 32;
/// Font size in points where nothing says it.
const DEFAULT_SIZE: f64 = 10.0;

/// The list a paragraph belongs to, as written: either half may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ListPlace {
    /// `numId`; `0` takes a paragraph out of its style's list.
    pub(super) list: Option<String>,
    /// From 0.
    pub(super) level: Option<usize>,
}

/// What a run looks like; none where it says nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RunLook {
    pub(super) bold: Option<bool>,
    pub(super) hidden: Option<bool>,
    pub(super) size: Option<f64>,
}

impl RunLook {
    pub(super) fn read(properties: Option<&Element>) -> Self {
        let Some(properties) = properties else {
            return Self::default();
        };
        let half_points = properties
            .value("sz")
            .and_then(|size| size.parse::<f64>().ok());
        Self {
            bold: properties.switch("b"),
            hidden: properties.switch("vanish"),
            size: half_points.map(|size| (size / 2.0).clamp(1.0, 1_638.0)),
        }
    }

    /// Where this one says nothing, the other does.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            bold: self.bold.or(other.bold),
            hidden: self.hidden.or(other.hidden),
            size: self.size.or(other.size),
        }
    }

    pub(super) fn look(self) -> Look {
        Look {
            size: self.size.unwrap_or(DEFAULT_SIZE),
            bold: self.bold == Some(true),
        }
    }
}

/// One style with all that it inherits.
#[derive(Debug, Clone, Default)]
pub(super) struct Style {
    /// From 1; none for body text.
    pub(super) outline: Option<u8>,
    pub(super) list: ListPlace,
    pub(super) run: RunLook,
    pub(super) page_break: Option<bool>,
}

/// All styles.
#[derive(Debug, Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, Style>,
    default_paragraph: Style,
}

impl Styles {
    pub(super) fn read(part: Option<&Element>) -> Self {
        let Some(part) = part else {
            return Self::default();
        };
        let raw: BTreeMap<&str, &Element> = part
            .elements()
            .filter(|element| element.name == "style")
            .filter_map(|style| Some((style.get("styleId")?, style)))
            .collect();
        let defaults = part
            .child("docDefaults")
            .and_then(|defaults| defaults.child("rPrDefault"))
            .and_then(|defaults| defaults.child("rPr"));
        let base = RunLook::read(defaults);
        let styles: BTreeMap<String, Style> = raw
            .keys()
            .map(|id| ((*id).to_owned(), resolve(id, &raw, base)))
            .collect();
        let default = raw.iter().find(|(_, style)| {
            style.get("type") == Some("paragraph")
                && matches!(style.get("default"), Some("1" | "true" | "on"))
        });
        let default_paragraph = default
            .and_then(|(id, _)| styles.get(*id))
            .cloned()
            .unwrap_or_else(|| Style {
                run: base,
                ..Style::default()
            });
        Self {
            styles,
            default_paragraph,
        }
    }

    /// The paragraph style of that id, the document's default without one.
    pub(super) fn paragraph(&self, id: Option<&str>) -> &Style {
        id.and_then(|id| self.styles.get(id))
            .unwrap_or(&self.default_paragraph)
    }

    pub(super) fn get(&self, id: &str) -> Option<&Style> {
        self.styles.get(id)
    }
}

fn resolve(id: &str, raw: &BTreeMap<&str, &Element>, base: RunLook) -> Style {
    let mut style = Style::default();
    let mut next = Some(id);
    for _ in 0..MAX_ANCESTORS {
        let Some(element) = next.and_then(|id| raw.get(id)) else {
            break;
        };
        let paragraph = element.child("pPr");
        if style.outline.is_none() {
            style.outline = outline(paragraph).or_else(|| named_level(element));
        }
        if let Some(place) = paragraph.map(list_place) {
            style.list.list = style.list.list.or(place.list);
            style.list.level = style.list.level.or(place.level);
        }
        let breaks = paragraph.and_then(|paragraph| paragraph.switch("pageBreakBefore"));
        style.page_break = style.page_break.or(breaks);
        style.run = style.run.or(RunLook::read(element.child("rPr")));
        next = element.value("basedOn");
    }
    style.run = style.run.or(base);
    // 0 here stands for body text that overrides an ancestor's level.
    style.outline = style.outline.filter(|level| *level > 0);
    style
}

/// The outline level of paragraph properties, from 1; 0 for body text.
pub(super) fn outline(properties: Option<&Element>) -> Option<u8> {
    let level: u8 = properties?.value("outlineLvl")?.parse().ok()?;
    Some(if level <= 8 { level + 1 } else { 0 })
}

/// Built-in styles have English names in every language's Word.
fn named_level(style: &Element) -> Option<u8> {
    let name = style.value("name")?.to_ascii_lowercase();
    if name == "title" {
        return Some(1);
    }
    let level: u8 = name.strip_prefix("heading ")?.trim().parse().ok()?;
    (1..=9).contains(&level).then_some(level)
}

/// The list that paragraph properties name.
pub(super) fn list_place(properties: &Element) -> ListPlace {
    let numbering = properties.child("numPr");
    let value = |name: &str| numbering.and_then(|numbering| numbering.value(name));
    ListPlace {
        list: value("numId").map(str::to_owned),
        level: value("ilvl").and_then(|level| level.parse().ok()),
    }
}
