//! Why an answer came out as it did: a record of the audit trail in a form for
//! people. Nothing here is known from elsewhere.

use crate::error::AppError;
use crate::service::Service;
use crate::understanding::Understanding;
use engine::Offload;
use pipeline::condition::{self, Condition};
use pipeline::trace::{Dropped, Latency, Named, Tokens, Trace};
use question::{Certainty, ParsedQuestion};
use serde::Serialize;
use vault::{KIND_ANSWER, Record, StoredDocument};

/// One round of a question.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Round {
    /// What it was for: `ask`, `broaden`, `rephrase`, ...
    pub why: String,
    /// What was decided after it.
    pub decision: String,
    /// Probability (0 to 1) that its best candidate is right.
    pub probability: Option<f64>,
    /// Passages that were shown in it.
    pub passages: Vec<Passage>,
}

/// What was searched and read in vain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SearchedInVain {
    /// Passages of the documents, within what a person set.
    pub passages: u64,
    /// Those that were searched by words.
    pub by_words: u64,
    /// Those that were searched by meaning.
    pub by_meaning: u64,
    /// Those that were read whole, in any round.
    pub read: u64,
    /// Pages whose words stand in pictures that nobody read.
    pub unread_pages: u64,
    /// Everything was read and nothing speaks of it.
    pub is_silent: bool,
    /// The passages that came nearest, best first.
    pub nearest: Vec<Passage>,
}

/// A passage that was shown to the model or held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Passage {
    /// Its name in the prompt; none of one that was not shown.
    pub anchor: Option<String>,
    /// The document.
    pub document_id: String,
    /// Its title; none when it was removed.
    pub document_title: Option<String>,
    /// The page its first line stands on; none for formats without pages, and
    /// when the document was removed.
    pub page: Option<u32>,
    /// First line.
    pub first_line: u32,
    /// Last line.
    pub last_line: u32,
}

/// Passages that were found and not shown, all for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HeldBack {
    /// `below_similarity`, `less_likely`, `near_duplicate`, `over_budget`, `per_document_cap`,
    /// `max_chunks`.
    pub reason: String,
    /// How many.
    pub count: u64,
    /// Which, best first; of records of earlier versions not known.
    pub passages: Vec<Passage>,
}

/// A name and a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Count {
    /// What is counted.
    pub name: String,
    /// How many.
    pub count: u64,
}

/// Time of one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageTime {
    /// The stage, in words.
    pub stage: String,
    /// Milliseconds.
    pub ms: u64,
}

/// A name and a hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedHash {
    /// Of what.
    pub name: String,
    /// Lower-case hexadecimal SHA-256.
    pub sha256: String,
}

/// A record of an answer, for people.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Explanation {
    /// The record.
    pub record_id: String,
    /// RFC 3339, UTC.
    pub time: String,
    /// How the rules understand the question; none when it was erased.
    pub parsed: Option<Understanding>,
    /// What was tried, in order.
    pub rounds: Vec<Round>,
    /// What was searched and read in vain; none where something was answered, and in records
    /// of earlier versions.
    pub searched: Option<SearchedInVain>,
    /// Terms of the question that the reader read as the document writes them in another
    /// language, in words of the question's language; empty where it read the words as asked.
    pub terms_reworded: Vec<String>,
    /// Values that were weighed in the last round.
    pub candidates: u32,
    /// Probability (0 to 1) that the chosen one is right.
    pub probability: Option<f64>,
    /// From which probability on an answer was given; none where the record does not
    /// say, as those of earlier versions.
    pub threshold: Option<f64>,
    /// Passages shown to the model in the last round.
    pub passages: Vec<Passage>,
    /// What was held back in the last round, by reason.
    pub held_back: Vec<HeldBack>,
    /// Instructions, control tokens and the like in the passages.
    pub hostile_signs: Vec<Count>,
    /// The grammar; none when erased.
    pub grammar: Option<String>,
    /// The prompt; none when erased.
    pub prompt: Option<String>,
    /// The draft; none when erased.
    pub draft: Option<String>,
    /// Attempts until a draft passed.
    pub attempts: u32,
    /// The firewall's score, 0 to 1.
    pub quality: Option<f64>,
    /// The program that answered, with its version; empty in records of earlier versions.
    pub program: String,
    /// Name of the model, or of the reader where no model was asked; empty where neither was.
    pub model: String,
    /// Where it ran.
    pub backend: String,
    /// Where the time went.
    pub times: Vec<StageTime>,
    /// Where the tokens went.
    pub tokens: Vec<Count>,
    /// What the record binds.
    pub hashes: Vec<NamedHash>,
}

