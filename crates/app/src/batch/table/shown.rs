//! A table as it is shown.

use super::super::columns;
use super::super::pace::Pace;
use super::super::question::BatchQuestion;
use super::super::request::{BatchPhase, BatchProgress};
use super::super::state::CellState;
use super::kept::Kept;
use crate::error::AppError;
use crate::review::said::Standing;
use crate::service::Service;
use contract::descriptor::Display;
use contract::{Descriptor, Value};
use pipeline::words;
use serde::Serialize;
use serde_json::Value as Json;
use vault::Cell;

/// Longest words of a cell, in characters.
const MAX_WORDS: usize = 200;

/// A table in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableSummary {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// When it was made, RFC 3339, UTC.
    pub created: String,
    /// Rows.
    pub documents: u32,
    /// Columns.
    pub questions: u32,
    /// The batch that answered it last; none: it was not asked yet.
    pub batch_id: Option<String>,
}

/// A row's document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableDocument {
    /// Its id.
    pub id: String,
    /// Its name; none: it was removed.
    pub title: Option<String>,
}

/// A sum of money as it can be added up: exactly, and only to its like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CellAmount {
    /// Decimal digits, with a point where there are parts: `1300.5`.
    pub value: String,
    /// ISO 4217 code; none where the document names no currency.
    pub currency: Option<String>,
    /// What it is for, or what it is counted in: `per month`.
    pub unit: Option<String>,
}

/// A cell that has an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableCell {
    /// Index of its document.
    pub row: u32,
    /// Index of its question.
    pub column: u32,
    /// The record of the answer.
    pub record_id: String,
    /// How far it can be trusted.
    pub state: CellState,
    /// The value in words, a correction in place of the answer; the state where
    /// there is none.
    pub words: String,
    /// By which numbers and dates are sorted; none for other values.
    pub order: Option<f64>,
    /// The sum of money that it holds; none for other values, for several, and for none.
    pub amount: Option<CellAmount>,
    /// Calibrated probability that it is right.
    pub probability: Option<f64>,
    /// Question, model, policy or program were changed since.
    pub stale: bool,
}

/// A table with all that is known of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AnswerTable"))]
pub struct Table {
    /// What it is.
    pub summary: TableSummary,
    /// Its rows.
    pub documents: Vec<TableDocument>,
    /// Its columns.
    pub questions: Vec<BatchQuestion>,
    /// The cells that have an answer.
    pub cells: Vec<TableCell>,
    /// How long answers take here; none where nothing was asked yet.
    pub pace: Option<Pace>,
}

/// What a run of a table tells.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableNews {
    /// How far it is.
    Progress {
        /// Documents read, or cells asked.
        done: u32,
        /// In all.
        total: u32,
        /// Whether documents are read before anything is asked.
        reading: bool,
        /// Estimate of the seconds that remain.
        remaining_seconds: Option<u64>,
        /// The document under way.
        document: String,
    },
    /// A cell has its answer.
    Cell {
        /// The cell.
        cell: TableCell,
    },
}

impl TableNews {
    pub(super) fn progress(progress: &BatchProgress) -> TableNews {
        TableNews::Progress {
            done: progress.done,
            total: progress.total,
            reading: progress.phase == BatchPhase::Read,
            remaining_seconds: progress.remaining_seconds,
            document: progress.document.clone(),
        }
    }

    pub(super) fn cell(cell: TableCell) -> TableNews {
        TableNews::Cell { cell }
    }
}

/// A table as it stands in a list.
pub(super) fn summary_of(kept: &Kept) -> TableSummary {
    TableSummary {
        id: kept.id.clone(),
        title: kept.title.clone(),
        created: kept.created.clone(),
        documents: kept.document_ids.len() as u32,
        questions: kept.questions.len() as u32,
        batch_id: kept.runs.last().map(|run| run.batch_id.clone()),
    }
}

impl Service {
    /// The answer of a done cell as it is shown; none where it is not done.
    pub(in crate::batch) fn shown_cell(
        &self,
        cell: &Cell,
        (row, column): (usize, usize),
        stale: bool,
    ) -> Result<Option<TableCell>, AppError> {
        let Some((record, response)) = self.done_response(cell)? else {
            return Ok(None);
        };
        let standing = self.standing_of(&record)?;
        let (words, order) = shown(&response, &standing);
        let amount = amount_in(&response, &standing);
        Ok(Some(TableCell {
            row: row as u32,
            column: column as u32,
            record_id: record.id.to_string(),
            state: CellState::reviewed(&response, &standing),
            words,
            order,
            amount,
            probability: response.get("probability").and_then(Json::as_f64),
            stale,
        }))
    }
}

