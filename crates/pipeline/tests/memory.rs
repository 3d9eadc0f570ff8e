//! The stages with other resources than the program's: one document in memory, no index, no
//! reader, and a decoder without a model. What a [`Resources`] is asked for is all that they know
//! of the world.
#![allow(clippy::unwrap_used, missing_docs)]

use contract::{Presentation, Registry, cited};
use engine::decoder::Control;
use engine::reader::{ReadRequest, Reading};
use engine::scripted::Scripted;
use engine::{Decoder, Entry};
use evidence::chunk::{ChunkLimits, chunk};
use evidence::reader::{ReadLimits, read};
use evidence::{
    AnswerBundle, Document, Filter, Line, Policy, RetrievalBundle, RetrievalStatus, Retriever, Row,
    Table,
};
use pipeline::dispatch::Decision;
use pipeline::fields::FormPlan;
use pipeline::plan::{Way, every_of};
use pipeline::progress::{Event, Listener};
use pipeline::resources::{
    AnswerModel, BrokenOff, PageOf, RetrievalRequest, Searched, SearchedPassage, Work,
};
use pipeline::{Calibration, Conclusion, Notes, Outcome, Plan, Resources, StageError};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

const INVOICE: &str = "Invoice 7\n\nPlease pay to DE89 3704 0044 0532 0130 00 by 1 March 2024.\n";

/// One document, and a search that finds all of it.
struct Memory {
    document: Document,
    searches: Cell<u32>,
    is_broken: bool,
}

impl Memory {
    fn of(text: &str) -> Memory {
        Memory {
            document: read("invoice.txt", text.as_bytes(), &ReadLimits::default()).unwrap(),
            searches: Cell::new(0),
            is_broken: false,
        }
    }

    fn rows(&self) -> Vec<Row> {
        let chunks = chunk(&self.document, &ChunkLimits::default()).into_iter();
        let row = |(rank, chunk): (u32, evidence::chunk::Chunk)| Row {
            chunk_id: chunk.chunk_id,
            rank,
            similarity: 1.0,
            chunk_text: chunk.text,
            document_id: chunk.document_id,
            document_title: self.document.title.clone(),
            first_line: chunk.first_line,
            last_line: chunk.last_line,
            knowledge_type_effective: "document".into(),
            event_date: None,
            metadata: None,
        };
        (0..).zip(chunks).map(row).collect()
    }
}

impl Resources for Memory {
    fn retrieve(
        &self,
        request: &RetrievalRequest<'_>,
        _: &Listener<'_>,
    ) -> Result<RetrievalBundle, StageError> {
        if self.is_broken {
            let error = std::io::Error::other("the shelf is locked");
            return Err(StageError::Resource(Box::new(error)));
        }
        self.searches.set(self.searches.get() + 1);
        Ok(RetrievalBundle {
            request_id: request.request_id.to_owned(),
            user_question: request.question.to_owned(),
            retrieval_status: RetrievalStatus::Success,
            index_version: "memory".into(),
            embedding_model: "none".into(),
            retriever: Retriever::Lexical,
            top_k: 1,
            results: self.rows(),
            run_id: None,
            retrieval_latency_ms: None,
            filters_applied: None,
        })
    }

    fn searched(&self, _: &Filter) -> Result<Searched, StageError> {
        let passage = |row: Row| SearchedPassage {
            document_id: row.document_id,
            lines: (row.first_line..=row.last_line).collect(),
            has_vector: false,
        };
        Ok(Searched {
            passages: self.rows().into_iter().map(passage).collect(),
            unread_pages: 0,
        })
    }

    fn put_behind(
        &self,
        _: &mut RetrievalBundle,
        _: &BTreeSet<BrokenOff>,
    ) -> Result<BTreeSet<String>, StageError> {
        Ok(BTreeSet::new())
    }

    fn document(&self, _: &str) -> Result<Document, StageError> {
        Ok(self.document.clone())
    }

    fn lines(&self, _: &str, first: u32, last: u32) -> Result<Vec<Line>, StageError> {
        let lines = self.document.lines.iter();
        let within = |line: &&Line| (first..=last).contains(&line.number);
        Ok(lines.filter(within).cloned().collect())
    }

    fn tables(&self, _: &str) -> Result<Vec<Table>, StageError> {
        Ok(self.document.tables.clone())
    }

    fn check_readings(&self, _: &[String], _: &AnswerBundle) -> Result<(), StageError> {
        Ok(())
    }

    fn excluding(&self, _: &Filter) -> Result<Vec<String>, StageError> {
        Ok(Vec::new())
    }

    fn reread(&self, _: &PageOf) -> Result<Option<String>, StageError> {
        Ok(None)
    }

    fn reader(&self, _: Option<&str>) -> Option<Entry> {
        None
    }

    fn read(
        &self,
        _: Option<&str>,
        _: &ReadRequest,
        _: &Listener<'_>,
    ) -> Result<Option<Vec<Reading>>, StageError> {
        Ok(None)
    }

    fn similarities(&self, _: &str, texts: &[String]) -> Result<Vec<f64>, StageError> {
        Ok(vec![1.0; texts.len()])
    }

