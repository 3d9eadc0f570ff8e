use crate::document::{Document, Table};
use crate::reader::{ReadLimits, read};
use proptest::prelude::*;

fn document(text: &str) -> Document {
    read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap()
}

fn shown(table: &Table) -> Vec<String> {
    let join = |row: &Vec<crate::document::Cell>| {
        let cells: Vec<&str> = row.iter().map(|cell| cell.text.as_str()).collect();
        cells.join("|")
    };
    table.rows.iter().map(join).collect()
}

fn only(text: &str) -> Table {
    let mut tables = document(text).tables;
    assert_eq!(tables.len(), 1, "{tables:?}");
    tables.remove(0)
}

#[test]
fn columns_of_figures_with_headings_are_a_table() {
    let table = only(
        "Some words before the table.\n\n\
         (in thousands)              2021      2020\n\
         Deposits at banks:\n\
         Current accounts          $1,250    $  980\n\
         Savings                      310       (45)\n\
         Loans                          -       12\n\
         Total                      1,560       947\n\n\
         And words behind it, which run on for a while.\n",
    );
    assert_eq!(
        (table.first_line, table.last_line, table.header_rows),
        (3, 8, 1)
    );
    assert_eq!(
        shown(&table),
        [
            "(in thousands)|2021|2020",
            "Deposits at banks:||",
            "Current accounts|$1,250|$ 980",
            "Savings|310|(45)",
            "Loans|-|12",
            "Total|1,560|947",
        ]
    );
    let cell = &table.rows[3][1];
    assert_eq!((cell.line_start, cell.line_end), (6, 6));
}

#[test]
fn a_heading_over_several_columns_stands_in_each() {
    let table = only(
        "                  First half of year     Second half of year\n\
         \x20                   2020       2021       2020       2021\n\
         North              1,200      1,300      1,400      1,500\n\
         South                200        300        400        500\n",
    );
    assert_eq!(table.header_rows, 2);
    assert_eq!(
        shown(&table)[0],
        "|First half of year|First half of year|Second half of year|Second half of year"
    );
}

#[test]
fn wrapped_labels_are_one_cell_and_totals_need_no_label() {
    let table = only(
        "Item                        Amount\n\
         Proceeds of the sale of\n\
         property and equipment       1,000\n\
         Interest received              200\n\
         net of tax\n\
         Dividends                      300\n\
         \x20                            1,500\n",
    );
    assert_eq!(
        shown(&table),
        [
            "Item|Amount",
            "Proceeds of the sale of property and equipment|1,000",
            "Interest received net of tax|200",
            "Dividends|300",
            "|1,500",
        ]
    );
    let label = &table.rows[1][0];
    assert_eq!((label.line_start, label.line_end), (2, 3));
}

#[test]
fn a_label_that_pushes_its_row_aside_changes_no_column() {
    let table = only(
        "              2019    2018    2017\n\
         Rent         1,000   1,100   1,200\n\
         Heating        100     110     120\n\
         Repairs of the roof and of the garage     7     8     9\n\
         Water           50      60      70\n",
    );
    assert_eq!(
        shown(&table)[3],
        "Repairs of the roof and of the garage|7|8|9"
    );
}

#[test]
fn a_table_goes_on_over_a_page_break_without_its_repeated_heading() {
    let page = |from: u32, to: u32| {
        let rows: Vec<String> = (from..to)
            .map(|n| format!("Item {n:<12}{:>8}{:>9}", n * 7, n * 9))
            .collect();
        format!(
            "{:<17}{:>8}{:>9}\n{}\n",
            "Item",
            "Sold",
            "Left",
            rows.join("\n")
        )
    };
    let table = only(&format!(
        "{}\nPage 1 of 2\n\x0c{}",
        page(10, 14),
        page(14, 18)
    ));
    assert_eq!(table.rows.len(), 9, "{:?}", shown(&table));
    assert_eq!(table.header_rows, 1);
    assert_eq!((table.first_line, table.last_line), (1, 12));
    assert_eq!(shown(&table)[5], "Item 14|98|126");
}

