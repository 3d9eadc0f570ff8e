//! The sheet `Table`: a row a document, a column a question.
//!
//! A place holds a number, a date or a text with the colour of its state, and
//! leads to its evidence, a row of the sheet `Answers`. A state is a word too:
//! the number format writes it behind the value (`1,200.00 USD [check]`), so
//! that the value stays a number. Below the documents stand the sums of
//! amounts, each currency and unit for itself, how many questions were answered,
//! and a legend. What is disputed or contradicts itself is words and in no sum.

use super::super::columns::{CellView, values};
use super::super::state::CellState;
use super::fit::{failed, fit};
use crate::error::AppError;
use contract::descriptor::{Display, Quantity};
use contract::{Descriptor, Value};
use pipeline::words;
use rust_xlsxwriter::{
    ColNum, ExcelDateTime, Format, FormatAlign, FormatBorder, Formula, RowNum, Url, Worksheet,
};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Questions that fit beside the document and what is to check.
pub(super) const MAX_QUESTIONS: usize = 16_382;
/// Links that a sheet may have.
const MAX_LINKS: u32 = 65_530;
/// Narrowest and widest column, in characters.
const WIDTHS: (usize, usize) = (12, 48);
/// Longest unit that a number format names.
const MAX_UNIT: usize = 60;
/// Two digits behind the point and as many more as there are, up to six: a price of 0.0035 is not shown as nothing.
const MONEY: &str = "#,##0.00####";
const DAY: &str = "yyyy-mm-dd";

pub(in super::super) struct Table {
    sheet: Worksheet,
    columns: Vec<Asked>,
    documents: RowNum,
    links: u32,
    /// Width of the column of documents, and cells to check in the row under way.
    names: usize,
    to_check: u32,
}

/// A question's column.
struct Asked {
    width: usize,
    answered: u32,
    /// By currency and unit, in the order of the alphabet.
    sums: BTreeMap<String, Sum>,
}

/// What the amounts of one currency and unit in a column add up to.
#[derive(Default)]
struct Sum {
    total: f64,
    /// Their rows, one after the other, as first and last of each run.
    runs: Vec<(RowNum, RowNum)>,
}

/// What a formula may add one by one (Excel: 255 arguments, one of which says how to add).
const MAX_RUNS: usize = 254;
/// Longest formula, in characters (Excel's own limit is 8,192).
const MAX_FORMULA: usize = 8_000;

/// A value as a place of the sheet holds it.
enum Held {
    Number { value: f64, format: String },
    Day(ExcelDateTime),
    Text(String),
}

impl Table {
    /// With a heading for each question.
    pub(super) fn begin(questions: &[String]) -> Result<Table, AppError> {
        if questions.len() > MAX_QUESTIONS {
            return Err(AppError::input(
                format!(
                    "the table would have {} questions; a sheet of XLSX holds {MAX_QUESTIONS}",
                    questions.len()
                ),
                "resume with --out and a name that ends in .csv or .parquet",
            ));
        }
        let mut sheet = Worksheet::new();
        sheet.set_name("Table").map_err(failed)?;
        sheet.set_active(true);
        sheet.set_freeze_panes(1, 1).map_err(failed)?;
        let heading = heading();
        let headings = ["Document"]
            .into_iter()
            .chain(questions.iter().map(String::as_str))
            .chain(["To check"]);
        for (title, column) in headings.zip(0..) {
            sheet
                .write_string_with_format(0, column, fit(title), &heading)
                .map_err(failed)?;
        }
        let columns = questions.iter().map(|_| Asked {
            width: WIDTHS.0,
            answered: 0,
            sums: BTreeMap::new(),
        });
        Ok(Table {
            sheet,
            columns: columns.collect(),
            documents: 0,
            links: 0,
            names: WIDTHS.0,
            to_check: 0,
        })
    }

