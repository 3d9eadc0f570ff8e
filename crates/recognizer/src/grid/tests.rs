use super::super::{Options, rank, recognize_for};
use super::*;
use evidence::EvidenceChunk;
use evidence::reader::{ReadLimits, read};

const REPORT: &str = "\
Sales by country, 2020 (in tons)

                         Oxide                Carbide
                    2019      2020        2019      2020
Austria           60,000    60,000           —         —
Germany           80,000    80,000      36,000    36,000
India             40,000    40,000       5,000     5,000
Japan (1)         25,000    25,000      60,000    60,000
Mexico                 —         —      45,000    45,000
Norway (1)             —         —      80,000    80,000
World total      205,000   205,000     226,000   226,000

Staff of the offices

Office       Person          Code
North        Anna Berg       N-01
             Boris Klein     N-02
             Clara Holm      N-03
South        Dora Lind       S-01
             Emil Sand       S-02
";

fn chunk(text: &str) -> EvidenceChunk {
    let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
    EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: "c".into(),
        document_id: document.id,
        document_title: document.title,
        lines: document.lines,
        similarity: 1.0,
        tables: document.tables,
    }
}

fn best(question: &str, text: &str) -> Candidate {
    let mut found = recognize_for(
        &Terms::of(question),
        "table",
        &[chunk(text)],
        &Options::default(),
    );
    rank(&Terms::of(question), "table", &mut found);
    found.remove(0)
}

fn table_of(item: &Item) -> &Cells {
    match &item.value {
        Value::Table(table) => table,
        other => panic!("{other:?}"),
    }
}

fn labels(candidate: &Candidate) -> Vec<String> {
    let table = table_of(&candidate.items[0]);
    table.rows.iter().map(|row| row[0].clone()).collect()
}

/// Every cell stands in the quotes, one word after the other, and every quote
/// on its line: what the firewall will ask.
pub(crate) fn assert_cited(candidate: &Candidate, chunk: &EvidenceChunk) {
    for item in &candidate.items {
        let quotes: Vec<&str> = item
            .spans
            .iter()
            .filter_map(|span| span.quote.as_deref())
            .collect();
        assert_eq!(quotes.len(), item.spans.len());
        let tokens = |text: &str| -> Vec<String> {
            let runs = text.split(|letter: char| !letter.is_alphanumeric());
            runs.filter(|run| !run.is_empty())
                .map(str::to_lowercase)
                .collect()
        };
        let joined = tokens(&quotes.join(" "));
        let table = table_of(item);
        let cells = table.rows.iter().flat_map(|row| {
            assert_eq!(row.len(), table.headers.len());
            row
        });
        for cell in cells.chain(&table.headers) {
            let words = tokens(cell);
            let stands = words.is_empty() || joined.windows(words.len()).any(|run| run == words);
            assert!(stands, "{cell} in {quotes:?}");
        }
        for span in &item.spans {
            let lines = chunk
                .lines
                .iter()
                .filter(|line| (span.line_start..=span.line_end).contains(&line.number));
            let words: Vec<&str> = lines
                .flat_map(|line| line.text.split_whitespace())
                .collect();
            assert!(
                words.join(" ").contains(span.quote.as_deref().unwrap()),
                "{span:?}"
            );
        }
    }
}

#[test]
fn a_question_gets_the_rows_it_names() {
    let found = best(
        "Give the 2020 oxide and carbide sales of Germany, India and Norway as a table.",
        REPORT,
    );
    assert_eq!(labels(&found), ["Germany", "India", "Norway (1)"]);
    assert_eq!(found.items[0].value.json()["headers"][4], "Carbide 2020");
}

#[test]
fn a_question_gets_the_group_the_mark_or_the_table_it_names() {
    let group = best(
        "Who works in the office South? Give persons and codes as a table.",
        REPORT,
    );
    assert_eq!(
        group.items[0].value.json()["rows"],
        serde_json::json!([["Dora Lind", "S-01"], ["Emil Sand", "S-02"]])
    );
    let marked = best(
        "Which countries have note (1), and with what sales?",
        REPORT,
    );
    assert_eq!(labels(&marked), ["Japan (1)", "Norway (1)"]);
    let whole = best(
        "Show the oxide and carbide sales by country as a table.",
        REPORT,
    );
    assert_eq!(labels(&whole).len(), 7);
    let other = best("List the staff of the offices with their codes.", REPORT);
    assert_eq!(labels(&other).len(), 5);
}

#[test]
fn every_part_of_a_table_can_be_read_in_its_quotes() {
    let wrapped = "Item                        Amount\nProceeds of the sale of\nproperty and equipment       1,000\nInterest                       200\nDividends                      300\n";
    for text in [REPORT, wrapped] {
        let chunk = chunk(text);
        let found = recognize_for(
            &Terms::of("Germany and Dividends"),
            "table",
            std::slice::from_ref(&chunk),
            &Options::default(),
        );
        assert!(found.len() > 2);
        for candidate in &found {
            assert_cited(candidate, &chunk);
        }
    }
}

#[test]
fn a_cell_whose_words_do_not_stand_on_its_lines_is_not_offered() {
    let mut chunk = chunk(REPORT);
    for table in &mut chunk.tables {
        for cell in table.rows.iter_mut().flatten() {
            cell.text.push_str(" invented");
        }
    }
    assert_eq!(
        recognize_for(&Terms::default(), "table", &[chunk], &Options::default()),
        []
    );
}
