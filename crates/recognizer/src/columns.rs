//! Tables as rows of named columns: the positions of an invoice as a program's schema wants
//! them, `description`, `quantity`, `amount`.
//!
//! ```text
//! description, quantity, amount  x  Item     Qty  Price  Amount
//!                                   Ledger     2  14.50   29.00   ->  Ledger | 2 | 29.00
//! ```
//!
//! A column is found by the words of its heading: those of the property's own name, or others
//! that mean the same (`columns` of the language packs); a table without headings has none that
//! is known. A cell is read by the recogniser
//! of its type, under the conventions of the whole document, and a row is kept where every
//! required cell can be read. Nothing here ranks by a model.

use super::convention::Convention;
use super::flow::Flow;
use super::options::Options;
use super::scene::Scene;
use super::{currency, layout, recognize, recognizer, stem};
use contract::Quantity;
use contract::answer::Item;
use contract::candidate::Candidate;
use evidence::{EvidenceChunk, Line, Span};
use serde_json::{Value, json};

/// Words that are copied as they stand in the cell.
const TEXT: &str = "text";
/// What a heading is worth that has other words for the same: less than the very words.
const SAME_MEANING: f64 = 0.9;
/// What a heading is worth that says the unit where its price is asked for (`Unit EUR`).
const UNIT_FOR_PRICE: f64 = 0.7;
/// From here on words speak for a column: half of them are the same.
const LEAST: f64 = 0.5;
/// Share of a column's cells that must be of the type.
const MOST: f64 = 0.6;
/// Rows that cannot be read, at most, of those that can: above it the table is another one.
const MOST_LEFT_OUT: f64 = 0.5;

/// A column that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What its heading may say, in words; the first is its name.
    pub labels: Vec<String>,
    /// Type of its cells; `text` is copied.
    pub answer_type: String,
    /// A row without it is none.
    pub is_required: bool,
}

/// The rows of one table.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// A cell for each column that was looked for; none where the table has no such column or
    /// the cell is empty or is not of the type.
    pub rows: Vec<Vec<Option<Candidate>>>,
    /// The lines that headings and rows stand on.
    pub spans: Vec<Span>,
    /// How surely the columns are those that were looked for, 0..=1: the mean over them.
    pub likeness: f64,
    /// Rows that could not be read and are no sums, and rows that are named like a sum and have
    /// all that a row has.
    pub left_out: usize,
}

/// The table of the passages that has these columns, with its continuation on later passages;
/// none where no table has all that are required, and two at least.
pub fn rows(columns: &[Column], chunks: &[EvidenceChunk], options: &Options) -> Option<Rows> {
    let flows: Vec<Flow<'_>> = chunks.iter().map(Flow::new).collect();
    let cells = Cells {
        convention: Convention::of(&flows),
        options,
    };
    // What a reader of plain text took for a table may hold the last row and the sums alone; the
    // lines themselves are looked at as well.
    let bare = |chunk: &EvidenceChunk| EvidenceChunk {
        tables: Vec::new(),
        ..chunk.clone()
    };
    let lines: Vec<EvidenceChunk> = chunks.iter().map(bare).collect();
    let mut found = recognize("table", chunks, options);
    found.extend(recognize("table", &lines, options));
    let mut tables: Vec<Fitted> = found
        .iter()
        .filter_map(|one| Fitted::of(columns, one, chunks, &cells))
        .collect();
    let rank = |one: &Fitted| (one.rows.likeness, one.rows.rows.len());
    tables.sort_by(|one, other| {
        let ((like, count), (other_like, other_count)) = (rank(one), rank(other));
        let by_count = other_count.cmp(&count);
        let by_left_out = one.rows.left_out.cmp(&other.rows.left_out);
        other_like.total_cmp(&like).then(by_count).then(by_left_out)
    });
    let mut tables = tables.into_iter();
    let mut whole = tables.next()?;
    let mut later: Vec<Fitted> = Vec::new();
    for table in tables {
        let apart = !whole.overlaps(&table) && !later.iter().any(|one| one.overlaps(&table));
        if apart && whole.goes_on_in(&table) {
            later.push(table);
        }
    }
    later.push(std::mem::take(&mut whole));
    later.sort_by_key(|one| one.lines.0);
    let mut parts = later.into_iter().map(|one| one.rows);
    let mut joined = parts.next()?;
    for part in parts {
        joined.rows.extend(part.rows);
        joined.left_out += part.left_out;
        for span in part.spans {
            if !joined.spans.contains(&span) {
                joined.spans.push(span);
            }
        }
    }
    Some(joined)
}

