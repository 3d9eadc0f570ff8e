//! Questions, their answers and their history.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::Question;
use app::{
    AskRequest, Control, Event, Explanation, HistoryEntry, KeptOutcome, Settings, Status,
    Understanding, cancel,
};
use std::path::Path;

impl Service {
    /// How the rules understand a question.
    pub fn parse_question(&self, question: &Question) -> Reply<Understanding> {
        Ok(self.app.understand(&asked(question))?)
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
        let request = self.request(question)?;
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

    /// What the person chose here, and what the settings say.
    pub(super) fn request(&self, question: &Question) -> Reply<AskRequest> {
        let settings = Settings::read(self.data_directory())?;
        Ok(AskRequest {
            model: question.model.clone().or(settings.answer_model),
            policy: settings
                .policy_file
                .as_deref()
                .map(app::read_policy)
                .transpose()?,
            rates: settings
                .rates_file
                .as_deref()
                .map(app::read_rates)
                .transpose()?,
            ..asked(question)
        })
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

    /// Writes the evidence report of an answer.
    pub fn write_report(&self, record_id: &str, path: &Path) -> Reply<()> {
        let page = self.app.evidence_report(record_id)?;
        Ok(app::write_text(path, &page)?)
    }
}

/// What the person chose, without what the settings say.
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
