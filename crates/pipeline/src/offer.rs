//! What the evidence offers for a question: candidates where code can find
//! them, words to copy where it cannot, a user's schema to fill.

use crate::ends;
use crate::follow::follow;
use crate::misread::{within_row, without_copyright};
use crate::read::Readings;
use crate::role;
use contract::{
    AnswerShape, AnswerType, Authorship, Candidate, Finding, Form, Item, LabelSet, Offer, Place,
};
use evidence::{AnswerBundle, EvidenceChunk, Policy};
use question::Question;
use recognizer::{Options, Passage};
use std::collections::BTreeSet;

/// What stands on a passage as such, and what the items of a list are.
const TEXT: &str = "text";
/// How far below the best an item of a list may score, in natural-log units: a fiftieth as likely. Of 3, 4 and 5 the one with which
/// most of TUNE's lists are right (docs/quality.md).
const LISTED: f64 = 4.0;
/// Runs of words that the reader marks, at most, where one of them is the answer: half of what the
/// shipped policy lets be weighed.
const MAX_MARKED: usize = 12;
/// Items of a list that the reader marks, at most: as many as are listed of any type.
const MAX_LISTED: usize = 200;
/// Figures of a user's schema that are offered, at most: a bound on the grammar, set by hand.
const MAX_NUMBERS: usize = 200;

pub(crate) fn options(policy: &Policy) -> Options {
    Options {
        max_span_lines: policy.max_span_lines,
        ..Options::default()
    }
}

/// The offer for one question, candidates best first and cut to what the
/// policy lets be scored. With `readings`, runs of words that the reader marks
/// stand beside what the recognisers found, and its scores rank.
pub(crate) fn offer(
    question: &Question,
    answer_type: &AnswerType,
    labels: &[String],
    (chunks, readings): (&[EvidenceChunk], Option<&Readings>),
    policy: &Policy,
) -> Offer {
    if matches!(
        answer_type.shape,
        AnswerShape::NestedJson | AnswerShape::Tree
    ) {
        return Offer::Schema(Form {
            numbers: numbers(chunks, policy),
            ..Form::default()
        });
    }
    if let Some(prose) = answer_type.descriptor().prose() {
        let options = options(policy);
        let extractive = Authorship::Extractive;
        let mut compose = recognizer::prose::offer(
            prose,
            extractive,
            question.terms(),
            chunks,
            &options,
            policy.max_items,
        );
        compose.sentences.truncate(policy.max_candidates as usize);
        return Offer::Compose(compose);
    }
    let name = answer_type.name.as_str();
    if answer_type.shape == AnswerShape::Single
        && let Some(one) = computed(question, name, chunks, policy)
    {
        return Offer::Candidates(vec![one]);
    }
    if answer_type.shape == AnswerShape::Table
        && let Some(items) = recognizer::items(name, question.terms(), chunks)
    {
        return Offer::Candidates(vec![items]);
    }
    let mut candidates = match answer_type.descriptor().finding {
        Finding::Claim => recognizer::claim::candidates(question.terms(), chunks, &options(policy)),
        Finding::Categories => recognizer::label::candidates(chunks, &LabelSet::categories()),
        Finding::Judgement => match readings {
            Some(readings) => judged(question, name, (chunks, readings), policy),
            None => judgements(question, name, chunks, policy),
        },
        Finding::Labels => recognizer::label::candidates(chunks, &LabelSet::of(labels)),
        _ => match readings {
            Some(readings) => read(question, answer_type, (chunks, readings), policy),
            None if recognizer::has_recognizer(name) => {
                let mut found = recognized(question, answer_type, chunks, policy);
                recognizer::rank(question.terms(), name, &mut found);
                found
            }
            None => return Offer::Copy,
        },
    };
    if answer_type.shape == AnswerShape::Single {
        role::without_conditions(question, name, &mut candidates, chunks);
        ends::without_other_end(question, name, &mut candidates, chunks);
        without_copyright(question, name, &mut candidates, chunks);
        recognizer::keep_named_years(question.terms(), chunks, &mut candidates);
    }
    candidates.truncate(policy.max_candidates as usize);
    Offer::Candidates(candidates)
}

/// The one value that follows from figures which the evidence states, where the question asks for such
/// a one.
fn computed(
    question: &Question,
    name: &str,
    chunks: &[EvidenceChunk],
    policy: &Policy,
) -> Option<Candidate> {
    let (terms, options) = (question.terms(), options(policy));
    let greatest = recognizer::extreme(name, terms, chunks, &options);
    let tax = || recognizer::taxed(name, terms, chunks, &options);
    let notice = || recognizer::notice(name, terms, chunks, &options);
    greatest.or_else(tax).or_else(notice)
}

