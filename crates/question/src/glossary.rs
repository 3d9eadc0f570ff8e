//! A question in the words of a document in another language.
//!
//! ```text
//! What amount is due for payment on this invoice?  x  Zahlbetrag  529,87
//!   ->  What Zahlbetrag on this invoice?
//! ```
//!
//! A reader that knows little of a language still knows a word again. So the terms of contracts
//! and invoices that a question names are put as the document writes them: the packs have them
//! under the same names (`glossary`). What is in no glossary stays as it was asked.
//!
//! A term that the document also has in the question's own language stays as it was asked: an
//! invoice in German with *Umsatzsteuer* may say *VAT* beside it. The sentence that comes out is
//! none of any grammar.
//!
//! # Limits
//!
//! Terms of a few words, found letter for letter but for capitals: an inflected form is another
//! term, and so is a longer compound (*Mietzahlungen*).

use language::{Language, Pack};
use std::ops::Range;

/// A question with terms of another language in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reworded {
    /// What is asked.
    pub text: String,
    /// Names of the terms that were put in other words, in the question's order.
    pub terms: Vec<&'static str>,
}

/// Runs of letters and digits and where they stand: a document has every sign between its words.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let parts = text.split_inclusive(|letter: char| !letter.is_alphanumeric());
    let placed = parts.map(move |part| {
        let start = at;
        at += part.len();
        (
            start,
            part.trim_end_matches(|letter: char| !letter.is_alphanumeric()),
        )
    });
    placed.filter(|(_, part)| !part.is_empty())
}

/// A text, and where its words stand in it, with each word in lower case.
struct Text<'t> {
    whole: &'t str,
    places: Vec<Range<usize>>,
    lower: Vec<String>,
}

impl<'t> Text<'t> {
    fn of(text: &'t str) -> Self {
        Self {
            whole: text,
            places: parts(text)
                .map(|(start, part)| start..start + part.len())
                .collect(),
            lower: parts(text).map(|(_, part)| part.to_lowercase()).collect(),
        }
    }

    /// How many words a term has that stand at this one; none where others do.
    fn term_at(&self, at: usize, term: &str) -> Option<usize> {
        let mut count = 0;
        for (_, part) in parts(term) {
            if self.lower.get(at + count)? != part {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// A term as it is written here first.
    fn written(&self, term: &str) -> Option<&'t str> {
        let mut places = 0..self.places.len();
        let (at, count) = places.find_map(|at| Some((at, self.term_at(at, term)?)))?;
        let (first, last) = (self.places.get(at)?, self.places.get(at + count - 1)?);
        self.whole.get(first.start..last.end)
    }
}

/// The question with its terms as documents in other languages write them; none where it names
/// none that stands there so.
pub(super) fn reworded(question: &str, language: Language, documents: &[&str]) -> Option<Reworded> {
    let asked = Text::of(question);
    let named = named(&asked, language);
    if named.is_empty() {
        return None;
    }
    let documents: Vec<Text<'_>> = documents.iter().map(|text| Text::of(text)).collect();
    let (mut text, mut terms, mut end) = (String::new(), Vec::new(), 0);
    for (place, name) in named {
        let mut own = terms_of(name, language.pack());
        let is_own = own.any(|term| documents.iter().any(|text| text.written(term).is_some()));
        let Some(written) = elsewhere(name, language, &documents).filter(|_| !is_own) else {
            continue;
        };
        text.push_str(question.get(end..place.start)?);
        text.push_str(written);
        end = place.end;
        terms.push(name);
    }
    text.push_str(question.get(end..)?);
    (!terms.is_empty() && text.to_lowercase() != question.to_lowercase())
        .then_some(Reworded { text, terms })
}

/// A term that a question names, for a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its words in the question's language.
    pub own: Vec<&'static str>,
    /// Its words in all other languages.
    pub elsewhere: Vec<&'static str>,
}

/// The terms that a question names.
pub(super) fn terms(question: &str, language: Language) -> Vec<Term> {
    let asked = Text::of(question);
    let named = named(&asked, language).into_iter();
    let term = |(_, name): (Range<usize>, &'static str)| Term {
        own: terms_of(name, language.pack()).collect(),
        elsewhere: terms_elsewhere(name, language).collect(),
    };
    named.map(term).collect()
}

/// Whether a text names one of these terms.
///
/// # Examples
///
/// ```
/// let terms = question::Question::of("What is the monthly rent?").named_terms();
/// assert!(question::names_one(&terms[0].elsewhere, "Die Miete beträgt 742,50 EUR."));
/// assert!(!question::names_one(&terms[0].elsewhere, "Die Mieterin zahlt 742,50 EUR."));
/// assert!(question::names_one(&terms[0].own, "The monthly rent is EUR 742.50."));
/// ```
pub fn names_one(terms: &[&str], text: &str) -> bool {
    let text = Text::of(text);
    terms.iter().any(|term| text.written(term).is_some())
}

/// The terms that a question names and where they stand in it, of two at one place the longer.
fn named(asked: &Text<'_>, language: Language) -> Vec<(Range<usize>, &'static str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < asked.places.len() {
        let known = language.pack().glossary.iter();
        let here = known.flat_map(|(name, terms)| {
            let counts = terms.iter().filter_map(|term| asked.term_at(at, term));
            counts.map(move |count| (count, name.as_str()))
        });
        let Some((count, name)) = here.max_by_key(|(count, _)| *count) else {
            at += 1;
            continue;
        };
        if let (Some(first), Some(last)) = (asked.places.get(at), asked.places.get(at + count - 1))
        {
            found.push((first.start..last.end, name));
        }
        at += count;
    }
    found
}

/// A term as the documents write it in other languages: of several the one that the pack has
/// first.
fn elsewhere<'t>(name: &str, language: Language, documents: &[Text<'t>]) -> Option<&'t str> {
    let mut terms = terms_elsewhere(name, language);
    terms.find_map(|term| documents.iter().find_map(|text| text.written(term)))
}

