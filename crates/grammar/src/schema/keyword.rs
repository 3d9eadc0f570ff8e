//! The closed table of keywords.

/// What the compiler does with a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Says something about values and becomes rules.
    Rules,
    /// Puts schemas together.
    Combines,
    /// Says nothing about values.
    Annotation,
}

/// Looks a keyword up; `None`: JSON Schema does not know it.
pub(super) fn role(keyword: &str) -> Option<Role> {
    Some(match keyword {
        "type"
        | "const"
        | "enum"
        | "minLength"
        | "maxLength"
        | "pattern"
        | "format"
        | "minimum"
        | "maximum"
        | "exclusiveMinimum"
        | "exclusiveMaximum"
        | "multipleOf"
        | "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "minProperties"
        | "maxProperties"
        | "items"
        | "prefixItems"
        | "additionalItems"
        | "minItems"
        | "maxItems"
        | "uniqueItems"
        | "propertyNames"
        | "contains"
        | "minContains"
        | "maxContains"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "x-evidence" => Role::Rules,
        "anyOf" | "oneOf" | "allOf" | "not" | "if" | "then" | "else" | "dependencies"
        | "dependentRequired" | "dependentSchemas" | "$ref" | "$dynamicRef" | "$recursiveRef" => {
            Role::Combines
        }
        "title" | "description" | "default" | "examples" | "example" | "$schema" | "$id" | "id"
        | "$comment" | "$defs" | "definitions" | "$anchor" | "$dynamicAnchor"
        | "$recursiveAnchor" | "$vocabulary" | "deprecated" | "readOnly" | "writeOnly"
        | "contentEncoding" | "contentMediaType" | "contentSchema" => Role::Annotation,
        _ => return None,
    })
}
