//! Every check refuses what it is there for, and valid answers pass, by example.

use crate::scene::{bundle, draft, verdict, verdict_by_schema, verdict_without_schema};
use crate::{FindingKind, Verdict, WarningKind};
use evidence::{AnswerBundle, AssemblyStatus};
use serde_json::{Value, json};

fn evidence() -> AnswerBundle {
    bundle(&[
        &[
            "SAMPLE POLICY",
            "The annual premium is $1,250.00 for",
            "the insured, Jane Q. Doe, since 16 July 2002.",
        ],
        &[
            "Deductible 500 1,000",
            "Share of loss 12.5 % of the",
            "IBAN DE12 1234 5612 3456 7890 12",
            "Harbour Road 5, 20095 Hamburg",
        ],
    ])
}

fn kinds(answer_type: &str, draft: &Value, evidence: &AnswerBundle) -> Vec<FindingKind> {
    match verdict(answer_type, draft, evidence) {
        Verdict::Accepted(_) => Vec::new(),
        Verdict::Refused(findings) => findings.iter().map(|finding| finding.kind).collect(),
    }
}

fn premium() -> Value {
    draft(&[(
        json!({"value": 1250.0, "currency": "USD", "unit": null}),
        "C0",
        2,
        2,
        "premium is $1,250.00 for",
    )])
}

#[test]
fn accepts_valid_values_of_every_type() {
    let cases = [
        (
            "amount",
            json!({"value": 1250, "currency": "USD", "unit": null}),
            "C0",
            2,
            2,
            "premium is $1,250.00 for",
        ),
        (
            "number",
            json!({"value": 500, "unit": null}),
            "C1",
            4,
            4,
            "Deductible 500 1,000",
        ),
        (
            "percentage",
            json!({"value": 12.5, "of": null}),
            "C1",
            5,
            5,
            "Share of loss 12.5 %",
        ),
        (
            "date",
            json!({"iso": "2002-07-16", "original": "16 July 2002"}),
            "C0",
            3,
            3,
            "since 16 July 2002.",
        ),
        (
            "text",
            json!("annual premium"),
            "C0",
            2,
            2,
            "The annual premium is",
        ),
        (
            "organization",
            json!("SAMPLE POLICY"),
            "C0",
            1,
            1,
            "SAMPLE POLICY",
        ),
        (
            "iban",
            json!("DE12123456123456789012"),
            "C1",
            6,
            6,
            "IBAN DE12 1234 5612 3456 7890 12",
        ),
        (
            "address",
            json!({"street": "Harbour Road 5", "postal_code": "20095", "city": "Hamburg", "country": null}),
            "C1",
            7,
            7,
            "Harbour Road 5, 20095 Hamburg",
        ),
        (
            "person_name",
            json!({"first_name": "Jane", "middle_initial": "Q.", "last_name": "Doe"}),
            "C0",
            3,
            3,
            "the insured, Jane Q. Doe, since",
        ),
        (
            "list",
            json!("Deductible"),
            "C1",
            4,
            4,
            "Deductible 500 1,000",
        ),
        (
            "table",
            json!({"headers": ["", ""], "rows": [["500", "1,000"]]}),
            "C1",
            4,
            4,
            "Deductible 500 1,000",
        ),
        (
            "text",
            json!("premium is $1,250.00 for the insured"),
            "C0",
            2,
            3,
            "premium is $1,250.00 for the insured,",
        ),
    ];
    for (kind, value, anchor, from, to, quote) in cases {
        let found = verdict(
            kind,
            &draft(&[(value, anchor, from, to, quote)]),
            &evidence(),
        );
        assert!(matches!(found, Verdict::Accepted(_)), "{kind}: {found:?}");
    }
}

#[test]
fn accepts_the_not_found_answer_with_and_without_evidence() {
    assert_eq!(kinds("amount", &draft(&[]), &evidence()), []);
    let mut none = bundle(&[]);
    none.assembly_status = AssemblyStatus::NoEvidence;
    assert_eq!(kinds("amount", &draft(&[]), &none), []);
}

