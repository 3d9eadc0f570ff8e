//! What stands on an invoice and is another one's: the customer's name, and the day of a debit.
//!
//! * A name under a heading of whom the invoice is for (*Bill to*), asked who issued it. The reader takes it where the
//!   issuer stands in a picture. Of the 802 issuers that people marked on the training receipts none stands so,
//!   and 40 of the receipts have such a heading.
//! * A date on which a sum is taken from an account (*will be debited on 20 March*), asked for any other date. Of the 3,709
//!   marked dates of the training cases none has a word of a debit within 160 characters.
//!
//! Such an answer goes to a person: nothing says that the right one stands anywhere.
//!
//! # Limits
//!
//! A heading is a line of its own, or words before the name on its line; two headings side by side say nothing.

use contract::{Candidate, Descriptor, Quantity};
use evidence::EvidenceChunk;
use language::{Pack, Words};
use question::Question;
use recognizer::{has_spans, passage, plain_words};
use std::ops::Range;

/// Lines above a name that may head it: customer numbers, *Name* and an address stand between.
const ABOVE: usize = 4;
/// Words around a date that belong to it: *will be debited from your account by direct debit on* are ten.
const AROUND: usize = 10;

/// What a person is told of a name that stands under the heading of the customer, where the question is
/// who issued an invoice; none where it does not.
pub(crate) fn of_the_customer(
    question: &Question,
    answer_type: &str,
    chosen: &Candidate,
    chunks: &[EvidenceChunk],
) -> Option<String> {
    let asks_of = |list: fn(&'static Pack) -> &'static Words| {
        question
            .terms()
            .have_plain(|word| language::any_fits(list, word))
    };
    let asks = has_spans(answer_type)
        && asks_of(|pack| &pack.invoice.sellers)
        && !asks_of(|pack| &pack.invoice.buyers);
    let (text, place) = stands(chosen, chunks).filter(|_| asks)?;
    let before = text.get(..place.start)?;
    let headings = before.rsplit('\n').take(ABOVE + 1);
    let nearest = headings
        .filter(|line| !line.trim().is_empty())
        .find_map(party);
    let is_customer = nearest == Some(Party::Buyer);
    is_customer.then(|| "the answer stands where the customer is named".to_owned())
}

/// What a person is told of the day on which a sum is taken from an account, where the question is
/// about another one; none where it is not.
pub(crate) fn of_a_debit(
    question: &Question,
    answer_type: &str,
    chosen: &Candidate,
    chunks: &[EvidenceChunk],
) -> Option<String> {
    let is_date = Descriptor::of(answer_type).quantity == Some(Quantity::Date);
    let is_debit = |word: &str| language::any_fits(|pack| &pack.invoice.debits, word);
    let pays = |word: &str| is_debit(word) || language::any(|pack| &pack.tax.owed, word);
    if !is_date || question.terms().have_plain(pays) {
        return None;
    }
    let (text, place) = stands(chosen, chunks)?;
    let line = text.get(..place.start)?.rsplit('\n').next()?;
    let before: Vec<String> = plain_words(line).collect();
    let leads_in = |word: &String| {
        let is = |list: fn(&'static Pack) -> &'static Words| language::any(list, word);
        (is(|pack| &pack.question.prepositions) || is(|pack| &pack.question.articles))
            && !is(|pack| &pack.question.of)
    };
    // *Due on*, and no label of a form.
    before.last().filter(|word| leads_in(word))?;
    let rest = text.get(place.end..)?;
    let sentence = rest.split(". ").next()?.split("\n\n").next()?;
    let behind = plain_words(sentence).take(AROUND);
    let mut around = before.iter().rev().take(AROUND).cloned().chain(behind);
    let is_taken = around.any(|word| is_debit(&word));
    is_taken.then(|| "the answer is the day on which a sum is taken from an account".to_owned())
}

/// The text that a candidate stands in, and where.
fn stands(one: &Candidate, chunks: &[EvidenceChunk]) -> Option<(String, Range<usize>)> {
    let place = one.place.as_ref()?;
    let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
    Some((passage(chunk), place.start..place.end))
}

/// Whose an invoice's lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Buyer,
    Seller,
    /// Two columns, or words of both.
    Both,
}

/// Whose lines a heading begins; none where a line is none.
fn party(line: &str) -> Option<Party> {
    let words: Vec<String> = plain_words(line).collect();
    let said = words.join(" ");
    let is = |list: fn(&'static Pack) -> &'static Words| {
        let has = |words: &str| language::any(list, words);
        !words.is_empty() && (has(&said) || words.iter().all(|word| has(word)))
    };
    let buyer = is(|pack| &pack.invoice.buyers);
    let seller = is(|pack| &pack.invoice.sellers);
    let in_either = |word: &String| {
        language::any(|pack| &pack.invoice.buyers, word)
            || language::any(|pack| &pack.invoice.sellers, word)
    };
    match (buyer, seller) {
        (true, false) => Some(Party::Buyer),
        (false, true) => Some(Party::Seller),
        (true, true) => Some(Party::Both),
        (false, false) => {
            let all = words.len() > 1 && words.iter().all(in_either);
            all.then_some(Party::Both)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use recognizer::Options;

    /// Whether a name of a text goes to a person.
    fn is_customers(question: &str, text: &str, name: &str) -> bool {
        let chunk = EvidenceChunk::of_lines("C0", 1, text.lines());
        let start = passage(&chunk).find(name).unwrap();
        let at = start..start + name.len();
        let options = Options::default();
        let found = recognizer::candidate_at("organization", &chunk, &at, &options).unwrap();
        let question = Question::of(question);
        of_the_customer(&question, "organization", &found, &[chunk]).is_some()
    }

    /// Whether the first date of a text goes to a person.
    fn is_debits(question: &str, text: &str) -> bool {
        let chunks = [EvidenceChunk::of_lines("C0", 1, text.lines())];
        let found = recognizer::recognize("date", &chunks, &Options::default());
        of_a_debit(&Question::of(question), "date", &found[0], &chunks).is_some()
    }

    #[test]
    fn a_name_under_the_heading_of_the_customer_is_not_who_issued_the_invoice() {
        let asked = "Who issued the invoice?";
        for (question, text, name) in [
            (
                asked,
                "INVOICE 17\nBill to:\nAlder Press Ltd\n4 Mill Lane",
                "Alder Press Ltd",
            ),
            (
                asked,
                "Invoice\nCustomer: Alder Press Ltd\nTotal 12.00",
                "Alder Press Ltd",
            ),
            (
                "Wer hat die Rechnung ausgestellt?",
                "Käufer/Leistungsempfänger\nNummer: 4711\nName: Birke GmbH\nUferweg 3",
                "Birke GmbH",
            ),
            (
                "¿Quién emitió la factura?",
                "Factura 9\nFacturar a\nAliso Prensa S.L.\nMadrid",
                "Aliso Prensa S.L.",
            ),
        ] {
            assert!(is_customers(question, text, name), "{text}");
        }
    }

    #[test]
    fn a_name_of_the_seller_and_a_question_for_the_customer_are_left_alone() {
        let asked = "Who issued the invoice?";
        for (question, text, name) in [
            (
                asked,
                "Bill to: Birch Ltd\nSeller:\nAlder Press Ltd",
                "Alder Press Ltd",
            ),
            (
                asked,
                "Alder Press Ltd\n4 Mill Lane\nBill to: Birch Ltd",
                "Alder Press Ltd",
            ),
            (
                asked,
                "Seller  Customer\nAlder Press Ltd  Birch Ltd",
                "Alder Press Ltd",
            ),
            (
                "Which customer was the invoice issued to?",
                "Customer: Alder Press Ltd",
                "Alder Press Ltd",
            ),
            (
                asked,
                "Our customer service helps you\nAlder Press Ltd",
                "Alder Press Ltd",
            ),
        ] {
            assert!(!is_customers(question, text, name), "{question} {text}");
        }
    }

    #[test]
    fn the_day_of_a_debit_is_no_other_date() {
        let asked = "What is the invoice date?";
        for (question, text) in [
            (
                asked,
                "The sum will be debited from your account on 20 March 2018.",
            ),
            (
                asked,
                "Total EUR 529.87\nOn 20 March 2018 we shall collect it by direct debit.",
            ),
            (
                "Wie lautet das Rechnungsdatum?",
                "Der Betrag wird am 20.03.2018 von Ihrem Konto per SEPA-Lastschrift\neingezogen.",
            ),
            (
                "¿Cuál es la fecha de la factura?",
                "El importe se cargará en su cuenta el 20 de marzo de 2018.",
            ),
        ] {
            assert!(is_debits(question, text), "{text}");
        }
    }

    #[test]
    fn a_labelled_date_a_date_of_a_debit_that_is_asked_for_and_one_of_something_else_stay() {
        let asked = "What is the invoice date?";
        for (question, text) in [
            (asked, "Invoice date: 5 March 2018\nPayment: direct debit"),
            (
                asked,
                "The invoice of 5 March 2018 is debited from your account.",
            ),
            (
                asked,
                "Delivered on 5 March 2018. The sum is debited later.",
            ),
            (
                "When is the sum debited?",
                "The sum will be debited on 20 March 2018.",
            ),
            (
                "When is the payment due?",
                "It is debited on 20 March 2018.",
            ),
        ] {
            assert!(!is_debits(question, text), "{question} {text}");
        }
    }
}
