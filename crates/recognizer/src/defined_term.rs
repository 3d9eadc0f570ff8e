//! Names of which a document itself says who they are in it, as contracts do behind the name.
//!
//! ```text
//! between Harbour Homes Ltd (the landlord) and Ada Doe, of 3 Elm Street (the "Tenant")
//!         ----------------- landlord            ------------------------ tenant
//!
//! "Who is the tenant?"    not Harbour Homes Ltd
//! ```
//!
//! A term in brackets is said of what stands before it, back to the term before. A question whose words that
//! carry meaning all stand in one such term asks for its name; then a name of which the same passage says
//! another term is not chosen, and the likeliest one before the term that was asked for scores as high as any
//! of those.
//!
//! # Limits
//!
//! Only round brackets are read, of few words and without figures, and any such is a term, also the *(UK)* of a name. A question with further words (*Who pays the tenant?*,
//! *Who acts for the tenant?*) asks for something else, and so may one in another language than the
//! document's: both are left alone. Of the 2,560 questions about roles in `training/papers.jsonl.xz` 23 are such ones, and of
//! 22 the answer stands where it is looked for.

use super::span::passage;
use super::stem::stems;
use super::terms::Terms;
use contract::{Candidate, Place};
use evidence::EvidenceChunk;
use std::collections::BTreeSet;
use std::ops::Range;

/// Bytes of a term with its brackets, at most: `(hereinafter referred to as the "Licensee")`.
const LONGEST_TERM: usize = 90;
/// Bytes from a name to its term, at most: an address or a register number stands between them.
const FARTHEST: usize = 300;

/// Candidates, by their indices, of which the passages say that they are what was asked for, and of which they say
/// that they are something else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Defined {
    /// Before the term that was asked for.
    pub named: Vec<usize>,
    /// Before another term of the same passage.
    pub others: Vec<usize>,
}

/// What the passages say of the candidates; nothing where no candidate stands before the term that the question
/// names, and none before another.
pub fn defined(terms: &Terms, chunks: &[EvidenceChunk], candidates: &[Candidate]) -> Defined {
    let mut found = Defined::default();
    let asked = asked_role(terms);
    if asked.is_empty() {
        return found;
    }
    for chunk in chunks {
        let text = passage(chunk);
        let said = said_in(&text);
        let is_named = |term: &Range<usize>| {
            let words: BTreeSet<String> = stems(&text[term.clone()]).into_iter().collect();
            asked.iter().all(|word| words.contains(word))
        };
        let named: Vec<bool> = said.iter().map(is_named).collect();
        let here = |(index, one): (usize, &Candidate)| {
            let place = one.place.as_ref()?;
            let is_here = place.anchor == chunk.anchor;
            let term = term_of(place, &said).filter(|_| is_here)?;
            Some((index, *named.get(term)?))
        };
        let stand: Vec<(usize, bool)> = candidates.iter().enumerate().filter_map(here).collect();
        let of = |is_named: bool| {
            let such = stand.iter().filter(move |(_, named)| *named == is_named);
            such.map(|(index, _)| *index)
        };
        if of(true).next().is_some() && of(false).next().is_some() {
            found.named.extend(of(true));
            found.others.extend(of(false));
        }
    }
    found
}

/// The words that a term has to say: those that carry meaning, without the noun of *Which company is the licensee?*
/// where another word is there.
fn asked_role(terms: &Terms) -> Vec<String> {
    let is_noun = |word: &&String| language::any(|pack| &pack.names.company_nouns, word);
    let nouns: BTreeSet<String> = terms
        .words
        .iter()
        .filter(is_noun)
        .flat_map(|word| stems(word))
        .collect();
    let others: Vec<String> = terms
        .content
        .iter()
        .filter(|word| !nouns.contains(*word))
        .cloned()
        .collect();
    if others.is_empty() {
        terms.content.clone()
    } else {
        others
    }
}

/// What stands in brackets and may be a term, in order.
fn said_in(text: &str) -> Vec<Range<usize>> {
    let opens = text.match_indices('(').map(|(at, _)| at);
    let term = |start: usize| {
        let inside = text.get(start + 1..)?;
        let end = inside.find(['(', ')'])?;
        let inside = inside
            .get(..end)
            .filter(|_| inside[end..].starts_with(')'))?;
        let is_short = end + 2 <= LONGEST_TERM;
        let has_words = inside.contains(char::is_alphabetic);
        let has_figures = inside.contains(|letter: char| letter.is_ascii_digit());
        (is_short && has_words && !has_figures).then_some(start..start + end + 2)
    };
    opens.filter_map(term).collect()
}

