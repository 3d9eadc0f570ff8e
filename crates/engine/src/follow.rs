//! A text from elsewhere, followed through a grammar and decisions as the decode loop would have
//! written it: for drafts that no process of this program masks token by token.

use crate::decode::{Guide, Step};
use crate::error::EngineError;
use crate::protocol::Decision;
use grammar::Vocabulary;
use std::sync::Arc;

/// How far a text leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Followed {
    /// It is a draft: a text of the grammar in which every decision has its place.
    Whole(String),
    /// Behind this there is a choice, and the text does not make it: it is at its end, or a
    /// decision says otherwise than it does. Whatever goes on must begin so.
    Open(String),
}

/// Follows a text: what was decided stands whatever the text says, and the text ends there where it
/// says otherwise; all else must stand in it as the grammar wants it. Of no text at all (`""`) the
/// beginning is given that grammar and decisions leave no choice about.
///
/// # Errors
///
/// [`EngineError::Grammar`] for a grammar that cannot be used, a decision that it does not allow,
/// and a text that leaves it.
///
/// # Example
///
/// ```
/// use engine::{Decision, Followed, follow};
///
/// let grammar = r#"root ::= "a=" [0-9] ", b=" [0-9]"#;
/// let decided = [Decision { after: "a=".into(), text: "7".into() }];
/// let open = follow(grammar, &decided, "")?;
/// assert_eq!(open, Followed::Open("a=7, b=".into()));
/// let whole = follow(grammar, &decided, "a=7, b=1")?;
/// assert_eq!(whole, Followed::Whole("a=7, b=1".into()));
/// # Ok::<(), engine::EngineError>(())
/// ```
pub fn follow(grammar: &str, decisions: &[Decision], text: &str) -> Result<Followed, EngineError> {
    let mut guide = Guide::new(grammar, decisions, &Arc::new(Vocabulary::of_bytes()))?;
    let mut rest = Some(text.as_bytes()).filter(|text| !text.is_empty());
    loop {
        let (before, is_decided) = (guide.output.len(), guide.is_decided());
        let step = guide.step()?;
        let added = guide.output.get(before..).unwrap_or_default();
        rest = match rest.map(|rest| rest.strip_prefix(added)) {
            Some(None) if is_decided => None,
            Some(None) => return Err(left()),
            Some(known) => known,
            None => None,
        };
        match (step, rest) {
            (Step::Forced(_), _) => {}
            (Step::End, Some([_, ..])) => return Err(left()),
            (Step::End, _) => return Ok(Followed::Whole(written(guide.output))),
            (Step::Choose, Some([byte, others @ ..])) => {
                guide.take(*byte)?;
                rest = Some(others);
            }
            (Step::Choose, Some([])) if guide.matcher.may_end() => {
                guide.end()?;
                return Ok(Followed::Whole(written(guide.output)));
            }
            (Step::Choose, _) => return Ok(Followed::Open(written(guide.output))),
        }
    }
}

fn left() -> EngineError {
    EngineError::Grammar("the text leaves the grammar".into())
}

/// The output as text, without a character that is not whole yet.
fn written(output: Vec<u8>) -> String {
    String::from_utf8(output).unwrap_or_else(|error| {
        let whole = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes().get(..whole).unwrap_or_default();
        String::from_utf8_lossy(bytes).into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEM: &str = r#"root ::= "{\"a\":" v ",\"b\":" v "}"
v ::= [0-9]+ | "null""#;

    fn decision(after: &str, text: &str) -> Decision {
        Decision {
            after: after.into(),
            text: text.into(),
        }
    }

    #[test]
    fn a_text_that_a_decision_contradicts_is_left_there_and_gone_on_with() {
        let decided = [decision("\"b\":", "null")];
        let begun = follow(ITEM, &decided, r#"{"a":1,"b":2}"#).unwrap();
        assert_eq!(begun, Followed::Whole(r#"{"a":1,"b":null}"#.into()));
        let decided = [decision("\"a\":", "1")];
        let begun = follow(ITEM, &decided, r#"{"a":3,"b":2}"#).unwrap();
        assert_eq!(begun, Followed::Open(r#"{"a":1"#.into()));
    }

    #[test]
    fn a_text_outside_of_the_grammar_is_an_error_and_one_that_stops_early_is_open() {
        let wrong = follow(ITEM, &[], r#"{"a":x}"#).unwrap_err();
        assert!(matches!(wrong, EngineError::Grammar(_)), "{wrong}");
        let long = follow("root ::= \"ab\"", &[], "abc").unwrap_err();
        assert!(matches!(long, EngineError::Grammar(_)), "{long}");
        let other = follow(ITEM, &[], r#"{"b":1"#).unwrap_err();
        assert!(matches!(other, EngineError::Grammar(_)), "{other}");
        let cut = follow(ITEM, &[], r#"{"a"#).unwrap_err();
        assert!(matches!(cut, EngineError::Grammar(_)), "{cut}");
        let short = follow(ITEM, &[], r#"{"a":1"#).unwrap();
        assert_eq!(short, Followed::Open(r#"{"a":1"#.into()));
        let unplaced = follow(ITEM, &[decision("c", "1")], r#"{"a":1,"b":2}"#);
        assert!(unplaced.is_err());
    }

    #[test]
    fn a_grammar_that_may_end_ends_where_the_text_does() {
        let open = |text: &str| follow("root ::= \"ab\" \"c\"*", &[], text).unwrap();
        assert_eq!(open("ab"), Followed::Whole("ab".into()));
        assert_eq!(open("abcc"), Followed::Whole("abcc".into()));
        // Nothing was written yet: the choice is not made.
        assert_eq!(open(""), Followed::Open("ab".into()));
    }

    #[test]
    fn half_a_character_is_not_written() {
        let open = follow("root ::= \"a\" (\"\u{e9}\" | \"\u{e8}\")", &[], "").unwrap();
        assert_eq!(open, Followed::Open("a".into()));
    }
}
