//! Whether a refused instance is refused only for its form: its members in
//! another order than the grammar's, or its numbers in another spelling.
//!
//! That is shown, not supposed: the matcher itself is asked, member by member,
//! which one it accepts next, and the search takes back what led nowhere.

use super::text::{self, Separators};
use grammar::{MatchError, Matcher};
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Steps of the matcher that one search may take.
const MAX_STEPS: usize = 20_000;

/// What must be changed in an instance for the grammar to accept it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Departure {
    /// Its members stand in another order.
    pub order: bool,
    /// Its numbers are spelled otherwise.
    pub spelling: bool,
}

/// What is left to write, first things first; shared between the ways that
/// are tried.
type Rest<'v> = Option<Rc<Node<'v>>>;

struct Node<'v> {
    item: Item<'v>,
    rest: Rest<'v>,
}

enum Item<'v> {
    Text(Rc<str>),
    Value(&'v Value),
    /// Members of an object that are not yet written.
    Members(Rc<[(&'v String, &'v Value)]>, bool),
}

/// A place where one of several ways was taken.
struct Fork<'v> {
    ways: Vec<(Rest<'v>, Departure)>,
    steps: usize,
}

/// The names that a schema speaks of, in the order in which it does: first
/// those under `properties`, then those under `required`.
pub(crate) fn ranks(schema: &Value) -> BTreeMap<String, usize> {
    let mut names = Vec::new();
    for keyword in ["properties", "required"] {
        collect(schema, keyword, &mut names);
    }
    let mut ranks = BTreeMap::new();
    for (rank, name) in names.into_iter().enumerate() {
        ranks.entry(name).or_insert(rank);
    }
    ranks
}

/// Recursive: a parsed schema is at most 128 levels deep.
fn collect(schema: &Value, keyword: &str, names: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            match members.get(keyword) {
                Some(Value::Object(properties)) => names.extend(properties.keys().cloned()),
                Some(Value::Array(required)) => {
                    let words = required.iter().filter_map(Value::as_str);
                    names.extend(words.map(str::to_owned));
                }
                _ => {}
            }
            members
                .values()
                .for_each(|one| collect(one, keyword, names));
        }
        Value::Array(items) => items.iter().for_each(|one| collect(one, keyword, names)),
        _ => {}
    }
}

