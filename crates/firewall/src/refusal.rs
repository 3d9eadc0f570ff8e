//! Refusals: the exact text, and everything that means it without being it.
//!
//! A program behind the firewall tells a refusal from an answer by comparing
//! with one fixed text. A refusal in other words, with an anchor, or with an
//! answer behind it would be taken for an answer.

use crate::words::{contains_run, tokens};

/// How models say that they do not know, in words.
const PHRASES: [&str; 34] = [
    "i don't know",
    "i do not know",
    "i cannot answer",
    "i can't answer",
    "i am not able to",
    "i am unable to",
    "i'm unable to",
    "i'm not able to",
    "i'm sorry",
    "as an ai",
    "cannot be answered",
    "not enough information",
    "insufficient information",
    "insufficient context",
    "there is no information",
    "no information is available",
    "the documents do not",
    "the provided documents",
    "the provided context",
    "the evidence does not",
    "the context does not",
    "the passages do not",
    "ich weiß nicht",
    "ich weiß es nicht",
    "kann ich nicht beantworten",
    "kann nicht beantwortet werden",
    "die dokumente sagen",
    "die dokumente enthalten keine",
    "no lo sé",
    "no puedo responder",
    "no se puede responder",
    "los documentos no",
    "información insuficiente",
    "no hay información",
];

/// Whether a statement means that there is no answer. A phrase that stands
/// in the evidence may be the answer itself and does not count where the
/// statement is cited.
pub(crate) fn is_meant(statement: &str, refusal: &str, cited: bool, evidence: &[String]) -> bool {
    let said = tokens(statement);
    let means = |phrase: &str| {
        let phrase = tokens(phrase);
        contains_run(&said, &phrase) && !(cited && contains_run(evidence, &phrase))
    };
    // The refusal's own words are refused although a document has them, too:
    // there would be no telling.
    contains_run(&said, &tokens(refusal)) || PHRASES.iter().any(|phrase| means(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSAL: &str = "The documents do not say.";

    #[test]
    fn refusals_in_other_words_are_recognised() {
        for text in [
            "the documents do not say",
            "I don't know.",
            "Sorry, I cannot answer that.",
            "Die Dokumente sagen dazu nichts.",
            "Das kann ich nicht beantworten.",
            "No lo sé.",
            "The documents do not say, but it is 5.",
        ] {
            assert!(is_meant(text, REFUSAL, false, &[]), "{text}");
        }
        assert!(!is_meant("The fee is 5.", REFUSAL, false, &[]));
    }

    #[test]
    fn a_cited_phrase_of_the_document_is_no_refusal() {
        let evidence = tokens("Witness: I do not know the man.");
        assert!(!is_meant(
            "I do not know the man.",
            REFUSAL,
            true,
            &evidence
        ));
        assert!(is_meant(
            "I do not know the man.",
            REFUSAL,
            false,
            &evidence
        ));
        assert!(is_meant("I cannot answer.", REFUSAL, true, &evidence));
        assert!(is_meant(REFUSAL, REFUSAL, true, &tokens(REFUSAL)));
    }
}
