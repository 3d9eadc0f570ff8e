//! Decoding: schema and evidence are compiled to a grammar, what was decided is put in, and
//! the model writes what is left; nothing where nothing is.

use crate::decide::Choice;
use crate::error::StageError;
use crate::every;
use crate::hash::sha256;
use crate::notes::Notes;
use crate::progress::{Listener, Stage, forward, tell};
use crate::prompt::{Asked, in_order, prompt};
use crate::read::Readings;
use crate::resources;
use crate::round::Round;
use crate::timing::{Timed, enter};
use contract::{AnswerShape, Offer, draft};
use engine::{Decision, Decoder, DraftRequest, Execution, Part};
use evidence::policy::Remarks;
use evidence::{AnswerBundle, Policy};
use serde_json::json;

/// Longest quote the model may copy, in words: a long sentence, set by hand.
const MAX_QUOTE_WORDS: u32 = 60;

impl Round<'_> {
    /// Runs `work` with the model, which is loaded where it was not, and the
    /// prompt, which is noted.
    pub(crate) fn ask_model<T>(
        &self,
        (rates, follow_up): (bool, &str),
        notes: &mut Notes,
        work: impl FnOnce(&mut dyn Decoder, Vec<Part>, &Listener<'_>) -> Result<T, StageError>,
    ) -> Result<T, StageError> {
        let listener = self.means.listener;
        let is_loaded = self.means.model.is_loaded();
        if !is_loaded {
            tell(listener, Stage::LoadModel)?;
        }
        let plan = self.plan;
        let asked = Asked {
            question: plan.question.as_asked(),
            answer_type: &plan.answer_type,
            remarks: plan.policy.remarks,
        };
        let passages = in_order(self.bundle, self.before);
        let load = (!is_loaded).then(|| enter(Timed::LoadModel));
        resources::ask(self.means.model, |decoder, is_first| {
            drop(load);
            if is_first {
                notes.note_model(&plan.model, decoder);
            }
            let template = &decoder.model().template;
            let parts = prompt((asked, &passages), template, rates, follow_up);
            let bytes = engine::prompt::bytes(&parts);
            notes.trace.prompt_sha256 = Some(sha256(&bytes));
            self.keep(notes, "prompt", bytes);
            let done = work(decoder, parts, listener);
            notes.note_model(&plan.model, decoder);
            done
        })
    }

    /// Compiles schema x evidence and decodes under it.
    pub(crate) fn decode(
        &self,
        offer: &Offer,
        (choice, readings): (Option<&Choice>, Option<&Readings>),
        follow_up: &str,
        notes: &mut Notes,
    ) -> Result<String, StageError> {
        let plan = self.plan;
        let compiling = enter(Timed::Compile);
        let max_items = match plan.answer_type.shape {
            AnswerShape::Single => 1,
            _ if plan.every.is_some() => every::MAX_EVERY as u32,
            _ => plan.policy.max_items,
        };
        let is_filled = matches!(offer, Offer::Schema(form) if form.is_whole);
        let without_model = readings.is_some() || plan.every.is_some() || is_filled;
        // Where no model writes, nobody remarks anything.
        let remarks = if without_model {
            Remarks::Ratings
        } else {
            plan.policy.remarks
        };
        let schema = draft::schema(&plan.answer_type, offer, remarks, max_items)?;
        let contract = schema.to_string();
        notes.trace.contract_sha256 = Some(sha256(contract.as_bytes()));
        let evidence = evidence_text(self.bundle, &plan.policy);
        let options = grammar::Options::default()
            .with_whitespace(grammar::Whitespace::Compact)
            .with_evidence(&evidence);
        let compiled = grammar::compile(&schema, &options)?;
        let text = grammar::gbnf::print(&compiled.grammar);
        drop(compiling);
        let _decode = enter(Timed::Decode);
        notes.trace.grammar_sha256 = Some(sha256(text.as_bytes()));
        self.keep(notes, "grammar", text.clone().into_bytes());
        let mut decisions = decisions(offer, choice);
        // What code chose, code rates: its probability is calibrated, a model's word is not.
        decisions.extend(rated(choice));
        // What leaves nothing to choose needs no model.
        let settled = if without_model && !plan.decodes_plainly() {
            engine::settle(&text, &decisions)?
        } else {
            None
        };
        let execution = match settled {
            Some(execution) => execution,
            None => self.draft(text, decisions, (choice.is_none(), follow_up), notes)?,
        };
        let share = choice.and_then(|choice| choice.share);
        notes.note_execution(&execution, share);
        self.keep(notes, "draft", execution.text.clone().into_bytes());
        Ok(execution.text)
    }

    /// Has the model write what was not decided.
    fn draft(
        &self,
        grammar: String,
        decisions: Vec<Decision>,
        (rates, follow_up): (bool, &str),
        notes: &mut Notes,
    ) -> Result<Execution, StageError> {
        let reserved = self.plan.policy.reserved_output_tokens;
        self.ask_model((rates, follow_up), notes, |decoder, prompt, listener| {
            // The policy bounds what the model writes; what was decided before
            // comes on top, however long the chosen table is.
            let decided: Vec<String> = decisions.iter().map(|one| one.text.clone()).collect();
            let decided_tokens: u32 = decoder.count_tokens(&decided)?.iter().sum();
            let request = DraftRequest {
                prompt,
                grammar,
                decisions,
                max_output_tokens: reserved.saturating_add(decided_tokens),
                plain: self.plan.decodes_plainly(),
            };
            Ok(decoder.draft(&request, &mut |progress| forward(listener, progress))?)
        })
    }
}