/// What the recognisers find, lists with what they are continued with.
fn recognized(
    question: &Question,
    answer_type: &AnswerType,
    chunks: &[EvidenceChunk],
    policy: &Policy,
) -> Vec<Candidate> {
    let name = answer_type.name.as_str();
    let mut found = recognizer::recognize_for(question.terms(), name, chunks, &options(policy));
    if answer_type.descriptor().shape == AnswerShape::Listing {
        follow(&mut found, chunks);
    }
    found
}

/// Whether a recogniser finds the candidates of one value without a reader, and no more of them
/// than are weighed: then a reader, which ranks them and marks runs of words, has no part in
/// what is offered.
pub(crate) fn finds_all(
    question: &Question,
    answer_type: &AnswerType,
    bundle: &AnswerBundle,
    policy: &Policy,
) -> bool {
    let by_form = matches!(
        answer_type.descriptor().finding,
        Finding::SureForm | Finding::Form
    );
    let name = answer_type.name.as_str();
    let alone = by_form && recognizer::has_recognizer(name) && !recognizer::has_spans(name);
    alone && answer_type.shape == AnswerShape::Single && {
        let found = recognized(question, answer_type, &bundle.used_chunks, policy);
        found.len() <= policy.max_candidates as usize
    }
}

/// What the recognisers find or, of runs of words, what the reader marks; the
/// reader's highest score first.
fn read(
    question: &Question,
    answer_type: &AnswerType,
    (chunks, readings): (&[EvidenceChunk], &Readings),
    policy: &Policy,
) -> Vec<Candidate> {
    let options = options(policy);
    let name = answer_type.name.as_str();
    let recognized = || recognized(question, answer_type, chunks, policy);
    let found: Vec<Candidate> = if answer_type.shape == AnswerShape::Listing {
        let item = match answer_type.descriptor().shape {
            AnswerShape::Listing => TEXT,
            _ => name,
        };
        let found = recognized();
        let listed = listed(item, (chunks, readings), &options);
        let listed = listed.filter(|some| !found.iter().any(|all| is_part(some, all)));
        found.into_iter().chain(listed).collect()
    } else if recognizer::has_spans(name) {
        let marked = readings.marked(name, MAX_MARKED);
        let at = |place: &Place| {
            let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
            recognizer::candidate_at(name, chunk, &within_row(name, place, chunk), &options)
        };
        marked.iter().filter_map(|one| at(&one.place)).collect()
    } else {
        recognized()
    };
    let mut scored: Vec<(f64, Candidate)> = found
        .into_iter()
        .map(|one| (readings.of_candidate(&one, chunks), one))
        .collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    scored.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The runs of words that the reader takes for items (of type `item`) of one
/// list, in their order and each once; none where it takes only one.
fn listed(
    item: &str,
    (chunks, readings): (&[EvidenceChunk], &Readings),
    options: &Options,
) -> Option<Candidate> {
    let mut marked = readings.marked_within(item, LISTED, MAX_LISTED);
    let number = |place: &Place| chunks.iter().position(|chunk| chunk.anchor == place.anchor);
    marked.sort_by_key(|one| (number(&one.place), one.place.start));
    let passages: Vec<Passage<'_>> = chunks.iter().map(Passage::of).collect();
    let items = marked.iter().filter_map(|one| {
        let passage = passages.get(number(&one.place)?)?;
        let range = one.place.start..one.place.end;
        if role::only_describes(&one.place, passage.text()) || passage.crosses_cells(&range) {
            return None;
        }
        passage.candidate_at(item, &range, options)
    });
    let mut known = BTreeSet::new();
    let items: Vec<Candidate> = items
        .filter(|one| known.insert(one.wording.to_lowercase()))
        .collect();
    let context = items.first()?.context.clone();
    let wording: Vec<&str> = items.iter().map(|one| one.wording.as_str()).collect();
    let wording = wording.join(", ");
    let items: Vec<Item> = items.into_iter().flat_map(|one| one.items).collect();
    (items.len() > 1).then(|| Candidate::new(items, wording, context))
}

/// Whether `some` are items of `all`, a list of more of them, each on lines of its own, and one of them runs on into the next: there
/// the reader does not tell the items apart, and a list that is numbered is known as a whole.
fn is_part(some: &Candidate, all: &Candidate) -> bool {
    let words = |item: &Item| item.value.as_text().unwrap_or_default().to_lowercase();
    let of_all: Vec<String> = all.items.iter().map(words).collect();
    let held = |item: &Item| {
        let text = words(item);
        let is_held = |one: &&String| !one.is_empty() && text.contains(one.as_str());
        of_all.iter().filter(is_held).count()
    };
    let begins = |item: &Item| {
        let first = item.spans.first();
        first.map(|span| (span.anchor.clone(), span.line_start))
    };
    let lines: BTreeSet<_> = all.items.iter().map(begins).collect();
    let held: Vec<usize> = some.items.iter().map(held).collect();
    lines.len() == all.items.len()
        && some.items.len() < all.items.len()
        && held.iter().all(|count| *count > 0)
        && held.iter().any(|count| *count > 1)
}

/// Yes or no by what the passages say at the runs of words that the reader marks, best
/// first.
fn judged(
    question: &Question,
    answer_type: &str,
    (chunks, readings): (&[EvidenceChunk], &Readings),
    policy: &Policy,
) -> Vec<Candidate> {
    let options = options(policy);
    let at = |place: &Place| {
        let chunk = chunks.iter().find(|chunk| chunk.anchor == place.anchor)?;
        recognizer::judgement(question.terms(), chunk, &(place.start..place.end), &options)
    };
    let marked = readings.marked(answer_type, MAX_MARKED);
    marked.iter().filter_map(|one| at(&one.place)).collect()
}

/// Answers to a yes/no question and how they are worded.
const JUDGED: [(&str, bool); 2] = [("Yes", true), ("No", false)];

/// Yes and no, both standing on the passage that speaks most of the question.
fn judgements(
    question: &Question,
    answer_type: &str,
    chunks: &[EvidenceChunk],
    policy: &Policy,
) -> Vec<Candidate> {
    let mut passages = recognizer::recognize(TEXT, chunks, &options(policy));
    recognizer::rank(question.terms(), answer_type, &mut passages);
    let Some(best) = passages.into_iter().next() else {
        return Vec::new();
    };
    let condition = recognizer::condition_of(&best.wording);
    let spans = best.items.into_iter().flat_map(|item| item.spans);
    let spans: Vec<_> = spans.collect();
    let candidate = |(wording, said): (&str, bool)| {
        let item = Item {
            value: said.into(),
            spans: spans.clone(),
        };
        let mut judged = Candidate::new(vec![item], wording.into(), best.context.clone());
        judged.notes.extend(condition.clone());
        judged
    };
    JUDGED.into_iter().map(candidate).collect()
}

fn numbers(chunks: &[EvidenceChunk], policy: &Policy) -> Vec<serde_json::Number> {
    let mut found: Vec<serde_json::Number> = Vec::new();
    for candidate in recognizer::recognize("number", chunks, &options(policy)) {
        for item in &candidate.items {
            if let Some(number) = item.value.figure()
                && !found.contains(number)
                && found.len() < MAX_NUMBERS
            {
                found.push(number.clone());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A list of items and the lines that they begin on.
    fn list(items: &[(&str, u32)]) -> Candidate {
        let item = |(text, line): &(&str, u32)| {
            let span =
                json!({ "anchor": "C0", "line_start": line, "line_end": line, "quote": text });
            json!({ "value": text, "spans": [span] })
        };
        let items: Vec<_> = items.iter().map(item).collect();
        let whole = json!({ "items": items, "wording": "", "context": "" });
        serde_json::from_value(whole).unwrap()
    }

    #[test]
    fn some_items_of_a_numbered_list_are_part_of_it() {
        let all = list(&[("Theft", 1), ("Frost", 2), ("Hail", 3), ("War", 4)]);
        assert!(is_part(&list(&[("Theft", 1), ("Frost 3. Hail", 2)]), &all));
        assert!(!is_part(&list(&[("Theft", 1), ("Flood", 9)]), &all));
        // Two rows of a table that the question asks for are no part of its column.
        assert!(!is_part(&list(&[("Theft", 1), ("Hail", 3)]), &all));
        let as_many = [("Theft", 1), ("Frost", 2), ("Hail", 3), ("War", 4)];
        assert!(!is_part(&list(&as_many), &all));
    }

    #[test]
    fn names_in_a_sentence_are_no_part_of_what_its_commas_divide() {
        let divided = [
            ("Alder Ltd", 3),
            ("a company of Hull", 3),
            ("and Birch", 4),
            ("Co", 4),
        ];
        let names = list(&[("Alder Ltd", 3), ("Birch & Co", 4)]);
        assert!(!is_part(&names, &list(&divided)));
    }
}