#[test]
fn refuses_an_answer_without_evidence() {
    let mut none = evidence();
    none.assembly_status = AssemblyStatus::NoEvidence;
    assert_eq!(
        kinds("amount", &premium(), &none),
        [FindingKind::AnswerWithoutEvidence]
    );
}

/// Sets one place of the premium draft and expects one finding kind.
#[test]
fn refuses_each_wrong_part_by_its_own_name() {
    use FindingKind as Kind;
    let span = "/items/0/spans/0";
    let cases = [
        (
            format!("{span}/anchor"),
            json!("C9"),
            Kind::InvalidCitationReference,
        ),
        (
            format!("{span}/anchor"),
            json!("C1"),
            Kind::LinesOutsideEvidence,
        ),
        (format!("{span}/line_start"), json!(3), Kind::ReversedSpan),
        (
            format!("{span}/line_start"),
            json!(0),
            Kind::LinesOutsideEvidence,
        ),
        (
            format!("{span}/line_end"),
            json!(4),
            Kind::LinesOutsideEvidence,
        ),
        (
            format!("{span}/line_end"),
            json!(4_294_967_295_u32),
            Kind::SpanTooLong,
        ),
        (
            format!("{span}/quote"),
            json!("premium is $1,250.0 for"),
            Kind::QuoteNotInLines,
        ),
        (
            format!("{span}/quote"),
            json!("premium is $1,250.00 fo"),
            Kind::QuoteNotInLines,
        ),
        (
            format!("{span}/quote"),
            json!("Premium is $1,250.00 for"),
            Kind::QuoteNotInLines,
        ),
        (format!("{span}/quote"), json!(""), Kind::QuoteNotInLines),
        (format!("{span}/quote"), Value::Null, Kind::MissingQuote),
        ("/items/0/spans".into(), json!([]), Kind::MissingCitation),
        (
            "/items/0/value/value".into(),
            json!(1251),
            Kind::ValueNotInQuotes,
        ),
        (
            "/items/0/value/value".into(),
            json!(-1250),
            Kind::ValueNotInQuotes,
        ),
        (
            "/items/0/value/unit".into(),
            json!("million"),
            Kind::ValueNotInQuotes,
        ),
        (
            "/items/0/value/currency".into(),
            json!("EUR"),
            Kind::InvalidCurrency,
        ),
        (
            "/items/0/value/currency".into(),
            json!("ZZZ"),
            Kind::SchemaViolation,
        ),
        (
            "/items/0/value/value".into(),
            json!("1250"),
            Kind::SchemaViolation,
        ),
        (
            "/answer_found".into(),
            json!(false),
            Kind::InconsistentFlags,
        ),
        (
            "/extraction_method".into(),
            json!("na"),
            Kind::InconsistentFlags,
        ),
        (
            "/conflicting_evidence".into(),
            json!(true),
            Kind::InconsistentFlags,
        ),
        ("/confidence".into(), json!(1.5), Kind::InconsistentFlags),
        (
            "/context_completeness_weak".into(),
            json!(-0.1),
            Kind::InconsistentFlags,
        ),
        ("/confidence".into(), json!("high"), Kind::SchemaViolation),
    ];
    for (pointer, value, expected) in cases {
        let mut wrong = premium();
        *wrong.pointer_mut(&pointer).unwrap() = value.clone();
        let found = kinds("amount", &wrong, &evidence());
        assert!(found.contains(&expected), "{pointer} = {value}: {found:?}");
    }
}

#[test]
fn refuses_fields_that_are_not_in_the_contract() {
    for pointer in ["", "/items/0", "/items/0/spans/0", "/items/0/value"] {
        let mut wrong = premium();
        wrong
            .pointer_mut(pointer)
            .and_then(Value::as_object_mut)
            .unwrap()
            .insert("extra".into(), json!(1));
        assert_eq!(
            kinds("amount", &wrong, &evidence()),
            [FindingKind::SchemaViolation],
            "{pointer}"
        );
    }
}

