//! From a draft to a whole answer: expanded, with what code knows filled in,
//! and as the firewall is asked about it.

use crate::decide::{Choice, meaning};
use crate::error::StageError;
use crate::every::MAX_EVERY;
use crate::outcome::Outcome;
use crate::plan::{Plan, lists_by_form};
use crate::reference::pointers;
use crate::words;
use contract::answer::keywords_in;
use contract::compose::{self, Known};
use contract::support::{self, Triage};
use contract::{AnswerBody, AnswerShape, Item, LabelSet, Offer, draft, verification};
use evidence::select::render_chunk;
use evidence::{AnswerBundle, EvidenceChunk, Span};
use firewall::{CheckRequest, Verdict};
use language::is_stop_word;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Where no relevance was weighed.
pub(crate) static NO_RELEVANCE: BTreeMap<String, f64> = BTreeMap::new();

/// Reads the draft in the form of its contract.
fn expand(
    plan: &Plan,
    bundle: &AnswerBundle,
    offer: &Offer,
    choice: Option<&Choice>,
    draft: &str,
) -> Result<AnswerBody, StageError> {
    let Offer::Compose(compose) = offer else {
        return Ok(draft::expand(draft, &plan.answer_type, offer)?);
    };
    let (categories, triage) = triage(plan);
    let known = Known {
        keywords: &plan.parsed.keywords,
        chunks: &bundle.used_chunks,
        categories: &categories,
        triage: &triage,
        relevance: choice.map_or(&NO_RELEVANCE, |choice| &choice.relevance),
    };
    let mut body = compose.expand(draft, &known)?;
    if let Some(choice) = choice.filter(|_| body.answer_found) {
        compose.rate(&mut body, (choice.probability * 100.0).round() / 100.0);
    }
    Ok(body)
}

/// The categories of a request, and which of them it is: as somebody predicted, or by its words.
fn triage(plan: &Plan) -> (LabelSet, Triage) {
    let by_terms = plan.question.triage();
    let triage = plan.triage.as_ref().unwrap_or(by_terms).clone();
    (LabelSet::categories(), triage)
}

/// What the firewall says of an answer that needs no passage; none for types
/// that do.
pub(crate) fn without_evidence(plan: &Plan, bundle: &AnswerBundle) -> Option<Outcome> {
    let body = match plan.answer_type.name.as_str() {
        verification::NAME => verification::unsupported(),
        support::NAME => compose::insufficient(),
        _ => return None,
    };
    match firewall::check(&json!(body), &check_request(plan, bundle, &NO_RELEVANCE)) {
        Verdict::Accepted(answer) => Some(Outcome::Accepted(answer)),
        Verdict::Refused(_) => None,
    }
}

/// Expands the draft and fills in what code knows.
pub(crate) fn complete(
    plan: &Plan,
    bundle: &AnswerBundle,
    offer: &Offer,
    choice: Option<&Choice>,
    draft: &str,
) -> Result<AnswerBody, StageError> {
    let mut body = expand(plan, bundle, offer, choice, draft)?;
    for caveat in &mut body.caveats {
        *caveat = format!("The model remarks: {caveat}");
    }
    let shown: String = bundle.used_chunks.iter().map(render_chunk).collect();
    body.keywords_found = keywords_in(&plan.parsed.keywords, &shown);
    if let (Offer::Candidates(candidates), Some(choice)) = (offer, choice) {
        let chosen = choice.chosen.and_then(|index| candidates.get(index));
        body.caveats
            .extend(chosen.into_iter().flat_map(|one| one.notes.clone()));
        body.complete_answer_found &= !chosen.is_some_and(|one| one.is_partial);
    }
    say_what_is_unlisted(plan, offer, &mut body);
    let cited: Vec<Span> = body
        .items
        .iter()
        .flat_map(|item| item.spans.clone())
        .collect();
    let pointers = pointers(&bundle.used_chunks, &cited);
    if pointers.continues && body.answer_found {
        body.complete_answer_found = false;
        let places = pointers.elsewhere.join(", ");
        body.caveats
            .push(format!("It goes on in {places}, which was not shown."));
    }
    if let (Some(place), true) = (pointers.uncited.first(), body.answer_found) {
        body.complete_answer_found = false;
        body.caveats.push(format!(
            "It is continued in {place}, of which nothing stands in this answer."
        ));
    }
    for place in pointers.elsewhere {
        if !body.llm_discovered_keywords.contains(&place) {
            body.llm_discovered_keywords.push(place);
        }
    }
    if body.conflicting_evidence {
        let stated = stated(plan, bundle, &body);
        let caveat = format!("Different values are stated: {}.", stated.join("; "));
        body.caveats.push(caveat);
        body.suggested_clarification = Some(format!("Which applies: {}?", stated.join(", or ")));
        // At most one of them is right, and nothing says which.
        body.confidence = body.confidence.min(1.0 / stated.len().max(1) as f64);
    }
    if body.suggested_clarification.is_none() {
        let unclear = plan.parsed.clarifications.first();
        body.suggested_clarification = unclear.map(question::Clarification::question);
    }
    if !body.answer_found {
        body.caveats = what_was_there(bundle, offer, choice);
    }
    Ok(body)
}