/// A table with its columns matched.
#[derive(Debug, Default)]
struct Fitted {
    headers: Vec<String>,
    document: String,
    /// First and last line.
    lines: (u32, u32),
    rows: Rows,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            spans: Vec::new(),
            likeness: 0.0,
            left_out: 0,
        }
    }
}

impl Fitted {
    fn of(
        columns: &[Column],
        table: &Candidate,
        chunks: &[EvidenceChunk],
        cells: &Cells<'_>,
    ) -> Option<Self> {
        let item = table.items.first()?;
        let (mut headers, mut words) = (texts(item.value.get("headers")?), grid(&item.value)?);
        // Headings that are as many as the cells below them were taken for a row.
        if headers.iter().all(String::is_empty) && !words.is_empty() {
            headers = words.remove(0);
        }
        let columns_found = matched(columns, &headers, &words, cells)?;
        let mut rows = Rows {
            spans: item.spans.clone(),
            ..Rows::default()
        };
        for row in &words {
            let read = cells.row(columns, &columns_found, row);
            match (read, adds_up(row)) {
                (Some(read), false) => rows.rows.push(read),
                // A sum lacks the quantity or the like; what has all is perhaps none.
                (None, true) => {}
                _ => rows.left_out += 1,
            }
        }
        let known: Vec<f64> = columns_found.iter().flatten().map(|one| one.1).collect();
        rows.likeness = known.iter().sum::<f64>() / columns.len() as f64;
        let most = rows.rows.len() as f64 * MOST_LEFT_OUT;
        if rows.rows.is_empty() || rows.left_out as f64 > most {
            return None;
        }
        let anchor = &item.spans.first()?.anchor;
        let chunk = chunks.iter().find(|chunk| chunk.anchor == *anchor)?;
        let first = item.spans.iter().map(|span| span.line_start).min()?;
        let last = item.spans.iter().map(|span| span.line_end).max()?;
        Some(Self {
            headers,
            document: chunk.document_id.clone(),
            lines: (first, last),
            rows,
        })
    }

    fn overlaps(&self, other: &Self) -> bool {
        // The line of the headings stands above every part of a table.
        let shares = |span: &Span| {
            let is_body = |one: &&Span| one.line_start != self.lines.0;
            self.rows
                .spans
                .iter()
                .filter(is_body)
                .any(|one| one == span)
        };
        self.document == other.document && other.rows.spans.iter().any(shares)
            || self.rows.spans == other.rows.spans
    }

    fn goes_on_in(&self, other: &Self) -> bool {
        let is_named = self.headers.iter().any(|one| !one.is_empty());
        is_named && self.document == other.document && self.headers == other.headers
    }
}

/// For each column looked for, which of the table has it, and how surely; none where a required
/// one is not there, or only one is.
fn matched(
    columns: &[Column],
    headers: &[String],
    rows: &[Vec<String>],
    cells: &Cells<'_>,
) -> Option<Vec<Option<(usize, f64)>>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (wanted, column) in columns.iter().enumerate() {
        for (at, header) in headers.iter().enumerate() {
            let worth = column.worth(header);
            if worth >= LEAST && cells.share(column, rows, at) >= MOST {
                pairs.push((worth, wanted, at));
            }
        }
    }
    pairs.sort_by(|one, other| {
        other
            .0
            .total_cmp(&one.0)
            .then((one.1, one.2).cmp(&(other.1, other.2)))
    });
    let mut found: Vec<Option<(usize, f64)>> = vec![None; columns.len()];
    let mut taken: Vec<bool> = vec![false; headers.len()];
    for (worth, wanted, at) in pairs {
        if let (Some(place @ None), Some(free @ false)) = (found.get_mut(wanted), taken.get_mut(at))
        {
            *place = Some((at, worth));
            *free = true;
        }
    }
    let has_all = columns
        .iter()
        .zip(&found)
        .all(|(column, place)| !column.is_required || place.is_some());
    (has_all && found.iter().flatten().count() >= 2).then_some(found)
}