/// Searches for a form of `data` that the matcher accepts from its beginning.
/// None: there is none, or the search was too long. `ranks` say in which order
/// members are tried once their own order has failed.
///
/// # Errors
///
/// [`MatchError::TooLarge`].
pub(crate) fn explain(
    data: &Value,
    separators: Separators,
    matcher: &Matcher,
    ranks: &BTreeMap<String, usize>,
) -> Result<Option<Departure>, MatchError> {
    for (ranks, steps) in [(None, MAX_STEPS / 10), (Some(ranks), MAX_STEPS)] {
        let search = Search {
            separators,
            ranks,
            matcher: matcher.clone(),
            steps,
        };
        if let Some(found) = search.run(data)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

struct Search<'r> {
    separators: Separators,
    ranks: Option<&'r BTreeMap<String, usize>>,
    matcher: Matcher,
    /// How many more may be taken.
    steps: usize,
}

impl Search<'_> {
    fn run(mut self, data: &Value) -> Result<Option<Departure>, MatchError> {
        let mut rest = push(Item::Value(data), None);
        let mut departure = Departure::default();
        let mut forks: Vec<Fork<'_>> = Vec::new();
        while self.steps > 0 {
            self.steps -= 1;
            let goes_on = match rest.take() {
                None if self.matcher.may_end() => return Ok(Some(departure)),
                None => false,
                Some(node) => {
                    if let Item::Text(text) = &node.item {
                        rest.clone_from(&node.rest);
                        accepts(&mut self.matcher, text)?
                    } else {
                        let ways = self.expand(&node.item, &node.rest)?;
                        forks.push(Fork {
                            ways: ways
                                .into_iter()
                                .map(|(rest, more)| (rest, departure.with(more)))
                                .collect(),
                            steps: self.matcher.steps(),
                        });
                        // The first way is taken below, as after a dead end.
                        false
                    }
                }
            };
            if !goes_on {
                let Some(way) = take_way(&mut forks, &mut self.matcher)? else {
                    return Ok(None);
                };
                (rest, departure) = way;
            }
        }
        Ok(None)
    }

    /// The ways to write an item, the best one last.
    fn expand<'v>(
        &mut self,
        item: &Item<'v>,
        rest: &Rest<'v>,
    ) -> Result<Vec<(Rest<'v>, Departure)>, MatchError> {
        let as_given = |rest: Rest<'v>| vec![(rest, Departure::default())];
        Ok(match item {
            Item::Text(_) => Vec::new(),
            Item::Value(Value::Object(members)) => {
                let rest = push(Item::Members(members.iter().collect(), true), rest.clone());
                as_given(words("{", rest))
            }
            Item::Value(Value::Array(items)) => {
                let mut rest = words("]", rest.clone());
                for (index, item) in items.iter().enumerate().rev() {
                    rest = push(Item::Value(item), rest);
                    if index > 0 {
                        rest = words(self.separators.comma, rest);
                    }
                }
                as_given(words("[", rest))
            }
            Item::Value(Value::Number(number)) => {
                let given = number.to_string();
                let mut ways = as_given(words(given.as_str(), rest.clone()));
                let respelled = text::plain_number(&given);
                if respelled != given {
                    let departure = Departure {
                        spelling: true,
                        ..Departure::default()
                    };
                    ways.insert(0, (words(respelled, rest.clone()), departure));
                }
                ways
            }
            Item::Value(simple) => as_given(words(simple.to_string(), rest.clone())),
            Item::Members(members, _) if members.is_empty() => as_given(words("}", rest.clone())),
            Item::Members(members, first) => self.next_members(members, *first, rest)?,
        })
    }

    /// The members that the matcher would accept next.
    fn next_members<'v>(
        &mut self,
        members: &Rc<[(&'v String, &'v Value)]>,
        first: bool,
        rest: &Rest<'v>,
    ) -> Result<Vec<(Rest<'v>, Departure)>, MatchError> {
        self.steps = self.steps.saturating_sub(members.len());
        let mut possible = Vec::new();
        for (index, (name, value)) in members.iter().enumerate() {
            let comma = if first { "" } else { self.separators.comma };
            let key = Value::from(name.as_str());
            let text = format!("{comma}{key}{}", self.separators.colon);
            if self.matcher.accepted_prefix(text.as_bytes())? == text.len() {
                let rank = self
                    .ranks
                    .map_or(0, |ranks| ranks.get(*name).copied().unwrap_or(usize::MAX));
                possible.push((rank, index, text, *value));
            }
        }
        possible.sort_by_key(|(rank, index, _, _)| std::cmp::Reverse((*rank, *index)));
        let way = |(_, index, text, value): (usize, usize, String, &'v Value)| {
            let others: Rc<[_]> = members
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, member)| *member)
                .collect();
            let rest = push(Item::Members(others, false), rest.clone());
            let rest = words(text, push(Item::Value(value), rest));
            let departure = Departure {
                order: index > 0,
                ..Departure::default()
            };
            (rest, departure)
        };
        Ok(possible.into_iter().map(way).collect())
    }
}

impl Departure {
    fn with(self, more: Departure) -> Departure {
        Departure {
            order: self.order || more.order,
            spelling: self.spelling || more.spelling,
        }
    }
}

fn accepts(matcher: &mut Matcher, text: &str) -> Result<bool, MatchError> {
    match matcher.accept_bytes(text.as_bytes()) {
        Ok(()) => Ok(true),
        Err(error @ MatchError::TooLarge { .. }) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Back to the last place where another way is left. The ways of a fork are
/// kept in reverse, the best one last.
fn take_way<'v>(
    forks: &mut Vec<Fork<'v>>,
    matcher: &mut Matcher,
) -> Result<Option<(Rest<'v>, Departure)>, MatchError> {
    while let Some(fork) = forks.last_mut() {
        if let Some(way) = fork.ways.pop() {
            let more = matcher.steps().saturating_sub(fork.steps);
            matcher.rollback(more)?;
            // A fork with one way is no fork: the stack stays short.
            if fork.ways.is_empty() {
                forks.pop();
            }
            return Ok(Some(way));
        }
        forks.pop();
    }
    Ok(None)
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "what is left is optional: at the end there is nothing"
)]
fn push<'v>(item: Item<'v>, rest: Rest<'v>) -> Rest<'v> {
    Some(Rc::new(Node { item, rest }))
}