/// Which term is said of what stands at a place: the next one.
fn term_of(place: &Place, said: &[Range<usize>]) -> Option<usize> {
    let next = said.iter().position(|term| term.start >= place.end)?;
    let start = said.get(next)?.start;
    (start - place.end <= FARTHEST).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, candidate_at};

    /// Of names in a text, which the question asks for and which it does not.
    fn of<'n>(question: &str, text: &str, names: &[&'n str]) -> (Vec<&'n str>, Vec<&'n str>) {
        let chunk = EvidenceChunk::of_lines("C0", 1, text.lines());
        let whole = passage(&chunk);
        let candidate = |name: &&str| {
            let start = whole.find(*name).unwrap();
            let range = start..start + name.len();
            candidate_at("text", &chunk, &range, &Options::default()).unwrap()
        };
        let candidates: Vec<Candidate> = names.iter().map(candidate).collect();
        let found = defined(&Terms::of(question), &[chunk], &candidates);
        let names_of = |indices: Vec<usize>| indices.into_iter().map(|at| names[at]).collect();
        (names_of(found.named), names_of(found.others))
    }

    const PARTIES: [&str; 2] = ["Harbour Homes Ltd", "Ada Doe"];

    #[test]
    fn a_name_is_what_the_term_behind_it_says() {
        for text in [
            "made between Harbour Homes Ltd (the landlord) and Ada Doe (the tenant).",
            "between\n\nHarbour Homes Ltd, company no. 77, of 1 Elm Row (hereinafter \"the Landlord\")\n\nand\n\nAda \
             Doe (hereinafter referred to as the \"Tenant\")",
            "Entre Harbour Homes Ltd («Landlord») y Ada Doe (en adelante, el «TENANT»):",
        ] {
            let (named, others) = of("Who is the tenant?", text, &PARTIES);
            assert_eq!(
                (named, others),
                (vec!["Ada Doe"], vec!["Harbour Homes Ltd"])
            );
            let (named, others) = of("landlord", text, &PARTIES);
            assert_eq!(others, ["Ada Doe"], "{text}");
            assert_eq!(named, ["Harbour Homes Ltd"], "{text}");
        }
    }

    #[test]
    fn the_noun_of_a_company_is_no_part_of_its_role_but_may_be_all_of_it() {
        let text = "between Harbour Homes Ltd (the \"Company\") and Ada Doe (the tenant).";
        let (named, _) = of("Which company is the tenant?", text, &PARTIES);
        assert_eq!(named, ["Ada Doe"]);
        let (named, _) = of("Who is the Company?", text, &PARTIES);
        assert_eq!(named, ["Harbour Homes Ltd"]);
    }

    #[test]
    fn what_is_asked_of_a_party_is_left_alone() {
        let text = "between Harbour Homes Ltd (the landlord) and Ada Doe (the tenant).";
        for question in [
            "Who pays the landlord?",
            "Who is the guarantor?",
            "Who is it?",
        ] {
            assert_eq!(of(question, text, &PARTIES), (vec![], vec![]), "{question}");
        }
    }

    #[test]
    fn one_term_alone_and_terms_far_away_take_nothing_away() {
        let question = "Who is the tenant?";
        let alone = "Harbour Homes Ltd lets the house to Ada Doe (the tenant).";
        let (named, others) = of(question, alone, &["Ada Doe"]);
        assert_eq!((named, others), (vec![], vec![]));
        let far = format!(
            "Harbour Homes Ltd lets. {} (the landlord) and Ada Doe (the tenant).",
            "So it is. ".repeat(40)
        );
        assert_eq!(of(question, &far, &PARTIES), (vec![], vec![]));
    }

    #[test]
    fn brackets_with_figures_or_many_words_say_no_term() {
        let long = "which has been so for as long as anybody in this house can remember, and longer than that";
        let text = format!("a (1 March) b ({long}) c (the tenant) d (");
        let terms: Vec<&str> = said_in(&text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(terms, ["(the tenant)"]);
    }
}