    /// Puts the answer to a question into its place; `evidence` is the row of
    /// the sheet `Answers` where it stands. Cells come document by document.
    pub(super) fn add(
        &mut self,
        question: usize,
        name: &str,
        cell: &CellView<'_>,
        evidence: RowNum,
    ) -> Result<(), AppError> {
        if question == 0 {
            self.begin_document(name)?;
        }
        let row = self.documents;
        let state = CellState::reviewed(cell.response, cell.standing);
        let held = held(cell, state);
        let Some(asked) = self.columns.get_mut(question) else {
            return Ok(());
        };
        asked.note(&held, state, row);
        self.to_check += u32::from(state.needs_person());
        let column = 1 + question as ColNum;
        if self.links < MAX_LINKS {
            let place = format!("internal:'Answers'!A{}", evidence + 1);
            self.sheet
                .write_url(row, column, Url::new(place))
                .map_err(failed)?;
            self.links += 1;
        }
        write(&mut self.sheet, (row, column), &held, state)?;
        if question + 1 == self.columns.len() {
            let last = 1 + self.columns.len() as ColNum;
            let count = f64::from(self.to_check);
            self.sheet.write_number(row, last, count).map_err(failed)?;
        }
        Ok(())
    }

    fn begin_document(&mut self, name: &str) -> Result<(), AppError> {
        self.documents += 1;
        self.to_check = 0;
        self.names = self.names.max(name.chars().count()).min(WIDTHS.1);
        let bold = Format::new().set_bold().set_align(FormatAlign::Top);
        self.sheet
            .write_string_with_format(self.documents, 0, fit(name), &bold)
            .map_err(failed)?;
        Ok(())
    }

    /// The sheet, with filter, widths, sums and legend.
    pub(super) fn finish(mut self) -> Result<Worksheet, AppError> {
        let last = 1 + self.columns.len() as ColNum;
        self.sheet
            .autofilter(0, 0, self.documents, last)
            .map_err(failed)?;
        self.set_widths()?;
        let below = self.write_totals()?;
        self.write_legend(below)?;
        Ok(self.sheet)
    }

    fn set_widths(&mut self) -> Result<(), AppError> {
        let asked = self.columns.iter().map(|column| column.width);
        let widths = std::iter::once(self.names).chain(asked).chain([10]);
        for (width, column) in widths.zip(0..) {
            self.sheet
                .set_column_width(column, width as f64 + 2.0)
                .map_err(failed)?;
        }
        self.sheet.set_row_height(0, 45.0).map_err(failed)?;
        Ok(())
    }

    /// Returns the first free row.
    fn write_totals(&mut self) -> Result<RowNum, AppError> {
        let row = self.documents + 2;
        let bold = Format::new().set_bold().set_border_top(FormatBorder::Thin);
        let lines = self.columns.iter().map(|asked| asked.sums.len()).max();
        let lines = lines.unwrap_or(0).max(1) as RowNum;
        for line in 0..lines {
            let name = match line {
                0 => "Sum of what is shown",
                _ => "in another currency or unit",
            };
            self.sheet
                .write_string_with_format(row + line, 0, name, &bold)
                .map_err(failed)?;
        }
        let answered = row + lines;
        self.sheet
            .write_string_with_format(answered, 0, "Answered", &bold)
            .map_err(failed)?;
        for (asked, column) in self.columns.iter().zip(1..) {
            for line in 0..lines {
                self.sheet
                    .write_blank(row + line, column, &bold)
                    .map_err(failed)?;
            }
            for ((unit, sum), row) in asked.sums.iter().zip(row..) {
                let format = number_format(MONEY, unit, None);
                let format = bold.clone().set_num_format(format);
                let sheet = &mut self.sheet;
                match sum.formula(column, (asked.sums.len() == 1).then_some(self.documents)) {
                    Some(formula) => sheet.write_formula_with_format(row, column, formula, &format),
                    None => sheet.write_string_with_format(row, column, TOO_SCATTERED, &bold),
                }
                .map_err(failed)?;
            }
            let words = format!("{} of {}", asked.answered, self.documents);
            self.sheet
                .write_string(answered, column, words)
                .map_err(failed)?;
        }
        Ok(answered + 2)
    }

    fn write_legend(&mut self, row: RowNum) -> Result<(), AppError> {
        for (state, row) in CellState::ALL.into_iter().zip(row..) {
            self.sheet
                .write_string_with_format(row, 0, state.words(), &coloured(state))
                .and_then(|sheet| sheet.write_string(row, 1, state.meaning()))
                .map_err(failed)?;
        }
        let mut note = "Each place leads to its evidence on the sheet Answers.".to_owned();
        if self.links == MAX_LINKS {
            note = format!(
                "The first {MAX_LINKS} places lead to their evidence on the sheet Answers."
            );
        }
        let row = row + CellState::ALL.len() as RowNum;
        self.sheet.write_string(row, 1, note).map_err(failed)?;
        Ok(())
    }
}

