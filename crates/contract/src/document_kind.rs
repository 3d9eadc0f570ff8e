//! What kind a document is of (invoice, contract, policy, ...), by the words that such documents
//! begin with and use. The kinds are data (`data/kinds.json`).
//!
//! A kind that a title names (a short line among the first) counts more than any words of the text:
//! an invoice may speak of a contract, and a contract of invoices. Where no title says it, several
//! different terms have to, and more of them than speak for any other kind.
//!
//! # Limits
//!
//! English, German and Spanish terms. A document of none of these kinds, or one that speaks of two
//! alike, has no kind: nothing is guessed. A person may say otherwise.

use crate::category::{Label, LabelSet};

/// Key of a document's metadata that says of which kind it is.
pub const KEY: &str = "document_kind";

const KINDS: &str = include_str!("../data/kinds.json");

/// First lines with words among which a title is looked for: a letterhead may stand over it.
const TITLE_LINES: usize = 12;
/// Most words of a title: longer lines are sentences.
const TITLE_WORDS: usize = 8;
/// Lines that are read: what comes later says what a document is about, not what it is.
const MAX_LINES: usize = 200;
/// Different terms that have to speak for a kind which no title says: one or two are a topic.
const LEAST_TERMS: usize = 3;

/// The kinds that are told apart.
///
/// # Panics
///
/// Never: the shipped file is read by a test.
pub fn kinds() -> LabelSet {
    LabelSet::read(KINDS).expect("the shipped kinds are valid; a test reads them")
}

/// The kind that the lines of a document speak for; none where nothing or two kinds alike do.
///
/// # Examples
///
/// ```
/// use contract::document_kind::kind_of;
///
/// assert_eq!(kind_of(["INVOICE", "Total: EUR 5"]).as_deref(), Some("invoice"));
/// assert_eq!(kind_of(["A walk in the hills"]), None);
/// ```
pub fn kind_of<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let lines = lines.into_iter().map(str::trim);
    let lines = lines.filter(|line| line.chars().any(char::is_alphabetic));
    let lines: Vec<&str> = lines.take(MAX_LINES).collect();
    let is_title =
        |line: &&&str| line.split_whitespace().count() <= TITLE_WORDS && !line.ends_with('.');
    let titles: Vec<&str> = lines
        .iter()
        .take(TITLE_LINES)
        .filter(is_title)
        .copied()
        .collect();
    let text = lines.join("\n");
    let weight = |kind: &Label| {
        let terms = kind.terms.iter().map(|term| Label {
            label: kind.label.clone(),
            terms: vec![term.clone()],
            next_steps: Vec::new(),
        });
        let terms: Vec<Label> = terms.collect();
        let first = titles.iter().position(|title| kind.hits_in(title) > 0);
        // Of two titles the upper one is the document's own.
        let height = first.map_or(0, |at| TITLE_LINES - at);
        (
            height,
            terms.iter().filter(|term| term.hits_in(&text) > 0).count(),
        )
    };
    let kinds = kinds();
    let weighed = kinds.labels.iter().map(|kind| (weight(kind), &kind.label));
    let mut weighed: Vec<((usize, usize), &String)> = weighed.collect();
    weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    let mut weighed = weighed.into_iter();
    let (best, kind) = weighed.next()?;
    let second = weighed.next().map_or((0, 0), |(weight, _)| weight);
    let is_clear = best.0 > 0 || best.1 >= LEAST_TERMS;
    (is_clear && best > second).then(|| kind.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_the_kind_whatever_the_text_speaks_of() {
        for (lines, kind) in [
            (
                &[
                    "Harbour Supplies Ltd.",
                    "TAX INVOICE",
                    "Under the lease agreement of 2 May",
                ][..],
                "invoice",
            ),
            (
                &[
                    "LEASE AGREEMENT",
                    "The tenant pays each invoice within 30 days.",
                ],
                "contract",
            ),
            (
                &[
                    "Commercial property policy",
                    "Policy number: CP-1",
                    "Insured: A Ltd.",
                ],
                "policy",
            ),
            (&["Rechnung Nr. 17", "Leistung laut Vertrag"], "invoice"),
            (
                &[
                    "CONTRATO DE ARRENDAMIENTO",
                    "La factura se paga en 30 días.",
                ],
                "contract",
            ),
            (&["Purchase order 4711", "Deliver to: Leeds"], "order"),
            (
                &["Minutes of the annual meeting", "Attendees: A, B"],
                "minutes",
            ),
        ] {
            assert_eq!(
                kind_of(lines.iter().copied()).as_deref(),
                Some(kind),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn without_a_title_several_terms_decide_or_nothing_does() {
        let letter = [
            "Dear Ms Doe,",
            "thank you for writing to us about the garden, which we were glad to hear of again.",
            "Yours faithfully,",
        ];
        assert_eq!(kind_of(letter).as_deref(), Some("letter"));
        for nothing in [
            &[
                "A walk in the hills",
                "We passed a lake that was frozen over.",
            ][..],
            &[
                "One sentence that speaks of an invoice and of nothing else at all, so that no kind is sure.",
            ],
            &[],
        ] {
            assert_eq!(kind_of(nothing.iter().copied()), None, "{nothing:?}");
        }
    }

    #[test]
    fn the_kinds_are_data_and_no_media_type() {
        let names = kinds().names();
        assert_eq!(names.len(), 9);
        assert!(names.iter().all(|name| {
            evidence::MediaType::ALL
                .iter()
                .all(|one| one.name() != name)
        }));
    }
}