/// Takes back that a list is complete where more may belong to it.
fn say_what_is_unlisted(plan: &Plan, offer: &Offer, body: &mut AnswerBody) {
    let listed = body.items.len();
    let is_full = listed >= plan.policy.max_items as usize;
    if matches!(offer, Offer::Copy) && is_full && plan.answer_type.shape == AnswerShape::Listing {
        body.complete_answer_found = false;
        body.caveats
            .push(format!("More than {listed} items are not listed."));
    }
    if plan.every.is_some() && listed >= MAX_EVERY {
        body.complete_answer_found = false;
    }
    if let (Some(count), true) = (unlisted(plan, offer, body), body.answer_found) {
        body.complete_answer_found = false;
        body.caveats.push(format!(
            "{count} other values of this type stand in what was read and are not listed."
        ));
    }
}

/// What was read in vain, in words.
fn what_was_there(bundle: &AnswerBundle, offer: &Offer, choice: Option<&Choice>) -> Vec<String> {
    let passages = bundle.used_chunks.len();
    let seen = match choice {
        _ if matches!(offer, Offer::Schema(_)) => "the schema cannot be filled from them",
        Some(choice) if !choice.scores.is_empty() => {
            "values of this type stand in them, but none that speaks of the question"
        }
        Some(_) => "no value of this type stands in them",
        None => "nothing in them was taken for an answer",
    };
    let read = if passages == 1 {
        "1 passage was read".to_owned()
    } else {
        format!("{passages} passages were read")
    };
    let mut caveats = vec![format!("{read}; {seen}.")];
    let topics = topics(&bundle.used_chunks);
    if !topics.is_empty() && !matches!(offer, Offer::Schema(_)) {
        let topics = topics.join(", ");
        caveats.push(format!("What was read speaks of: {topics}."));
    }
    caveats
}

/// What passages speak of: their headings, or where none is seen the words that they repeat.
fn topics(chunks: &[EvidenceChunk]) -> Vec<String> {
    let lines = || chunks.iter().flat_map(|chunk| &chunk.lines);
    let mut headings: Vec<String> = Vec::new();
    for line in lines() {
        let text = line.text.trim();
        if is_heading(text) && !headings.iter().any(|one| one == text) {
            headings.push(text.to_owned());
        }
    }
    if !headings.is_empty() {
        headings.truncate(MAX_TOPICS);
        return headings;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines() {
        let words = line.text.split(|letter: char| !letter.is_alphabetic());
        let words = words.map(str::to_lowercase);
        for word in words.filter(|word| word.chars().count() > 3 && !is_stop_word(word)) {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut counted: Vec<(String, usize)> = counts.into_iter().collect();
    counted.retain(|(_, count)| *count > 1);
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted.truncate(MAX_TOPICS);
    counted.into_iter().map(|(word, _)| word).collect()
}

/// Topics of passages that are told, at most: what a person reads at a glance.
const MAX_TOPICS: usize = 5;

/// A short line of words that begins with a capital or a number and ends no sentence.
fn is_heading(line: &str) -> bool {
    // A line of print holds some twelve; a heading seldom fills half of one.
    const MAX_WORDS: usize = 7;
    let count = line.split_whitespace().count();
    let begins = line.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
    let has_words = line.chars().filter(|letter| letter.is_alphabetic()).count() > 3;
    let ends = line.ends_with(['.', ',', ';', ':', '!', '?', '-']);
    let has_cells = line.contains("  ") || line.contains('\t');
    (1..=MAX_WORDS).contains(&count) && begins && has_words && !ends && !has_cells
}

/// Each value with its place.
fn stated(plan: &Plan, bundle: &AnswerBundle, body: &AnswerBody) -> Vec<String> {
    let place = |span: &Span| {
        let mut chunks = bundle.used_chunks.iter();
        let title = chunks
            .find(|chunk| chunk.anchor == span.anchor)
            .map_or("", |chunk| chunk.document_title.as_str());
        format!("{title}, {}", words::lines(span.line_start, span.line_end))
    };
    let said = |item: &Item| {
        let value = words::value(&item.value, &plan.answer_type.name);
        let place = item.spans.first().map(place).unwrap_or_default();
        format!("{value} in {place}")
    };
    body.items.iter().map(said).collect()
}

/// How many other values of the type were found where several were asked for by what they
/// mean and the likeliest was taken; none where there is no other.
fn unlisted(plan: &Plan, offer: &Offer, body: &AnswerBody) -> Option<usize> {
    let Offer::Candidates(candidates) = offer else {
        return None;
    };
    if plan.every.is_some() || !lists_by_form(&plan.answer_type) {
        return None;
    }
    let listed: BTreeSet<String> = body
        .items
        .iter()
        .map(|item| meaning([&item.value]))
        .collect();
    let items = candidates.iter().flat_map(|one| &one.items);
    let found: BTreeSet<String> = items.map(|item| meaning([&item.value])).collect();
    let others = found.difference(&listed).count();
    (others > 0).then_some(others)
}

/// What the firewall checks an answer against.
pub(crate) fn check_request<'a>(
    plan: &'a Plan,
    bundle: &'a AnswerBundle,
    relevance: &'a BTreeMap<String, f64>,
) -> CheckRequest<'a> {
    CheckRequest {
        presentation: plan.presentation,
        relevance,
        answer_type: &plan.answer_type.name,
        shape: plan.answer_type.shape,
        answer_schema: &plan.answer_type.value_schema,
        evidence: bundle,
        labels: &plan.labels,
        converted_to: &[],
        policy: &plan.policy,
    }
}
