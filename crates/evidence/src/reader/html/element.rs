//! What the names and attributes of elements say.

use std::collections::BTreeMap;

/// Attributes of a tag, their names in lower case.
pub(super) type Attributes = BTreeMap<String, String>;

/// Elements that are blocks of their own.
pub(super) const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "html",
    "legend",
    "main",
    "menu",
    "nav",
    "noscript",
    "ol",
    "p",
    "search",
    "section",
    "summary",
    "ul",
];

/// Elements that end an open paragraph.
pub(super) fn closes_paragraph(name: &str) -> bool {
    BLOCKS.contains(&name)
        || heading_level(name).is_some()
        || matches!(name, "table" | "pre" | "hr" | "li")
}

/// The level of `h1` to `h6`.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    let level: u8 = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// Elements whose content is no text of the page.
pub(super) const UNREAD: &[&str] = &[
    "script", "style", "template", "noframes", "iframe", "object", "embed", "applet", "svg",
    "canvas", "audio", "video", "map", "datalist",
];

/// Elements without content.
pub(super) const VOID: &[&str] = &[
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "link", "meta", "param", "source", "track", "wbr",
];

/// Whether an element hides what is in it, by itself.
pub(super) fn is_hidden(attributes: &Attributes) -> bool {
    if attributes.contains_key("hidden") {
        return true;
    }
    let Some(style) = attributes.get("style") else {
        return false;
    };
    let style: String = style
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_ascii_lowercase();
    style.split(';').any(|rule| {
        let rule = rule.trim_end_matches("!important");
        matches!(
            rule,
            "display:none"
                | "visibility:hidden"
                | "visibility:collapse"
                | "opacity:0"
                | "font-size:0"
                | "font-size:0px"
                | "font-size:0pt"
                | "mso-hide:all"
        )
    })
}

/// Pictures of one point only count visits.
pub(super) fn is_seen(attributes: &Attributes) -> bool {
    let tiny = |name: &str| {
        attributes
            .get(name)
            .and_then(|size| size.trim_end_matches("px").parse::<u32>().ok())
            .is_some_and(|size| size <= 1)
    };
    !is_hidden(attributes) && !tiny("width") && !tiny("height")
}
