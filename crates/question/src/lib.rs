//! What a question asks for, by rules. The parse is plain data, is shown, and
//! a person's explicit choice always wins ([`Overrides`]).
//!
//! ```text
//! question -> words -> language -> form (what asks) -> head noun -> type, shape
//!                                                   -> plan: extractions and steps
//!          -> scope, filters, keywords, clarifications
//! ```
//!
//! The rules are the same for all languages; what differs is data
//! (`vocabulary`, and one table for each language). A rule decides by what
//! asks (who, when, how many), by the noun that is asked for (premium, date,
//! company), and by verbs; never by whole sentences.
//!
//! Where the rules are not sure they say so ([`Certainty::Guess`]) and name
//! the other types it could be. [`ParsedQuestion::choice`] is then what a
//! model may decide under a grammar of exactly these words, and
//! [`ParsedQuestion::chosen`] takes its decision.
//!
//! # Example
//!
//! ```
//! use question::{Overrides, parse};
//!
//! let parsed = parse("Is the premium above one million dollars?");
//! assert_eq!(parsed.answer_type, "boolean");
//! assert_eq!(parsed.extractions[0].question, "What is the premium?");
//! assert_eq!(parsed.extractions[0].answer_type, "amount");
//! assert_eq!(parsed.steps.len(), 1);
//!
//! let overrides = Overrides { answer_type: Some("text".into()), ..Overrides::default() };
//! let chosen = parsed.with(&overrides);
//! assert_eq!(chosen.answer_type, "text");
//! assert!(chosen.steps.is_empty());
//! assert_eq!(chosen.overridden, ["answer_type"]);
//! ```
//!
//! # Limits
//!
//! English, German and Spanish. Nouns that are in no table make a question
//! one for text. A question is read to 2,000 characters. Steps are planned
//! only where a rule fits word for word; `docs/questions.md` lists them.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod clarify;
mod comparison;
mod constant;
mod every;
pub mod field;
mod frame;
mod guess;
mod kind;
mod offset;
mod plan;
mod scope;
mod shape;
#[cfg(test)]
mod tests;
mod word;

pub use every::{Every, every};
pub use scope::{Filter, Range, Scope, SectionScope};

use compute::Step;
use contract::answer::AnswerShape;
use frame::Frame;
use language::Language;
use serde::{Deserialize, Serialize};

/// Most keywords of a question.
const MAX_KEYWORDS: usize = 64;

/// How sure the rules are of the answer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// A rule that has no exceptions worth asking about.
    Sure,
    /// The likeliest of several; see `alternatives`.
    Guess,
    /// A model chose among them.
    Model,
    /// A person said so.
    Person,
}

/// One thing to extract: a question of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extraction {
    /// What to ask the document, in the question's language.
    pub question: String,
    /// Its words that carry meaning.
    pub keywords: Vec<String>,
    /// Type of its values.
    pub answer_type: String,
    /// How they are arranged.
    pub answer_shape: AnswerShape,
}

/// What must be asked back. A hint: whether it is asked depends on what was
/// found, too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clarification {
    /// No word carries meaning.
    Empty,
    /// A pronoun stands for nothing that was said.
    PronounWithoutReferent {
        /// As written.
        pronoun: String,
    },
    /// More than one question.
    TwoQuestions {
        /// Each of them.
        parts: Vec<String>,
    },
    /// A comparison without what it compares with.
    ComparesWithNothing {
        /// The comparing words.
        word: String,
    },
    /// A classification without labels.
    NoLabels,
}

impl Clarification {
    /// What to ask the person.
    pub fn question(&self) -> String {
        match self {
            Clarification::Empty => "What would you like to know?".into(),
            Clarification::PronounWithoutReferent { pronoun } => {
                format!("Whom or what does “{pronoun}” stand for?")
            }
            Clarification::TwoQuestions { parts } => {
                let quoted: Vec<String> = parts.iter().map(|part| format!("“{part}”")).collect();
                format!(
                    "These are several questions; which one first: {}?",
                    quoted.join(", ")
                )
            }
            Clarification::ComparesWithNothing { word } => {
                format!("“{word}” than what?")
            }
            Clarification::NoLabels => "Which labels are there to choose from?".into(),
        }
    }
}

