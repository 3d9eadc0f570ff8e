use super::*;
use crate::recognize::recognize;
use crate::test_scene::chunk;

fn answer(question: &str, text: &str) -> Option<Candidate> {
    let lines: Vec<&str> = text.lines().collect();
    let chunks = [chunk("C0", &lines)];
    taxed("amount", &Terms::of(question), &chunks, &Options::default())
}

fn figure(question: &str, text: &str) -> Option<String> {
    let found = answer(question, text)?;
    let value = found.items.first().map(|item| item.value.json());
    value.map(|value| value["value"].to_string())
}

/// Sums of invoices, in the layouts that readers write.
const INVOICES: [&str; 7] = [
    "Goods  20.00\nTotal (excluding GST)  106.10\nTotal GST  6.37\nTotal  112.47\nCash  120.00",
    "| Net total | EUR 106.10 |\n| VAT 6 % | EUR 6.37 |\n| Gross total | EUR 112.47 |",
    "Total excl. VAT:\n$106.10\nVAT (6%):\n$6.37\nAmount due:\n$112.47",
    "Nettobetrag      106,10 EUR\nzzgl. 6 % MwSt.    6,37 EUR\nRechnungsbetrag  112,47 EUR",
    "Base imponible\t106,10 €\nIVA 6 %\t6,37 €\nTotal a pagar\t112,47 €",
    "Total\nRM 112.47\nTaxable amount 106.10\nGST @6% 6.37",
    "TOTAL INCL GST  112.47\nCHANGE  7.53\nGST SUMMARY  AMOUNT(RM)  TAX(RM)\nSR @ 6%  106.10  6.37",
];

#[test]
fn the_figure_that_adds_up_is_the_tax_in_any_layout() {
    for text in INVOICES {
        for (question, value) in [
            ("How much is the tax?", "6.37"),
            ("What is the VAT amount?", "6.37"),
            ("How much GST does the invoice contain?", "6.37"),
            ("Wie hoch ist die Umsatzsteuer?", "6.37"),
            ("¿Cuánto es el IVA?", "6.37"),
            ("What is the net amount?", "106.1"),
            ("How much is the total without tax?", "106.1"),
            ("Wie hoch ist der Nettobetrag?", "106.1"),
            ("What is the total including VAT?", "112.47"),
            ("Wie hoch ist der Bruttobetrag?", "112.47"),
        ] {
            assert_eq!(
                figure(question, text).as_deref(),
                Some(value),
                "{question}\n{text}"
            );
        }
    }
}

#[test]
fn the_three_lines_are_cited_and_the_addition_is_told() {
    let found = answer("How much is the tax?", INVOICES[0]).unwrap();
    let spans = &found.items[0].spans;
    let lines: Vec<u32> = spans.iter().map(|span| span.line_start).collect();
    assert_eq!(lines, [3, 2, 4]);
    assert_eq!(found.notes, ["found by adding: 106.10 + 6.37 = 112.47"]);
    assert_eq!(found.computed, Some(SURE));
}

#[test]
fn nothing_is_computed_where_no_one_addition_holds() {
    let question = "How much is the tax?";
    for text in [
        // No figure that they add up to.
        "Total excluding GST  106.10\nTotal GST  6.37\nTotal  112.50",
        // Two rates with sums of their own.
        "Net 100.00\nVAT 19.00\nGross 119.00\nNet 50.00\nVAT 3.50\nGross 53.50",
        // A line that names more than a tax.
        "Net sales  100.00\nTax advisers  19.00\nTotal  119.00",
        // A sum before tax.
        "Fee  100.00\nSum before tax  19.00\nTotal  119.00",
        // More than any country takes.
        "Net  100.00\nTax  60.00\nTotal  160.00",
        "Total GST  0.00\nTotal  112.47\nTotal excluding GST  112.47",
        "",
    ] {
        assert_eq!(answer(question, text), None, "{text}");
    }
}

