//! Whether a candidate is what a case's gold says, as the scorer of the
//! evaluation set compares, without partial credit.

use contract::Descriptor;
use contract::descriptor::Comparison;
use serde_json::Value;

/// A figure with its scale word, in plain units.
fn figure(value: &Value) -> Option<f64> {
    let unit = value.get("unit").and_then(Value::as_str).unwrap_or("");
    let scale = match unit.to_lowercase().trim_end_matches('s') {
        "thousand" => 1e3,
        "million" => 1e6,
        "billion" => 1e9,
        _ => 1.0,
    };
    let number = value.get("value").and_then(Value::as_f64)?;
    Some(number * scale)
}

/// Words that count, in order.
fn words(value: &Value) -> Vec<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Object(parts) => {
            let names = ["first_name", "middle_initial", "last_name"];
            let part = |name| parts.get(name).and_then(Value::as_str);
            let parts: Vec<&str> = names.into_iter().filter_map(part).collect();
            parts.join(" ")
        }
        other => other.to_string(),
    };
    text.to_lowercase()
        .replace(',', "")
        .split(|letter: char| !letter.is_alphanumeric() && letter != '%')
        .filter(|word| !word.is_empty() && !["a", "an", "the"].contains(word))
        .map(str::to_owned)
        .collect()
}

fn same_figure(found: &Value, gold: &Value) -> bool {
    let (Some(left), Some(right)) = (figure(found), figure(gold)) else {
        return false;
    };
    (left - right).abs() <= 0.005_f64.max(1e-4 * right.abs())
}

fn same_currency(found: &Value, gold: &Value) -> bool {
    let currency = |value: &Value| value.get("currency").cloned().unwrap_or(Value::Null);
    currency(gold).is_null() || currency(found) == currency(gold)
}

fn same_parts(parts: &[&str], found: &Value, gold: &Value) -> bool {
    parts.iter().all(|key| {
        let wanted = gold.get(key).unwrap_or(&Value::Null);
        wanted.is_null()
            || found
                .get(key)
                .is_some_and(|one| words(one) == words(wanted))
    })
}

fn rows(table: &Value) -> Vec<Vec<Vec<String>>> {
    let rows = table.get("rows").and_then(Value::as_array);
    let cells = |row: &Value| row.as_array().into_iter().flatten().map(words).collect();
    rows.into_iter().flatten().map(cells).collect()
}

fn same_table(found: &Value, gold: &Value) -> bool {
    let (found, wanted) = (rows(found), rows(gold));
    found.len() == wanted.len()
        && wanted.iter().all(|row| {
            let has = |cell: &Vec<String>, other: &Vec<Vec<String>>| other.contains(cell);
            found
                .iter()
                .any(|other| row.iter().all(|cell| cell.is_empty() || has(cell, other)))
        })
}

/// F1 of its items above which a list counts as right: a person who checks one adds
/// or strikes an item, where a refusal leaves them everything.
const LIST_AGREES: f64 = 2.0 / 3.0;

/// Whether the values of one candidate answer a case rightly. `gold` holds the
/// alternatives of a single value, or all items of a list.
pub(crate) fn is_right(answer_type: &str, values: &[Value], gold: &[Value]) -> bool {
    let Some(first) = values.first() else {
        return false;
    };
    let says = |same: &dyn Fn(&Value) -> bool| gold.iter().any(same);
    match Descriptor::of(answer_type).comparison {
        Comparison::Items => {
            let found: Vec<Vec<String>> = values.iter().map(words).collect();
            let wanted: Vec<Vec<String>> = gold.iter().map(words).collect();
            let shared = found.iter().filter(|item| wanted.contains(item)).count();
            2.0 * shared as f64 > LIST_AGREES * (found.len() + wanted.len()) as f64
        }
        Comparison::Figure => says(&|one| same_figure(first, one)),
        Comparison::Money => says(&|one| same_figure(first, one) && same_currency(first, one)),
        Comparison::Iso => says(&|one| {
            let iso = |value: &Value| value.get("iso").cloned();
            iso(one).is_some() && iso(first) == iso(one)
        }),
        Comparison::Parts(parts) => says(&|one| same_parts(parts, first, one)),
        Comparison::Rows => says(&|one| same_table(first, one)),
        Comparison::Json => gold.contains(first),
        Comparison::Words => says(&|one| words(first) == words(one)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn compares_each_type_as_the_scorer_does() {
        for (kind, value, gold, right) in [
            ("text", json!("The Hague"), json!("the hague"), true),
            ("text", json!("Hague"), json!("the hague south"), false),
            (
                "amount",
                json!({ "value": 1.2, "unit": "million", "currency": "USD" }),
                json!({ "value": 1_200_000, "currency": "USD" }),
                true,
            ),
            (
                "amount",
                json!({ "value": 5, "currency": "EUR" }),
                json!({ "value": 5, "currency": "USD" }),
                false,
            ),
            (
                "date",
                json!({ "iso": "2004-02" }),
                json!({ "iso": "2004-02" }),
                true,
            ),
            (
                "date",
                json!({ "iso": "2004" }),
                json!({ "iso": "2004-02" }),
                false,
            ),
            ("boolean", json!(true), json!(true), true),
            (
                "address",
                json!({ "street": "1 Mill Lane", "city": "York", "postal_code": null }),
                json!({ "street": "1 Mill Lane,", "city": "York" }),
                true,
            ),
            (
                "person_name",
                json!({ "first_name": "Ana", "middle_initial": null, "last_name": "Silva" }),
                json!("Ana Silva"),
                true,
            ),
        ] {
            assert_eq!(is_right(kind, &[value], &[gold]), right, "{kind}");
        }
    }

    #[test]
    fn a_list_is_right_with_most_of_its_items_in_any_order() {
        let gold = [json!("a b"), json!("c")];
        assert!(is_right("list", &[json!("c"), json!("A B")], &gold));
        let one_too_many = [json!("c"), json!("d"), json!("a b")];
        assert!(is_right("list", &one_too_many, &gold));
        assert!(!is_right("list", &[json!("c")], &gold));
        assert!(!is_right("list", &[], &gold));
    }
}
