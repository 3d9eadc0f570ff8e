//! A list of objects in a user's schema, filled with the rows of a table (`recognizer::rows`):
//! each cell is read by code and stands in the lines that are cited.

use crate::fields::part_of;
use crate::offer::options;
use crate::plan::Plan;
use contract::{Candidate, Filling};
use evidence::AnswerBundle;
use firewall::Validator;
use question::rows::{Column, Rows};
use serde_json::{Map, Value};

/// The type that the record names for it.
pub(crate) const TABLE: &str = "table";

/// A list that was found.
pub(crate) struct Table {
    pub filling: Filling,
    /// How alike the headings of its columns are to those asked for, 0..=1.
    pub likeness: f64,
    rows: usize,
    left_out: usize,
}

impl Table {
    /// What a person is told of it.
    pub fn remark(&self, name: &str) -> String {
        let rows = |count: usize| if count == 1 { "row" } else { "rows" };
        let left_out = match self.left_out {
            0 => String::new(),
            count => format!(
                "; {count} more {} of it could not be read so and {} left out",
                rows(count),
                if count == 1 { "is" } else { "are" }
            ),
        };
        format!(
            "{name}: {} {} of one table, found by the headings of its columns{left_out}",
            self.rows,
            rows(self.rows)
        )
    }
}

/// The rows that fill a list; none where no table has its columns, or where what they say does
/// not fit the schema.
pub(crate) fn fill(list: &Rows, plan: &Plan, bundle: &AnswerBundle) -> Option<Table> {
    let columns: Vec<recognizer::Column> =
        list.columns.iter().map(|one| one.sought.clone()).collect();
    let found = recognizer::rows(&columns, &bundle.used_chunks, &options(&plan.policy))?;
    let object = |row: &Vec<Option<Candidate>>| object(&list.columns, row);
    let objects: Option<Vec<Value>> = found.rows.iter().map(object).collect();
    let objects = Value::Array(objects?);
    let schema = plan.answer_type.value_schema.pointer(&list.pointer)?;
    let validator = Validator::new(schema, true)?;
    validator.violations(&objects).is_empty().then(|| Table {
        rows: found.rows.len(),
        left_out: found.left_out,
        likeness: found.likeness,
        filling: Filling {
            values: vec![objects],
            spans: found.spans,
        },
    })
}

/// A row as the schema wants it; none where a required cell has no such value.
fn object(columns: &[Column], row: &[Option<Candidate>]) -> Option<Value> {
    let mut object = Map::new();
    for (column, cell) in columns.iter().zip(row) {
        match cell.as_ref().and_then(|cell| part_of(column.part, cell)) {
            Some(value) => {
                object.insert(column.name.clone(), value);
            }
            None if column.sought.is_required => return None,
            None if column.is_null => {
                object.insert(column.name.clone(), Value::Null);
            }
            None => {}
        }
    }
    Some(Value::Object(object))
}
