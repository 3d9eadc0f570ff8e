//! Instances as text: the separators of a style, and numbers spelled plainly.

use grammar::Whitespace;
use serde_json::Value;

/// What stands between members and items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Separators {
    pub comma: &'static str,
    pub colon: &'static str,
}

impl Separators {
    /// Those of a style; none where any white space may stand.
    pub fn of(whitespace: Whitespace) -> Separators {
        match whitespace {
            Whitespace::Spaced => Separators {
                comma: ", ",
                colon: ": ",
            },
            Whitespace::Compact | Whitespace::Any => Separators {
                comma: ",",
                colon: ":",
            },
        }
    }
}

/// Writes a value in a style: `serde_json`'s text, with its separators.
pub(crate) fn write(value: &Value, separators: Separators) -> String {
    let mut out = String::new();
    write_into(value, separators, &mut out);
    out
}

/// Recursive: a parsed value is at most 128 levels deep.
fn write_into(value: &Value, separators: Separators, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(separators.comma);
                }
                write_into(item, separators, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    out.push_str(separators.comma);
                }
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(separators.colon);
                write_into(value, separators, out);
            }
            out.push('}');
        }
        simple => out.push_str(&simple.to_string()),
    }
}

/// A JSON number without exponent, without a fraction of nothing but zeros,
/// and with exactly its value: `1.50e2` is `150`, `-0.0` is `0`.
pub(crate) fn plain_number(text: &str) -> String {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let Ok(exponent) = exponent.trim_start_matches('+').parse::<i32>() else {
        return text.to_owned();
    };
    // A number of serde_json has at most 308 decimal places either way.
    if exponent.unsigned_abs() > 400 {
        return text.to_owned();
    }
    let mut digits: String = format!("{whole}{fraction}");
    let mut point = whole.len() as i32 + exponent;
    while point > digits.len() as i32 {
        digits.push('0');
    }
    while point < 1 {
        digits.insert(0, '0');
        point += 1;
    }
    let (whole, fraction) = digits
        .split_at_checked(point as usize)
        .unwrap_or((&digits, ""));
    let (whole, fraction) = (
        whole.trim_start_matches('0'),
        fraction.trim_end_matches('0'),
    );
    let whole = if whole.is_empty() { "0" } else { whole };
    match (whole, fraction) {
        ("0", "") => "0".to_owned(),
        (whole, "") => format!("{sign}{whole}"),
        (whole, fraction) => format!("{sign}{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spells_numbers_plainly_and_exactly() {
        for (given, expected) in [
            ("1", "1"),
            ("1.0", "1"),
            ("-0.0", "0"),
            ("1e3", "1000"),
            ("1.5e+2", "150"),
            ("1.25E1", "12.5"),
            ("1e-3", "0.001"),
            ("-12.50e-1", "-1.25"),
            ("0.5", "0.5"),
            ("100", "100"),
            ("1e999999999999", "1e999999999999"),
        ] {
            assert_eq!(plain_number(given), expected, "{given}");
        }
    }

    #[test]
    fn writes_values_as_serde_json_does() {
        let value = json!({ "a": [1, "é\n", null], "b": {}, "c": [] });
        let compact = write(&value, Separators::of(Whitespace::Any));
        assert_eq!(compact, value.to_string());
        let spaced = write(&value, Separators::of(Whitespace::Spaced));
        assert_eq!(spaced, r#"{"a": [1, "é\n", null], "b": {}, "c": []}"#);
    }
}
