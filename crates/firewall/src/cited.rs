//! Free cited text: prose in which every sentence ends with anchors such as
//! `[C0]`.
//!
//! | rule | finding |
//! |---|---|
//! | an anchor is exactly `[C<number>]` | `MALFORMED_ANCHOR` |
//! | every anchor was offered | `INVALID_CITATION_REFERENCE` |
//! | every sentence that says something ends with an anchor | `UNCITED_FACTUAL_STATEMENT` |
//! | a refusal is exactly the refusal text | `INVALID_REFUSAL_FORMAT` |
//! | no anchor twice behind one sentence | `CITATION_MISMATCH` |
//! | longer than ten times the evidence | a flag |
//! | identifiers, numbers, names of no evidence | `suspicious_new_ids`: flag or finding, by policy |
//!
//! Every sentence with a letter or digit counts as factual: what is merely
//! polite costs a citation too, and nothing slips through as politeness.

use crate::anchor::{self, Mark};
use crate::evidence_text::evidence_text;
use crate::finding::{Finding, FindingKind, Warning, WarningKind};
use crate::metrics::{GroundingMetrics, is_too_long};
use crate::novelty::{self, Known};
use crate::sentence::{self, Sentence};
use crate::words::tokens;
use crate::{hidden, refusal};
use evidence::policy::Suspicion;
use evidence::{AnswerBundle, AssemblyStatus, Policy};
use std::collections::BTreeSet;

/// What a cited text is checked against.
#[derive(Debug, Clone, Copy)]
pub struct TextRequest<'a> {
    /// The evidence the model was shown, and nothing else.
    pub evidence: &'a AnswerBundle,
    /// What is done about suspicious words.
    pub policy: &'a Policy,
    /// The one text that is a refusal: [`contract::REFUSAL`].
    pub refusal: &'a str,
}

/// What the rules say of a cited text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextReport {
    /// Why it is refused, in the order of the rules; empty where it passes.
    pub findings: Vec<Finding>,
    /// What a person should look at although it passes.
    pub warnings: Vec<Warning>,
    /// What was counted.
    pub metrics: GroundingMetrics,
    /// The offered anchors it uses, once each, in the order of their first
    /// use.
    pub anchors: Vec<String>,
}

/// Checks a cited text; `pointer` names its place in the draft, for findings.
///
/// ```
/// # use evidence::{AnswerBundle, AssemblyStatus, EvidenceChunk, Line, Policy};
/// # let line = Line { number: 1, page: 1, text: "The fee is EUR 5.".into(), bounds: None };
/// # let chunk = EvidenceChunk { anchor: "C0".into(), chunk_id: "a".into(), document_id: "d".into(),
/// #     document_title: "t".into(), lines: vec![line], similarity: 1.0, tables: vec![] };
/// # let evidence = AnswerBundle { request_id: "r".into(), assembly_status: AssemblyStatus::Ok,
/// #     used_chunks: vec![chunk], trace: Default::default(), metrics: Default::default() };
/// # let policy = Policy::default();
/// let request = firewall::TextRequest { evidence: &evidence, policy: &policy, refusal: contract::REFUSAL };
/// assert!(firewall::check_cited_text("The fee is EUR 5. [C0]", &request, "").findings.is_empty());
/// let invented = firewall::check_cited_text("The fee is EUR 5. [C7]", &request, "");
/// assert_eq!(invented.findings[0].kind, firewall::FindingKind::InvalidCitationReference);
/// ```
pub fn check_cited_text(text: &str, request: &TextRequest<'_>, pointer: &str) -> TextReport {
    let evidence = evidence_text(request.evidence);
    let marks = anchor::marks(text);
    let sentences = sentence::split(text, &marks);
    let mut report = TextReport {
        findings: Vec::new(),
        warnings: Vec::new(),
        metrics: GroundingMetrics::default(),
        anchors: Vec::new(),
    };
    if text == request.refusal {
        report.metrics.refusal_detected = true;
        return report;
    }
    let mut reader = Reader {
        text,
        marks: &marks,
        request,
        pointer,
        words: tokens(&evidence),
        report: &mut report,
    };
    reader.whole(&sentences);
    reader.anchors();
    reader.statements(&sentences);
    reader.doubles(&sentences);
    reader.flags(&evidence);
    report
}

