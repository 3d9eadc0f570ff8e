//! Tables of documents x questions, and reviews of their answers.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::QuestionsRead;
use app::{
    AskRequest, Control, NewReview, NewTable, QuestionSet, Queue, QueueRequest, Review, Standing,
    Table, TableCell, TableNews, TableSummary, cancel,
};
use std::path::Path;
use std::time::{Duration, Instant};

/// The page is told of progress at most so often.
const PAUSE: Duration = Duration::from_millis(100);

impl Service {
    /// Ready-made sets of questions.
    pub fn question_sets(&self) -> Reply<Vec<QuestionSet>> {
        Ok(self.app.question_sets()?)
    }

    /// The questions of a set.
    pub fn question_set(&self, name: &str) -> Reply<QuestionsRead> {
        Ok(self.app.question_set(name)?.into())
    }

    /// The questions of a file.
    pub fn questions_in(path: &Path) -> Reply<QuestionsRead> {
        Ok(app::read_questions(path)?.into())
    }

    /// The tables that are kept.
    pub fn tables(&self) -> Reply<Vec<TableSummary>> {
        Ok(self.app.tables()?)
    }

    /// Keeps a table, a new one or another form of one.
    pub fn keep_table(&self, id: Option<&str>, table: NewTable) -> Reply<TableSummary> {
        Ok(match id {
            Some(id) => self.app.change_table(id, table)?,
            None => self.app.make_table(table)?,
        })
    }

    /// Forgets a table.
    pub fn remove_table(&self, id: &str) -> Reply<()> {
        Ok(self.app.remove_table(id)?)
    }

    /// A table with its answers.
    pub fn table(&self, id: &str) -> Reply<Table> {
        Ok(self.app.table(id, &AskRequest::default())?)
    }

    /// One cell of a table as it is now; none where it was not asked.
    pub fn table_cell(&self, id: &str, place: (u32, u32)) -> Reply<Option<TableCell>> {
        Ok(self.app.table_cell(id, place, &AskRequest::default())?)
    }

    /// Asks what is missing or stale of the first documents, or of all; whether
    /// it came to its end.
    pub fn run_table(
        &self,
        id: &str,
        documents: Option<u32>,
        on_news: &mut dyn FnMut(TableNews),
    ) -> Reply<bool> {
        let Some(turn) = self.table_run.begin() else {
            return Err(Failure::new(
                "input",
                "A table is being asked already.",
                "Pause it first.",
            ));
        };
        let token = self.table_cancels.token();
        // What is made in the background waits: the table makes what its documents lack first.
        let _asking = self.asking();
        let request = AskRequest::default();
        let mut told: Option<Instant> = None;
        let mut on_each = |news: TableNews| {
            let is_cell = matches!(news, TableNews::Cell { .. });
            if is_cell || told.is_none_or(|at| at.elapsed() >= PAUSE) {
                told = (!is_cell).then(Instant::now).or(told);
                on_news(news);
            }
            let is_paused = is_cell && turn.is_pausing();
            if is_paused || token.is_cancelled() {
                Control::Cancel
            } else {
                Control::Continue
            }
        };
        let ended = cancel::scope(&token, || {
            self.app.run_table(id, documents, &request, &mut on_each)
        });
        Ok(ended?)
    }

    /// Ends the run of a table after the cell under way.
    pub fn pause_table(&self) {
        self.table_run.pause();
    }

    /// Ends the run of a table at once; the cell under way is not done.
    pub fn cancel_table(&self) {
        self.table_cancels.cancel();
    }

    /// Writes a table; the ending of the name says in which form.
    pub fn write_table(&self, id: &str, path: &Path) -> Reply<()> {
        let request = AskRequest::default();
        let mut on_progress = |_: &app::BatchProgress| Control::Continue;
        Ok(self
            .app
            .export_table(id, &request, path, &mut on_progress)?)
    }

    /// What waits for a person.
    pub fn review_queue(&self, request: &QueueRequest) -> Reply<Queue> {
        Ok(self.app.review_queue(request)?)
    }

    /// Records what a person says of an answer.
    pub fn review(&self, review: &NewReview) -> Reply<Review> {
        Ok(self.app.review(review)?)
    }

    /// What was said of an answer.
    pub fn standing(&self, answer_id: &str) -> Reply<Standing> {
        Ok(self.app.standing(answer_id)?)
    }
}