#[test]
fn neither_the_tax_nor_the_sum_before_it_is_the_total() {
    for text in INVOICES {
        let lines: Vec<&str> = text.lines().collect();
        let chunks = [chunk("C0", &lines)];
        let found = recognize("amount", &chunks, &Options::default());
        let figure = |index: usize| hundredths(&found[index]).unwrap();
        let short = |question: &str| -> BTreeSet<i64> {
            let short = another_sum(&Terms::of(question), &chunks, &found);
            short.into_iter().map(figure).collect()
        };
        for question in [
            "What is the total?",
            "Which amount is due?",
            "Wie hoch ist der Zahlbetrag?",
        ] {
            assert_eq!(
                short(question),
                BTreeSet::from([637, 10_610]),
                "{question}\n{text}"
            );
        }
        for question in [
            "What is the net total?",
            "What did it cost?",
            "How much is the sub-total?",
            "What was the intermediate sum?",
            "Which total was it before the discount?",
        ] {
            assert_eq!(short(question), BTreeSet::new(), "{question}\n{text}");
        }
    }
}

#[test]
fn other_questions_are_left_alone() {
    let text = "Delivery  5.00\nNet total  106.10\nVAT  6.37\nTotal  112.47";
    for question in [
        "What is the total?",
        "How much is the delivery?",
        "What is the tax on the delivery?",
        "What is the net weight?",
    ] {
        assert_eq!(answer(question, text), None, "{question}");
    }
    let terms = Terms::of("How much is the tax?");
    let lines: Vec<&str> = text.lines().collect();
    let chunks = [chunk("C0", &lines)];
    let number = taxed("number", &terms, &chunks, &Options::default());
    assert_eq!(number, None);
    let mut two = [chunk("C0", &lines), chunk("C1", &["Tax  1.00"])];
    two[1].document_id = "another".into();
    assert_eq!(taxed("amount", &terms, &two, &Options::default()), None);
}

/// The amounts that are not what a question asks for.
fn left_out(question: &str, lines: &[&str]) -> Vec<String> {
    let chunks = [chunk("C0", lines)];
    let found = recognize("amount", &chunks, &Options::default());
    let indices = another_sum(&Terms::of(question), &chunks, &found);
    let words = indices.into_iter().filter_map(|index| found.get(index));
    words.map(|one| one.wording.clone()).collect()
}

#[test]
fn a_sum_before_its_rounding_is_not_what_is_to_be_paid() {
    let total = "What is the total amount to be paid?";
    for (question, lines, sum) in [
        (
            total,
            [
                "Total sales RM 42.33",
                "Rounding adjustment RM .02",
                "Rounded RM 42.35",
            ],
            "RM 42.33",
        ),
        (
            total,
            ["TOTAL: 17.98", "ROUNDING ADJ: 0.03-", "CASH 17.95"],
            "17.98",
        ),
        (
            "Wie hoch ist der Gesamtbetrag?",
            [
                "Summe 8,42 CHF",
                "Rundungsdifferenz -0,02",
                "Zu zahlen 8,40 CHF",
            ],
            "8,42 CHF",
        ),
        (
            "¿Cuál es el total a pagar?",
            ["Total 12,51 EUR", "Redondeo -0,01", "A pagar 12,50 EUR"],
            "12,51 EUR",
        ),
    ] {
        assert_eq!(left_out(question, &lines), [sum], "{question} {lines:?}");
    }
}

#[test]
fn without_such_a_line_or_such_a_pair_or_asked_for_the_sum_before_nothing_is() {
    let total = "What is the total amount to be paid?";
    for (question, lines) in [
        (total, ["Total 42.33", "Change .02", "Cash 42.35"]),
        (total, ["Total 42.30", "Rounding 0.00", "Cash 42.35"]),
        (total, ["Total 42.31", "Rounding 0.02", "Cash 50.00"]),
        (
            "What is the sum before rounding?",
            ["Total 42.33", "Rounding 0.02", "Rounded 42.35"],
        ),
    ] {
        assert_eq!(
            left_out(question, &lines),
            Vec::<String>::new(),
            "{lines:?}"
        );
    }
}
