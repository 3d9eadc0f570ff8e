use super::*;
use evidence::Span;

/// Without passages: what the lines alone say.
fn asked<'a>(terms: &'a Terms, answer_type: &'a str) -> Asked<'a> {
    Asked {
        terms,
        answer_type,
        chunks: &[],
    }
}

use serde_json::json;

fn candidate(value: impl Into<Value>, wording: &str, context: &str, line: u32) -> Candidate {
    let span = Span {
        anchor: "C0".into(),
        line_start: line,
        line_end: line,
        quote: Some(wording.into()),
    };
    let items = vec![Item {
        value: value.into(),
        spans: vec![span],
    }];
    let whole = json!({ "items": items, "wording": wording, "context": context });
    serde_json::from_value(whole).unwrap()
}

fn money(value: f64) -> serde_json::Value {
    json!({ "value": value, "currency": "USD", "unit": "million" })
}

#[test]
fn a_figure_written_in_two_units_contradicts_nothing_but_another_figure_does() {
    let limit = |value: f64, unit: Option<&str>, wording: &str, line| {
        let value = json!({ "value": value, "currency": "INR", "unit": unit });
        candidate(
            value,
            wording,
            &format!("Limit of liability: {wording}"),
            line,
        )
    };
    let crore = limit(1.2, Some("crore"), "INR 1.2 crore", 3);
    let same = limit(12_000_000.0, None, "INR 12,000,000", 9);
    let other = limit(90.0, Some("lakh"), "INR 90 lakh", 12);
    let found = contradicting(
        &asked(&Terms::of("What is the limit of liability?"), "amount"),
        &[crore, same, other],
        0,
    );
    assert_eq!(found, [2]);
}

#[test]
fn an_original_and_an_amended_effective_date_contradict_each_other() {
    let date = |iso: &str, line| {
        candidate(
            json!({ "iso": iso, "original": iso }),
            iso,
            &format!("Effective Date: {iso}"),
            line,
        )
    };
    let both = [date("2020-03-01", 3), date("2020-05-01", 40)];
    let found = conflict(&asked(&Terms::of(""), "date"), &both, 0).unwrap();
    assert_eq!(found.items.len(), 2);
    assert!(
        conflict(
            &asked(&Terms::of(""), "date"),
            &[date("2020-03-01", 3), date("2020-03", 9)],
            0
        )
        .is_none()
    );
    let written = |wording: &str, iso: &str, line| {
        let context = format!("Effective Date: {wording}");
        let value = json!({ "iso": iso, "original": wording });
        candidate(value, wording, &context, line)
    };
    let same_year = [
        written("1 March 2020", "2020-03-01", 3),
        written("1 May 2020", "2020-05-01", 37),
    ];
    assert_eq!(
        contradicting(&asked(&Terms::of(""), "date"), &same_year, 0),
        [1]
    );
}

#[test]
fn versions_of_one_statement_contradict_each_other_unless_one_is_asked_for() {
    let date = |context: &str, wording: &str, iso: &str, line| {
        let value = json!({ "iso": iso, "original": wording });
        candidate(value, wording, context, line)
    };
    let both = [
        date(
            "Effective: 15 March 2024 (original)",
            "15 March 2024",
            "2024-03-15",
            3,
        ),
        date(
            "Effective date: 1 April 2024 (amended)",
            "1 April 2024",
            "2024-04-01",
            4,
        ),
    ];
    let question = "What is the effective date?";
    assert_eq!(
        contradicting(&asked(&Terms::of(question), "date"), &both, 1),
        [0]
    );
    let question = "What is the amended effective date?";
    assert!(contradicting(&asked(&Terms::of(question), "date"), &both, 1).is_empty());
    let others = [
        date(
            "Signed on 15 March 2024 (original)",
            "15 March 2024",
            "2024-03-15",
            3,
        ),
        date(
            "Effective date: 1 April 2024 (amended)",
            "1 April 2024",
            "2024-04-01",
            4,
        ),
    ];
    assert!(contradicting(&asked(&Terms::of(""), "date"), &others, 1).is_empty());
}

#[test]
fn a_comparison_restated_with_another_figure_is_a_contradiction() {
    let row = candidate(money(24.5), "$24.5", "Marketing expenses $24.5 $33.51", 3);
    let prose = candidate(
        money(25.4),
        "$25.4 million",
        "Marketing expenses fell to $25.4 million from $33.51 million",
        11,
    );
    let found = conflict(&asked(&Terms::of(""), "amount"), &[row, prose], 0).unwrap();
    assert_eq!(found.items.len(), 2);
}

#[test]
fn an_abbreviation_makes_another_label() {
    let total = |label: &str, value: f64, wording: &str, line| {
        candidate(money(value), wording, &format!("{label}: {wording}"), line)
    };
    let pair = [
        total("Total GST", 1.65, "1.65", 38),
        total("Total", 31.03, "31.03", 49),
    ];
    assert!(contradicting(&asked(&Terms::of(""), "amount"), &pair, 0).is_empty());
    let again = [
        total("Total GST", 1.65, "1.65", 38),
        total("Total GST", 1.95, "1.95", 49),
    ];
    assert_eq!(
        contradicting(&asked(&Terms::of(""), "amount"), &again, 0),
        [1]
    );
}

