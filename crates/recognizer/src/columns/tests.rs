//! Tables of several layouts and languages, and what is no such table.

use super::*;

fn passage(anchor: &str, first: u32, text: &str) -> EvidenceChunk {
    EvidenceChunk {
        document_id: "d".into(),
        ..EvidenceChunk::of_lines(anchor, first, text.lines())
    }
}

fn column(label: &str, answer_type: &'static str, is_required: bool) -> Column {
    Column {
        labels: vec![label.into()],
        answer_type,
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
            let value = &one.items[0].value.json();
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

#[test]
fn a_table_goes_on_without_headings_right_below_and_not_further_on() {
    let rows = |from: u32| {
        let row = |row: u32| format!("Part no. {row:02} steel     {row}     {row}.00");
        (from..from + 20).map(row).collect::<Vec<_>>().join("\n")
    };
    let first = format!("Item              Qty    Amount\n{}", rows(1));
    let passages = |third: u32| {
        [
            passage("C0", 1, &first),
            passage("C1", 22, &rows(21)),
            passage("C2", third, &rows(41)),
        ]
    };
    // With a page's number between, and with a page of other text.
    for (third, count) in [(43, 60), (90, 40)] {
        let found = read(&positions(), &passages(third)).unwrap();
        assert_eq!((found.rows.len(), found.left_out), (count, 0), "{third}");
    }
}
