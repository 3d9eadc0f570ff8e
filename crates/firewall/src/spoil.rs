//! A valid answer of every type, spoiled in every way its type can be wrong:
//! each is refused, whatever figures the document holds.

use crate::scene::{bundle, draft, verdict, verdict_without_schema};
use crate::{FindingKind, Verdict, WarningKind};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A line, the value it states, and what may be put in its place.
struct Case {
    kind: &'static str,
    line: String,
    value: Value,
    /// JSON Pointer into the value, and what is wrong there.
    wrong: Vec<(&'static str, Value)>,
}

/// Figures that a document could hold.
#[derive(Debug, Clone)]
struct Figures {
    day: u32,
    month: u32,
    year: u32,
    count: u32,
}

fn figures() -> impl Strategy<Value = Figures> {
    (13_u32..28, 1_u32..=12, 1980_u32..2060, 2_u32..90).prop_map(|(day, month, year, count)| {
        Figures {
            day,
            month,
            year,
            count,
        }
    })
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn cases(figures: &Figures) -> Vec<Case> {
    let Figures {
        day,
        month,
        year,
        count,
    } = *figures;
    let name = MONTHS[month as usize - 1];
    let iso = |year: u32, month: u32, day: u32| format!("{year:04}-{month:02}-{day:02}");
    let other = month % 12 + 1;
    let case = |kind, line: String, value, wrong| Case {
        kind,
        line,
        value,
        wrong,
    };
    let thousand = f64::from(count) * 1000.0 + 0.25;
    vec![
        case(
            "amount",
            format!("a fee of EUR {count}.000,25 a year"),
            json!({"value": thousand, "currency": "EUR", "unit": "a year"}),
            vec![
                ("/value", json!(thousand + 1.0)),
                ("/value", json!(-thousand)),
                ("/currency", json!("USD")),
                ("/unit", json!("million")),
                ("/unit", json!("per claim")),
            ],
        ),
        case(
            "number",
            format!("a staff of {count} employees"),
            json!({"value": count, "unit": "employees"}),
            vec![("/value", json!(count + 1)), ("/unit", json!("guests"))],
        ),
        case(
            "percentage",
            format!("a margin of {count} basis points of profit"),
            json!({"value": f64::from(count) / 100.0, "of": "profit"}),
            vec![
                ("/value", json!(count)),
                ("/value", json!(f64::from(count) / 10.0)),
                ("/of", json!("turnover")),
            ],
        ),
        case(
            "date",
            format!("signed on {day} {name} {year} at noon"),
            json!({"iso": iso(year, month, day), "original": format!("{day} {name} {year}")}),
            vec![
                ("/iso", json!(iso(year, month, day + 1))),
                ("/iso", json!(iso(year, other, day))),
                ("/iso", json!(iso(year + 1, month, day))),
                ("/iso", json!(iso(year, 2, 30))),
                ("/original", json!("yesterday")),
            ],
        ),
        case(
            "date_range",
            format!(
                "from {day} {name} {year} to {day} {name} {} inclusive",
                year + 1
            ),
            json!({
                "iso_start": iso(year, month, day), "iso_end": iso(year + 1, month, day),
                "original": format!("from {day} {name} {year} to {day} {name} {}", year + 1)
            }),
            vec![
                ("/iso_start", json!(iso(year + 1, month, day))),
                ("/iso_end", json!(iso(year, month, day))),
                ("/iso_start", json!(iso(year + 2, month, day))),
                ("/iso_start", json!(iso(year, other, day))),
                ("/iso_end", json!("2000-02-30")),
                ("/original", json!("always")),
            ],
        ),
        case(
            "duration",
            format!("a term of {count} months from signing"),
            json!({"iso": format!("P{count}M"), "original": format!("{count} months")}),
            vec![
                ("/iso", json!(format!("P{}M", count + 1))),
                ("/iso", json!(format!("P{count}D"))),
                ("/iso", json!(format!("PT{count}M"))),
                ("/iso", json!("P")),
                ("/original", json!("months")),
            ],
        ),
        case(
            "iban",
            "IBAN DE89 3704 0044 0532 0130 00 at the bank".into(),
            json!("DE89370400440532013000"),
            vec![
                ("", json!("DE89370400440532013001")),
                ("", json!("GB29NWBK60161331926819")),
                ("", json!("DE8937040044053201300")),
            ],
        ),
        case(
            "email",
            format!("write to office{count}@example.org today"),
            json!(format!("office{count}@example.org")),
            vec![
                ("", json!("other@example.org")),
                ("", json!(format!("office{count}@example"))),
                ("", json!(format!("fice{count}@example.org"))),
            ],
        ),
        case(
            "phone",
            format!("Tel: 07-35074{count} at any time"),
            json!(format!("07-35074{count}")),
            vec![
                ("", json!("07-1111111")),
                ("", json!("at any")),
                ("", json!(format!("35074{count}x"))),
            ],
        ),
        case(
            "url",
            format!("see https://example.org/page{count} for more"),
            json!(format!("https://example.org/page{count}")),
            vec![
                ("", json!("https://example.org/other")),
                ("", json!("for more")),
            ],
        ),
        case(
            "address",
            format!("Harbour Road {count}, 20095 Hamburg, Germany"),
            json!({"street": format!("Harbour Road {count}"), "postal_code": "20095", "city": "Hamburg", "country": "Germany"}),
            vec![
                ("/street", json!(format!("Harbour Road {}", count + 1))),
                ("/city", json!("Berlin")),
                ("/postal_code", json!("20096")),
                (
                    "",
                    json!({"street": null, "postal_code": null, "city": null, "country": null}),
                ),
            ],
        ),
        case(
            "person_name",
            "the insured, Jane Q. Doe, and others".into(),
            json!({"first_name": "Jane", "middle_initial": "Q.", "last_name": "Doe"}),
            vec![("/first_name", json!("John")), ("/last_name", json!("Roe"))],
        ),
        case(
            "organization",
            "signed by Harbour Tools Ltd in town".into(),
            json!("Harbour Tools Ltd"),
            vec![("", json!("Harbour Tool")), ("", json!("City Tools Ltd"))],
        ),
        case(
            "table",
            format!("Deductible {count} 1,000 for all"),
            json!({"headers": ["", "", ""], "rows": [["Deductible", count.to_string(), "1,000"]]}),
            vec![
                ("/rows/0/1", json!((count + 1).to_string())),
                ("/rows/0", json!(["Deductible", "1,000"])),
                ("/headers", json!(["", ""])),
            ],
        ),
        case(
            "tree",
            "Perils: Fire and Storm and Flood apply".into(),
            json!({"label": "Perils", "children": [{"label": "Fire", "children": []}]}),
            vec![
                ("/children/0/label", json!("Theft")),
                ("/label", json!("")),
                ("/children/0/children", json!(null)),
            ],
        ),
        case(
            "text",
            "the perils are fire and storm only".into(),
            json!("fire and storm"),
            vec![
                ("", json!("fire and flood")),
                ("", json!("ire and storm")),
                ("", json!(" ")),
            ],
        ),
    ]
}

fn answered(case: &Case, value: &Value) -> (Value, evidence::AnswerBundle) {
    let lines = ["nothing of note stands here", case.line.as_str()];
    let answer = draft(&[(value.clone(), "C0", 2, 2, &case.line)]);
    (answer, bundle(&[&lines]))
}

fn spoiled(value: &Value, pointer: &str, wrong: &Value) -> Value {
    let mut value = value.clone();
    *value.pointer_mut(pointer).unwrap() = wrong.clone();
    value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn valid_answers_of_every_type_pass_and_every_spoiled_one_is_refused(figures in figures()) {
        for case in cases(&figures) {
            let (answer, evidence) = answered(&case, &case.value);
            let found = verdict(case.kind, &answer, &evidence);
            prop_assert!(matches!(found, Verdict::Accepted(_)), "{} {}: {found:?}", case.kind, case.value);
            for (pointer, wrong) in &case.wrong {
                let value = spoiled(&case.value, pointer, wrong);
                let (answer, evidence) = answered(&case, &value);
                let found = verdict(case.kind, &answer, &evidence);
                prop_assert!(matches!(found, Verdict::Refused(_)), "{} {value} is accepted", case.kind);
            }
        }
    }
}

/// Where the schema of a type says nothing, so that it is not the schema that
/// refuses.
#[test]
fn a_value_that_its_type_does_not_allow_is_refused_by_its_own_name() {
    use FindingKind as Kind;
    let nowhere = json!({"street": null, "postal_code": null, "city": " ", "country": null});
    let backwards = json!({
        "iso_start": "2020-03-02", "iso_end": "2020-03-01", "original": "2 to 1 March 2020"
    });
    let cases = [
        ("date_range", backwards, Kind::InvalidPeriod),
        (
            "duration",
            json!({"iso": "P1D2Y", "original": "one day and two years"}),
            Kind::InvalidDuration,
        ),
        ("email", json!("a@@example.org"), Kind::InvalidEmail),
        ("phone", json!("(030 1234567"), Kind::InvalidPhone),
        ("url", json!("javascript://x.y"), Kind::InvalidUrl),
        ("address", nowhere, Kind::EmptyValue),
        ("text", json!(" "), Kind::EmptyValue),
        (
            "tree",
            json!({"label": " ", "children": []}),
            Kind::InvalidTree,
        ),
    ];
    for (kind, value, expected) in cases {
        let line = "2 to 1 March 2020, one day and two years, a@@example.org (030 1234567 javascript://x.y";
        let answer = draft(&[(value.clone(), "C0", 1, 1, line)]);
        let Verdict::Refused(findings) = verdict_without_schema(kind, &answer, &bundle(&[&[line]]))
        else {
            panic!("{kind} {value} is accepted")
        };
        let found: Vec<Kind> = findings.iter().map(|finding| finding.kind).collect();
        assert!(found.contains(&expected), "{kind} {value}: {found:?}");
    }
}

#[test]
fn a_partial_answer_that_is_almost_certain_of_itself_passes_as_overconfident() {
    let evidence = bundle(&[&["a fee of EUR 500 a year"]]);
    let kinds = |complete: bool, confidence: f64| {
        let value = json!({"value": 500, "currency": "EUR", "unit": null});
        let mut answer = draft(&[(value, "C0", 1, 1, "a fee of EUR 500")]);
        answer["complete_answer_found"] = json!(complete);
        answer["confidence"] = json!(confidence);
        let Verdict::Accepted(accepted) = verdict("amount", &answer, &evidence) else {
            panic!("refused")
        };
        let warnings = accepted.warnings().iter();
        warnings.map(|one| one.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(false, 0.96), [WarningKind::Overconfident]);
    assert_eq!(kinds(false, 0.95), []);
    assert_eq!(kinds(true, 0.96), []);
}

#[test]
fn either_reading_of_an_ambiguous_date_passes_with_a_warning() {
    let evidence = bundle(&[&["signed on 03/04/2018 in town"]]);
    for iso in ["2018-04-03", "2018-03-04"] {
        let value = json!({"iso": iso, "original": "03/04/2018"});
        let answer = draft(&[(value, "C0", 1, 1, "signed on 03/04/2018 in town")]);
        let Verdict::Accepted(accepted) = verdict("date", &answer, &evidence) else {
            panic!("{iso} is refused")
        };
        let kinds: Vec<WarningKind> = accepted.warnings().iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [WarningKind::AmbiguousDate], "{iso}");
    }
}

#[test]
fn a_date_that_the_document_decides_has_no_warning() {
    let evidence = bundle(&[&["signed on 03/04/2018 in town", "and on 25/04/2018"]]);
    let value = json!({"iso": "2018-04-03", "original": "03/04/2018"});
    let answer = draft(&[(value, "C0", 1, 1, "signed on 03/04/2018 in town")]);
    let Verdict::Accepted(accepted) = verdict("date", &answer, &evidence) else {
        panic!("refused")
    };
    assert!(accepted.warnings().is_empty());
}

#[test]
fn the_currency_of_a_country_passes_with_a_warning_and_no_other_does() {
    let answer = |code: &str| {
        let value = json!({"value": 21.0, "currency": code, "unit": null});
        draft(&[(value, "C0", 2, 2, "TOTAL 21.00")])
    };
    for said in [
        "12 Jalan Besar, Johor, MALAYSIA",
        "GOOD FOODS SDN BHD",
        "Good Foods (Johor) Sdn. Bhd. (139386 X)",
    ] {
        let evidence = bundle(&[&[said, "TOTAL 21.00"]]);
        let Verdict::Accepted(accepted) = verdict("amount", &answer("MYR"), &evidence) else {
            panic!("refused: {said}")
        };
        assert_eq!(
            accepted.warnings().first().map(|one| one.kind),
            Some(WarningKind::CurrencyOfCountry)
        );
        let Verdict::Refused(findings) = verdict("amount", &answer("USD"), &evidence) else {
            panic!("accepted: {said}")
        };
        assert_eq!(
            findings.first().map(|one| one.kind),
            Some(FindingKind::InvalidCurrency)
        );
    }
}

#[test]
fn a_sign_of_several_countries_passes_with_a_warning() {
    for (said, code, warned) in [
        (
            "NIT 900.123.456-7",
            json!("COP"),
            Some(WarningKind::CurrencyOfCountry),
        ),
        ("in COP", json!("COP"), None),
        ("pesos colombianos", json!("COP"), None),
        ("the usual dollar", json!("USD"), None),
        ("nada", Value::Null, Some(WarningKind::UnclearCurrency)),
    ] {
        let evidence = bundle(&[&[said, "TOTAL $ 21.00"]]);
        let value = json!({"value": 21.0, "currency": code, "unit": null});
        let answer = draft(&[(value, "C0", 2, 2, "TOTAL $ 21.00")]);
        let Verdict::Accepted(accepted) = verdict("amount", &answer, &evidence) else {
            panic!("refused: {said}")
        };
        let kinds: Vec<WarningKind> = accepted.warnings().iter().map(|one| one.kind).collect();
        assert_eq!(kinds, warned.into_iter().collect::<Vec<_>>(), "{said}");
    }
}

#[test]
fn a_day_without_its_year_passes_with_a_warning_beside_a_date_that_has_one() {
    let evidence = bundle(&[&["21 November 2024", "Please pay by 5 December."]]);
    let value = json!({"iso": "2024-12-05", "original": "5 December"});
    let mut answer = draft(&[(value, "C0", 2, 2, "Please pay by 5 December.")]);
    assert!(matches!(
        verdict("date", &answer, &evidence),
        Verdict::Refused(_)
    ));
    let other =
        json!({ "anchor": "C0", "line_start": 1, "line_end": 1, "quote": "21 November 2024" });
    let mut spans = answer["items"][0]["spans"].as_array().unwrap().clone();
    spans.push(other);
    answer["items"][0]["spans"] = json!(spans);
    let Verdict::Accepted(accepted) = verdict("date", &answer, &evidence) else {
        panic!("refused")
    };
    let kinds: Vec<WarningKind> = accepted.warnings().iter().map(|one| one.kind).collect();
    assert_eq!(kinds, [WarningKind::YearOfOtherDates]);
}

#[test]
fn an_inferred_date_or_text_has_its_figures_in_the_evidence() {
    let evidence = bundle(&[&["signed on 3 April 2018 in town"]]);
    let refused = |kind: &str, value: Value| {
        let mut answer = draft(&[(value, "C0", 1, 1, "signed on 3 April 2018")]);
        answer["extraction_method"] = json!("inferred");
        matches!(verdict(kind, &answer, &evidence), Verdict::Refused(_))
    };
    assert!(!refused(
        "date",
        json!({"iso": "2018-04-03", "original": "3 April 2018"})
    ));
    assert!(refused(
        "date",
        json!({"iso": "2018-04-04", "original": "3 April 2018"})
    ));
    assert!(refused(
        "date",
        json!({"iso": "2018-05-04", "original": "4 May 2018"})
    ));
    assert!(!refused("text", json!("it was signed in 2018")));
    assert!(refused("text", json!("it was signed in 2019")));
}
