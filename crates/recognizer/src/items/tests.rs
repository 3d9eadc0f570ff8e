use super::*;
use crate::test_scene::chunk;

/// The headings and rows that are found, a line each with `|` between cells; empty where none are.
fn found(question: &str, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let chunks = [chunk("C0", &lines)];
    let Some(candidate) = items("table", &Terms::of(question), &chunks) else {
        return Vec::new();
    };
    let Value::Table(table) = &candidate.items[0].value else {
        panic!("no table");
    };
    let lines = std::iter::once(&table.headers).chain(&table.rows);
    lines.map(|cells| cells.join("|")).collect()
}

const ASKED: &str = "List the purchased items with quantity and amount.";
const ROWS: [&str; 2] = ["PAPER A4 70GSM|5|55.00", "INK BLACK|1|29.00"];

/// The rows behind their headings.
fn rows(question: &str, text: &str) -> Vec<String> {
    found(question, text).into_iter().skip(1).collect()
}

#[test]
fn items_are_found_wherever_their_names_stand() {
    for text in [
        // Above their figures.
        "QTY  DESCRIPTION  PRICE  TOTAL\nPAPER A4 70GSM SR\n5 57499  11.00  55.00\nINK BLACK SR\n1  27736  29.00  29.00\nTOTAL  84.00\nSR  6%  79.25  4.75",
        // On their line.
        "ITEM  QTY  PRICE  AMOUNT\nPAPER A4 70GSM  5  11.00  55.00 S\nINK BLACK  1  29.00  29.00 S\nSUBTOTAL  84.00",
        // Below, where headings stand right above the first figures.
        "ITEM  QTY  PRICE  AMOUNT\n57499  5  11.00  55.00\nPAPER A4 70GSM\n27736  1  29.00  29.00\nINK BLACK\nTOTAL :  84.00\nCASH  100.00",
        // Counted, with gaps lost, and the sum on the line under its name.
        "No Item Qty Price Amount\n1 PAPER A4 70GSM 5 11.00 55.00\n2 INK BLACK 1 29.00 29.00\nTOTAL\n84.00",
        // With the unit that is counted in beside the figures.
        "PAPER A4 70GSM\n5 PKT  X 11.00  55.00\nINK BLACK\n1 PKT  X 29.00  29.00\nTOTAL  84.00",
        // With figures above that are no items.
        "Share capital EUR 10,000.00\nTel. 555 01\nFax 555 02\nOpen daily\nMon to Fri\n9 to 5\nRef A\nRef B\nRef C\nItem  Qty  Price  Amount\nPAPER A4 70GSM  5  11.00  55.00\nINK BLACK  1  29.00  29.00\nTotal  84.00",
    ] {
        assert_eq!(rows(ASKED, text), ROWS, "{text}");
    }
}

#[test]
fn amounts_are_read_as_the_document_writes_them_and_sums_in_its_language() {
    let text = "Pos  Bezeichnung  Menge  Einzelpreis  Betrag\n1  Trennblätter A4  20  9,90  198,00\n2  Joghurt Banane  50  5,50  275,00\nPositionssumme  473,00";
    let asked = "List the invoiced items with quantity and net amount as a table.";
    let expected = [
        "Bezeichnung|Menge|Betrag",
        "Trennblätter A4|20|198,00",
        "Joghurt Banane|50|275,00",
    ];
    assert_eq!(found(asked, text), expected);
    let asked = "Liste die Artikel mit Menge und Einzelpreis.";
    assert_eq!(
        rows(asked, text),
        ["Trennblätter A4|20|9,90", "Joghurt Banane|50|5,50"]
    );
}

#[test]
fn a_quantity_that_makes_no_amount_is_the_one_whole_figure_below_its_heading() {
    let with_tax = "Product  Qty  Price  Tax(%)  Tax  Total\nMemory cards  1  278.61  14.50%  40.39  319.00\nCode AB\nGrand Total  319.00";
    assert_eq!(rows(ASKED, with_tax), ["Memory cards|1|319.00"]);
    let without_price =
        "QTY  DESCRIPTION  AMOUNT\n2  HOTDOG BUN  5.60 T\n1  OTA BOAT  3.50 T\n3  TOTAL  9.10";
    assert_eq!(
        rows(ASKED, without_price),
        ["HOTDOG BUN|2|5.60", "OTA BOAT|1|3.50"]
    );
    let unnamed = without_price.replace("QTY", "NO");
    assert!(found(ASKED, &unnamed).is_empty());
}

