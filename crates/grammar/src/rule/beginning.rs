//! The texts of a language that begin in one way.
//!
//! Brzozowski's derivative (Derivatives of Regular Expressions, 1964), taken over rules instead of
//! regular expressions: what may follow a text is a set of stacks of elements, each of which still
//! has to be matched. Every scalar value of the text moves each stack on; what is left after the
//! last is printed behind the text.
//!
//! It serves those who are to go on with a text that stands already and know nothing but grammars,
//! as a server does that gets a grammar and no state of it.

use super::check::{GrammarError, GrammarErrorKind};
use super::expression::{Expr, Rule, RuleId};
use super::grammar::Grammar;
use super::prune::prune;
use crate::limits::Limits;

/// What still has to be matched, the next element last.
type Stack = Vec<Expr>;

impl Grammar {
    /// The grammar of all texts of this one that begin with `beginning`; none where there is none.
    ///
    /// ```
    /// let limits = grammar::Limits::default();
    /// let grammar = grammar::gbnf::parse("root ::= [a-z]+ (\"=\" [0-9]+)?", &limits)?;
    /// let begun = grammar.beginning_with("ab=", &limits)?.ok_or("no text begins so")?;
    /// assert_eq!(grammar::gbnf::print(&begun), "root ::= \"ab=\" [0-9]+\n");
    /// assert_eq!(grammar.beginning_with("7", &limits)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GrammarErrorKind::TooLarge`] where the ways to read the text exceed
    /// [`Limits::max_elements`].
    pub fn beginning_with(
        &self,
        beginning: &str,
        limits: &Limits,
    ) -> Result<Option<Grammar>, GrammarError> {
        let mut left = limits.max_elements;
        let mut stacks: Vec<Stack> = vec![vec![Expr::Rule(self.root())]];
        for one in beginning.chars() {
            stacks = self.over(one, stacks, &mut left).ok_or_else(|| {
                let (given, limit) = (limits.max_elements + 1, limits.max_elements);
                let what = "number of elements on the way of a beginning";
                GrammarError {
                    rule: "root".into(),
                    index: self.root().index(),
                    kind: GrammarErrorKind::TooLarge { what, given, limit },
                }
            })?;
        }
        if stacks.is_empty() {
            return Ok(None);
        }
        let ways = stacks
            .into_iter()
            .map(|stack| Expr::sequence(stack.into_iter().rev()));
        let body = Expr::sequence([Expr::text(beginning), Expr::choice(ways)]);
        Ok(Some(self.with_root(body, limits)?))
    }

    /// This grammar's rules behind another root.
    fn with_root(&self, body: Expr, limits: &Limits) -> Result<Grammar, GrammarError> {
        let mut rules = self.rules().to_vec();
        let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        let mut whole = "whole".to_owned();
        while names.contains(&whole) {
            whole.push('-');
        }
        if let Some(old) = rules.get_mut(self.root().index()) {
            old.name = whole;
        }
        let root = RuleId(rules.len() as u32);
        rules.push(Rule {
            name: "root".into(),
            comment: None,
            body,
        });
        let mut rules = prune(rules, root, limits.max_nesting);
        let root = RuleId(rules.len().saturating_sub(1) as u32);
        if let Some(rule) = rules.get_mut(root.index()) {
            "root".clone_into(&mut rule.name);
        }
        Grammar::new(rules, root, limits)
    }

    /// The stacks after one scalar value; none where there is too much to do.
    fn over(&self, one: char, stacks: Vec<Stack>, left: &mut usize) -> Option<Vec<Stack>> {
        let (mut work, mut after) = (stacks, Vec::new());
        let mut repeated: Vec<Stack> = Vec::new();
        while let Some(mut stack) = work.pop() {
            let Some(next) = stack.pop() else {
                continue; // It ends here, and nothing more may follow.
            };
            *left = left.checked_sub(1 + stack.len())?;
            // What is repeated may be empty: then the same repetition comes again without end.
            if matches!(next, Expr::Repeat { .. }) {
                let whole = [&stack[..], std::slice::from_ref(&next)].concat();
                if repeated.contains(&whole) {
                    continue;
                }
                repeated.push(whole);
            }
            match next {
                Expr::Text(text) => {
                    let mut rest = text.chars();
                    match rest.next() {
                        None => work.push(stack),
                        Some(first) if first == one => {
                            if !rest.as_str().is_empty() {
                                stack.push(Expr::text(rest.as_str()));
                            }
                            keep(stack, &mut after);
                        }
                        Some(_) => {}
                    }
                }
                Expr::Class(set) => {
                    if set.contains(one) {
                        keep(stack, &mut after);
                    }
                }
                Expr::Rule(id) => {
                    let rule = self.rules().get(id.index());
                    stack.extend(rule.map(|rule| rule.body.clone()));
                    work.push(stack);
                }
                Expr::Sequence(parts) => {
                    stack.extend(parts.into_iter().rev());
                    work.push(stack);
                }
                Expr::Choice(parts) => {
                    work.extend(parts.into_iter().map(|part| [&stack[..], &[part]].concat()));
                }
                Expr::Repeat { body, min, max } => {
                    if min == 0 {
                        work.push(stack.clone());
                    }
                    if max != Some(0) {
                        let fewer = max.map(|max| max - 1);
                        let again = (*body).clone().repeat(min.saturating_sub(1), fewer);
                        if !again.is_empty() {
                            stack.push(again);
                        }
                        stack.push(*body);
                        work.push(stack);
                    }
                }
            }
        }
        Some(after)
    }
}

