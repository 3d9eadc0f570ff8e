//! Columns of money: cells of a table that hold a figure and nothing else, below a heading that says
//! what it is.
//!
//! ```text
//! Property,Tenant,Annual rent (EUR),Lease end
//! 12 Harbour Street,Norsea Trading AS,640000,2031-03-31     640000 EUR
//! ```
//!
//! A spreadsheet writes sums bare. Below a heading with a currency every figure is one, in that
//! currency, whatever else the document names; below another heading one that is longer than a year or a
//! count.
//!
//! # Limits
//!
//! Tables that the document's reader found (CSV, spreadsheets, Word, HTML). A heading that the passage does not
//! hold says nothing of the currency, since it could not be cited.

use super::currency;
use super::flow::Flow;
use super::layout;
use evidence::{Cell, Table};

/// Shortest bare figure below a heading that names no currency: shorter ones are years and counts, or
/// known by standing in a row of figures.
const SHORTEST_BARE: usize = 5;

/// What the column of a figure says of it.
pub(super) struct MoneyColumn {
    /// The currency that its heading names, and the line of the heading.
    pub currency: Option<(&'static str, usize)>,
}

/// The column of money that a figure of a line stands in.
pub(super) fn of(flow: &Flow<'_>, line: usize, figure: &str) -> Option<MoneyColumn> {
    let number = flow.chunk.lines.get(line)?.number;
    let holds = |table: &&Table| (table.first_line..=table.last_line).contains(&number);
    let table = flow.chunk.tables.iter().find(holds)?;
    let (heads, rows) = table.rows.split_at_checked(table.header_rows as usize)?;
    let is_it = |cell: &Cell| {
        (cell.line_start..=cell.line_end).contains(&number) && is_figure_alone(&cell.text, figure)
    };
    let mut columns = rows.iter().filter_map(|row| row.iter().position(is_it));
    let column = columns.next()?;
    let mut heads = heads.iter().filter_map(|row| row.get(column));
    let currency = heads.clone().find_map(|head| {
        let [code] = currency::named_in(&head.text)[..] else {
            return None;
        };
        let mut lines = flow.chunk.lines.iter();
        let line = lines.position(|line| line.number == head.line_start)?;
        Some((code, line))
    });
    let is_headed = heads.any(|head| layout::has_words(&head.text));
    let is_long = figure.len() >= SHORTEST_BARE && !figure.starts_with('0');
    (currency.is_some() || is_headed && is_long).then_some(MoneyColumn { currency })
}

/// Whether a cell holds this figure, with a sign or in brackets, and nothing else.
fn is_figure_alone(text: &str, figure: &str) -> bool {
    text.trim().trim_matches(['-', '−', '+', '(', ')', ' ']) == figure
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use crate::recognize::recognize;
    use crate::test_scene::chunk;
    use contract::Value;
    use evidence::EvidenceChunk;
    use evidence::reader::{ReadLimits, read};

    /// The amounts of a file, as figures with their currencies, and how many lines each is cited by.
    fn amounts(name: &str, text: &str) -> Vec<(String, usize)> {
        let document = read(name, text.as_bytes(), &ReadLimits::default()).unwrap();
        let lines: Vec<&str> = document.lines.iter().map(|line| &*line.text).collect();
        let passage = EvidenceChunk {
            tables: document.tables.clone(),
            ..chunk("C0", &lines)
        };
        let found = recognize("amount", &[passage], &Options::default());
        let told = |one: &contract::Candidate| {
            let item = &one.items[0];
            let Value::Amount(amount) = &item.value else {
                panic!("{:?} is no amount", item.value);
            };
            let currency = amount.currency.as_deref().unwrap_or("-");
            (format!("{} {currency}", amount.value), item.spans.len())
        };
        found.iter().map(told).collect()
    }

    fn of(value: &str, lines: usize) -> (String, usize) {
        (value.to_owned(), lines)
    }

    #[test]
    fn bare_figures_below_a_currency_are_sums_of_it_whatever_else_is_named() {
        let text = "Property,Annual rent (EUR),Price (USD),Rooms\n12 Harbour Street,640000,7,14\n14 Harbour Street,385500,2015,9\n";
        let expected = ["640000 EUR", "7 USD", "385500 EUR", "2015 USD"];
        let expected = expected.map(|value| of(value, 2));
        assert_eq!(amounts("rents.csv", text), expected);
    }

    #[test]
    fn below_another_heading_long_figures_are_offered_and_numbers_with_a_nought_before_are_not() {
        let text =
            "Posten;Betrag;Konto;Anzahl\nPersonalkosten;1250000;001200;12\nMiete;84000;004210;7\n";
        let found = amounts("budget.csv", text);
        assert_eq!(found, [of("1250000 -", 1), of("84000 -", 1)]);
    }

    #[test]
    fn a_currency_that_a_text_names_in_words_alone_is_that_of_its_bare_sums() {
        for (said, code) in [
            ("all amounts in US dollars", "USD"),
            ("all amounts in Canadian dollars", "CAD"),
            ("alle Beträge in Euro", "EUR"),
            ("importes en euros", "EUR"),
            ("dollars and euros are both taken", "-"),
        ] {
            let text = format!("Fees ({said})\n\nFiling fee      400.00\nExpert report   12500\n");
            let expected = [
                of(&format!("400.0 {code}"), 1),
                of(&format!("12500 {code}"), 1),
            ];
            assert_eq!(amounts("fees.txt", &text), expected, "{said}");
        }
    }
}