/// A parsed question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParsedQuestion {
    /// As asked.
    pub question: String,
    /// The language it seems to be in.
    pub language: Language,
    /// Words that carry meaning, lower case, in order, each once.
    pub keywords: Vec<String>,
    /// What stands in quotation marks, verbatim.
    pub phrases: Vec<String>,
    /// Where to look.
    pub scope: Scope,
    /// Conditions on documents.
    pub filters: Vec<Filter>,
    /// Type of the answer; where there are steps, of their result.
    pub answer_type: String,
    /// How sure that is.
    pub certainty: Certainty,
    /// Other types it could be, likeliest first.
    pub alternatives: Vec<String>,
    /// How the answer is arranged.
    pub answer_shape: AnswerShape,
    /// Columns asked for, of a table.
    pub columns: Vec<String>,
    /// Labels to choose from, of a classification.
    pub labels: Vec<String>,
    /// What to extract: the question itself, or what its steps need.
    pub extractions: Vec<Extraction>,
    /// What is computed from the extractions; empty: nothing.
    pub steps: Vec<Step>,
    /// What is unclear.
    pub clarifications: Vec<Clarification>,
    /// Fields that were not decided by the rules, by name, in order.
    pub overridden: Vec<String>,
}

/// A person's choices; each set field replaces what the rules found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the fields of a parsed question")]
pub struct Overrides {
    pub language: Option<Language>,
    pub keywords: Option<Vec<String>>,
    pub phrases: Option<Vec<String>>,
    pub scope: Option<Scope>,
    pub filters: Option<Vec<Filter>>,
    pub answer_type: Option<String>,
    pub answer_shape: Option<AnswerShape>,
    pub columns: Option<Vec<String>>,
    pub labels: Option<Vec<String>>,
    pub extractions: Option<Vec<Extraction>>,
    pub steps: Option<Vec<Step>>,
    pub clarifications: Option<Vec<Clarification>>,
}

/// What a model may decide where the rules are not sure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The field it decides.
    pub field: String,
    /// The values it may take; a grammar allows exactly these. The first is
    /// what the rules would take.
    pub options: Vec<String>,
}

/// Parses a question, its language guessed.
pub fn parse(question: &str) -> ParsedQuestion {
    parse_as(question, guess::guess(question, &word::words(question)))
}

/// Parses a question in a language.
pub fn parse_as(question: &str, language: Language) -> ParsedQuestion {
    let frame = Frame::of(question, language);
    let decision = kind::decide(&frame);
    let planned = plan::plan(&frame, &decision);
    let (scope, places) = scope::scope_of(&frame);
    let keywords = keywords_of(question, language, &places);
    let clarifications = clarify::clarifications(&frame, &keywords);
    let (extractions, steps, computed) = match planned {
        Some(plan) => (plan.extractions, plan.steps, Some(plan.result_type)),
        None => (
            vec![Extraction {
                question: question.into(),
                keywords: keywords.clone(),
                answer_type: decision.answer_type.into(),
                answer_shape: decision.shape,
            }],
            Vec::new(),
            None,
        ),
    };
    let (certainty, alternatives) = match computed {
        Some(_) => (Certainty::Guess, vec![decision.answer_type.to_owned()]),
        None => (
            decision.certainty,
            decision
                .alternatives
                .iter()
                .map(|&name| name.to_owned())
                .collect(),
        ),
    };
    let answer_shape = match computed {
        Some(_) => AnswerShape::Single,
        None => decision.shape,
    };
    let answer_type = computed.unwrap_or_else(|| decision.answer_type.into());
    ParsedQuestion {
        question: question.into(),
        language,
        keywords,
        phrases: word::quoted(question),
        scope,
        filters: scope::filters(&frame),
        certainty,
        alternatives: alternatives
            .into_iter()
            .filter(|other| *other != answer_type)
            .collect(),
        answer_shape,
        columns: match decision.answer_type {
            "table" => shape::columns(&frame),
            _ => Vec::new(),
        },
        labels: match decision.answer_type {
            "classification" => shape::labels(&frame),
            _ => Vec::new(),
        },
        answer_type,
        extractions,
        steps,
        clarifications,
        overridden: Vec::new(),
    }
}

impl ParsedQuestion {
    /// The parse with a person's choices in it. Another answer type or shape
    /// than the steps can give drops the steps, unless they were chosen too.
    #[must_use]
    pub fn with(&self, overrides: &Overrides) -> ParsedQuestion {
        let mut merged = match overrides.language {
            Some(language) if language != self.language => parse_as(&self.question, language),
            _ => self.clone(),
        };
        merged.overridden.clone_from(&self.overridden);
        merged.say(overrides.language.is_some(), "language");
        merged.take_values(overrides);
        let other_type = overrides
            .answer_type
            .as_ref()
            .is_some_and(|chosen| *chosen != merged.answer_type);
        let other_shape = overrides
            .answer_shape
            .is_some_and(|chosen| chosen != merged.answer_shape);
        if let Some(chosen) = &overrides.answer_type {
            merged.answer_type.clone_from(chosen);
            merged.certainty = Certainty::Person;
            merged.alternatives.clear();
            if other_type {
                merged.answer_shape = shape::of_type(chosen);
            }
        }
        if let Some(chosen) = overrides.answer_shape {
            merged.answer_shape = chosen;
        }
        // A change in per cent may be given as a number: the steps stay.
        let kept = !self.steps.is_empty()
            && compute::expressible(&self.answer_type, &merged.answer_type)
            && !other_shape;
        if (other_type || other_shape) && !kept {
            merged.ask_itself();
        }
        if let Some(extractions) = &overrides.extractions {
            merged.extractions.clone_from(extractions);
        }
        if let Some(steps) = &overrides.steps {
            merged.steps.clone_from(steps);
        }
        for (chosen, name) in [
            (overrides.answer_type.is_some(), "answer_type"),
            (overrides.answer_shape.is_some(), "answer_shape"),
            (overrides.extractions.is_some(), "extractions"),
            (overrides.steps.is_some(), "steps"),
        ] {
            merged.say(chosen, name);
        }
        merged
    }