/// Where the model, or the reader alone, ran: the processor or device, what of it was there, and why not where it was
/// to be.
fn ran_on(trace: &Trace) -> String {
    let backend = trace.backend.clone().or_else(|| trace.processor.clone());
    let offloaded = trace.offload.as_ref().map(|offload| {
        let Offload {
            layers, of, device, ..
        } = offload;
        format!("{layers} of {of} layers on {device}")
    });
    let kept_off = trace
        .kept_off
        .map(|why| format!("on the processor alone: {}", why.words()));
    let told: Vec<String> = [backend, offloaded, kept_off]
        .into_iter()
        .flatten()
        .collect();
    told.join("; ")
}

impl Service {
    /// Why an answer came out as it did.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for an unknown record, [`AppError::Input`] for one
    /// that is of something else than an answer.
    pub fn explain(&self, record_id: &str) -> Result<Explanation, AppError> {
        let record = self.record(record_id)?;
        if record.kind != KIND_ANSWER {
            return Err(AppError::input(
                format!("record {record_id} is not of an answer"),
                "choose the record of an answer",
            ));
        }
        let trace = Trace::of(&record.id.to_string(), &record.body)?;
        let documents = self.vault().documents()?;
        let choice = trace.choice.as_ref();
        let weight = choice.and_then(|choice| choice.weight.as_ref());
        Ok(Explanation {
            record_id: record.id.to_string(),
            time: record.time.clone(),
            parsed: self.as_asked(&record, &trace)?.map(Understanding::from),
            rounds: self.rounds(&trace, &documents)?,
            searched: self.searched_in_vain(&trace, &documents)?,
            terms_reworded: terms_reworded(&trace),
            candidates: choice.map_or(0, |choice| choice.candidates as u32),
            probability: weight.map(|weight| weight.probability),
            threshold: weight.and_then(|weight| weight.threshold),
            passages: self.shown(&trace, &documents)?,
            held_back: self.held_back(&trace, &documents)?,
            hostile_signs: signs(&trace),
            grammar: self.kept_text(&record, "grammar")?,
            prompt: self.kept_text(&record, "prompt")?,
            draft: self.kept_text(&record, "draft")?,
            attempts: trace.attempts.unwrap_or(0),
            quality: trace.quality_score.map(|score| score.total),
            program: program(&trace),
            model: chosen_by(&trace),
            backend: ran_on(&trace),
            times: times(&trace.latency),
            tokens: tokens(&trace.tokens),
            hashes: hashes(&record, &trace),
        })
    }

    /// Terms of the question of a record that the reader read as the document writes them in
    /// another language, in words of the question's language; empty for records of anything else
    /// than an answer.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for a record of an answer in a form that this version does not know.
    pub fn terms_reworded_in(&self, record: &Record) -> Result<Vec<String>, AppError> {
        if record.kind != KIND_ANSWER {
            return Ok(Vec::new());
        }
        let trace = Trace::of(&record.id.to_string(), &record.body)?;
        Ok(terms_reworded(&trace))
    }

