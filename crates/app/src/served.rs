//! Servers that answer in place of a model of this machine.
//!
//! Documents, indexes, reader and checks stay here; what the answer model would be asked goes to
//! whoever implements [`AnswerServers`]. This crate opens no connection and holds none: the one
//! implementation stands in `remote`, which only `attest-remote` links.
//!
//! A model of this machine is one process, so questions wait for each other. Servers are not:
//! each question has a [`Decoder`] of its own, and a batch keeps [`AnswerServers::at_once`] cells
//! in flight.

use crate::answer_servers::AnswerServers;
use crate::error::AppError;
use crate::service::Service;
use engine::{Decoder, Entry};
use pipeline::resources::Work;
use pipeline::{AnswerModel, StageError};
use std::cell::RefCell;
use std::sync::Arc;

impl Service {
    /// This service, with servers in place of a model of this machine.
    #[must_use]
    pub fn answered_by(mut self, servers: Arc<dyn AnswerServers>) -> Service {
        self.served = Some(servers);
        self
    }

    /// The servers' model as plans and records know models; none where none are asked.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] where a model of this machine was asked for beside them.
    pub(crate) fn served_model(&self, name: Option<&str>) -> Result<Option<Entry>, AppError> {
        let Some(servers) = &self.served else {
            return Ok(None);
        };
        if name.is_some_and(|name| name != servers.model()) {
            return Err(AppError::input(
                "a model of this machine and servers cannot both answer",
                "leave --model out: the servers' model is the one in the file of servers",
            ));
        }
        Ok(Some(entry(servers.model())))
    }
}

/// What is known of a servers' model: its name. Its file nobody here has seen, so it has no hash.
fn entry(name: &str) -> Entry {
    Entry {
        name: name.to_owned(),
        source: "a server".into(),
        purpose: vec!["answer".into()],
        ..Entry::default()
    }
}

/// The servers as the model of one question.
pub(crate) struct Served<'a> {
    servers: &'a dyn AnswerServers,
    decoder: RefCell<Option<Box<dyn Decoder>>>,
}

impl<'a> Served<'a> {
    pub(crate) fn of(servers: &'a dyn AnswerServers) -> Served<'a> {
        Served {
            servers,
            decoder: RefCell::new(None),
        }
    }
}

impl AnswerModel for Served<'_> {
    fn is_loaded(&self) -> bool {
        self.decoder.borrow().is_some()
    }

    fn with(&self, work: &mut Work<'_>) -> Result<(), StageError> {
        let mut held = self.decoder.borrow_mut();
        let is_first = held.is_none();
        let decoder = held.get_or_insert_with(|| self.servers.decoder());
        work(decoder.as_mut(), is_first)
    }
}