/// What stands in place of a sum whose cells are too many and too scattered for a formula.
const TOO_SCATTERED: &str = "too many currencies";

impl Asked {
    fn note(&mut self, held: &Held, state: CellState, row: RowNum) {
        let shown = match held {
            Held::Number { value, format } => {
                if let Some(unit) = format.strip_prefix(MONEY) {
                    self.sums
                        .entry(unit.to_owned())
                        .or_default()
                        .add(*value, row);
                }
                let (_, unit) = split_format(format);
                format!("{value:.2}").chars().count() + unit.chars().count() + 3
            }
            Held::Day(_) => DAY.len(),
            Held::Text(text) => text.chars().count(),
        };
        let marked = shown + mark(state).map_or(0, |mark| mark.len() + 3);
        self.width = self.width.max(marked).min(WIDTHS.1);
        let is_answer = !matches!(held, Held::Text(text) if text == state.words());
        self.answered += u32::from(is_answer);
    }
}

impl Sum {
    fn add(&mut self, value: f64, row: RowNum) {
        self.total += value;
        match self.runs.last_mut() {
            Some((_, last)) if *last + 1 == row => *last = row,
            _ => self.runs.push((row, row)),
        }
    }

    /// The formula, with what it comes to; over all documents where the column has one currency. None
    /// where a formula cannot name the cells.
    fn formula(&self, column: ColNum, all: Option<RowNum>) -> Option<Formula> {
        let letter = letters(column);
        let place = |(first, last): &(RowNum, RowNum)| match last - first {
            0 => format!("{letter}{}", first + 1),
            _ => format!("{letter}{}:{letter}{}", first + 1, last + 1),
        };
        let whole = all.map(|documents| vec![(1, documents)]);
        let runs = whole.as_deref().unwrap_or(&self.runs);
        let places: Vec<String> = runs.iter().map(place).collect();
        let formula = format!("=SUBTOTAL(109,{})", places.join(","));
        let fits = places.len() <= MAX_RUNS && formula.len() <= MAX_FORMULA;
        fits.then(|| Formula::new(formula).set_result(rounded(self.total).to_string()))
    }
}

/// A sum without what adding binary fractions leaves behind the sixth digit.
fn rounded(total: f64) -> f64 {
    /// Six digits, as many as [`MONEY`] shows.
    const PARTS: f64 = 1e6;
    /// From here on a number has no six digits behind its point (2^53 is 9.0e15).
    const EXACT: f64 = 9e9;
    if total.abs() < EXACT {
        (total * PARTS).round() / PARTS
    } else {
        total
    }
}

/// What a place holds: the value where there is one that a sheet knows and that holds, else words.
fn held(cell: &CellView<'_>, state: CellState) -> Held {
    let answer_type = cell.response.get("answer_type").and_then(Json::as_str);
    let answer_type = answer_type.unwrap_or_default();
    match values(cell.response, cell.standing).as_slice() {
        [] => Held::Text(state.words().into()),
        // Nobody knows yet whether it is this value, so it is no number that something adds up.
        [value] if matches!(state, CellState::Conflict | CellState::Disputed) => {
            Held::Text(words::value(value, answer_type))
        }
        [value] => typed(value, answer_type)
            .unwrap_or_else(|| Held::Text(words::value(value, answer_type))),
        several => {
            let between = if state == CellState::Conflict {
                " or "
            } else {
                "; "
            };
            let several: Vec<String> = several
                .iter()
                .map(|value| words::value(value, answer_type))
                .collect();
            Held::Text(several.join(between))
        }
    }
}

/// A number or a day, where the value is one.
fn typed(value: &Value, answer_type: &str) -> Option<Held> {
    let descriptor = Descriptor::of(answer_type);
    match (descriptor.display, descriptor.quantity, value) {
        (Display::Money, _, Value::Amount(amount)) => {
            let parts = [amount.currency.as_deref(), amount.unit.as_deref()];
            let parts: Vec<&str> = parts.into_iter().flatten().collect();
            number(&amount.value, MONEY, &parts.join(" "))
        }
        (Display::Percent, _, Value::Percentage(share)) => number(&share.value, "General", "%"),
        (_, Some(Quantity::Figure), Value::Number(figure)) => {
            let unit = figure.unit.as_deref().unwrap_or_default();
            number(&figure.value, "General", unit)
        }
        (Display::Date, _, Value::Date(date)) => day(&date.iso).map(Held::Day),
        _ => None,
    }
}

