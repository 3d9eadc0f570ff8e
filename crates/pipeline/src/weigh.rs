//! Candidates are weighed and one is chosen: by the reader, by the model's likelihood, by
//! meaning and by words, in the shares of the calibration.

use crate::conflict::{Asked, contradicting, stated_twice};
use crate::decide::{self, Choice, Measured};
use crate::error::StageError;
use crate::notes::{Notes, Weighed};
use crate::plan::{Plan, Way};
use crate::progress::forward;
use crate::read::Readings;
use crate::round::Round;
use crate::silence;
use crate::timing::{Timed, enter};
use crate::trace::{ChoiceNote, ChoiceWeight};
use contract::{AnswerShape, Candidate, Finding, LabelSet, Offer};
use engine::ScoreRequest;
use evidence::AnswerBundle;
use evidence::policy::WeighAfter;
use evidence::select::render_chunk;
use recognizer::Defined;

/// What the answer is taken to begin with when candidates are weighed.
const LEAD: &str = "The answer is:";

/// Candidates as the model weighs them: all after one lead, or each after the
/// words it stands in.
fn choices_of(candidates: &[Candidate], after: WeighAfter) -> Vec<engine::Choice> {
    let option = |candidate: &Candidate| format!(" {}", candidate.wording);
    match after {
        WeighAfter::Lead => vec![engine::Choice {
            lead: LEAD.into(),
            options: candidates.iter().map(option).collect(),
        }],
        WeighAfter::Quote => candidates
            .iter()
            .map(|candidate| engine::Choice {
                lead: format!("It says \"{}\". {LEAD}", candidate.context),
                options: vec![option(candidate)],
            })
            .collect(),
    }
}

impl Round<'_> {
    /// Weighs the candidates, if there are any.
    pub(crate) fn choose(
        &self,
        offer: &Offer,
        readings: Option<&Readings>,
        follow_up: &str,
        notes: &mut Notes,
    ) -> Result<Option<Choice>, StageError> {
        let Some(candidates) = offer.weighed() else {
            return Ok(None);
        };
        if let Some(choice) = self.without_weighing(candidates) {
            notes.trace.choice = Some(ChoiceNote {
                candidates: candidates.len(),
                chosen: choice.chosen,
                weight: None,
            });
            return Ok(Some(choice));
        }
        let log_probabilities = self.score(candidates, readings, follow_up, notes)?;
        let _decide = enter(Timed::Decide);
        let similarities = if readings.is_some() || candidates.is_empty() {
            Vec::new()
        } else {
            let _embed = enter(Timed::Embed);
            let contexts: Vec<String> = candidates.iter().map(about_text).collect();
            let resources = self.means.resources;
            resources.similarities(self.plan.question.as_asked(), &contexts)?
        };
        let (question, answer_type) = (&self.plan.question, &self.plan.answer_type.name);
        let defined = self.defined(candidates);
        let reader = read_scores(candidates, (readings, self.bundle));
        let reader = as_defined(reader, &defined);
        let mut outdone = self.outdone(offer);
        outdone.extend(defined.others);
        let measured = Measured {
            similarities: &similarities,
            log_probabilities: &log_probabilities,
            reader: &reader,
            highest: readings.and_then(Readings::highest).unwrap_or_default(),
            outdone: &outdone,
        };
        let signals = decide::signals(question, answer_type, candidates, measured);
        let calibration = self.calibration.of(readings.is_some());
        let mut choice = match offer {
            Offer::Compose(compose) => decide::choose_sentences(compose, signals, calibration),
            _ => match self.plan.answer_type.descriptor().finding {
                Finding::Claim => decide::choose_verdict(signals),
                Finding::Labels | Finding::Categories => {
                    let labels = labels(self.plan);
                    let shown = self.bundle.used_chunks.iter().map(render_chunk);
                    let shown: String = shown.collect();
                    decide::choose_label((&labels, &shown), candidates, signals)
                }
                _ => {
                    let said: Vec<String> = candidates.iter().map(decide::said_by).collect();
                    let asked = Asked {
                        terms: question.terms(),
                        answer_type,
                        chunks: &self.bundle.used_chunks,
                    };
                    let against = |best| contradicting(&asked, candidates, best);
                    let choice = decide::choose(answer_type, signals, &said, &against, calibration);
                    if self.plan.way == Way::Silence {
                        silence::chosen(choice)
                    } else {
                        self.or_both_versions(choice, &asked, candidates)
                    }
                }
            },
        };
        notes.trace.choice = Some(ChoiceNote {
            candidates: candidates.len(),
            chosen: choice.chosen,
            weight: Some(ChoiceWeight {
                margin: choice.margin,
                signals: choice.best_signals(),
                probability: choice.probability,
                threshold: Some(choice.threshold),
            }),
        });
        choice.share = choice
            .chosen
            .and_then(|one| share_of(one, &log_probabilities));
        notes.note_weighed(self.number, weighed(self.number, candidates, &choice));
        Ok(Some(choice))
    }

    /// The choice; where nothing is sure enough, a value that is stated in two versions under the words of the
    /// question: both are then shown ([`crate::conflict`]).
    fn or_both_versions(
        &self,
        choice: Choice,
        asked: &Asked<'_>,
        candidates: &[Candidate],
    ) -> Choice {
        if choice.chosen.is_some() || self.plan.answer_type.shape != AnswerShape::Single {
            return choice;
        }
        match stated_twice(asked, candidates, &choice.order()) {
            Some(index) => Choice {
                chosen: Some(index),
                best: Some(index),
                ..choice
            },
            None => choice,
        }
    }

    /// The choice where nothing is left to weigh: everything was asked for, or what was asked for is
    /// computed.
    fn without_weighing(&self, candidates: &[Candidate]) -> Option<Choice> {
        if self.plan.every.is_some() {
            let share_read = self.unread.map_or(1.0, |unread| unread.share_read);
            return Some(decide::all_of_it(candidates.len(), share_read));
        }
        let computed = candidates.iter().find_map(|one| one.computed);
        computed.map(decide::as_read)
    }

    /// The candidates whose row of a table another row outdoes, and those that are surely another sum of an
    /// invoice than the one which is asked for, where one value is asked for.
    fn outdone(&self, offer: &Offer) -> Vec<usize> {
        match offer {
            Offer::Candidates(candidates) if self.plan.answer_type.shape == AnswerShape::Single => {
                let (terms, chunks) = (self.plan.question.terms(), &self.bundle.used_chunks);
                let mut outdone = recognizer::outdone(terms, chunks, candidates);
                outdone.extend(recognizer::another_sum(terms, chunks, candidates));
                outdone
            }
            _ => Vec::new(),
        }
    }

    /// What the passages themselves say the candidates are, where one of them is asked for.
    fn defined(&self, candidates: &[Candidate]) -> Defined {
        if self.plan.answer_type.shape != AnswerShape::Single {
            return Defined::default();
        }
        let (terms, chunks) = (self.plan.question.terms(), &self.bundle.used_chunks);
        recognizer::defined(terms, chunks, candidates)
    }

    /// Mean log probabilities of the candidates; empty where there is nothing
    /// to choose, and where the reader chooses alone.
    fn score(
        &self,
        candidates: &[Candidate],
        readings: Option<&Readings>,
        follow_up: &str,
        notes: &mut Notes,
    ) -> Result<Vec<f64>, StageError> {
        let read_alone = readings.is_some() && self.plan.reads_alone();
        if candidates.len() < 2 || read_alone {
            return Ok(Vec::new());
        }
        let _score = enter(Timed::Score);
        let choices = choices_of(candidates, self.plan.policy.weigh_after);
        let scores = self.ask_model((false, follow_up), notes, |decoder, prompt, listener| {
            let request = ScoreRequest {
                prompt,
                choices,
                plain: self.plan.decodes_plainly(),
            };
            Ok(decoder.score(&request, &mut |progress| forward(listener, progress))?)
        })?;
        notes.note_scores(&scores);
        Ok(scores.mean_log_probability.into_iter().flatten().collect())
    }
}