    /// The question of a record parsed again, with the type, shape and conditions that
    /// a person set; none when it was erased.
    pub(crate) fn as_asked(
        &self,
        record: &Record,
        trace: &Trace,
    ) -> Result<Option<ParsedQuestion>, AppError> {
        let conditions = self.conditions_of(record)?;
        let question = self.kept_text(record, "question")?;
        Ok(question.map(|question| parsed(&question, trace, conditions.as_deref())))
    }

    /// The rounds, each with what was shown in it.
    fn rounds(&self, trace: &Trace, documents: &[StoredDocument]) -> Result<Vec<Round>, AppError> {
        let rounds = trace.rounds.iter().map(|noted| {
            let chunks: Vec<&str> = noted.chunks.iter().map(String::as_str).collect();
            Ok(Round {
                why: noted.why.clone(),
                decision: noted.decision.word().to_owned(),
                probability: noted.probability,
                passages: self.passages_of(&chunks, documents)?,
            })
        });
        rounds.collect()
    }

    fn searched_in_vain(
        &self,
        trace: &Trace,
        documents: &[StoredDocument],
    ) -> Result<Option<SearchedInVain>, AppError> {
        let Some(noted) = &trace.searched else {
            return Ok(None);
        };
        let nearest: Vec<&str> = noted.nearest.iter().map(String::as_str).collect();
        Ok(Some(SearchedInVain {
            passages: noted.passages,
            by_words: noted.by_words,
            by_meaning: noted.by_meaning,
            read: noted.read,
            unread_pages: noted.unread_pages,
            is_silent: noted.is_silent,
            nearest: self.passages_of(&nearest, documents)?,
        }))
    }

    /// Where chunks stand that bear no anchor.
    fn passages_of(
        &self,
        chunk_ids: &[&str],
        documents: &[StoredDocument],
    ) -> Result<Vec<Passage>, AppError> {
        let passages = chunk_ids.iter();
        let passages = passages.map(|id| self.passage(id, None, documents));
        let passages: Vec<Option<Passage>> = passages.collect::<Result<_, _>>()?;
        Ok(passages.into_iter().flatten().collect())
    }

    /// The passages of the last round's prompt.
    fn shown(&self, trace: &Trace, documents: &[StoredDocument]) -> Result<Vec<Passage>, AppError> {
        let mut shown = Vec::new();
        for chunk in trace.evidence.iter().flatten() {
            shown.extend(self.passage(&chunk.chunk_id, Some(&chunk.anchor), documents)?);
        }
        Ok(shown)
    }

    /// What the last round held back.
    fn held_back(
        &self,
        trace: &Trace,
        documents: &[StoredDocument],
    ) -> Result<Vec<HeldBack>, AppError> {
        let mut held_back = Vec::new();
        for dropped in trace.dropped.iter().flatten() {
            held_back.push(match dropped {
                Dropped::Count(reason, count) => HeldBack {
                    reason: reason.clone(),
                    count: *count,
                    passages: Vec::new(),
                },
                Dropped::Chunks(dropped) => {
                    let ids: Vec<&str> = dropped.chunk_ids.iter().map(String::as_str).collect();
                    HeldBack {
                        reason: dropped.reason.clone(),
                        count: dropped.chunk_ids.len() as u64,
                        passages: self.passages_of(&ids, documents)?,
                    }
                }
            });
        }
        Ok(held_back)
    }

    /// Where a chunk stands, by its id; its document may be gone.
    fn passage(
        &self,
        chunk_id: &str,
        anchor: Option<&str>,
        documents: &[StoredDocument],
    ) -> Result<Option<Passage>, AppError> {
        let Some((short, first_line, last_line)) = place_of(chunk_id) else {
            return Ok(None);
        };
        let document = documents.iter().find(|one| one.id.starts_with(short));
        let pages = match document {
            Some(document) => self.vault().pages_of(&document.id, first_line, last_line)?,
            None => None,
        };
        Ok(Some(Passage {
            anchor: anchor.map(str::to_owned),
            document_id: document.map_or_else(|| short.to_owned(), |one| one.id.clone()),
            document_title: document.map(|one| one.title.clone()),
            page: pages.map(|(first, _)| first),
            first_line,
            last_line,
        }))
    }
}