impl Column {
    /// How much a heading speaks for this column, 0..=1.
    fn worth(&self, header: &str) -> f64 {
        let heading = stem::stems(header);
        if heading.is_empty() {
            return 0.0;
        }
        let own = self
            .labels
            .iter()
            .map(|label| shared(&stem::stems(label), &heading));
        let own = own.fold(0.0, f64::max);
        let Some(meant) = self.labels.iter().find_map(|label| meaning(label)) else {
            return own;
        };
        let said = match meaning(header) {
            Some(said) if said == meant => SAME_MEANING,
            Some("unit") if meant == "unit_price" => UNIT_FOR_PRICE,
            // The currency alone stands above sums.
            None if meant == "row_total" && is_currency(header) => SAME_MEANING,
            _ => 0.0,
        };
        own.max(said)
    }
}

/// Share of the words of two texts that both have.
fn shared(label: &[String], heading: &[String]) -> f64 {
    let both = label.iter().filter(|word| heading.contains(word)).count();
    2.0 * both as f64 / (label.len() + heading.len()).max(1) as f64
}

fn is_currency(header: &str) -> bool {
    currency::at_start(header).is_some_and(|(_, length)| length == header.trim().len())
}

/// What the words of a heading or of a property mean; the longest words that are known count.
fn meaning(text: &str) -> Option<&'static str> {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '#')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let text = format!(" {} ", words.join(" "));
    let all = language::Language::ALL.into_iter();
    let known = all.flat_map(|one| {
        let columns = one.pack().columns.iter();
        columns.flat_map(|(name, words)| words.iter().map(move |word| (name.as_str(), *word)))
    });
    let said = known.filter(|(_, word)| text.contains(&format!(" {word} ")));
    // Of two as long the one that ends later is the head.
    said.max_by_key(|(_, word)| (word.len(), text.rfind(word)))
        .map(|(name, _)| name)
}

/// Whether a row is the sum of those above it.
fn adds_up(row: &[String]) -> bool {
    let label = row.iter().find(|cell| layout::has_words(cell));
    label.is_some_and(|label| {
        let mut words = label
            .split(|letter: char| !letter.is_alphanumeric())
            .map(str::to_lowercase);
        words.any(|word| language::any(|pack| &pack.totals, &word))
    })
}

/// What reads cells.
struct Cells<'c> {
    convention: Convention,
    options: &'c Options,
}

impl Cells<'_> {
    fn row(
        &self,
        columns: &[Column],
        places: &[Option<(usize, f64)>],
        row: &[String],
    ) -> Option<Vec<Option<Candidate>>> {
        let read = |(column, place): (&Column, &Option<(usize, f64)>)| {
            let text = place.and_then(|(at, _)| row.get(at));
            let value = text.and_then(|text| self.value(&column.answer_type, text));
            (value.is_some() || !column.is_required).then_some(value)
        };
        columns.iter().zip(places).map(read).collect()
    }

    /// What a cell says; none where it is empty or more than one value of the type.
    fn value(&self, answer_type: &str, text: &str) -> Option<Candidate> {
        if text.trim().is_empty() {
            return None;
        }
        if answer_type == TEXT {
            let items = vec![Item {
                value: json!(text),
                spans: Vec::new(),
            }];
            return Some(Candidate::new(items, text.to_owned(), String::new()));
        }
        let chunk = cell_chunk(text);
        let flows = [Flow::new(&chunk)];
        // A figure without a sign is no amount by itself; beside others in its column it is.
        let is_figure = Quantity::of(answer_type).is_some_and(Quantity::is_figure);
        let types = [Some(answer_type), is_figure.then_some("number")];
        types.into_iter().flatten().find_map(|answer_type| {
            let mut scene = Scene {
                answer_type,
                flow: &flows[0],
                passages: (&flows, 0),
                question: "",
                convention: &self.convention,
                options: self.options,
                found: Vec::new(),
            };
            recognizer(answer_type)?(&mut scene);
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
            let whole = |one: &Candidate| digits(&one.wording) == digits(text);
            let mut found = scene.found.into_iter().map(|(_, one)| one);
            found.find(whole)
        })
    }

    /// Share of a column's cells that are of the type, of those with words.
    fn share(&self, column: &Column, rows: &[Vec<String>], at: usize) -> f64 {
        let cells = rows.iter().filter_map(|row| row.get(at));
        let filled: Vec<&String> = cells.filter(|cell| !cell.trim().is_empty()).collect();
        let read = filled
            .iter()
            .filter(|cell| self.value(&column.answer_type, cell).is_some());
        read.count() as f64 / filled.len().max(1) as f64
    }
}