/// Takes a stack that is not there yet. Looking through few is cheaper than telling many apart.
fn keep(stack: Stack, after: &mut Vec<Stack>) {
    const LOOKED_THROUGH: usize = 64;
    if after.len() > LOOKED_THROUGH || !after.contains(&stack) {
        after.push(stack);
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::Limits;
    use crate::matcher::{Matcher, Vocabulary};
    use crate::rule::Grammar;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn grammar(text: &str) -> Grammar {
        crate::gbnf::parse(text, &Limits::default()).unwrap()
    }

    fn accepts(grammar: &Grammar, text: &str) -> bool {
        let words = Arc::new(Vocabulary::of_bytes());
        let matcher = Matcher::new(Arc::new(grammar.clone()), words, &Limits::default()).unwrap();
        matcher.accepts(text.as_bytes()).unwrap()
    }

    #[test]
    fn every_kind_of_element_is_passed() {
        let limits = Limits::default();
        for (text, beginning, rest) in [
            ("root ::= \"abc\"", "ab", "root ::= \"abc\"\n"),
            ("root ::= [a-c] [d]", "b", "root ::= \"b\" [d]\n"),
            (
                "root ::= \"\" x\nx ::= \"a\" x | \"b\"",
                "aa",
                "root ::= \"aa\" x\nx ::= \"a\" x | \"b\"\n",
            ),
            ("root ::= \"ä\"{2,3}", "ä", "root ::= \"ä\" \"ä\"{1,2}\n"),
            ("root ::= (\"a\"?)* \"b\"", "b", "root ::= \"b\"\n"),
        ] {
            let begun = grammar(text).beginning_with(beginning, &limits).unwrap();
            let begun = grammar(&crate::gbnf::print(&begun.unwrap()));
            assert_eq!(begun, grammar(rest), "{text}");
        }
    }

    #[test]
    fn a_root_that_is_used_again_keeps_its_language() {
        let nested = grammar("root ::= \"(\" root \")\" | \"x\" | whole\nwhole ::= \"w\"");
        let begun = nested.beginning_with("((", &Limits::default());
        let begun = begun.unwrap().unwrap();
        assert!(accepts(&begun, "((x))") && accepts(&begun, "(((w)))"));
        assert!(!accepts(&begun, "(x)") && !accepts(&begun, "((x)"));
    }

    #[test]
    fn a_beginning_that_takes_too_much_is_an_error() {
        let limits = Limits::default().with_max_elements(20);
        let error = grammar("root ::= \"a\"{40}").beginning_with(&"a".repeat(30), &limits);
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("above the limit of 20")
        );
    }

    proptest! {
        #[test]
        fn the_texts_are_those_that_begin_so(
            texts in prop::collection::vec("[ab(]{0,3}[ab)]{0,5}", 1..12), beginning in "[ab(]{0,3}",
        ) {
            let whole = grammar(
                "root ::= item+\nitem ::= \"a\"{1,2} | \"(\" root? \")\" | [b]* \"ab\" | \"b\"",
            );
            let begun = whole.beginning_with(&beginning, &Limits::default()).unwrap();
            for text in texts.iter().chain([&format!("{beginning}b"), &format!("{beginning})")]) {
                let expected = text.starts_with(&beginning) && accepts(&whole, text);
                let accepted = begun.as_ref().is_some_and(|begun| accepts(begun, text));
                prop_assert_eq!(accepted, expected, "{} {}", beginning, text);
            }
        }
    }
}