/// The words of a cell, and by what it is sorted.
fn shown(response: &Json, standing: &Standing) -> (String, Option<f64>) {
    let state = CellState::reviewed(response, standing);
    let answer_type = response.get("answer_type").and_then(Json::as_str);
    let answer_type = answer_type.unwrap_or_default();
    let values = columns::values(response, standing);
    let between = if state == CellState::Conflict {
        " or "
    } else {
        "; "
    };
    let said: Vec<String> = values
        .iter()
        .map(|value| words::value(value, answer_type))
        .collect();
    let said = if said.is_empty() {
        state.words().to_owned()
    } else {
        said.join(between)
    };
    let order = values.first().and_then(order_of);
    (shortened(&said), order)
}

/// The one sum of money of a cell.
fn amount_in(response: &Json, standing: &Standing) -> Option<CellAmount> {
    let answer_type = response.get("answer_type").and_then(Json::as_str)?;
    let values = columns::values(response, standing);
    let ([Value::Amount(amount)], Display::Money) =
        (values.as_slice(), Descriptor::of(answer_type).display)
    else {
        return None;
    };
    Some(CellAmount {
        value: plain_digits(&amount.value)?,
        currency: amount.currency.clone(),
        unit: amount.unit.clone(),
    })
}

/// A number in decimal digits, never with an exponent.
fn plain_digits(number: &serde_json::Number) -> Option<String> {
    match number.as_i64() {
        Some(whole) => Some(whole.to_string()),
        None => number.as_f64().map(|number| number.to_string()),
    }
}

/// A number, or a date as the number of its digits.
fn order_of(value: &Value) -> Option<f64> {
    let iso = match value {
        Value::Date(date) => Some(&date.iso),
        Value::DateRange(range) => range.iso_start.as_ref(),
        other => return other.figure()?.as_f64(),
    };
    // `2024` and `2024-03` stand before the days that they hold.
    let digits = format!("{:0<8}", iso?.replace('-', ""));
    digits.parse().ok()
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_WORDS {
        return text.to_owned();
    }
    let start: String = text.chars().take(MAX_WORDS - 1).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_and_dates_are_sorted_by_what_they_are() {
        let order = |kept: Json| order_of(&Value::from(kept));
        let amount = json!({ "value": 12.5, "currency": "USD", "unit": null });
        assert_eq!(order(amount), Some(12.5));
        for (iso, expected) in [("2024-03-01", 20_240_301.0), ("2024", 20_240_000.0)] {
            let date = json!({ "iso": iso, "original": "then" });
            assert_eq!(order(date), Some(expected));
            let range = json!({ "iso_start": iso, "iso_end": null, "original": "since then" });
            assert_eq!(order(range), Some(expected));
        }
        assert_eq!(order(json!("Acme")), None);
        assert_eq!(order(json!({ "iso": "P30D", "original": "30 days" })), None);
    }

    #[test]
    fn one_sum_of_money_has_its_digits_its_currency_and_its_unit() {
        let response = |answer_type: &str, values: &[Json]| {
            let items: Vec<Json> = values.iter().map(|one| json!({ "value": one })).collect();
            json!({ "answer_type": answer_type, "answer": { "items": items } })
        };
        let nobody = Standing::default();
        let rent = json!({ "value": 1300.5, "currency": "USD", "unit": "per month" });
        let found = amount_in(&response("amount", std::slice::from_ref(&rent)), &nobody).unwrap();
        assert_eq!(found.value, "1300.5");
        assert_eq!(found.currency.as_deref(), Some("USD"));
        assert_eq!(found.unit.as_deref(), Some("per month"));
        for (number, digits) in [
            (json!(0.1), "0.1"),
            (json!(-12), "-12"),
            (json!(1e21), "1000000000000000000000"),
        ] {
            assert_eq!(
                plain_digits(number.as_number().unwrap()).as_deref(),
                Some(digits)
            );
        }
        let none = [
            response("amount", &[]),
            response("amount", &[rent.clone(), rent.clone()]),
            response("percentage", &[rent]),
        ];
        assert!(none.iter().all(|one| amount_in(one, &nobody).is_none()));
    }

    #[test]
    fn long_words_are_cut_and_say_so() {
        let cut = shortened(&"ä".repeat(500));
        assert!(cut.chars().count() == MAX_WORDS && cut.ends_with('…'));
    }
}