#[test]
fn bars_draw_tables_in_markdown_and_in_text() {
    let cases = [
        "| Name | Fee |\n|:-----|----:|\n| Basic \\| small | 12 EUR |\n| Plus | 20 EUR |\n",
        "+---------------+--------+\n| Name          | Fee    |\n+===============+========+\n| Basic \\| small | 12 EUR |\n| Plus          | 20 EUR |\n+---------------+--------+\n",
    ];
    for text in cases {
        let table = only(&format!("The fees:\n\n{text}\nAnd more.\n"));
        assert_eq!(
            shown(&table),
            ["Name|Fee", "Basic \\| small|12 EUR", "Plus|20 EUR"]
        );
        assert_eq!((table.first_line, table.header_rows), (3, 1));
    }
    assert_eq!(
        document("| a bar in the text\nand nothing | else\n").tables,
        []
    );
}

#[test]
fn what_only_looks_like_a_table_is_none() {
    let cases = [
        (
            "running text",
            "One sentence runs on here.  And a second one\nfollows it with no columns.  It goes on and\non for a while, as text does.  Then it ends.\n",
        ),
        (
            "two columns of text",
            "the left column has some     while the right one runs on\nwords in it that run on      beside it and has its own\nfrom line to line without    words that have nothing to\nany figure in any of them    do with the others at all\n",
        ),
        (
            "a list",
            "1.  The first point is made here\n2.  The second point is made here\n3.  The third point is made here\n4.  The fourth point is made here\n",
        ),
        (
            "bullets",
            "•   Milk and bread\n•   Butter and cheese\n•   Salt and pepper\n",
        ),
        (
            "contents",
            "Introduction           1\nScope of the work      3\nResults                9\nReferences            12\n",
        ),
        (
            "contents with leaders",
            "Introduction ........  1\nScope ...............  3\nResults .............  9\n",
        ),
        (
            "a form",
            "Name:      Anna Petrova\nStreet:    Lindenweg 5\nTown:      Ulm\nPhone:     0731 555\n",
        ),
        (
            "signatures",
            "By: ______________      By: ______________\nName: A. Petrova        Name: B. Jones\nTitle: Director         Title: President\nDate: 3 May 2019        Date: 4 May 2019\n",
        ),
        ("one row", "Total     1,200     1,300\n"),
        (
            "an address block",
            "Alpha Beta Ltd              Gamma GmbH\n12 High Street              Lindenweg 5\nLondon SE1                  Ulm\n",
        ),
    ];
    for (what, text) in cases {
        assert_eq!(document(text).tables, [], "{what}");
    }
}

#[test]
fn a_part_of_a_table_keeps_whole_rows_only() {
    let table = only(
        "              2019    2018\nRent         1,000   1,100\nHeating of the\nwhole house    100     110\nWater           50      60\n",
    );
    let part = table.within(2, 3).unwrap();
    assert_eq!(
        (shown(&part), part.header_rows),
        (vec!["Rent|1,000|1,100".to_owned()], 0)
    );
    assert_eq!((part.first_line, part.last_line), (2, 2));
    assert_eq!(table.within(1, 1), None);
    assert_eq!(table.within(1, 5).as_ref(), Some(&table));
}

#[test]
fn a_file_of_rows_that_are_no_table_takes_no_quadratic_time() {
    let rows: Vec<String> = (0..20_000)
        .map(|n| format!("word{}  words{}", n % 7, n % 11))
        .collect();
    let text = rows.join("\n");
    let start = std::time::Instant::now();
    let _ = document(&text);
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn cells_hold_words_of_their_lines_and_tables_do_not_overlap(
        lines in proptest::collection::vec("([A-Za-z]{1,8}( [a-z]{1,8}){0,3})?( {2,9}([$]? ?[(]?[0-9]{1,3}(,[0-9]{3})?[)]?|[A-Z][a-z]{1,5})){0,4}|\u{c}", 1..40),
    ) {
        let text = lines.join("\n");
        prop_assume!(!text.trim().is_empty());
        let document = read("a.txt", text.as_bytes(), &ReadLimits::default()).unwrap();
        let mut end = 0;
        for table in &document.tables {
            prop_assert!(end < table.first_line && table.first_line <= table.last_line);
            end = table.last_line;
            prop_assert!((table.header_rows as usize) < table.rows.len());
            for row in &table.rows {
                prop_assert_eq!(row.len(), table.rows[0].len());
                for cell in row {
                    prop_assert!(table.first_line <= cell.line_start && cell.line_end <= table.last_line);
                    let words: Vec<&str> = (cell.line_start..=cell.line_end)
                        .flat_map(|line| document.lines[line as usize - 1].text.split_whitespace())
                        .collect();
                    prop_assert!(cell.text.split_whitespace().all(|word| words.contains(&word)), "{cell:?}");
                }
            }
        }
    }
}