/// The words of a term in all languages but one.
fn terms_elsewhere(name: &str, language: Language) -> impl Iterator<Item = &'static str> {
    let others = Language::ALL
        .into_iter()
        .filter(move |one| *one != language);
    others.flat_map(move |one| terms_of(name, one.pack()))
}

/// The words of a term in one language.
fn terms_of(name: &str, pack: &'static Pack) -> impl Iterator<Item = &'static str> {
    let terms = pack.glossary.get(name).into_iter();
    terms.flat_map(|terms| terms.iter().copied())
}

#[cfg(test)]
mod tests {
    use crate::Question;

    const INVOICE: &str = "Positionssumme  473,00\nBruttosumme  529,87\nZahlbetrag  529,87";

    fn reworded(question: &str, documents: &[&str]) -> Option<(String, Vec<&'static str>)> {
        let found = Question::of(question).reworded(documents)?;
        Some((found.text, found.terms))
    }

    #[test]
    fn terms_are_put_as_the_document_writes_them() {
        for (question, document, text, name) in [
            (
                "What amount is due for payment on this invoice?",
                INVOICE,
                "What Zahlbetrag on this invoice?",
                "amount_due",
            ),
            (
                "What is the invoice total?",
                INVOICE,
                "What is the Bruttosumme?",
                "invoice_total",
            ),
            (
                "Wie hoch ist die Kaution?",
                "The tenant pays a Security Deposit of EUR 900.",
                "Wie hoch ist die Security Deposit?",
                "security_deposit",
            ),
            (
                "¿Cuál es la fecha de vencimiento?",
                "Rechnungsdatum 1.2.2024, Fälligkeitsdatum 1.3.2024",
                "¿Cuál es la Fälligkeitsdatum?",
                "payment_due_date",
            ),
        ] {
            let found = reworded(question, &["Nothing is said here.", document]);
            assert_eq!(found, Some((text.into(), vec![name])), "{question}");
        }
    }

    #[test]
    fn several_terms_are_put_each_in_its_place() {
        let found = reworded(
            "Is the premium above the deductible?",
            &["Prämie 900 EUR", "Selbstbehalt: 500 EUR"],
        );
        let text = "Is the Prämie above the Selbstbehalt?".to_owned();
        assert_eq!(found, Some((text, vec!["premium", "deductible"])));
    }

    #[test]
    fn what_is_not_written_so_stays_as_it_was_asked() {
        for (question, document) in [
            ("What is the premium?", "The premium is 900 EUR."),
            ("What is the premium?", "Die Prämienrechnung liegt bei."),
            // What the document says in the question's own language is read so.
            (
                "Wie hoch ist die Prämie?",
                "Tarif Premium. Die Prämie beträgt 900 EUR.",
            ),
            ("What is the frobnitz?", INVOICE),
            ("", INVOICE),
            ("What is the invoice total?", ""),
        ] {
            assert_eq!(reworded(question, &[document]), None, "{question}");
        }
    }
}