/// A cell as a passage of its own.
fn cell_chunk(text: &str) -> EvidenceChunk {
    EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: String::new(),
        document_id: String::new(),
        document_title: String::new(),
        lines: vec![Line {
            number: 1,
            page: 1,
            text: text.to_owned(),
            bounds: None,
        }],
        similarity: 1.0,
        tables: Vec::new(),
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn grid(table: &Value) -> Option<Vec<Vec<String>>> {
    Some(table.get("rows")?.as_array()?.iter().map(texts).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(anchor: &str, first: u32, text: &str) -> EvidenceChunk {
        let line = |(number, text): (u32, &str)| Line {
            number,
            page: 1,
            text: text.to_owned(),
            bounds: None,
        };
        EvidenceChunk {
            anchor: anchor.into(),
            document_id: "d".into(),
            lines: (first..).zip(text.lines()).map(line).collect(),
            ..cell_chunk("")
        }
    }

    fn column(label: &str, answer_type: &str, is_required: bool) -> Column {
        Column {
            labels: vec![label.into()],
            answer_type: answer_type.into(),
            is_required,
        }
    }

    fn positions() -> [Column; 3] {
        [
            column("description", "text", true),
            column("quantity", "number", true),
            column("amount", "amount", true),
        ]
    }

    /// Each row as it reads, with the value of its last cell.
    fn said(found: &Rows) -> Vec<String> {
        let cell = |cell: &Option<Candidate>| {
            cell.as_ref().map_or("-".into(), |one| {
                let value = &one.items[0].value;
                value.get("value").unwrap_or(value).to_string()
            })
        };
        let row = |row: &Vec<Option<Candidate>>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        found.rows.iter().map(row).collect()
    }

    fn read(columns: &[Column], passages: &[EvidenceChunk]) -> Option<Rows> {
        rows(columns, passages, &Options::default())
    }

    const ENGLISH: &str = "\
Invoice 12

Pos  Description              Qty   Unit EUR      EUR
  1  Bench balance 0.01 g       2     415.00    830.00
  2  Magnetic stirrer           4     134.00    536.00

     Net amount                              1,366.00
     VAT 20 %                                  273.20
";
    const GERMAN: &str = "\
Rechnung 12

Artikel            Menge   Einzelpreis   Gesamtpreis
Regal Eiche            3        120,50        361,50
Montage                1      1.240,00      1.240,00

Summe                                       1.601,50
";
    const SPANISH: &str = "\
Factura 12

Concepto            Cantidad   Precio    Importe
Silla de oficina           2    99,00     198,00
Mesa                       1   310,00     310,00
";

    #[test]
    fn rows_are_read_by_the_headings_of_their_columns_in_each_language() {
        for (text, wanted) in [
            (
                ENGLISH,
                [
                    r#""Bench balance 0.01 g" 2 830.0"#,
                    r#""Magnetic stirrer" 4 536.0"#,
                ],
            ),
            (
                GERMAN,
                [r#""Regal Eiche" 3 361.5"#, r#""Montage" 1 1240.0"#],
            ),
            (
                SPANISH,
                [r#""Silla de oficina" 2 198.0"#, r#""Mesa" 1 310.0"#],
            ),
        ] {
            let found = read(&positions(), &[passage("C0", 1, text)]).unwrap();
            let said: Vec<String> = said(&found);
            let plain = |one: &String| one.replace(".00", ".0").replace(".50", ".5");
            assert_eq!(said.iter().map(plain).collect::<Vec<_>>(), wanted, "{text}");
            assert_eq!(found.left_out, 0, "{text}");
            assert!(found.likeness > 0.8, "{text}");
        }
    }

    #[test]
    fn the_unit_price_is_told_from_the_sum() {
        for (text, price) in [(ENGLISH, "415"), (GERMAN, "120.5"), (SPANISH, "99")] {
            let columns = [
                column("item", "text", true),
                column("unit price", "amount", true),
            ];
            let found = read(&columns, &[passage("C0", 1, text)]).unwrap();
            let first = said(&found).remove(0);
            assert!(first.contains(price), "{first}");
        }
    }

    #[test]
    fn a_table_that_the_reader_cut_short_is_read_from_its_lines() {
        let text = "\
Item              Qty    Amount
Chair               2     40.00
Lamp                3     60.00

Subtotal                 100.00
Cash                     120.00
";
        let cell = |text: &str| evidence::Cell {
            text: text.into(),
            line_start: 3,
            line_end: 3,
        };
        let row = |cells: [&str; 3]| cells.map(cell).to_vec();
        let mut chunk = passage("C0", 1, text);
        chunk.tables = vec![evidence::Table {
            first_line: 3,
            last_line: 6,
            header_rows: 0,
            rows: vec![row(["Lamp", "3", "60.00"]), row(["Cash", "", "120.00"])],
        }];
        let found = read(&positions(), &[chunk]).unwrap();
        assert_eq!((found.rows.len(), found.left_out), (2, 0));
    }

    #[test]
    fn a_table_without_headings_is_none() {
        let text = "\
Rasenflächen mähen                   1.000,00 EUR
Hecken schneiden                       490,00 EUR
Nettobetrag                          1.490,00 EUR
";
        let [description, _, amount] = positions();
        assert_eq!(
            read(&[description, amount], &[passage("C0", 1, text)]),
            None
        );
    }

    #[test]
    fn a_long_table_is_read_whole() {
        let row = |row: u32| format!("Part no. {row:02} steel     {row}     {row}.00");
        let rows: Vec<String> = (1..=20).map(row).collect();
        let text = format!("Item              Qty    Amount\n{}", rows.join("\n"));
        let found = read(&positions(), &[passage("C0", 1, &text)]).unwrap();
        assert_eq!((found.rows.len(), found.left_out), (20, 0));
    }

    #[test]
    fn a_table_goes_on_in_a_later_passage_of_the_document_and_no_other() {
        let head = "Item        Qty   Amount\n";
        let (first, second) = (
            format!("{head}Chair         2    40.00\nTable         1    90.00\n"),
            format!("{head}Lamp          3    60.00\nShelf         1    75.00\n"),
        );
        let passages = [passage("C0", 1, &first), passage("C1", 20, &second)];
        assert_eq!(read(&positions(), &passages).unwrap().rows.len(), 4);
        let mut other = passages;
        other[1].document_id = "e".into();
        assert_eq!(read(&positions(), &other).unwrap().rows.len(), 2);
    }

    #[test]
    fn a_row_that_cannot_be_read_is_counted_and_an_optional_cell_may_be_empty() {
        let text = "\
Item          Qty   Rate     Amount
Chair           2   20.00     40.00
Delivery      n/a    free   at cost
Table           1   90.00     90.00
Lamp            3   20.00     60.00
";
        let found = read(&positions(), &[passage("C0", 1, text)]).unwrap();
        assert_eq!((found.rows.len(), found.left_out), (3, 1));
        let mut columns = positions().to_vec();
        columns.push(column("tax", "percentage", false));
        let found = read(&columns, &[passage("C0", 1, text)]).unwrap();
        assert!(said(&found)[0].ends_with(" -"), "{:?}", said(&found));
    }

    #[test]
    fn a_row_that_is_named_like_a_sum_is_counted_where_it_has_all_cells() {
        let text = "\
Item                     Qty   Amount
Tripod                     2    40.00
Total station tripod       1    90.00
Lamp                       3    60.00
Total                           190.00
";
        let found = read(&positions(), &[passage("C0", 1, text)]).unwrap();
        assert_eq!((found.rows.len(), found.left_out), (2, 1));
    }

    #[test]
    fn a_table_without_a_required_column_is_none() {
        let mut columns = positions().to_vec();
        columns.push(column("serial number", "text", true));
        assert_eq!(read(&columns, &[passage("C0", 1, ENGLISH)]), None);
    }
}