    fn answer_model<'a>(&'a self, _: &'a Entry) -> Box<dyn AnswerModel + 'a> {
        Box::new(Held {
            decoder: RefCell::new(Scripted::new([])),
            is_asked: Cell::new(false),
        })
    }
}

/// A decoder that is there from the beginning.
struct Held {
    decoder: RefCell<Scripted>,
    is_asked: Cell<bool>,
}

impl AnswerModel for Held {
    fn is_loaded(&self) -> bool {
        self.is_asked.get()
    }

    fn with(&self, work: &mut Work<'_>) -> Result<(), StageError> {
        let is_first = !self.is_asked.replace(true);
        let decoder: &mut dyn Decoder = &mut *self.decoder.borrow_mut();
        work(decoder, is_first)
    }
}

fn plan(question: &str, memory: &Memory) -> Plan {
    let registry = Registry::built_in();
    let parsed = question::parse(question);
    let answer_type = registry.find(&parsed.answer_type).unwrap().clone();
    let document_ids = vec![memory.document.id.clone()];
    Plan {
        extraction_types: Vec::new(),
        turns: Vec::new(),
        rates: None,
        labels: Vec::new(),
        policy: Policy::default(),
        calibration: Calibration::built_in().clone(),
        model: Entry {
            name: "scripted".into(),
            context_tokens: 8192,
            purpose: vec!["answer".into()],
            default: true,
            ..Entry::default()
        },
        reads: false,
        every: every_of(&parsed.question, &answer_type, true),
        way: Way::Asked,
        cited_text: registry.find(cited::NAME).unwrap().clone(),
        presentation: Presentation::default(),
        triage: None,
        claim: None,
        form: FormPlan::of(&answer_type, &registry).unwrap(),
        has_reader: false,
        filter: Filter::documents(&document_ids),
        bundle: None,
        conditions: None,
        question: parsed.question.clone(),
        answer_type,
        document_ids,
        parsed,
    }
}

/// What a question about a text comes to, what was noted, and which stages were told.
fn answered(
    question: &str,
    memory: &Memory,
) -> (Result<Conclusion, StageError>, Notes, Vec<Event>) {
    let told = RefCell::new(Vec::new());
    let listener = |event| {
        told.borrow_mut().push(event);
        Control::Continue
    };
    let mut notes = Notes::new("request".into(), "run".into());
    let concluded = pipeline::answer(&plan(question, memory), memory, &listener, &mut notes);
    (concluded, notes, told.into_inner())
}

#[test]
fn a_document_in_memory_is_asked_and_the_answer_is_checked() {
    let memory = Memory::of(INVOICE);
    let (concluded, notes, told) = answered("To which IBAN is it paid?", &memory);
    let conclusion = concluded.unwrap();
    let Outcome::Accepted(answer) = conclusion.outcome else {
        panic!("{conclusion:?}");
    };
    let value = &answer.body().items[0].value;
    assert_eq!(value.as_text(), Some("DE89370400440532013000"));
    assert_eq!(answer.citations()[0].document_id, memory.document.id);
    assert_eq!(conclusion.decision, Decision::Ship);
    assert_eq!(notes.trace.rounds.len(), 1);
    assert_eq!(notes.trace.rounds[0].decision, Decision::Ship);
    assert!(!told.is_empty());
}

#[test]
fn what_a_document_does_not_hold_is_looked_for_in_rounds_and_not_answered() {
    let memory = Memory::of("Minutes\n\nThe meeting was opened and closed.\n");
    let (concluded, notes, _) = answered("To which IBAN is it paid?", &memory);
    let conclusion = concluded.unwrap();
    let Outcome::Accepted(answer) = conclusion.outcome else {
        panic!("{conclusion:?}");
    };
    assert!(!answer.body().answer_found);
    assert_eq!(conclusion.decision, Decision::NoAnswer);
    assert!(memory.searches.get() >= 1);
    let last = notes.trace.rounds.last().unwrap();
    assert_eq!(last.decision, Decision::NoAnswer);
}

#[test]
fn what_resources_cannot_give_comes_back_as_it_was() {
    let memory = Memory {
        is_broken: true,
        ..Memory::of(INVOICE)
    };
    let (concluded, ..) = answered("To which IBAN is it paid?", &memory);
    let Err(StageError::Resource(error)) = concluded else {
        panic!("{concluded:?}");
    };
    let own: &std::io::Error = error.downcast_ref().unwrap();
    assert_eq!(own.to_string(), "the shelf is locked");
}

#[test]
fn a_listener_that_wants_no_answer_ends_it() {
    let memory = Memory::of(INVOICE);
    let listener = |_: Event| Control::Cancel;
    let mut notes = Notes::new("request".into(), "run".into());
    let plan = plan("To which IBAN is it paid?", &memory);
    let error = pipeline::answer(&plan, &memory, &listener, &mut notes).unwrap_err();
    assert!(
        matches!(error, StageError::Engine(engine::EngineError::Cancelled)),
        "{error:?}"
    );
    assert_eq!(memory.searches.get(), 0);
}
