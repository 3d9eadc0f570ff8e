//! The closed table of keywords.

/// What the compiler does with a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Says something about values and becomes rules.
    Rules,
    /// Puts schemas together.
    Combines,
    /// Says something about values that rules do not say yet.
    Residual(&'static str),
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
        | "x-evidence" => Role::Rules,
        "anyOf" | "oneOf" | "allOf" | "$ref" => Role::Combines,
        "not" => Role::Residual("a negation is left to the validator"),
        "if" | "then" | "else" => Role::Residual("conditions are left to the validator"),
        "dependencies" | "dependentRequired" | "dependentSchemas" => {
            Role::Residual("dependencies between properties are left to the validator")
        }
        "contains" | "minContains" | "maxContains" => {
            Role::Residual("what an array contains is left to the validator")
        }
        "unevaluatedItems" | "unevaluatedProperties" => {
            Role::Residual("what is unevaluated is left to the validator")
        }
        "$dynamicRef" | "$recursiveRef" => {
            Role::Residual("dynamic references are left to the validator")
        }
        "title" | "description" | "default" | "examples" | "example" | "$schema" | "$id" | "id"
        | "$comment" | "$defs" | "definitions" | "$anchor" | "$dynamicAnchor"
        | "$recursiveAnchor" | "$vocabulary" | "deprecated" | "readOnly" | "writeOnly"
        | "contentEncoding" | "contentMediaType" | "contentSchema" => Role::Annotation,
        _ => return None,
    })
}