#[test]
fn an_item_of_several_lines_is_named_where_its_quantity_and_price_stand() {
    let text = "Pos  Artikel  Nettopreis  Menge  Nettobetrag\n(GTIN)\n1  TB1  Trennblätter A4  9,9000  20 Stk  19 %\n4012345001235  198,00\n(GTIN)\n2  AR2  Joghurt Banane  5,5000  50 Stk  7 %\n4000050986428  275,00\n(GTIN)\nUmsatzsteuer S\n( )  275,00  7  19,25\nPositionssumme  473,00";
    let asked = "List the invoiced items with quantity and net amount as a table.";
    assert_eq!(
        rows(asked, text),
        ["Trennblätter A4|20|198,00", "Joghurt Banane|50|275,00"]
    );
}

#[test]
fn what_is_taken_off_is_no_item_and_no_other_line_is() {
    let text = "QTY  DESCRIPTION  PRICE  TOTAL\nPAPER A4\n5 57499  11.00  55.00\nITEM DISCOUNT  0.20  -1.00\nINK BLACK\n1  27736  29.00  29.00\nTOTAL  84.00\nTOTAL INCLUSIVE GST  83.00\nCASH  85.00\nCHANGE  2.00";
    let asked = "List the purchased items with their line totals before item discounts.";
    assert_eq!(rows(asked, text), ["PAPER A4|55.00", "INK BLACK|29.00"]);
    assert!(
        found(
            "List the purchased items with their line totals after discounts.",
            text
        )
        .is_empty()
    );
}

#[test]
fn every_line_of_an_item_and_the_sum_are_cited() {
    let lines = [
        "PAPER A4 70GSM",
        "5 57499  11.00  55.00",
        "INK BLACK",
        "1 27736  29.00  29.00",
        "TOTAL  84.00",
    ];
    let chunks = [chunk("C0", &lines)];
    let candidate = items("table", &Terms::of(ASKED), &chunks).unwrap();
    let cited = candidate.items[0].spans.iter().map(|span| span.line_start);
    assert_eq!(cited.collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(
        candidate.notes,
        ["found by adding: the amounts of these 2 make 84.00"]
    );
    assert_eq!(candidate.computed, Some(SURE));
}

#[test]
fn what_does_not_add_up_or_is_asked_otherwise_is_left_to_others() {
    let good =
        "ITEM  QTY  PRICE  AMOUNT\nPAPER  5  11.00  55.00\nINK  1  29.00  29.00\nTOTAL  84.00";
    assert_eq!(rows(ASKED, good).len(), 2);
    for (question, text) in [
        (ASKED, good.replace("84.00", "85.00")),
        (ASKED, good.replace("TOTAL", "PAGE")),
        // One has no quantity.
        (ASKED, good.replace("5  11.00", "11.00")),
        (
            "List the items above 30.00 with their amounts.",
            good.to_owned(),
        ),
        (
            "List the items with their amounts and warranty.",
            good.to_owned(),
        ),
        ("List the amounts.", good.to_owned()),
        // One line whose amount stands once more is no list.
        (ASKED, "Dear all\nfee  29.00\nTOTAL  29.00".to_owned()),
    ] {
        assert_eq!(
            rows(question, &text),
            Vec::<String>::new(),
            "{question}: {text}"
        );
    }
    let lines: Vec<&str> = good.lines().collect();
    let two = [
        chunk("C0", &lines),
        EvidenceChunk {
            document_id: "other".into(),
            ..chunk("C1", &lines)
        },
    ];
    assert!(items("table", &Terms::of(ASKED), &two).is_none());
    assert!(items("amount", &Terms::of(ASKED), &two[..1]).is_none());
}
