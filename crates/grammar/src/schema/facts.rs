//! Reading single keywords.

use super::decimal::{Bound, Decimal};
use serde_json::{Map, Value};

/// A set of JSON types; numbers are split into whole ones and others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Types(u8);

impl Types {
    pub const NULL: Self = Self(1);
    pub const BOOLEAN: Self = Self(2);
    pub const INTEGER: Self = Self(4);
    pub const FRACTION: Self = Self(8);
    /// Whole or not.
    pub const NUMBER: Self = Self(12);
    pub const STRING: Self = Self(16);
    pub const ARRAY: Self = Self(32);
    pub const OBJECT: Self = Self(64);
    pub const SIMPLE: Self = Self(1 | 2);
    pub const ALL: Self = Self(127);
    pub const NONE: Self = Self(0);

    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// All others.
    pub fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn only(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether a value has one of the types.
    pub fn holds(self, value: &Value) -> bool {
        self.has(Self::of(value))
    }

    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) => {
                let whole = Decimal::read(&number.to_string()).is_none_or(|one| one.is_integer());
                if whole { Self::INTEGER } else { Self::FRACTION }
            }
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }
}

/// Reads `type`; `None` if it is malformed.
pub(super) fn read_types(value: &Value) -> Option<Types> {
    match value {
        Value::String(name) => Types::named(name),
        Value::Array(names) => names.iter().try_fold(Types(0), |sum, name| {
            Some(Types(sum.0 | Types::named(name.as_str()?)?.0))
        }),
        _ => None,
    }
}

/// Reads a bound of a number: the outer `None` says that it cannot be read or
/// has too many digits, the inner one that it bounds nothing (draft 4's
/// `exclusiveMinimum: true`, which changes `minimum`).
#[allow(clippy::option_option)]
pub(super) fn read_bound(map: &Map<String, Value>, keyword: &str) -> Option<Option<Bound>> {
    let value = map.get(keyword)?;
    if value.is_boolean() && keyword.starts_with("exclusive") {
        return Some(None);
    }
    let at = Decimal::read(&value.as_number()?.to_string())?;
    let old = match keyword {
        "minimum" => map.get("exclusiveMinimum"),
        "maximum" => map.get("exclusiveMaximum"),
        _ => None,
    };
    let exclusive = keyword.starts_with("exclusive") || old == Some(&Value::Bool(true));
    Some(Some(Bound {
        at,
        inclusive: !exclusive,
    }))
}

/// Reads a count: a whole number, not negative.
pub(super) fn read_count(value: &Value) -> Option<u32> {
    let float = value.as_f64()?;
    if float < 0.0 || float.fract() != 0.0 {
        return None;
    }
    Some(if float > f64::from(u32::MAX - 1) {
        u32::MAX - 1
    } else {
        float as u32
    })
}