#[test]
fn of_a_row_only_the_figure_nearest_in_size_restates_the_sentence() {
    let row = "Internet customers 446,137 21,189 21,417 50.8";
    let number = |value: f64| json!({ "value": value, "unit": null });
    let told = "Internet customers additions stood at 21,819 compared to 21,417";
    let all = [
        candidate(number(21_819.0), "21,819", told, 21),
        candidate(number(446_137.0), "446,137", row, 4),
        candidate(number(21_189.0), "21,189", row, 4),
        candidate(number(21_417.0), "21,417", row, 4),
        candidate(number(50.8), "50.8", row, 4),
    ];
    assert_eq!(
        contradicting(&asked(&Terms::of(""), "number"), &all, 0),
        [2]
    );
    // The row agrees: what else it holds is something else.
    let mut agreeing = all.clone();
    agreeing[2] = candidate(number(21_819.0), "21,819", &row.replace("189", "819"), 4);
    assert!(contradicting(&asked(&Terms::of(""), "number"), &agreeing, 0).is_empty());
}

#[test]
fn a_figure_in_common_says_that_an_unsaid_unit_is_the_same() {
    let mut plain = money(24.9);
    plain["unit"] = serde_json::Value::Null;
    let row = candidate(plain.clone(), "$24.9", "Selling expenses $24.9 $33.5", 3);
    let told = candidate(
        money(29.4),
        "$29.4 million",
        "Selling expenses fell to $29.4 million from $33.5 million",
        11,
    );
    assert_eq!(
        contradicting(&asked(&Terms::of(""), "amount"), &[told, row], 0),
        [1]
    );
    let alone = candidate(plain, "$24.9", "Selling expenses: $24.9", 3);
    let other = candidate(money(29.4), "$29.4", "Selling expenses: $29.4", 9);
    assert!(contradicting(&asked(&Terms::of(""), "amount"), &[alone, other], 0).is_empty());
}

#[test]
fn other_columns_years_and_units_are_no_contradiction() {
    let row = "Rent 1,200 1,300";
    let columns = [
        candidate(money(1.2), "1,200", row, 3),
        candidate(money(1.3), "1,300", row, 3),
    ];
    assert!(conflict(&asked(&Terms::of(""), "amount"), &columns, 0).is_none());
    let year = |year: &str, value, line| {
        candidate(
            money(value),
            "$5",
            &format!("Rent for {year} was $5 of 777 units"),
            line,
        )
    };
    assert!(
        conflict(
            &asked(&Terms::of(""), "amount"),
            &[year("2018", 1.0, 3), year("2019", 2.0, 4)],
            0
        )
        .is_none()
    );
    let mut euro = money(9.0);
    euro["currency"] = json!("EUR");
    let pair = [
        candidate(money(1.0), "$1", "Limit: $1", 3),
        candidate(euro, "EUR 9", "Limit: EUR 9", 4),
    ];
    assert!(conflict(&asked(&Terms::of(""), "amount"), &pair, 0).is_none());
}

#[test]
fn versions_are_told_by_headings_where_the_line_says_only_the_value() {
    let date = |context: &str, wording: &str, iso: &str, line| {
        let value = json!({ "iso": iso, "original": wording });
        candidate(value, wording, context, line)
    };
    let headed = [
        date(
            "15 March 2024 | Effective date (original)",
            "15 March 2024",
            "2024-03-15",
            3,
        ),
        date(
            "1 April 2024 | Effective date (amended)",
            "1 April 2024",
            "2024-04-01",
            9,
        ),
    ];
    assert_eq!(
        contradicting(&asked(&Terms::of(""), "date"), &headed, 0),
        [1]
    );
    let rows = [
        date(
            "Original 15 March 2024 | Effective date",
            "15 March 2024",
            "2024-03-15",
            3,
        ),
        date(
            "Amended 1 April 2024 | Effective date",
            "1 April 2024",
            "2024-04-01",
            4,
        ),
    ];
    assert_eq!(contradicting(&asked(&Terms::of(""), "date"), &rows, 0), [1]);
    let others = [
        date(
            "15 March 2024 | Effective date (original)",
            "15 March 2024",
            "2024-03-15",
            3,
        ),
        date(
            "1 April 2024 | Payment date (amended)",
            "1 April 2024",
            "2024-04-01",
            9,
        ),
    ];
    assert!(contradicting(&asked(&Terms::of(""), "date"), &others, 0).is_empty());
    let listed = [
        date("15 March 2024 | Holidays", "15 March 2024", "2024-03-15", 3),
        date("1 April 2024 | Holidays", "1 April 2024", "2024-04-01", 4),
    ];
    assert!(contradicting(&asked(&Terms::of(""), "date"), &listed, 0).is_empty());
}

#[test]
fn rows_of_one_table_contradict_each_other_only_under_the_same_label() {
    let row = |label: &str, value: &str, line| {
        let figure =
            json!({ "value": value.replace(',', "").parse::<f64>().unwrap(), "unit": null });
        candidate(figure, value, &format!("{label} {value} | 2017"), line)
    };
    let table = evidence::Table {
        first_line: 3,
        last_line: 8,
        header_rows: 1,
        rows: Vec::new(),
    };
    let chunk = |tables| EvidenceChunk {
        anchor: "C0".into(),
        chunk_id: "a".into(),
        document_id: "d".into(),
        document_title: "t".into(),
        lines: Vec::new(),
        similarity: 1.0,
        tables,
    };
    let (within, without) = ([chunk(vec![table])], [chunk(Vec::new())]);
    let terms = Terms::of("");
    let against = |chunks: &[EvidenceChunk], other: &str| {
        let asked = Asked {
            terms: &terms,
            answer_type: "number",
            chunks,
        };
        let both = [
            row("Other operating income", "3,817", 6),
            row(other, "1,758", 7),
        ];
        contradicting(&asked, &both, 0)
    };
    assert!(against(&within, "Total other operating income").is_empty());
    assert_eq!(against(&within, "Other operating income"), [1]);
    // In lines of prose a word more is the same said again.
    assert_eq!(against(&without, "Total other operating income"), [1]);
}
