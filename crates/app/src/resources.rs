//! The service as the stages of a question see it ([`pipeline::Resources`]): its vault, its
//! indexes and its models.

use crate::error::AppError;
use crate::served::Served;
use crate::service::Service;
use engine::decoder::Control;
use engine::reader::{ReadRequest, Reading};
use engine::{Entry, Progress};
use evidence::{AnswerBundle, Document, Filter, Line, RetrievalBundle, Table};
use pipeline::progress::{Event, Listener, Stage, forward};
use pipeline::resources::{AnswerModel, BrokenOff, PageOf, RetrievalRequest, Searched};
use pipeline::{Resources, StageError};
use std::collections::BTreeSet;

impl Resources for Service {
    fn retrieve(
        &self,
        request: &RetrievalRequest<'_>,
        listener: &Listener<'_>,
    ) -> Result<RetrievalBundle, StageError> {
        let retrieved = self.retrieved(request, &mut |done, total| {
            listener(Event {
                stage: Stage::Retrieve,
                done,
                total: Some(total),
                draft: String::new(),
            })
        })?;
        Ok(retrieved)
    }

    fn searched(&self, filter: &Filter) -> Result<Searched, StageError> {
        Ok(self.searched_within(filter)?)
    }

    fn put_behind(
        &self,
        retrieved: &mut RetrievalBundle,
        broken_off: &BTreeSet<BrokenOff>,
    ) -> Result<BTreeSet<String>, StageError> {
        Ok(Service::put_behind(self, retrieved, broken_off)?)
    }

    fn document(&self, id: &str) -> Result<Document, StageError> {
        Ok(self.vault().document(id).map_err(AppError::from)?)
    }

    fn lines(&self, id: &str, first: u32, last: u32) -> Result<Vec<Line>, StageError> {
        Ok(self
            .vault()
            .lines(id, first, last)
            .map_err(AppError::from)?)
    }

    fn tables(&self, id: &str) -> Result<Vec<Table>, StageError> {
        Ok(self.vault().tables(id).map_err(AppError::from)?)
    }

    fn check_readings(&self, asked: &[String], shown: &AnswerBundle) -> Result<(), StageError> {
        Ok(Service::check_readings(self, asked, shown)?)
    }

    fn excluding(&self, filter: &Filter) -> Result<Vec<String>, StageError> {
        Ok(Service::excluding(self, filter)?)
    }

    fn reread(&self, at: &PageOf) -> Result<Option<String>, StageError> {
        Ok(Service::reread(self, at)?)
    }

    fn reader(&self, named: Option<&str>) -> Option<Entry> {
        self.reader_of(named).ok().flatten()
    }

    fn read(
        &self,
        named: Option<&str>,
        request: &ReadRequest,
        listener: &Listener<'_>,
    ) -> Result<Option<Vec<Reading>>, StageError> {
        let progress: &mut dyn FnMut(Progress) -> Control = &mut |one| forward(listener, one);
        Ok(self.read_with_reader(named, request, progress)?)
    }

    fn similarities(&self, question: &str, texts: &[String]) -> Result<Vec<f64>, StageError> {
        let found = Service::similarities(self, question, texts)?;
        Ok(found.unwrap_or_default())
    }

    fn answer_model<'a>(&'a self, entry: &'a Entry) -> Box<dyn AnswerModel + 'a> {
        match &self.served {
            Some(servers) => Box::new(Served::of(servers.as_ref())),
            None => Box::new(self.on_demand(entry)),
        }
    }
}
