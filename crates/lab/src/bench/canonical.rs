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
    /// How many objects are open around it.
    depth: usize,
    rest: Rest<'v>,
}

enum Item<'v> {
    Text(Rc<str>),
    Value(&'v Value),
    /// Members of an object that are not yet written, and whether they are
    /// the first.
    Members(Members<'v>, bool),
}

type Members<'v> = Rc<[(&'v String, &'v Value)]>;

/// One of several ways to go on.
struct Way<'v> {
    rest: Rest<'v>,
    departure: Departure,
    /// The member it writes, where it writes one.
    name: Option<&'v str>,
}

/// A place where one of several ways was taken; the best one is the last.
struct Fork<'v> {
    ways: Vec<Way<'v>>,
    /// Steps of the matcher before it.
    steps: usize,
    depth: usize,
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
        let mut rest = push(Item::Value(data), 0, None);
        let mut departure = Departure::default();
        let mut forks: Vec<Fork<'_>> = Vec::new();
        while self.steps > 0 {
            self.steps -= 1;
            let Some(node) = rest.take() else {
                return Ok(self.matcher.may_end().then_some(departure));
            };
            let written = match &node.item {
                Item::Text(text) => {
                    rest.clone_from(&node.rest);
                    accepts(&mut self.matcher, text)?
                }
                item => {
                    let mut ways = self.expand(item, node.depth, &node.rest)?;
                    for way in &mut ways {
                        way.departure = departure.with(way.departure);
                    }
                    if ways.is_empty() {
                        leave_dead_end(&mut forks, item, node.depth);
                    } else {
                        forks.push(Fork {
                            ways,
                            steps: self.matcher.steps(),
                            depth: node.depth,
                        });
                    }
                    false
                }
            };
            if written {
                continue;
            }
            if let Item::Text(_) = &node.item {
                // What was written inside other members is not to blame.
                drop_deeper(&mut forks, node.depth);
            }
            let Some(way) = take_way(&mut forks, &mut self.matcher)? else {
                return Ok(None);
            };
            (rest, departure) = (way.rest, way.departure);
        }
        Ok(None)
    }

    /// The ways to write an item, the best one last.
    fn expand<'v>(
        &mut self,
        item: &Item<'v>,
        depth: usize,
        rest: &Rest<'v>,
    ) -> Result<Vec<Way<'v>>, MatchError> {
        let rest = rest.clone();
        Ok(match item {
            Item::Text(_) => Vec::new(),
            Item::Value(Value::Object(members)) => {
                let members = Item::Members(members.iter().collect(), true);
                as_given(words("{", depth, push(members, depth + 1, rest)))
            }
            Item::Value(Value::Array(items)) => {
                let mut rest = words("]", depth, rest);
                for (index, item) in items.iter().enumerate().rev() {
                    rest = push(Item::Value(item), depth, rest);
                    if index > 0 {
                        rest = words(self.separators.comma, depth, rest);
                    }
                }
                as_given(words("[", depth, rest))
            }
            Item::Value(Value::Number(number)) => {
                let given = number.to_string();
                let mut ways = as_given(words(given.as_str(), depth, rest.clone()));
                let respelled = text::plain_number(&given);
                if respelled != given {
                    let departure = Departure {
                        spelling: true,
                        ..Departure::default()
                    };
                    let way = Way {
                        rest: words(respelled, depth, rest),
                        departure,
                        name: None,
                    };
                    ways.insert(0, way);
                }
                ways
            }
            Item::Value(simple) => as_given(words(simple.to_string(), depth, rest)),
            Item::Members(members, _) if members.is_empty() => as_given(words("}", depth, rest)),
            Item::Members(members, first) => self.next_members(members, *first, depth, &rest)?,
        })
    }

    /// The members that the matcher would accept next.
    fn next_members<'v>(
        &mut self,
        members: &Members<'v>,
        first: bool,
        depth: usize,
        rest: &Rest<'v>,
    ) -> Result<Vec<Way<'v>>, MatchError> {
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
                possible.push((rank, index, text, name.as_str(), *value));
            }
        }
        possible.sort_by_key(|(rank, index, ..)| std::cmp::Reverse((*rank, *index)));
        let way = |(_, index, text, name, value): (usize, usize, String, &'v str, &'v Value)| {
            let others: Members<'v> = members
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != index)
                .map(|(_, member)| *member)
                .collect();
            let rest = push(Item::Members(others, false), depth, rest.clone());
            let departure = Departure {
                order: index > 0,
                ..Departure::default()
            };
            Way {
                rest: words(text, depth, push(Item::Value(value), depth, rest)),
                departure,
                name: Some(name),
            }
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

fn drop_deeper(forks: &mut Vec<Fork<'_>>, depth: usize) {
    while forks.last().is_some_and(|fork| fork.depth > depth) {
        forks.pop();
    }
}

/// None of the members that are left can be written here: one of them must
/// come earlier, at the last place of this object where it could.
fn leave_dead_end(forks: &mut Vec<Fork<'_>>, item: &Item<'_>, depth: usize) {
    let Item::Members(left, _) = item else { return };
    drop_deeper(forks, depth);
    while let Some(fork) = forks.last_mut().filter(|fork| fork.depth == depth) {
        let is_left = |way: &Way<'_>| left.iter().any(|(name, _)| way.name == Some(name.as_str()));
        if let Some(at) = fork.ways.iter().rposition(is_left) {
            let way = fork.ways.remove(at);
            fork.ways.push(way);
            return;
        }
        forks.pop();
    }
}

/// Back to the last place where another way is left.
fn take_way<'v>(
    forks: &mut Vec<Fork<'v>>,
    matcher: &mut Matcher,
) -> Result<Option<Way<'v>>, MatchError> {
    while let Some(fork) = forks.last_mut() {
        if let Some(way) = fork.ways.pop() {
            let more = matcher.steps().saturating_sub(fork.steps);
            matcher.rollback(more)?;
            // A fork without other ways is no fork: the stack stays short.
            if fork.ways.is_empty() {
                forks.pop();
            }
            return Ok(Some(way));
        }
        forks.pop();
    }
    Ok(None)
}

fn as_given(rest: Rest<'_>) -> Vec<Way<'_>> {
    vec![Way {
        rest,
        departure: Departure::default(),
        name: None,
    }]
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "what is left is optional: at the end there is nothing"
)]
fn push<'v>(item: Item<'v>, depth: usize, rest: Rest<'v>) -> Rest<'v> {
    Some(Rc::new(Node { item, depth, rest }))
}

fn words(text: impl Into<Rc<str>>, depth: usize, rest: Rest<'_>) -> Rest<'_> {
    push(Item::Text(text.into()), depth, rest)
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
