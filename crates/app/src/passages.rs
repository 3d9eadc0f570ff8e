//! What is found for a question and would be shown, without anybody reading it: what
//! retrieval and selection are measured by.

use crate::error::AppError;
use crate::request::AskRequest;
use crate::service::Service;
use engine::decoder::Control;
use evidence::{AnswerBundle, Filter, Policy, RetrievalBundle};
use pipeline::resources::RetrievalRequest;
use vault::Hit;

/// Passages for a question.
#[derive(Debug, Clone)]
pub struct FoundPassages {
    /// The policy with the budgets that counted.
    pub policy: Policy,
    /// What was found, best first.
    pub retrieved: RetrievalBundle,
    /// What of it would be shown.
    pub shown: AnswerBundle,
}

impl Service {
    /// Finds and selects passages as [`Service::ask`] does in its first round.
    ///
    /// # Errors
    ///
    /// As [`Service::check_request`]; [`AppError::Vault`] and [`AppError::Engine`] for what
    /// can happen to an index or a model.
    pub fn find_passages(&self, request: &AskRequest) -> Result<FoundPassages, AppError> {
        let plan = self.plan(request)?;
        let policy = plan.evidence_policy();
        let asked = ("passages", plan.question.as_asked());
        let within = (&plan.filter, &policy);
        let retrieved = pipeline::retrieve(&plan, asked, within, self, &|_| Control::Continue)?;
        let model = self.on_demand(&plan.model);
        let asked = ([].as_slice(), &retrieved);
        let shown = pipeline::select_evidence(asked, &policy, plan.reads_alone(), self, &model)?;
        Ok(FoundPassages {
            policy,
            retrieved,
            shown,
        })
    }

    /// The chunks of the documents asked about as the policy's retriever ranks them, before
    /// anything is ranked anew; places that the question names are not held to.
    ///
    /// # Errors
    ///
    /// As [`Service::find_passages`].
    pub fn rank_passages(&self, request: &AskRequest) -> Result<Vec<Hit>, AppError> {
        let plan = self.plan(request)?;
        self.hits(&RetrievalRequest {
            request_id: "passages",
            question: plan.question.as_asked(),
            terms: &plan.question.named_terms(),
            answer_type: &plan.answer_type.name,
            filter: &Filter::documents(&plan.document_ids),
            policy: &plan.policy,
            reads_alone: true,
            reads_whole: false,
        })
    }
}
