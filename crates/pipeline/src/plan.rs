//! What is fixed before the first passage is looked for: the parsed question,
//! type, labels, policy, model, documents and where in them to look.

use crate::calibration::Calibration;
use crate::condition::Condition;
use crate::fields::FormPlan;
use crate::read;
use crate::turn::Turn;
use compute::Rates;
use contract::support::Triage;
use contract::{AnswerShape, AnswerType, Finding, Presentation, structured};
use evidence::policy::{ChooseWith, Decoding, Policy};
use evidence::{Filter, RetrievalBundle};
use question::field::Field;
use question::{Every, ParsedQuestion, Question};

/// An answer from elsewhere.
#[derive(Debug, Clone)]
pub struct Claim {
    /// As it was given.
    pub text: String,
    /// The type of the response.
    pub verdict: AnswerType,
}

/// How an answer is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As it is asked for: values may be listed by the noun that a question names them by.
    Asked,
    /// By what it means, once listing values by their noun found none.
    Meaning,
    /// By what comes nearest, once nothing was found of what the question asks for among the
    /// documents' contents: their silence is a no (`silence.rs`).
    Silence,
}

impl Way {
    /// The word of the record.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Asked => "ask",
            Self::Meaning => "meaning",
            Self::Silence => "silence",
        }
    }
}

/// Everything that is fixed before the first passage is looked for.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The question as the rules read it, with what the request decides.
    pub parsed: ParsedQuestion,
    /// What is answered with.
    pub answer_type: AnswerType,
    /// Types of the extractions, where code computes the answer.
    pub extraction_types: Vec<AnswerType>,
    /// The turns of a question that is asked in turns.
    pub turns: Vec<Turn>,
    /// Rates that currencies are converted with.
    pub rates: Option<Rates>,
    /// Labels that are chosen from.
    pub labels: Vec<String>,
    /// Gates, budgets and bounds.
    pub policy: Policy,
    /// What signals are worth.
    pub calibration: Calibration,
    /// The model that answers, where it is asked.
    pub model: engine::Entry,
    /// The reader reads the passages: it finds candidates, whoever chooses.
    pub reads: bool,
    /// Every value of the type is asked for, whatever it means: code answers.
    pub every: Option<Every>,
    /// How the answer is looked for.
    pub way: Way,
    /// The type of plain cited text.
    pub cited_text: AnswerType,
    /// How a `structured_answer` is wanted.
    pub presentation: Presentation,
    /// What a customer's message is about, where somebody predicted it.
    pub triage: Option<Triage>,
    /// An answer from elsewhere that is checked.
    pub claim: Option<Claim>,
    /// The fields of a user's schema.
    pub form: FormPlan,
    /// A reader is there, for those of them that it serves.
    pub has_reader: bool,
    /// The documents asked about.
    pub document_ids: Vec<String>,
    /// Where to look: as a person set, else as the question says.
    pub filter: Filter,
    /// Passages from outside, in place of a search.
    pub bundle: Option<RetrievalBundle>,
    /// What a person set in place of what the question says.
    pub conditions: Option<Vec<Condition>>,
    /// The words that are answered: of the question, of a part of it, of a field.
    pub question: Question,
}

impl Plan {
    /// Where to look beyond the place that the question names: in all of the
    /// documents. What a person set has no beyond.
    pub fn everywhere(&self) -> Filter {
        if self.is_held() {
            return self.filter.clone();
        }
        Filter::documents(&self.filter.document_ids)
    }

    /// Whether what is retrieved is for the reader's eyes alone, so that its
    /// budgets count and not those of a prompt.
    pub fn reads_alone(&self) -> bool {
        self.reads_whole() || self.reads && self.policy.choose_with == ChooseWith::Reader
    }

    /// Whether the documents are read whole, since every value of a type is asked for or
    /// computed with.
    pub fn reads_whole(&self) -> bool {
        let parts = self.parsed.extractions.iter().zip(&self.extraction_types);
        let all = || {
            parts
                .clone()
                .all(|(one, kind)| every_of(&one.question, kind, self.lists_by_name()).is_some())
        };
        self.every.is_some() || self.computes() && !self.extraction_types.is_empty() && all()
    }

    /// What is looked for: the question, and the fields to fill.
    pub fn search_words(&self) -> String {
        let claimed = self.claim.as_ref().map_or("", |claim| claim.text.as_str());
        let asked = self.question.as_asked();
        let words = format!("{asked} {} {claimed}", self.form.search_words());
        words.trim_end().to_owned()
    }

    /// Whether no lever is to be used.
    pub(crate) fn decodes_plainly(&self) -> bool {
        self.policy.decoding == Decoding::Plain
    }

    /// What chooses among the candidates.
    pub fn chooses(&self) -> ChooseWith {
        if self.reads {
            self.policy.choose_with
        } else {
            ChooseWith::Model
        }
    }

    /// The plan after a refusal: another way to look for the answer; none where the refusal is the last
    /// word.
    pub fn after_refusal(&self) -> Option<Plan> {
        if self.way != Way::Asked {
            return None;
        }
        let way = if self.names_values() {
            Way::Meaning
        } else if self.is_answered_by_silence() {
            Way::Silence
        } else {
            return None;
        };
        Some(Plan {
            way,
            every: None,
            ..self.clone()
        })
    }

