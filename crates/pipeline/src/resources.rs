//! What the way of a question asks of the program around it: documents, indexes and models.
//! The stages know nothing else of it, neither files nor a database nor processes, so that
//! whoever has other ones (a test, another program) can answer questions with them.

use crate::error::StageError;
use crate::progress::Listener;
use engine::reader::{ReadRequest, Reading};
use engine::{Decoder, EngineError, Entry};
use evidence::{AnswerBundle, Document, Filter, Line, Policy, RetrievalBundle, Table};
use question::Term;
use std::collections::BTreeSet;

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct RetrievalRequest<'a> {
    /// Id of the request that it is looked for.
    pub request_id: &'a str,
    /// The words to look for.
    pub question: &'a str,
    /// Terms that the question names; a passage that names one in another language is found, too.
    pub terms: &'a [Term],
    /// The type that is asked for.
    pub answer_type: &'a str,
    /// Documents, and what else limits the search.
    pub filter: &'a Filter,
    /// Retriever, gates and budgets.
    pub policy: &'a Policy,
    /// The reader alone reads what is found; tokens are estimated.
    pub reads_alone: bool,
    /// The documents are to be read whole: what exceeds the budget is left out at the end,
    /// and nothing is searched.
    pub reads_whole: bool,
}

/// A passage that ends in the middle of an answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BrokenOff {
    /// The document.
    pub document_id: String,
    /// The last line that was shown, from 1.
    pub last_line: u32,
}

/// A page of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOf {
    /// The document.
    pub document_id: String,
    /// The page, from 1.
    pub page: u32,
}

/// A passage that a search looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedPassage {
    /// The document.
    pub document_id: String,
    /// Its lines with text that are searched, from 1.
    pub lines: Vec<u32>,
    /// Whether it can be found by its meaning.
    pub has_vector: bool,
}

/// What a search looks at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Searched {
    /// All passages.
    pub passages: Vec<SearchedPassage>,
    /// Pages whose words stand in pictures that nobody read.
    pub unread_pages: u64,
}

/// Documents, indexes and models, as the stages ask for them.
pub trait Resources {
    /// Passages for a question, best first; `listener` is told what has to be made for it.
    ///
    /// # Errors
    ///
    /// What can happen to an index or a model.
    fn retrieve(
        &self,
        request: &RetrievalRequest<'_>,
        listener: &Listener<'_>,
    ) -> Result<RetrievalBundle, StageError>;

    /// What a search within a filter looks at, whatever it finds.
    ///
    /// # Errors
    ///
    /// What can happen to an index.
    fn searched(&self, filter: &Filter) -> Result<Searched, StageError>;

    /// Puts what stands right behind passages that broke off into what was retrieved, each up to the
    /// passage with which its matter ends; the ids of these passages.
    ///
    /// # Errors
    ///
    /// What can happen to stored documents.
    fn put_behind(
        &self,
        retrieved: &mut RetrievalBundle,
        broken_off: &BTreeSet<BrokenOff>,
    ) -> Result<BTreeSet<String>, StageError>;

    /// A document, whole.
    ///
    /// # Errors
    ///
    /// What can happen to stored documents, an unknown id among it.
    fn document(&self, id: &str) -> Result<Document, StageError>;

    /// Lines `first` to `last` of a document, from 1, as far as there are some.
    ///
    /// # Errors
    ///
    /// As [`Resources::document`].
    fn lines(&self, id: &str, first: u32, last: u32) -> Result<Vec<Line>, StageError>;

    /// The tables of a document.
    ///
    /// # Errors
    ///
    /// As [`Resources::document`].
    fn tables(&self, id: &str) -> Result<Vec<Table>, StageError>;

    /// Makes sure that the documents of a question stand as they were imported: those that
    /// are shown, and where only a few are asked about, these too.
    ///
    /// # Errors
    ///
    /// [`StageError::Resource`] for one that does not.
    fn check_readings(&self, asked: &[String], shown: &AnswerBundle) -> Result<(), StageError>;

    /// Which conditions of a filter leave nothing to read, in words; empty where something is
    /// left.
    ///
    /// # Errors
    ///
    /// As [`Resources::document`].
    fn excluding(&self, filter: &Filter) -> Result<Vec<String>, StageError>;

    /// Reads a page in another way and adds what was read as a document; its id, or none
    /// where the page cannot be read so.
    ///
    /// # Errors
    ///
    /// What can happen to stored documents.
    fn reread(&self, at: &PageOf) -> Result<Option<String>, StageError>;

    /// The reader of this name, and without a name the one that ships; none where it is missing.
    fn reader(&self, named: Option<&str>) -> Option<Entry>;

    /// What that reader makes of a question and texts, one reading for each text; none without a
    /// reader.
    ///
    /// # Errors
    ///
    /// What can happen to a model, and when `listener` wants no answer any more.
    fn read(
        &self,
        named: Option<&str>,
        request: &ReadRequest,
        listener: &Listener<'_>,
    ) -> Result<Option<Vec<Reading>>, StageError>;

    /// Similarity of a question to each text, 0..=1; empty without an embedding model.
    ///
    /// # Errors
    ///
    /// What can happen to a model.
    fn similarities(&self, question: &str, texts: &[String]) -> Result<Vec<f64>, StageError>;

    /// The model that answers, loaded when it is first asked and held until it is dropped.
    fn answer_model<'a>(&'a self, entry: &'a Entry) -> Box<dyn AnswerModel + 'a>;
}

/// The model that answers.
pub trait AnswerModel {
    /// Whether it was asked already.
    fn is_loaded(&self) -> bool;

    /// Runs `work` once with the model, which is loaded where it was not; it is told whether
    /// this is the first time. To be called from one place at a time: `work` must not ask the
    /// model in its turn.
    ///
    /// # Errors
    ///
    /// Those of `work`, and what stands against loading the model.
    fn with(&self, work: &mut Work<'_>) -> Result<(), StageError>;
}

/// What is done with a model; the second argument says whether it is asked for the first time.
pub type Work<'a> = dyn FnMut(&mut dyn Decoder, bool) -> Result<(), StageError> + 'a;

/// Asks the model, and returns what `work` makes of it.
///
/// # Errors
///
/// As [`AnswerModel::with`].
pub(crate) fn ask<T>(
    model: &dyn AnswerModel,
    work: impl FnOnce(&mut dyn Decoder, bool) -> Result<T, StageError>,
) -> Result<T, StageError> {
    let (mut work, mut done) = (Some(work), None);
    model.with(&mut |decoder, is_first| {
        if let Some(work) = work.take() {
            done = Some(work(decoder, is_first)?);
        }
        Ok(())
    })?;
    done.ok_or_else(|| EngineError::Start("no model was loaded".into()).into())
}

/// What the stages of one question are given beside their input.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Documents, indexes and encoders.
    pub resources: &'a dyn Resources,
    /// The model that answers, where it is asked.
    pub model: &'a dyn AnswerModel,
    /// Who is told how far it is.
    pub listener: &'a Listener<'a>,
}