#[test]
fn refuses_several_single_values_unless_they_conflict() {
    let item = |value: i64| {
        (
            json!({"value": value, "unit": null}),
            "C1",
            4,
            4,
            "Deductible 500 1,000",
        )
    };
    let mut two = draft(&[item(500), item(1000)]);
    assert_eq!(
        kinds("number", &two, &evidence()),
        [FindingKind::InconsistentFlags]
    );
    two["conflicting_evidence"] = json!(true);
    assert_eq!(kinds("number", &two, &evidence()), []);
    let mut same = draft(&[item(500), item(500)]);
    same["conflicting_evidence"] = json!(true);
    assert_eq!(
        kinds("number", &same, &evidence()),
        [FindingKind::InconsistentFlags]
    );
}

#[test]
fn refuses_typed_values_that_cannot_be() {
    let since = "since 16 July 2002.";
    let cases = [
        (
            "date",
            json!({"iso": "2002-02-30", "original": "16 July 2002"}),
            "C0",
            3,
            since,
            FindingKind::InvalidDate,
        ),
        (
            "date",
            json!({"iso": "2002-07-17", "original": "16 July 2002"}),
            "C0",
            3,
            since,
            FindingKind::ValueNotInQuotes,
        ),
        (
            "date",
            json!({"iso": "2002-07-16", "original": "16 Jul 2002"}),
            "C0",
            3,
            since,
            FindingKind::ValueNotInQuotes,
        ),
        (
            "iban",
            json!("DE1212345612345678901"),
            "C1",
            6,
            "IBAN DE12 1234 5612 3456 7890 12",
            FindingKind::InvalidIban,
        ),
        (
            "table",
            json!({"headers": ["a"], "rows": [["500", "1,000"]]}),
            "C1",
            4,
            "Deductible 500 1,000",
            FindingKind::RowWidth,
        ),
        (
            "classification",
            json!("Storm"),
            "C0",
            1,
            "SAMPLE POLICY",
            FindingKind::UnknownLabel,
        ),
        (
            "boolean",
            json!(true),
            "C0",
            1,
            "SAMPLE POLICY",
            FindingKind::ValueNotInQuotes,
        ),
        (
            "text",
            json!("nnual premium"),
            "C0",
            2,
            "The annual premium is",
            FindingKind::ValueNotInQuotes,
        ),
    ];
    for (kind, value, anchor, line, quote, expected) in cases {
        let answer = draft(&[(value.clone(), anchor, line, line, quote)]);
        let found: Vec<FindingKind> = match verdict_without_schema(kind, &answer, &evidence()) {
            Verdict::Accepted(_) => Vec::new(),
            Verdict::Refused(findings) => findings.iter().map(|finding| finding.kind).collect(),
        };
        assert!(found.contains(&expected), "{kind} {value}: {found:?}");
        let strict = kinds(kind, &answer, &evidence());
        assert!(!strict.is_empty(), "{kind} {value}");
    }
}

#[test]
fn accepts_an_iban_with_the_documents_own_wrong_check_digits_with_a_warning() {
    let answer = draft(&[(
        json!("DE12123456123456789012"),
        "C1",
        6,
        6,
        "IBAN DE12 1234 5612 3456 7890 12",
    )]);
    let Verdict::Accepted(accepted) = verdict("iban", &answer, &evidence()) else {
        panic!("refused")
    };
    assert_eq!(
        accepted.warnings().first().map(|warning| warning.kind),
        Some(WarningKind::IbanCheckDigits)
    );
}