    /// Whether values that a question names by a noun may be listed by it.
    fn lists_by_name(&self) -> bool {
        self.way == Way::Asked
    }

    /// Whether documents that do not say what is asked for answer it with no.
    fn is_answered_by_silence(&self) -> bool {
        let judges = self.answer_type.descriptor().finding == Finding::Judgement;
        self.reads && judges && self.question.asks_of_contents()
    }

    /// Whether values are asked for by a noun, here or in a part.
    fn names_values(&self) -> bool {
        let named = |every: &Every| !every.named.is_empty();
        let parts = self.parsed.extractions.iter().zip(&self.extraction_types);
        let mut every = parts.filter_map(|(one, kind)| every_of(&one.question, kind, true));
        self.every.as_ref().is_some_and(named) || every.any(|one| named(&one))
    }

    /// The policy with the budgets that count for what is retrieved.
    pub fn evidence_policy(&self) -> Policy {
        if self.reads_whole() {
            self.policy.for_every()
        } else if self.reads_alone() {
            self.policy.for_reader()
        } else {
            self.policy.clone()
        }
    }

    /// The plan for plain cited text in place of a structured answer; none for other types.
    pub fn as_cited_text(&self) -> Option<Plan> {
        let is_structured = self.answer_type.name == structured::NAME;
        is_structured.then(|| Plan {
            answer_type: self.cited_text.clone(),
            ..self.clone()
        })
    }

    /// Whether a person set where to look, so that nothing else is searched.
    pub fn is_held(&self) -> bool {
        self.conditions.is_some()
    }

    /// Whether code computes the answer.
    pub fn computes(&self) -> bool {
        !self.parsed.steps.is_empty()
    }

    /// The plan of one extraction: its question with its own type.
    pub fn part(&self, index: usize) -> Option<Plan> {
        let extraction = self.parsed.extractions.get(index)?;
        let answer_type = self.extraction_types.get(index)?;
        let mut plan = self.clone();
        plan.question.clone_from(&extraction.question);
        plan.parsed.keywords.clone_from(&extraction.keywords);
        plan.parsed.steps.clear();
        plan.answer_type = answer_type.clone();
        plan.every = every_of(&plan.question, &plan.answer_type, self.lists_by_name());
        let adds_up = |step: &compute::Step| {
            use compute::Operation::{Average, Sum};
            matches!(step.operation, Sum | Average { .. })
        };
        if let Some(every) = plan.every.as_mut() {
            every.without_totals = self.parsed.steps.iter().any(adds_up);
        }
        plan.reads = self.has_reader && read::serves(&plan.answer_type);
        Some(plan)
    }

    /// The plan of one turn: its question with its own type.
    #[must_use]
    pub fn of_turn(&self, turn: &Turn) -> Plan {
        let mut plan = self.clone();
        plan.question.clone_from(&turn.question);
        plan.parsed.keywords.clone_from(&turn.keywords);
        plan.turns.clear();
        plan.answer_type = turn.answer_type.clone();
        plan.every = None;
        plan.reads = self.has_reader && read::serves(&plan.answer_type);
        plan
    }

    /// The plan with the type of the response, where an answer is checked.
    pub fn of_verdict(&self) -> Option<Plan> {
        self.claim.as_ref().map(|claim| Plan {
            answer_type: claim.verdict.clone(),
            ..self.clone()
        })
    }

    /// The plan of one field: its question with its own type.
    #[must_use]
    pub fn of_field(&self, (field, answer_type): &(Field, AnswerType)) -> Plan {
        let mut plan = self.clone();
        plan.parsed = field.asked.clone();
        plan.parsed.steps.clear();
        plan.question = field.asked.question.clone();
        plan.every = every_of(&plan.question, answer_type, false);
        plan.answer_type = answer_type.clone();
        plan.reads = plan.has_reader && read::serves(answer_type);
        plan.form = FormPlan::default();
        plan
    }
}

/// What a question asks for that names a type of values alone or, where it may be `by_name`,
/// values by a noun or two; none for types whose values code does not find by their form.
pub fn every_of(question: &Question, answer_type: &AnswerType, by_name: bool) -> Option<Every> {
    let every = question.every(&answer_type.name);
    let every = every.filter(|one| lists_by_form(answer_type) && (by_name || one.named.is_empty()));
    every.cloned()
}

/// Whether several values are asked for of a type that code finds by its form.
pub fn lists_by_form(answer_type: &AnswerType) -> bool {
    answer_type.shape == AnswerShape::Listing && answer_type.descriptor().is_found_by_form()
}

/// A type in the shape that its values are asked for in, where they are several.
pub fn shaped(mut answer_type: AnswerType, shape: AnswerShape) -> AnswerType {
    let listing = shape == AnswerShape::Listing && answer_type.shape == AnswerShape::Single;
    if listing {
        answer_type.shape = shape;
    }
    answer_type
}
