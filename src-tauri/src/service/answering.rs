//! Questions, their answers and their history.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::Question;
use app::{
    AskRequest, Control, Event, Explanation, HistoryEntry, KeptOutcome, Pace, Status,
    Understanding, cancel,
};
use std::path::Path;

impl Service {
    /// How the rules understand a question.
    pub fn parse_question(&self, question: &Question) -> Reply<Understanding> {
        Ok(self.app.understand(&asked(question))?)
    }

    /// How long an answer of this type takes here; none where nothing was asked yet.
    pub fn pace(&self, answer_type: Option<&str>) -> Reply<Option<Pace>> {
        Ok(self.app.pace_of(answer_type)?)
    }

    /// Answers a question; ends with the kind `cancelled` after
    /// [`Service::cancel`].
    pub fn ask(
        &self,
        question: &Question,
        on_progress: &mut dyn FnMut(Event),
    ) -> Reply<KeptOutcome> {
        if question.document_ids.is_empty() {
            return Err(Failure::new(
                "input",
                "No document is chosen.",
                "Choose the documents to ask.",
            ));
        }
        let token = self.cancels.token();
        let _asking = self.asking();
        let request = asked(question);
        let mut on_event = |event: Event| {
            on_progress(event);
            if token.is_cancelled() {
                Control::Cancel
            } else {
                Control::Continue
            }
        };
        let outcome = cancel::scope(&token, || self.app.ask(&request, &mut on_event))?;
        if token.is_cancelled() && outcome.response.status() == Status::Failed {
            return Err(Failure::new("cancelled", "The question was cancelled.", ""));
        }
        // As recorded, so that what is shown now is what is shown later.
        self.outcome(outcome.response.record_id().as_str())
    }

    /// Earlier questions, newest first.
    pub fn history(&self, document_id: Option<&str>, limit: u32) -> Reply<Vec<HistoryEntry>> {
        Ok(self.app.history(document_id, limit)?)
    }

    /// An earlier answer as it was shown.
    pub fn outcome(&self, record_id: &str) -> Reply<KeptOutcome> {
        Ok(self.app.outcome(record_id)?)
    }

    /// Why an answer came out as it did.
    pub fn explain(&self, record_id: &str) -> Reply<Explanation> {
        Ok(self.app.explain(record_id)?)
    }

    /// The evidence report of an answer, as an HTML page.
    pub fn evidence_report(&self, record_id: &str) -> Reply<String> {
        Ok(self.app.evidence_report(record_id)?)
    }

    /// Writes the evidence report of an answer.
    pub fn write_report(&self, record_id: &str, path: &Path) -> Reply<()> {
        let page = self.app.evidence_report(record_id)?;
        Ok(app::write_text(path, &page)?)
    }

    /// Writes the evidence pack of an answer, against a checkpoint that is made where none covers
    /// its record.
    pub fn write_pack(&self, record_id: &str, path: &Path) -> Reply<()> {
        let pack = self.app.evidence_pack(record_id, None)?;
        Ok(app::write_text(path, &pack.html)?)
    }
}

/// What the person chose; the service adds what the settings say.
fn asked(question: &Question) -> AskRequest {
    AskRequest {
        question: question.text.clone(),
        document_ids: question.document_ids.clone(),
        answer_type: question.answer_type.clone(),
        answer_shape: question.answer_shape,
        labels: question.labels.clone(),
        model: question.model.clone(),
        conditions: question.conditions.clone(),
        ..AskRequest::default()
    }
}