/// What a model would say of its evidence, where none is asked: the calibrated
/// probability stands for its confidence.
fn rated(choice: Option<&Choice>) -> Vec<Decision> {
    let Some(choice) = choice.filter(|choice| choice.chosen.is_some()) else {
        return Vec::new();
    };
    let rating = json!((choice.probability * 10.0).round() / 10.0);
    let put = |key: &str, value: &serde_json::Value| Decision {
        after: format!("\"{key}\":"),
        text: grammar::canonical(value, grammar::Whitespace::Compact),
    };
    vec![
        put("complete_answer_found", &json!(true)),
        put("confidence", &rating),
        put("context_completeness_weak", &rating),
        put("context_structured", &json!(true)),
    ]
}

fn evidence_text(bundle: &AnswerBundle, policy: &Policy) -> grammar::evidence::EvidenceText {
    grammar::evidence::EvidenceText {
        chunks: bundle
            .used_chunks
            .iter()
            .map(|chunk| grammar::evidence::EvidenceChunk {
                anchor: chunk.anchor.clone(),
                lines: chunk
                    .lines
                    .iter()
                    .map(|line| (line.number, line.text.clone()))
                    .collect(),
            })
            .collect(),
        max_span_lines: policy.max_span_lines,
        max_quote_words: MAX_QUOTE_WORDS,
    }
}

/// What scoring decided, put where the draft has its place.
fn decisions(offer: &Offer, choice: Option<&Choice>) -> Vec<Decision> {
    let Some(choice) = choice else {
        return Vec::new();
    };
    let (key, chosen) = match offer {
        Offer::Candidates(candidates) if !candidates.is_empty() => {
            let chosen = choice.chosen.and_then(|index| candidates.get(index));
            ("\"items\":", chosen.map(|candidate| json!(candidate.items)))
        }
        Offer::Compose(compose) if !compose.sentences.is_empty() => {
            let some = !choice.sentences.is_empty();
            let decided = some.then(|| contract::Compose::decided(&choice.sentences));
            ("\"sentences\":", decided)
        }
        Offer::Schema(form) if form.is_whole && !form.is_empty => ("", None),
        _ => return Vec::new(),
    };
    let is_found = chosen.is_some() || matches!(offer, Offer::Schema(_));
    let mut decisions = vec![Decision {
        after: "{\"answer_found\":".into(),
        text: is_found.to_string(),
    }];
    decisions.extend(chosen.map(|chosen| Decision {
        after: key.into(),
        text: grammar::canonical(&chosen, grammar::Whitespace::Compact),
    }));
    decisions
}