/// `5a5a5a5a5a5a:12-21`: the start of the document's id, and its lines.
pub(crate) fn place_of(chunk_id: &str) -> Option<(&str, u32, u32)> {
    let (document, lines) = chunk_id.split_once(':')?;
    let (first, last) = lines.split_once('-')?;
    Some((document, first.parse().ok()?, last.parse().ok()?))
}

fn parsed(question: &str, trace: &Trace, conditions: Option<&[Condition]>) -> ParsedQuestion {
    let parsed = question::parse(question);
    let chosen = |name: &str| {
        let overridden = trace.parsed.iter().flat_map(|parsed| &parsed.overridden);
        overridden.into_iter().any(|field| field == name)
    };
    let (scope, filters) = conditions.map(condition::split).unzip();
    let overrides = question::Overrides {
        answer_type: chosen("answer_type").then(|| trace.answer_type.clone()),
        answer_shape: trace.answer_shape.filter(|_| chosen("answer_shape")),
        scope,
        filters,
        ..question::Overrides::default()
    };
    let decided = trace.parsed.as_ref().map(|parsed| parsed.certainty);
    let parsed = parsed.with(&overrides);
    match decided {
        Some(by @ (Certainty::Model | Certainty::Evidence)) => {
            parsed.chosen(&trace.answer_type, by)
        }
        _ => parsed,
    }
}

/// The usual word of the question's language for each term; a term that this version does not
/// know is told by its name.
fn terms_reworded(trace: &Trace) -> Vec<String> {
    let language = trace.parsed.as_ref().map(|parsed| parsed.language);
    let word = |name: &String| {
        let known = language?.pack().glossary.get(name)?;
        known.iter().next().map(|word| (*word).to_owned())
    };
    let names = trace.read_in_terms.iter();
    names
        .map(|name| word(name).unwrap_or_else(|| name.replace('_', " ")))
        .collect()
}

fn program(trace: &Trace) -> String {
    let named = trace.application.as_ref();
    named.map_or_else(String::new, |named| format!("Attest {}", named.version))
}

/// The model that was asked; the reader, where none was.
fn chosen_by(trace: &Trace) -> String {
    let named = trace.model.as_ref().or(trace.reader.as_ref());
    named.map(|named| named.name.clone()).unwrap_or_default()
}

/// Signs that were seen, by name.
fn signs(trace: &Trace) -> Vec<Count> {
    let signs = trace.hostile_signs.iter().flatten();
    signs
        .filter(|(_, lines)| **lines > 0)
        .map(|(name, lines)| Count {
            name: name.replace('_', " "),
            count: u64::from(*lines),
        })
        .collect()
}

fn tokens(tokens: &Tokens) -> Vec<Count> {
    let counted = [
        ("in the prompt", tokens.prompt),
        ("of them kept from before", tokens.reused),
        ("of values that were weighed", tokens.scored),
        ("forced by the grammar", tokens.forced),
        ("chosen by the model", tokens.sampled),
    ];
    counted
        .map(|(name, count)| Count {
            name: name.into(),
            count: u64::from(count),
        })
        .into()
}

/// The stages in the order in which they happen, and what of the whole they do not account
/// for.
fn times(latency: &Latency) -> Vec<StageTime> {
    let stages = [
        ("finding passages", latency.retrieve_ms),
        ("reading them with the question", latency.read_ms),
        ("loading the model", latency.load_model_ms),
        ("reading the prompt", latency.prefill_ms),
        ("weighing values", latency.score_ms),
        ("comparing meanings", latency.embed_ms),
        ("compiling the grammar", latency.compile_ms),
        ("writing the draft", latency.decode_ms),
        ("checking the draft", latency.validate_ms),
    ];
    let told: u64 = stages.iter().filter_map(|(_, ms)| *ms).sum();
    let left = latency.total_ms.saturating_sub(told);
    let rest = ("everything else, earlier rounds included", Some(left));
    let all = stages.into_iter().chain([rest]);
    all.map(|(stage, ms)| StageTime {
        stage: stage.into(),
        ms: ms.unwrap_or(0),
    })
    .collect()
}