fn words(text: impl Into<Rc<str>>, rest: Rest<'_>) -> Rest<'_> {
    push(Item::Text(text.into()), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammar::{Limits, Vocabulary, Whitespace};
    use serde_json::Map;
    use serde_json::json;
    use std::sync::Arc;

    fn search(gbnf: &str, data: &Value) -> Option<Departure> {
        let grammar = grammar::gbnf::parse(gbnf, &Limits::default()).unwrap();
        let words = Arc::new(Vocabulary::new(vec![], vec![], vec![]));
        let matcher = Matcher::new(Arc::new(grammar), words, &Limits::default()).unwrap();
        let names = ranks(&json!({ "properties": { "k": { "required": ["b"] } } }));
        explain(data, Separators::of(Whitespace::Any), &matcher, &names).unwrap()
    }

    #[test]
    fn finds_the_order_that_the_grammar_wants() {
        let grammar = r#"root ::= "{\"a\":" [0-9] ",\"b\":" [0-9] ("," "\"c\":" [0-9])? "}""#;
        let order = Departure {
            order: true,
            spelling: false,
        };
        assert_eq!(
            search(grammar, &json!({ "c": 1, "b": 2, "a": 3 })),
            Some(order)
        );
        assert_eq!(
            search(grammar, &json!({ "a": 1, "b": 2 })),
            Some(Departure::default())
        );
        assert_eq!(search(grammar, &json!({ "c": 1, "b": 2 })), None);
    }

    #[test]
    fn takes_back_a_choice_that_only_fails_later() {
        // `a` first looks possible and is not.
        let grammar = r#"root ::= "{\"a\":1,\"b\":1,\"x\":1}" | "{\"b\":1,\"a\":1,\"c\":1}""#;
        let data = json!({ "a": 1, "b": 1, "c": 1 });
        assert!(search(grammar, &data).is_some_and(|found| found.order));
    }

    #[test]
    fn finds_the_spelling_that_the_grammar_wants() {
        let grammar = "root ::= \"[\" [0-9]+ (\",\" [0-9]+)* \"]\"";
        let spelling = Departure {
            order: false,
            spelling: true,
        };
        assert_eq!(search(grammar, &json!([1, 2.0, 1e3])), Some(spelling));
        assert_eq!(search(grammar, &json!([1, 2.5])), None);
    }

    #[test]
    fn a_member_that_must_come_first_is_found_behind_many_others() {
        let other = r#""\"" [c-z] [0-9]+ "\":0""#;
        let grammar =
            format!(r#"root ::= "{{" ("\"a\":0" ("," {other})* | {other} ("," {other})*) "}}""#);
        let mut many: Map<String, Value> = (0..30).map(|n| (format!("z{n}"), json!(0))).collect();
        many.insert("a".into(), json!(0));
        let grammar = grammar::gbnf::parse(&grammar, &Limits::default()).unwrap();
        let words = Arc::new(Vocabulary::new(vec![], vec![], vec![]));
        let matcher = Matcher::new(Arc::new(grammar), words, &Limits::default()).unwrap();
        let names = ranks(&json!({ "properties": { "a": {} } }));
        let separators = Separators::of(Whitespace::Any);
        let found = explain(&Value::Object(many), separators, &matcher, &names).unwrap();
        assert!(found.is_some_and(|found| found.order));
    }

    #[test]
    fn a_search_without_end_is_given_up() {
        let grammar = r#"root ::= "{" ("\"" [a-z0-9]+ "\":0" ","?)* "}x""#;
        let many: Map<String, Value> = (0..40).map(|n| (format!("k{n}"), json!(0))).collect();
        assert_eq!(search(grammar, &Value::Object(many)), None);
    }
}
