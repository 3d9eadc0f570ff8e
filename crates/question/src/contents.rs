//! Whether a question asks what a document holds.

use super::frame::{Form, Frame};

/// Whether a yes/no question asks if the document holds words about something (*does the contract
/// contain an exclusivity clause?*, *is anything agreed about insurance?*), and not if something is so
/// (*is the licence exclusive?*). A document that holds none answers the first with no, and does not
/// answer the second.
pub(super) fn asks_of_contents(frame: &Frame<'_>) -> bool {
    let v = frame.vocabulary;
    let asks = |at| {
        frame.is(at, &v.contain) || names_some_clause(frame, at) || asks_what_is_agreed(frame, at)
    };
    frame.form == Form::YesNo && (frame.start..frame.words.len()).any(asks)
}

/// Whether a word is a clause that is not a certain one: *an arbitration clause*, *are there terms*. Not
/// *under the terms*, *clause 5*.
fn names_some_clause(frame: &Frame<'_>, at: usize) -> bool {
    let v = frame.vocabulary;
    let is_clause = |noun: &&str| frame.same_noun(frame.lower(at), noun);
    let has_number = frame.lower(at + 1).starts_with(char::is_numeric);
    if has_number || !v.clauses.iter().any(is_clause) {
        return false;
    }
    let is_some = |word: &usize| frame.is(*word, &v.indefinite) || frame.is(*word, &v.there_is);
    let ends = |word: &usize| {
        is_some(word) || frame.is(*word, &v.articles) || frame.is(*word, &v.prepositions)
    };
    let mut before = (frame.start..at).rev();
    before.find(ends).is_some_and(|word| is_some(&word))
}

/// Whether a word says *agreed* of what is asked for: at the end (*is profit sharing agreed?*), or before
/// what it is about. Not *the agreed price*, *agreed in writing*.
fn asks_what_is_agreed(frame: &Frame<'_>, at: usize) -> bool {
    let v = frame.vocabulary;
    let is_last = at + 1 == frame.words.len();
    let is_attribute = at > 0 && frame.is(at - 1, &v.articles);
    frame.is(at, &v.agreed) && !is_attribute && (is_last || frame.is(at + 1, &v.about))
}

#[cfg(test)]
mod tests {
    use crate::Question;

    #[test]
    fn what_a_document_holds_is_asked_in_every_language() {
        for question in [
            "Does the contract contain a provision on exclusivity?",
            "Does the policy mention flood?",
            "Are there terms concerning price restrictions?",
            "Is there an arbitration clause?",
            "Are there any confidentiality provisions in the lease?",
            "Does the agreement have a most favored nation clause?",
            "Is anything agreed about insurance?",
            "Is profit sharing agreed?",
            "Enthält der Vertrag eine Schiedsklausel?",
            "Gibt es eine Regelung zur Haftung?",
            "Gibt es eine Schiedsklausel?",
            "Gibt es Bestimmungen über Vertragsstrafen?",
            "Ist eine Gewinnbeteiligung vereinbart?",
            "Ist etwas über die Kaution vereinbart?",
            "¿Contiene el contrato una cláusula de exclusividad?",
            "¿Hay disposiciones sobre la confidencialidad?",
            "¿Se ha pactado algo sobre el seguro?",
        ] {
            assert!(Question::of(question).asks_of_contents(), "{question}");
        }
    }

    #[test]
    fn whether_something_is_so_is_another_question() {
        for question in [
            "Is the licence exclusive?",
            "May the tenant sublet under the terms of the lease?",
            "Does clause 5 exclude liability?",
            "Is the agreed price above 500 euros?",
            "Was the change agreed in writing?",
            "Is there a duty to return the documents?",
            "Must a party carry insurance?",
            "Which clauses does the contract contain?",
            "Ist die Lizenz ausschließlich?",
            "Gilt die Regelung auch für Untermieter?",
            "¿Es exclusiva la licencia?",
        ] {
            assert!(!Question::of(question).asks_of_contents(), "{question}");
        }
    }
}
