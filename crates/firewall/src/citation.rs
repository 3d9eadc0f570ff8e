//! Spans against the evidence, and what a person reads of them: recovered
//! from the source lines, never taken from the draft.

use crate::answer::{Citation, PageBox};
use crate::body::AnswerBody;
use crate::finding::{Finding, FindingKind};
use crate::fixed_answer;
use crate::request::CheckRequest;
use evidence::{EvidenceChunk, Line, Span};

/// Checks every span; the citations are complete only where no finding was
/// added.
pub(crate) fn check(
    body: &AnswerBody,
    request: &CheckRequest<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<Citation> {
    let mut citations: Vec<Citation> = Vec::new();
    for (at, item) in body.items.iter().enumerate() {
        if fixed_answer::may_stand_alone(request.answer_type, item) {
            continue;
        }
        if item.spans.is_empty() {
            findings.push(Finding::new(
                FindingKind::MissingCitation,
                format!("/items/{at}/spans"),
            ));
        } else if item.spans.iter().all(|span| span.quote.is_none()) {
            findings.push(Finding::new(
                FindingKind::MissingQuote,
                format!("/items/{at}/spans"),
            ));
        }
        for (place, span) in item.spans.iter().enumerate() {
            match recover(span, request) {
                Ok(citation) if citations.contains(&citation) => {}
                Ok(citation) => citations.push(citation),
                Err((kind, part)) => {
                    findings.push(Finding::new(
                        kind,
                        format!("/items/{at}/spans/{place}{part}"),
                    ));
                }
            }
        }
    }
    citations
}

/// The citation a span stands for, or which part of the span is wrong.
fn recover(
    span: &Span,
    request: &CheckRequest<'_>,
) -> Result<Citation, (FindingKind, &'static str)> {
    let offered = |chunk: &&EvidenceChunk| chunk.anchor == span.anchor;
    let chunk = request
        .evidence
        .used_chunks
        .iter()
        .find(offered)
        .ok_or((FindingKind::InvalidCitationReference, "/anchor"))?;
    if span.line_start > span.line_end {
        return Err((FindingKind::ReversedSpan, "/line_start"));
    }
    // Compared without adding one, which could overflow.
    if span.line_end - span.line_start >= request.policy.max_span_lines {
        return Err((FindingKind::SpanTooLong, "/line_end"));
    }
    let cited = span.line_start..=span.line_end;
    let lines: Vec<&Line> = chunk
        .lines
        .iter()
        .filter(|line| cited.contains(&line.number))
        .collect();
    let whole = (lines.len() as u64) == u64::from(span.line_end - span.line_start) + 1;
    let (true, Some(first)) = (whole, lines.first()) else {
        return Err((FindingKind::LinesOutsideEvidence, "/line_start"));
    };
    let source: Vec<&str> = lines
        .iter()
        .flat_map(|line| line.text.split_whitespace())
        .collect();
    let quote = match &span.quote {
        None => source.join(" "),
        Some(quote) => words_in(&source, quote).ok_or((FindingKind::QuoteNotInLines, "/quote"))?,
    };
    let place = |line: &&Line| {
        line.bounds.map(|bounds| PageBox {
            page: line.page,
            bounds,
        })
    };
    Ok(Citation {
        anchor: chunk.anchor.clone(),
        document_id: chunk.document_id.clone(),
        document_title: chunk.document_title.clone(),
        page_number: first.page,
        line_start: span.line_start,
        line_end: span.line_end,
        quote,
        boxes: lines.iter().filter_map(place).collect(),
    })
}

/// The words of the source at which the quote stands.
fn words_in(source: &[&str], quote: &str) -> Option<String> {
    let wanted: Vec<&str> = quote.split_whitespace().collect();
    if wanted.is_empty() {
        return None;
    }
    let found = source
        .windows(wanted.len())
        .find(|window| *window == wanted.as_slice())?;
    Some(found.join(" "))
}