/// A text without its marks.
pub(crate) fn without_marks(text: &str, marks: &[Mark]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for mark in marks {
        out.push_str(text.get(at..mark.range.start).unwrap_or_default());
        at = mark.range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Whether something stands there beside anchors.
fn says(piece: &str) -> bool {
    let marks = anchor::marks(piece);
    without_marks(piece, &marks)
        .chars()
        .any(char::is_alphanumeric)
}

struct Reader<'a> {
    text: &'a str,
    marks: &'a [Mark],
    request: &'a TextRequest<'a>,
    pointer: &'a str,
    words: Vec<String>,
    report: &'a mut TextReport,
}

impl Reader<'_> {
    fn find(&mut self, kind: FindingKind, part: Option<usize>) {
        let part = part.and_then(|part| u32::try_from(part + 1).ok());
        let finding = Finding::new(kind, self.pointer).in_sentence(part);
        self.report.findings.push(finding);
    }

    /// The text as a whole: it says something, there is evidence for it, and
    /// what is seen is all there is.
    fn whole(&mut self, sentences: &[Sentence]) {
        let evidence = self.request.evidence;
        if evidence.assembly_status != AssemblyStatus::Ok || evidence.used_chunks.is_empty() {
            self.find(FindingKind::AnswerWithoutEvidence, None);
        }
        if self.text.chars().any(hidden::is_hidden) {
            self.find(FindingKind::HiddenCharacters, None);
        }
        if !sentences.iter().any(|one| says(self.slice(one))) {
            self.find(FindingKind::MissingCitation, None);
        }
    }

    /// `MALFORMED_ANCHOR` and `INVALID_CITATION_REFERENCE`.
    fn anchors(&mut self) {
        let offered = |anchor: &str| self.is_offered(anchor);
        let malformed = self
            .marks
            .iter()
            .filter(|mark| mark.anchor.is_none())
            .count();
        let named = self.marks.iter().filter_map(|mark| mark.anchor.as_ref());
        let (known, strange): (Vec<&String>, Vec<&String>) =
            named.partition(|anchor| offered(anchor));
        self.report.metrics.citation_count = known.len() as u32;
        self.report.metrics.invalid_anchor_count = (malformed + strange.len()) as u32;
        for anchor in known {
            if !self.report.anchors.contains(anchor) {
                self.report.anchors.push(anchor.clone());
            }
        }
        let strange = !strange.is_empty();
        if malformed > 0 {
            self.find(FindingKind::MalformedAnchor, None);
        }
        if strange {
            self.find(FindingKind::InvalidCitationReference, None);
        }
    }

    /// `UNCITED_FACTUAL_STATEMENT` and `INVALID_REFUSAL_FORMAT`.
    fn statements(&mut self, sentences: &[Sentence]) {
        for (at, sentence) in sentences.iter().enumerate() {
            let cited = self.is_cited(sentence);
            let statement = self.slice(sentence).to_owned();
            if refusal::is_meant(&statement, self.request.refusal, cited, &self.words) {
                self.report.metrics.refusal_detected = true;
                self.find(FindingKind::InvalidRefusalFormat, Some(at));
            } else if !cited {
                self.report.metrics.uncited_sentence_count += 1;
                self.find(FindingKind::UncitedFactualStatement, Some(at));
            }
        }
    }

    /// An anchor twice behind one sentence.
    fn doubles(&mut self, sentences: &[Sentence]) {
        for (at, sentence) in sentences.iter().enumerate() {
            let marks = self.marks.get(sentence.marks.clone()).unwrap_or_default();
            let named: Vec<&String> = marks
                .iter()
                .filter_map(|mark| mark.anchor.as_ref())
                .collect();
            let different: BTreeSet<&&String> = named.iter().collect();
            if different.len() < named.len() {
                self.find(FindingKind::CitationMismatch, Some(at));
            }
        }
    }

    /// The flags: length, and words of no evidence.
    fn flags(&mut self, evidence: &str) {
        let plain = without_marks(self.text, self.marks);
        if is_too_long(plain.chars().count(), evidence.chars().count()) {
            self.report.metrics.length_ratio_flag = true;
            let warning = Warning::new(WarningKind::LongerThanEvidence, self.pointer);
            self.report.warnings.push(warning);
        }
        let strange = novelty::count(&plain, &Known::new(evidence));
        self.report.metrics.suspicious_new_ids = strange;
        match self.request.policy.suspicious_new_ids {
            _ if strange == 0 => {}
            Suspicion::Fail => self.find(FindingKind::SuspiciousNewIds, None),
            Suspicion::Flag => {
                let warning = Warning::new(WarningKind::SuspiciousNewIds, self.pointer);
                self.report.warnings.push(warning);
            }
        }
    }

    fn slice(&self, sentence: &Sentence) -> &str {
        self.text.get(sentence.range.clone()).unwrap_or_default()
    }

    fn is_offered(&self, anchor: &str) -> bool {
        let chunks = &self.request.evidence.used_chunks;
        chunks.iter().any(|chunk| chunk.anchor == anchor)
    }

    /// Whether a sentence that says something ends with an offered anchor,
    /// and anchors alone do not stand for a sentence.
    fn is_cited(&self, sentence: &Sentence) -> bool {
        let marks = self.marks.get(sentence.marks.clone()).unwrap_or_default();
        let offered = |mark: &Mark| mark.anchor.as_ref().is_some_and(|one| self.is_offered(one));
        let Some(last) = marks.iter().rev().find(|mark| offered(mark)) else {
            return false;
        };
        let tail = self.text.get(last.range.end..sentence.range.end);
        !says(tail.unwrap_or_default())
    }
}
