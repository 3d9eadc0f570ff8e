//! Drafts of JSON Schema: how they differ in what is a name, what is a
//! keyword, and where schemas stand.

use serde_json::{Map, Value};

/// A draft, in the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::schema) enum Draft {
    /// Draft 3 and before.
    Three,
    /// Draft 4, also known as 5.
    Four,
    Six,
    Seven,
    /// 2019-09.
    Nine,
    /// 2020-12.
    Twelve,
    /// None is named: 2020-12, with what older drafts have besides.
    Unsaid,
}

impl Draft {
    /// The draft that `$schema` names.
    pub fn read(schema: &Map<String, Value>) -> Option<Self> {
        let name = schema.get("$schema")?.as_str()?;
        let drafts = [
            ("draft-01", Self::Three),
            ("draft-02", Self::Three),
            ("draft-03", Self::Three),
            ("draft-04", Self::Four),
            ("draft-05", Self::Four),
            ("draft-06", Self::Six),
            ("draft-07", Self::Seven),
            ("2019-09", Self::Nine),
            ("2020-12", Self::Twelve),
        ];
        let found = drafts.iter().find(|(part, _)| name.contains(part));
        Some(found.map_or(Self::Unsaid, |(_, draft)| *draft))
    }

    /// Whether nothing beside `$ref` counts.
    pub fn ref_alone(self) -> bool {
        self <= Self::Seven
    }

    /// The keyword that gives a schema its URI.
    pub fn id_keyword(self) -> &'static str {
        if self <= Self::Four { "id" } else { "$id" }
    }

    /// Whether a keyword that some draft has is one of this draft. Keywords of
    /// no draft are not asked for.
    pub fn knows(self, keyword: &str) -> bool {
        match keyword {
            "extends" | "disallow" | "divisibleBy" => self == Self::Three,
            "allOf" | "anyOf" | "oneOf" | "not" | "multipleOf" | "minProperties"
            | "maxProperties" => self >= Self::Four,
            "const" | "contains" | "propertyNames" => self >= Self::Six,
            "if" | "then" | "else" => self >= Self::Seven,
            "dependentRequired"
            | "dependentSchemas"
            | "minContains"
            | "maxContains"
            | "unevaluatedItems"
            | "unevaluatedProperties" => self >= Self::Nine,
            "prefixItems" | "$dynamicRef" => self >= Self::Twelve,
            "$recursiveRef" => self == Self::Nine,
            _ => true,
        }
    }
}

/// What stands at a place of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Schema,
    /// An object whose values are schemas.
    Schemas,
    /// A schema or an array of them.
    Either,
    /// Something else, or a keyword that no draft knows: a name in it names
    /// nothing.
    Other,
}

impl Kind {
    /// The kind of a member of `value`, which is of this kind itself.
    pub fn below(self, value: &Value, key: &str) -> Self {
        match (self, value) {
            (Self::Schema | Self::Either, Value::Object(_)) => Self::of_keyword(key),
            (Self::Schemas, Value::Object(_)) | (Self::Either, Value::Array(_)) => Self::Schema,
            _ => Self::Other,
        }
    }

    /// Whether a value of this kind is a schema.
    pub fn is_schema(self, value: &Value) -> bool {
        self == Self::Schema || (self == Self::Either && !value.is_array())
    }

    fn of_keyword(keyword: &str) -> Self {
        match keyword {
            "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "additionalProperties"
            | "additionalItems"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "contentSchema" => Self::Schema,
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
            | "dependencies" => Self::Schemas,
            "items" | "prefixItems" | "allOf" | "anyOf" | "oneOf" | "extends" => Self::Either,
            _ => Self::Other,
        }
    }
}
