//! The keywords of arrays.

use super::answer::{Answer, both, within};
use super::checker::{At, Checker};
use super::equality::{key, size};
use super::seen::Seen;
use crate::schema::source::Loc;
use serde_json::Value;
use std::collections::BTreeSet;

/// Whether a keyword says something about arrays by itself; `minContains` and
/// `maxContains` are read with `contains`.
pub(super) fn is_keyword(keyword: &str) -> bool {
    matches!(
        keyword,
        "minItems"
            | "maxItems"
            | "uniqueItems"
            | "prefixItems"
            | "items"
            | "additionalItems"
            | "contains"
    )
}

impl<'a> Checker<'_, 'a> {
    #[inline(never)]
    pub(super) fn array<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        argument: &'a Value,
        list: &'v [Value],
        seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let knows_prefix = self.source.knows(at.loc, "prefixItems");
        let prefix = at.map.get("prefixItems").filter(|_| knows_prefix);
        match (keyword, argument) {
            ("minItems" | "maxItems", _) => within(keyword, argument, list.len()),
            ("uniqueItems", Value::Bool(false)) => Some(true),
            ("uniqueItems", Value::Bool(true)) => self.unique(at.value, list),
            ("prefixItems", Value::Array(schemas)) => {
                self.positions(at, keyword, schemas, list, seen)
            }
            ("items", Value::Array(schemas)) if prefix.is_none() => {
                self.positions(at, keyword, schemas, list, seen)
            }
            ("items", Value::Object(_) | Value::Bool(_)) => {
                let first = match prefix {
                    None => 0,
                    Some(schemas) => schemas.as_array()?.len(),
                };
                self.items_from(at, (keyword, argument), list, first, seen)
            }
            ("additionalItems", _) => match at.map.get("items") {
                Some(Value::Array(schemas)) => {
                    self.items_from(at, (keyword, argument), list, schemas.len(), seen)
                }
                _ => Some(true),
            },
            ("contains", _) => self.contains(at, argument, list, seen),
            _ => None,
        }
    }

    fn unique(&mut self, value: &Value, list: &[Value]) -> Answer {
        self.spend(size(value, self.steps))?;
        let mut keys = BTreeSet::new();
        Some(list.iter().all(|one| keys.insert(key(one))))
    }

    /// Schemas by position.
    fn positions<'v>(
        &mut self,
        at: At<'a, 'v>,
        keyword: &str,
        schemas: &'a [Value],
        list: &'v [Value],
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let mut result = Some(true);
        for (index, (schema, one)) in schemas.iter().zip(list).enumerate() {
            let path = [keyword, &index.to_string()];
            let schema = self.source.child(at.loc, schema, &path);
            result = both(result, self.item(at, schema, (index, one), &mut seen));
            if result == Some(false) {
                break;
            }
        }
        result
    }

    /// One schema for one item.
    fn item<'v>(
        &mut self,
        at: At<'a, 'v>,
        schema: Loc,
        (index, one): (usize, &'v Value),
        seen: &mut Option<&mut Seen<'v>>,
    ) -> Answer {
        let answer = self.schema(schema, one, at.depth + 1, None);
        if let Some(seen) = seen.as_deref_mut().filter(|_| answer != Some(false)) {
            seen.item(index, true);
        }
        answer
    }

    /// One schema for all items from a position on.
    fn items_from<'v>(
        &mut self,
        at: At<'a, 'v>,
        (keyword, schema): (&str, &'a Value),
        list: &'v [Value],
        first: usize,
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let schema = self.source.child(at.loc, schema, &[keyword]);
        let mut result = Some(true);
        for numbered in list.iter().enumerate().skip(first) {
            result = both(result, self.item(at, schema, numbered, &mut seen));
            if result == Some(false) {
                break;
            }
        }
        result
    }

    /// `contains` with `minContains` and `maxContains`.
    fn contains<'v>(
        &mut self,
        at: At<'a, 'v>,
        argument: &'a Value,
        list: &'v [Value],
        mut seen: Option<&mut Seen<'v>>,
    ) -> Answer {
        let bound = |keyword: &str| {
            let known = self.source.knows(at.loc, keyword);
            at.map.get(keyword).filter(|_| known)
        };
        let (min, max) = (bound("minContains"), bound("maxContains"));
        // In 2019-09 validators differ on whether it evaluates.
        let evaluates = self.source.contains_evaluates(at.loc);
        let schema = self.source.child(at.loc, argument, &["contains"]);
        let (mut least, mut most) = (0, 0);
        for (index, one) in list.iter().enumerate() {
            let answer = self.schema(schema, one, at.depth + 1, None);
            least += usize::from(answer == Some(true));
            most += usize::from(answer != Some(false));
            if let Some(seen) = seen.as_deref_mut().filter(|_| answer != Some(false)) {
                seen.item(index, evaluates && answer == Some(true));
            }
        }
        let one = Value::from(1);
        let min = min.unwrap_or(&one);
        // Between what is sure and what is possible the answer must not change.
        let range = |keyword, bound: &Value| -> Answer {
            let low = within(keyword, bound, least)?;
            (low == within(keyword, bound, most)?).then_some(low)
        };
        let enough = range("minContains", min);
        both(
            enough,
            max.map_or(Some(true), |max| range("maxContains", max)),
        )
    }

    #[inline(never)]
    pub(super) fn unevaluated_items<'v>(
        &mut self,
        at: At<'a, 'v>,
        argument: &'a Value,
        list: &'v [Value],
        seen: &mut Seen<'v>,
    ) -> Answer {
        let schema = self.source.child(at.loc, argument, &["unevaluatedItems"]);
        let mut result = Some(true);
        for (index, one) in list.iter().enumerate() {
            let evaluated = seen.has_item(index);
            if evaluated != Some(true) {
                let answer = self.schema(schema, one, at.depth + 1, None);
                let sure = evaluated.is_some() || answer == Some(true);
                result = both(result, answer.filter(|_| sure));
                seen.item(index, true);
            }
            if result == Some(false) {
                break;
            }
        }
        result
    }
}
