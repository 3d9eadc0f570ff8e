//! What the evidence offers for a question: candidates where code can find
//! them, words to copy where it cannot, a user's schema to fill.

use crate::ends;
use crate::follow::follow;
use crate::listed;
use crate::misread::{within_row, without_copyright};
use crate::read::Readings;
use crate::role;
use contract::{
    AnswerShape, AnswerType, Authorship, Candidate, Finding, Form, Item, LabelSet, Offer, Place,
};
use evidence::{AnswerBundle, EvidenceChunk, Policy};
use question::Question;
use recognizer::Options;

/// What stands on a passage as such, and what the items of a list are.
const TEXT: &str = "text";
/// Runs of words that the reader marks, at most, where one of them is the answer: half of what the
/// shipped policy lets be weighed.
const MAX_MARKED: usize = 12;
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

/// The one value that follows from what the evidence states, where the question asks for such a one: from
/// its figures, its periods of notice, the place of a cell in its table.
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
    let cell = || recognizer::lookup(name, terms, chunks, &options);
    greatest.or_else(tax).or_else(notice).or_else(cell)
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
        found = listed::without_edges(found, chunks);
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
        listed::with_the_readers(
            (question.terms(), item),
            recognized(),
            (chunks, readings),
            &options,
        )
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