/// The reader's score of each candidate; none where nothing was read.
fn read_scores(
    candidates: &[Candidate],
    (readings, bundle): (Option<&Readings>, &AnswerBundle),
) -> Vec<f64> {
    let Some(readings) = readings else {
        return Vec::new();
    };
    let score = |candidate| readings.of_candidate(candidate, &bundle.used_chunks);
    candidates.iter().map(score).collect()
}

/// The scores, that of the likeliest candidate of which the passages say what was asked for as high as any of those of
/// which they say something else: the reader looks for a name there, and they say which.
fn as_defined(mut reader: Vec<f64>, defined: &Defined) -> Vec<f64> {
    let highest = |of: &[usize]| {
        let scores = of.iter().filter_map(|at| Some((*at, *reader.get(*at)?)));
        scores.max_by(|one, other| one.1.total_cmp(&other.1))
    };
    let (named, other) = (highest(&defined.named), highest(&defined.others));
    if let (Some((at, own)), Some((_, other))) = (named, other)
        && let Some(score) = reader.get_mut(at)
    {
        *score = own.max(other);
    }
    reader
}

/// What is compared with the question: the words around the value, its column
/// and heading.
fn about_text(candidate: &Candidate) -> String {
    candidate.context.replace(" | ", " ")
}

/// What the model gives to one candidate among all that it weighed: the
/// probabilities per token, made to sum to 1.
fn share_of(chosen: usize, log_probabilities: &[f64]) -> Option<f64> {
    let own = log_probabilities.get(chosen)?;
    let all: f64 = log_probabilities
        .iter()
        .map(|other| (other - own).exp())
        .sum();
    Some(1.0 / all)
}

fn weighed(round: u32, candidates: &[Candidate], choice: &Choice) -> Vec<Weighed> {
    candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| Weighed {
            round,
            values: candidate
                .items
                .iter()
                .map(|item| item.value.clone())
                .collect(),
            signals: choice.signals.get(index).copied().unwrap_or_default(),
            chosen: choice.chosen == Some(index),
        })
        .collect()
}

/// The labels to choose from, with the terms that speak for them.
fn labels(plan: &Plan) -> LabelSet {
    match plan.answer_type.descriptor().finding {
        Finding::Categories => LabelSet::categories(),
        _ => LabelSet::of(&plan.labels),
    }
}