fn hashes(record: &Record, trace: &Trace) -> Vec<NamedHash> {
    let named = |model: &Option<Named>| model.as_ref().map(|model| model.sha256.clone());
    let model = trace.model.as_ref();
    let adapter = model.and_then(|model| model.adapter.as_ref());
    let adapter = adapter.map(|adapter| adapter.sha256.clone());
    let noted = |hash: &String| Some(hash.clone()).filter(|hash| !hash.is_empty());
    let calibration = trace.calibration.as_ref().map(|one| one.sha256.clone());
    let all = [
        ("record", noted(&record.hash)),
        ("record before", noted(&record.previous_hash)),
        ("reader", named(&trace.reader)),
        ("model", named(&trace.model)),
        ("adapter", adapter),
        ("prompt", trace.prompt_sha256.clone()),
        ("grammar", trace.grammar_sha256.clone()),
        ("schema", noted(&trace.schema_sha256)),
        ("answer", trace.answer_sha256.clone()),
        ("question", noted(&trace.question_sha256)),
        ("policy", noted(&trace.policy_sha256)),
        ("calibration", calibration),
    ];
    all.into_iter()
        .filter_map(|(name, sha256)| {
            Some(NamedHash {
                name: name.into(),
                sha256: sha256?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::FixedClock;
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn terms_are_told_in_words_of_the_language_of_the_question() {
        let told = |language: &str| {
            let parsed = json!({
                "answer_type": "amount", "keywords": 1, "certainty": "sure", "language": language,
                "overridden": [], "steps": 0
            });
            let names = ["security_deposit", "penalty", "of_another_version"];
            let body = json!({ "parsed": parsed, "read_in_terms": names });
            terms_reworded(&Trace::of("r", &body).unwrap())
        };
        let unknown = "of another version";
        assert_eq!(
            told("english"),
            ["security deposit", "contractual penalty", unknown]
        );
        assert_eq!(told("german"), ["mietkaution", "vertragsstrafe", unknown]);
        assert!(terms_reworded(&Trace::default()).is_empty());
    }

    #[test]
    fn of_records_of_earlier_versions_what_was_held_back_is_counted() {
        let service = Service::open(crate::Options {
            data_directory: "nowhere".into(),
            ephemeral: true,
            worker: "none".into(),
            threads: Some(1),
            system_settings: None,
            clock: Arc::new(FixedClock::default()),
        })
        .unwrap();
        let newer =
            json!({ "reason": "over_budget", "chunk_ids": ["5a5a5a5a5a5a:12-21", "no chunk"] });
        let record = vault::AnswerRecord {
            request_id: "q".into(),
            run_id: "r".into(),
            body: json!({ "dropped": [["near_duplicate", 2], newer] }),
            contents: Vec::new(),
            document_ids: Vec::new(),
        };
        let id = service
            .vault()
            .record_answer(&record, "2026-01-31T12:00:00Z");
        let held_back = service.explain(id.unwrap().as_str()).unwrap().held_back;
        let counts = held_back
            .iter()
            .map(|group| (group.reason.as_str(), group.count, group.passages.len()));
        let counts: Vec<_> = counts.collect();
        assert_eq!(counts, [("near_duplicate", 2, 0), ("over_budget", 2, 1)]);
        let passage = &held_back[1].passages[0];
        assert_eq!((passage.first_line, passage.last_line), (12, 21));
        assert_eq!((&passage.document_title, passage.page), (&None, None));
    }
}
