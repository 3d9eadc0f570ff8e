//! Values with a structure: tables, trees, and what a person's own JSON Schema says.

use crate::descriptor::{Comparison, Descriptor, Display, Finding, Given, Kind, Scored, Several};
use crate::schema::words;
use crate::shape::AnswerShape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Most columns of a table. Rows as wide as the headers are said width by
/// width, since a schema cannot compare two lengths.
pub const MAX_TABLE_COLUMNS: usize = 32;
/// Most rows of a table.
pub const MAX_TABLE_ROWS: usize = 500;
/// Longest cell or heading of a table, in characters.
pub const MAX_CELL_CHARACTERS: usize = 500;
/// Depth of a `tree` where no policy says another: a root and seven levels.
pub const DEFAULT_TREE_DEPTH: usize = 8;
/// Most children of one label.
const MAX_TREE_CHILDREN: usize = 100;

/// A table; every row is as wide as the headers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Column headings; empty strings where the document has none.
    pub headers: Vec<String>,
    /// Cells by row.
    pub rows: Vec<Vec<String>>,
}

/// A label with what stands under it: an outline, a hierarchy of parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// Words of the document.
    #[schemars(length(min = 1, max = 500))]
    pub label: String,
    /// What stands under it; empty for a leaf.
    pub children: Vec<Tree>,
}

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 3] = [
    Descriptor {
        name: "table",
        title: "Table",
        description: "Rows and columns.",
        shape: AnswerShape::Table,
        value_schema: table,
        finding: Finding::Form,
        kind: Kind::Several,
        several: Several::Itself,
        comparison: Comparison::Rows,
        display: Display::Table,
        scored: Scored::Columns,
        ..Descriptor::OWN
    },
    Descriptor {
        name: "tree",
        title: "Tree",
        description: "Labels with what stands under them.",
        shape: AnswerShape::Tree,
        value_schema: || tree(DEFAULT_TREE_DEPTH),
        given: Given::Depth,
        several: Several::Itself,
        ..Descriptor::OWN
    },
    Descriptor {
        name: "json",
        title: "JSON",
        description: "Whatever the JSON Schema given with the question says.",
        value_schema: || json!({ "type": "object" }),
        given: Given::Schema,
        several: Several::Itself,
        ..Descriptor::OWN
    },
];

/// A table whose rows are as wide as its headers.
fn table() -> Value {
    let cell = json!({ "type": "string", "maxLength": MAX_CELL_CHARACTERS });
    let widths: Vec<Value> = (1..=MAX_TABLE_COLUMNS)
        .map(|width| {
            let row = json!({
                "type": "array", "items": cell, "minItems": width, "maxItems": width
            });
            json!({
                "properties": {
                    "headers": row,
                    "rows": {
                        "type": "array", "items": row, "minItems": 1, "maxItems": MAX_TABLE_ROWS
                    }
                },
                "type": "object",
                "required": ["headers", "rows"],
                "additionalProperties": false
            })
        })
        .collect();
    json!({
        "title": "Table",
        "description": "A table; every row is as wide as the headers.",
        "anyOf": widths
    })
}

/// A tree of at most `depth` levels (at least one), the root counted.
pub fn tree(depth: usize) -> Value {
    let label = words(MAX_CELL_CHARACTERS as u32);
    let node = |children: Value| {
        json!({
            "type": "object",
            "properties": { "label": label, "children": children },
            "required": ["label", "children"],
            "additionalProperties": false
        })
    };
    let leaf = node(json!({ "type": "array", "maxItems": 0 }));
    let mut schema = (1..depth).fold(leaf, |below, _| {
        node(json!({ "type": "array", "items": below, "maxItems": MAX_TREE_CHILDREN }))
    });
    if let Some(object) = schema.as_object_mut() {
        object.insert("title".into(), json!("Tree"));
    }
    schema
}