    /// What a model may decide; none where the rules or a person are sure.
    pub fn choice(&self) -> Option<Choice> {
        let open = self.certainty == Certainty::Guess && !self.alternatives.is_empty();
        let options = std::iter::once(&self.answer_type).chain(&self.alternatives);
        open.then(|| Choice {
            field: "answer_type".into(),
            options: options.cloned().collect(),
        })
    }

    /// The parse with what a model decided; unchanged where that was not
    /// among the options of [`ParsedQuestion::choice`].
    #[must_use]
    pub fn chosen(&self, option: &str) -> ParsedQuestion {
        let offered = self
            .choice()
            .is_some_and(|choice| choice.options.iter().any(|one| one == option));
        if !offered {
            return self.clone();
        }
        let mut decided = self.clone();
        if option != self.answer_type {
            decided.answer_type = option.into();
            decided.answer_shape = shape::of_type(option);
            decided.ask_itself();
        }
        decided.certainty = Certainty::Model;
        decided
    }

    /// The question itself is what is extracted, and nothing is computed.
    fn ask_itself(&mut self) {
        self.steps.clear();
        self.extractions = vec![Extraction {
            question: self.question.clone(),
            keywords: self.keywords.clone(),
            answer_type: self.answer_type.clone(),
            answer_shape: self.answer_shape,
        }];
    }

    fn take_values(&mut self, overrides: &Overrides) {
        fn put<T: Clone>(field: &mut T, chosen: Option<&T>) -> bool {
            if let Some(chosen) = chosen {
                field.clone_from(chosen);
            }
            chosen.is_some()
        }
        let plain = self.steps.is_empty();
        if put(&mut self.keywords, overrides.keywords.as_ref())
            && plain
            && let [itself] = self.extractions.as_mut_slice()
        {
            itself.keywords.clone_from(&self.keywords);
        }
        for (chosen, name) in [
            (overrides.keywords.is_some(), "keywords"),
            (
                put(&mut self.phrases, overrides.phrases.as_ref()),
                "phrases",
            ),
            (put(&mut self.scope, overrides.scope.as_ref()), "scope"),
            (
                put(&mut self.filters, overrides.filters.as_ref()),
                "filters",
            ),
            (
                put(&mut self.columns, overrides.columns.as_ref()),
                "columns",
            ),
            (put(&mut self.labels, overrides.labels.as_ref()), "labels"),
            (
                put(&mut self.clarifications, overrides.clarifications.as_ref()),
                "clarifications",
            ),
        ] {
            self.say(chosen, name);
        }
    }

    fn say(&mut self, chosen: bool, name: &str) {
        if chosen && !self.overridden.iter().any(|known| known == name) {
            self.overridden.push(name.into());
        }
    }
}

/// The words that carry meaning, without those that only say a place.
fn keywords_of(question: &str, language: Language, places: &[(usize, usize)]) -> Vec<String> {
    let stop_words = &language.pack().stop_words;
    let mut found: Vec<String> = Vec::new();
    for word in word::words(question) {
        if places
            .iter()
            .any(|(from, to)| (*from..*to).contains(&word.start))
        {
            continue;
        }
        // 2.0 and 1,000 are one word; state's and co-owner are two.
        let figure = word
            .lower
            .chars()
            .all(|letter| letter.is_ascii_digit() || ".,-/".contains(letter));
        let parts: Vec<&str> = if figure {
            vec![word.lower.as_str()]
        } else {
            word.lower
                .split(|letter: char| !letter.is_alphanumeric())
                .collect()
        };
        for part in parts {
            let known = found.iter().any(|one| one == part);
            let stop = stop_words.has(part) || stop_words.has(&word.lower);
            if part.chars().count() > 1 && !stop && !known && found.len() < MAX_KEYWORDS {
                found.push(part.to_owned());
            }
        }
    }
    found
}