#[test]
fn asks_computed_values_for_inputs_and_inferred_ones_for_figures_of_the_evidence() {
    let mut computed = draft(&[(
        json!({"value": 1500, "unit": null}),
        "C1",
        4,
        4,
        "Deductible 500 1,000",
    )]);
    computed["extraction_method"] = json!("computed");
    assert_eq!(kinds("number", &computed, &evidence()), []);
    *computed.pointer_mut("/items/0/spans/0/quote").unwrap() = json!("Deductible");
    assert_eq!(
        kinds("number", &computed, &evidence()),
        [FindingKind::MissingInputs]
    );
    let mut inferred = draft(&[(
        json!({"value": 77, "unit": null}),
        "C1",
        4,
        4,
        "Deductible 500 1,000",
    )]);
    inferred["extraction_method"] = json!("inferred");
    assert_eq!(
        kinds("number", &inferred, &evidence()),
        [FindingKind::NumberNotInEvidence]
    );
    let mut yes = draft(&[(json!(true), "C0", 1, 1, "SAMPLE POLICY")]);
    yes["extraction_method"] = json!("inferred");
    assert_eq!(kinds("boolean", &yes, &evidence()), []);
}

#[test]
fn recovers_citations_from_the_source_once_each_and_in_order() {
    let mut answer = premium();
    let span = answer.pointer("/items/0/spans/0").cloned().unwrap();
    let other = json!({"anchor": "C0", "line_start": 1, "line_end": 2, "quote": null});
    answer["items"][0]["spans"] = json!([span, other, span]);
    let Verdict::Accepted(accepted) = verdict("amount", &answer, &evidence()) else {
        panic!("refused")
    };
    let quotes: Vec<&str> = accepted
        .citations()
        .iter()
        .map(|citation| citation.quote.as_str())
        .collect();
    assert_eq!(
        quotes,
        [
            "premium is $1,250.00 for",
            "SAMPLE POLICY The annual premium is $1,250.00 for"
        ]
    );
    assert_eq!(
        accepted
            .citations()
            .iter()
            .map(|citation| citation.boxes.len())
            .collect::<Vec<_>>(),
        [1, 2]
    );
}

#[test]
fn checks_a_users_schema_and_names_the_place() {
    let schema =
        json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let good = draft(&[(json!({"name": "Jane"}), "C0", 3, 3, "Jane Q. Doe,")]);
    assert!(matches!(
        verdict_by_schema(&schema, &good, &evidence()),
        Verdict::Accepted(_)
    ));
    let wrong = draft(&[(json!({"name": 5}), "C0", 3, 3, "Jane Q. Doe,")]);
    let Verdict::Refused(findings) = verdict_by_schema(&schema, &wrong, &evidence()) else {
        panic!("accepted")
    };
    assert_eq!(
        findings.first().map(|finding| finding.pointer.as_str()),
        Some("/items/0/value/name")
    );
}

#[test]
fn refuses_a_schema_that_reaches_for_another_document() {
    let schema = json!({"$ref": "file:///etc/hostname"});
    let answer = draft(&[(json!("Jane"), "C0", 3, 3, "Jane Q. Doe,")]);
    let Verdict::Refused(findings) = verdict_by_schema(&schema, &answer, &evidence()) else {
        panic!("accepted")
    };
    assert_eq!(
        findings.first().map(|finding| finding.kind),
        Some(FindingKind::UnusableSchema)
    );
}

#[test]
fn findings_hold_no_text_of_the_document() {
    let mut wrong = premium();
    wrong["items"][0]["spans"][0]["quote"] = json!("secret words");
    let Verdict::Refused(findings) = verdict("amount", &wrong, &evidence()) else {
        panic!("accepted")
    };
    let told = serde_json::to_string(&findings).unwrap();
    assert!(!told.contains("secret") && !told.contains("1,250"));
}

#[test]
fn any_json_is_refused_without_a_panic() {
    for value in [
        json!(null),
        json!([]),
        json!({}),
        json!({"items": 1}),
        json!("x"),
    ] {
        assert_eq!(
            kinds("text", &value, &evidence()),
            [FindingKind::SchemaViolation]
        );
    }
}