/// A number with its format and unit.
fn number(value: &serde_json::Number, format: &str, unit: &str) -> Option<Held> {
    let value = value.as_f64()?;
    let format = format!("{format}{unit}");
    Some(Held::Number { value, format })
}

/// A date that names its day.
fn day(iso: &str) -> Option<ExcelDateTime> {
    let mut parts = iso.splitn(3, '-').map(str::parse::<u16>);
    let (year, month, day) = (
        parts.next()?.ok()?,
        parts.next()?.ok()?,
        parts.next()?.ok()?,
    );
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    ExcelDateTime::from_ymd(year, month, day).ok()
}

fn write(
    sheet: &mut Worksheet,
    (row, column): (RowNum, ColNum),
    held: &Held,
    state: CellState,
) -> Result<(), AppError> {
    let base = coloured(state);
    let mark = mark(state);
    let written = match held {
        Held::Number { value, format } => {
            let (digits, unit) = split_format(format);
            let format = base.set_num_format(number_format(digits, unit, mark));
            sheet.write_number_with_format(row, column, *value, &format)
        }
        Held::Day(day) => {
            let format = base.set_num_format(number_format(DAY, "", mark));
            sheet.write_datetime_with_format(row, column, day, &format)
        }
        Held::Text(text) => {
            let is_state = text == state.words();
            let mark = mark.filter(|_| !is_state);
            let format = base
                .set_num_format(number_format("@", "", mark))
                .set_text_wrap();
            sheet.write_string_with_format(row, column, fit(text), &format)
        }
    };
    written.map(drop).map_err(failed)
}

/// The digits of a number's format, and its unit.
fn split_format(format: &str) -> (&str, &str) {
    let digits = [MONEY, "General"];
    digits
        .into_iter()
        .find_map(|digits| Some((digits, format.strip_prefix(digits)?)))
        .unwrap_or((format, ""))
}

/// A number format that writes unit and state behind the value.
fn number_format(digits: &str, unit: &str, mark: Option<&str>) -> String {
    let unit: String = unit
        .chars()
        .filter(|character| *character != '"' && !character.is_control())
        .take(MAX_UNIT)
        .collect();
    let mark = mark.map(|mark| format!("[{mark}]")).unwrap_or_default();
    let behind: Vec<&str> = [unit.as_str(), mark.as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    if behind.is_empty() {
        digits.to_owned()
    } else {
        format!("{digits}\" {}\"", behind.join(" "))
    }
}

/// The word behind a value; a value that is sure has none.
fn mark(state: CellState) -> Option<&'static str> {
    (state != CellState::Sure).then(|| state.words())
}

fn heading() -> Format {
    Format::new()
        .set_bold()
        .set_text_wrap()
        .set_align(FormatAlign::Top)
        .set_border_bottom(FormatBorder::Thin)
        .set_background_color(0x00E8_ECF0)
}

fn coloured(state: CellState) -> Format {
    let (background, ink) = match state {
        CellState::Sure => (0x00FF_FFFF, 0x0000_0000),
        CellState::Check => (0x00FF_F2CC, 0x0059_3B00),
        CellState::Conflict => (0x00FC_E0C8, 0x006B_2A00),
        CellState::NotFound => (0x00F0_F1F3, 0x004A_5560),
        CellState::Unsure => (0x00FD_E9F0, 0x0067_1A3D),
        CellState::Failed => (0x00F8_D4D4, 0x006E_1212),
        CellState::Waiting => (0x00FF_FFFF, 0x004A_5560),
        CellState::Confirmed => (0x00DD_F1E2, 0x0010_4A26),
        CellState::Corrected => (0x00DC_E9F7, 0x0010_3A63),
        CellState::Rejected => (0x00F3_E3E3, 0x005C_1A1A),
        CellState::Absent => (0x00E4_E6E9, 0x0033_3C45),
        CellState::Disputed => (0x00EF_E0F5, 0x004B_1A5C),
    };
    Format::new()
        .set_background_color(background)
        .set_font_color(ink)
        .set_align(FormatAlign::Top)
}

/// `A`, `B`, ..., `Z`, `AA`.
fn letters(column: ColNum) -> String {
    let mut left = u32::from(column) + 1;
    let mut letters = Vec::new();
    while left > 0 {
        left -= 1;
        letters.push(char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests;
