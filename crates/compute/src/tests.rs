use super::*;
use serde_json::{Value, json};

mod property;

fn amounts(values: &[(&str, Option<&str>)]) -> Extracted {
    Extracted {
        answer_type: "amount".into(),
        values: values
            .iter()
            .map(|(value, currency)| {
                let value: Value = serde_json::from_str(value).unwrap();
                json!({ "value": value, "currency": currency, "unit": null }).into()
            })
            .collect(),
    }
}

fn one(answer_type: &str, value: Value) -> Extracted {
    Extracted {
        answer_type: answer_type.into(),
        values: vec![value.into()],
    }
}

fn date(iso: &str) -> Extracted {
    one("date", json!({ "iso": iso, "original": iso }))
}

fn duration(iso: &str) -> Extracted {
    one("duration", json!({ "iso": iso, "original": iso }))
}

fn constant(answer_type: &str, value: Value) -> Input {
    Input::Constant {
        constant: Typed::new(answer_type, value),
    }
}

fn usd(value: i64) -> Input {
    constant(
        "amount",
        json!({ "value": value, "currency": "USD", "unit": null }),
    )
}

fn step(operation: Operation, inputs: Vec<Input>) -> Step {
    Step { operation, inputs }
}

fn only(extraction: usize) -> Input {
    Input::Only { extraction }
}

fn result_of(
    operation: Operation,
    extractions: &[Extracted],
    rates: Option<&Rates>,
) -> Result<Value, StepProblem> {
    let inputs = (0..extractions.len()).map(only).collect();
    run(&[step(operation, inputs)], extractions, rates)
        .map(|done| done.result.value.json())
        .map_err(|error| error.problem)
}

fn compare(relation: Relation, left: Extracted, right: Input) -> Result<Value, StepProblem> {
    let step = step(Operation::Compare { relation }, vec![only(0), right]);
    run(&[step], &[left], None)
        .map(|done| done.result.value.json())
        .map_err(|error| error.problem)
}

fn rates() -> Rates {
    Rates::parse(
        "base = \"EUR\"\ndate = 2026-11-20\nsource = \"a bank\"\n[rates]\nUSD = \"1.25\"\nJPY = 160\nGBP = 0.8",
    )
    .unwrap()
}

#[test]
fn every_relation_decides_both_ways_and_at_equality() {
    use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    for (relation, below, same, above) in [
        (Greater, false, false, true),
        (GreaterOrEqual, false, true, true),
        (Less, true, false, false),
        (LessOrEqual, true, true, false),
        (Equal, false, true, false),
    ] {
        for (value, expected) in [
            ("999999.99", below),
            ("1000000", same),
            ("1e6", same),
            ("1000000.01", above),
        ] {
            let left = amounts(&[(value, Some("USD"))]);
            assert_eq!(
                compare(relation, left, usd(1_000_000)),
                Ok(json!(expected)),
                "{value} {relation:?}"
            );
        }
    }
}

#[test]
fn between_counts_its_bounds_as_within() {
    for (value, expected) in [("9", false), ("10", true), ("20", true), ("21", false)] {
        let between = step(
            Operation::Compare {
                relation: Relation::Between,
            },
            vec![only(0), usd(10), usd(20)],
        );
        let done = run(&[between], &[amounts(&[(value, Some("USD"))])], None).unwrap();
        assert_eq!(done.result.value, json!(expected), "{value}");
    }
}

#[test]
fn a_scale_word_in_the_unit_counts() {
    let left = one(
        "amount",
        json!({ "value": 1.2, "currency": "USD", "unit": "million" }),
    );
    assert_eq!(
        compare(Relation::Greater, left, usd(1_000_000)),
        Ok(json!(true))
    );
}

#[test]
fn a_partial_date_decides_only_what_it_can() {
    let may = || {
        constant(
            "date",
            json!({ "iso": "2020-05-01", "original": "1 May 2020" }),
        )
    };
    for (iso, expected) in [
        ("2020-04-30", Ok(json!(true))),
        ("2019", Ok(json!(true))),
        ("2020-06", Ok(json!(false))),
        ("2020-05-01", Ok(json!(false))),
        ("2020", Err(StepProblem::Undecided)),
    ] {
        assert_eq!(compare(Relation::Less, date(iso), may()), expected, "{iso}");
    }
}

#[test]
fn days_and_months_compare_where_the_calendar_leaves_no_doubt() {
    let days = |count: i64| {
        constant(
            "duration",
            json!({ "iso": format!("P{count}D"), "original": "" }),
        )
    };
    for (iso, count, expected) in [
        ("P3M", 30, Ok(json!(true))),
        ("P1M", 31, Ok(json!(false))),
        ("P1M", 30, Err(StepProblem::Undecided)),
        ("P2W", 13, Ok(json!(true))),
    ] {
        assert_eq!(
            compare(Relation::Greater, duration(iso), days(count)),
            expected,
            "{iso} {count}"
        );
    }
    let sixty = one("number", json!({ "value": 60, "unit": "days" }));
    assert_eq!(compare(Relation::Greater, sixty, days(30)), Ok(json!(true)));
}

#[test]
fn decimals_add_up_without_binary_dust() {
    let all = Input::All { extraction: 0 };
    let items = amounts(&[
        ("0.1", Some("EUR")),
        ("0.2", Some("EUR")),
        ("1234.56", None),
    ]);
    let done = run(&[step(Operation::Sum, vec![all])], &[items], None).unwrap();
    assert_eq!(
        done.result.value,
        json!({ "value": 1234.86, "currency": "EUR", "unit": null })
    );
    assert_eq!(
        done.steps[0].explanation,
        "The sum of EUR 0.1, EUR 0.2 and EUR 1234.56 is EUR 1234.86."
    );
    assert_eq!(
        done.steps[0].notes,
        ["The document names no currency for an amount; it is taken as EUR."]
    );
}

#[test]
fn each_operation_over_numbers_gives_its_result() {
    let pair = [
        amounts(&[("100", Some("EUR"))]),
        amounts(&[("75", Some("EUR"))]),
    ];
    let eur = |value: Value| json!({ "value": value, "currency": "EUR", "unit": null });
    for (operation, expected) in [
        (Operation::Sum, eur(json!(175))),
        (Operation::Difference, eur(json!(25))),
        (Operation::Average { places: 2 }, eur(json!(87.5))),
        (Operation::Minimum, eur(json!(75))),
        (Operation::Maximum, eur(json!(100))),
        (Operation::Count, json!({ "value": 2, "unit": null })),
        (
            Operation::PercentageChange { places: 2 },
            json!({ "value": -25, "of": null }),
        ),
    ] {
        assert_eq!(
            result_of(operation.clone(), &pair, None),
            Ok(expected),
            "{operation:?}"
        );
    }
}

#[test]
fn nothing_extracted_counts_as_zero_and_sums_to_an_error() {
    let none = Extracted {
        answer_type: "list".into(),
        values: vec![],
    };
    let all = || vec![Input::All { extraction: 0 }];
    let count = run(
        &[step(Operation::Count, all())],
        std::slice::from_ref(&none),
        None,
    )
    .unwrap();
    assert_eq!(count.result.value.json()["value"], json!(0));
    let error = run(&[step(Operation::Sum, all())], &[none], None).unwrap_err();
    assert_eq!(error.problem, StepProblem::NothingExtracted { input: 0 });
}

#[test]
fn dates_are_counted_moved_and_aged_by_the_calendar() {
    let between = |unit, a: &str, b: &str| {
        result_of(Operation::TimeBetween { unit }, &[date(a), date(b)], None)
            .map(|v| v["value"].clone())
    };
    assert_eq!(
        between(TimeUnit::Days, "2024-02-01", "2024-03-01"),
        Ok(json!(29))
    );
    assert_eq!(
        between(TimeUnit::Days, "2024-03-01", "2024-02-01"),
        Ok(json!(29))
    );
    assert_eq!(
        between(TimeUnit::Years, "1960-05-02", "2020-05-01"),
        Ok(json!(59))
    );
    assert_eq!(
        between(TimeUnit::Months, "2024-01-31", "2024-02-29"),
        Ok(json!(1))
    );
    assert_eq!(
        between(TimeUnit::Days, "2024-02", "2024-03-01"),
        Err(StepProblem::PartialDate)
    );
    let moved = |operation, from: &str, by: &str| {
        result_of(operation, &[date(from), duration(by)], None).map(|v| v["iso"].clone())
    };
    assert_eq!(
        moved(Operation::AddDuration, "2024-01-31", "P1M"),
        Ok(json!("2024-02-29"))
    );
    assert_eq!(
        moved(Operation::SubtractDuration, "2024-03-01", "P30D"),
        Ok(json!("2024-01-31"))
    );
    assert_eq!(
        moved(Operation::AddDuration, "2024-05", "P3M"),
        Ok(json!("2024-08"))
    );
    assert_eq!(
        moved(Operation::AddDuration, "2024-05", "P3D"),
        Err(StepProblem::PartialDate)
    );
    assert_eq!(
        moved(Operation::AddDuration, "9999-12-31", "P1D"),
        Err(StepProblem::OutOfRange)
    );
}

#[test]
fn units_convert_where_a_rule_is_exact() {
    let time = |iso: &str, unit| {
        result_of(Operation::ConvertTime { unit }, &[duration(iso)], None)
            .map(|v| v["value"].clone())
    };
    assert_eq!(time("P2Y", TimeUnit::Months), Ok(json!(24)));
    assert_eq!(time("P2W", TimeUnit::Days), Ok(json!(14)));
    assert_eq!(time("P10D", TimeUnit::Weeks), Ok(json!(1.4286)));
    assert_eq!(
        time("P30D", TimeUnit::Months),
        Err(StepProblem::MonthsAndDays)
    );
    let scale = Operation::ConvertScale {
        scale: Scale::Million,
    };
    assert_eq!(
        result_of(scale, &[amounts(&[("1250000", Some("USD"))])], None),
        Ok(json!({ "value": 1.25, "currency": "USD", "unit": "million" }))
    );
}

#[test]
fn a_conversion_names_rate_date_and_source() {
    let convert = step(
        Operation::ConvertCurrency {
            currency: "EUR".into(),
        },
        vec![only(0)],
    );
    let done = run(
        &[convert],
        &[amounts(&[("100", Some("USD"))])],
        Some(&rates()),
    )
    .unwrap();
    assert_eq!(done.result.value.json()["value"], json!(80));
    let conversion = &done.steps[0].conversions[0];
    assert_eq!(
        (
            conversion.rate_from.as_str(),
            conversion.rate_to.as_str(),
            conversion.date.as_str(),
            conversion.source.as_str()
        ),
        ("1.25", "1", "2026-11-20", "a bank")
    );
}

#[test]
fn amounts_of_two_currencies_meet_through_the_rates_or_not_at_all() {
    let left = || amounts(&[("900000", Some("EUR"))]);
    let greater = step(
        Operation::Compare {
            relation: Relation::Greater,
        },
        vec![only(0), usd(1_000_000)],
    );
    let steps = [greater];
    let done = run(&steps, &[left()], Some(&rates())).unwrap();
    assert_eq!(done.result.value, json!(true));
    assert_eq!(
        done.steps[0].explanation,
        "USD 1125000 is greater than USD 1000000."
    );
    assert_eq!(
        run(&steps, &[left()], None).unwrap_err().to_string(),
        "step 1: the values are in EUR and USD, and no exchange rates were given"
    );
    let error = run(&steps, &[amounts(&[("1", Some("CHF"))])], Some(&rates())).unwrap_err();
    assert_eq!(
        error.problem,
        StepProblem::MissingRate {
            currency: "CHF".into()
        }
    );
    assert!(error.problem.help().contains("unconverted"));
}

#[test]
fn values_that_do_not_meet_are_told_with_their_types() {
    let kinds = |left: &str, right: &str| StepProblem::Kinds {
        left: left.into(),
        right: right.into(),
    };
    let pair = [amounts(&[("1", Some("EUR"))]), duration("P1D")];
    assert_eq!(
        result_of(Operation::Sum, &pair, None),
        Err(kinds("amount", "duration"))
    );
    let units = |unit: &str| one("number", json!({ "value": 1, "unit": unit }));
    assert_eq!(
        result_of(Operation::Sum, &[units("kg"), units("tons")], None),
        Err(StepProblem::Units)
    );
    assert!(matches!(
        result_of(
            Operation::Sum,
            &[date("2020-01-01"), date("2020-01-01")],
            None
        ),
        Err(StepProblem::WrongType { .. })
    ));
    let zero = [amounts(&[("0", None)]), amounts(&[("1", None)])];
    assert_eq!(
        result_of(Operation::PercentageChange { places: 2 }, &zero, None),
        Err(StepProblem::DivisionByZero)
    );
}

#[test]
fn one_value_is_needed_where_the_document_gives_two() {
    let error = compare(
        Relation::Greater,
        amounts(&[("1", None), ("2", None)]),
        usd(1),
    );
    assert_eq!(error, Err(StepProblem::SeveralValues { count: 2 }));
    let same = amounts(&[("2", Some("USD")), ("2.00", Some("USD"))]);
    assert_eq!(compare(Relation::Greater, same, usd(1)), Ok(json!(true)));
}

#[test]
fn steps_use_the_results_of_earlier_steps() {
    let steps = [
        step(Operation::Sum, vec![Input::All { extraction: 0 }]),
        step(
            Operation::Compare {
                relation: Relation::Greater,
            },
            vec![Input::Step { step: 0 }, usd(10)],
        ),
    ];
    let items = amounts(&[("5", Some("USD")), ("6", Some("USD"))]);
    assert_eq!(
        run(&steps, &[items], None).unwrap().result.value,
        json!(true)
    );
    let forward = [step(Operation::Sum, vec![Input::Step { step: 0 }])];
    assert_eq!(
        run(&forward, &[], None).unwrap_err().problem,
        StepProblem::NoSuchInput { input: 0 }
    );
}

#[test]
fn bounds_are_errors_with_what_was_given() {
    let many = vec![step(Operation::Count, vec![]); MAX_STEPS + 1];
    assert_eq!(
        run(&many, &[], None).unwrap_err().problem,
        StepProblem::TooMany {
            what: "steps",
            given: 33,
            limit: 32
        }
    );
    assert_eq!(
        run(&[], &[], None).unwrap_err().problem,
        StepProblem::NoSteps
    );
    let huge = amounts(&[("1e300", None), ("1", None)]);
    assert!(
        run(
            &[step(Operation::Sum, vec![Input::All { extraction: 0 }])],
            &[huge],
            None
        )
        .is_err()
    );
}

#[test]
fn a_result_is_given_as_another_type_where_nothing_is_lost() {
    let share = Typed::new("percentage", json!({ "value": 12.5, "of": null }));
    let number = Typed::new("number", json!({ "value": 12.5, "unit": "%" }));
    assert_eq!(share.expressed_as("number"), Some(number.clone()));
    assert_eq!(number.expressed_as("percentage"), Some(share.clone()));
    let days = Typed::new("number", json!({ "value": 30, "unit": "days" }));
    let thirty = json!({ "iso": "P30D", "original": "30 days" });
    assert_eq!(
        days.expressed_as("duration"),
        Some(Typed::new("duration", thirty))
    );
    assert_eq!(share.expressed_as("date"), None);
    assert!(expressible("percentage", "number") && !expressible("boolean", "amount"));
}

fn stored() -> Computation {
    let steps = [
        step(Operation::Sum, vec![Input::All { extraction: 0 }]),
        step(
            Operation::ConvertCurrency {
                currency: "JPY".into(),
            },
            vec![Input::Step { step: 0 }],
        ),
        step(
            Operation::Compare {
                relation: Relation::Greater,
            },
            vec![Input::Step { step: 1 }, usd(10)],
        ),
    ];
    run(
        &steps,
        &[amounts(&[("5.55", Some("USD")), ("6", Some("USD"))])],
        Some(&rates()),
    )
    .unwrap()
}

#[test]
fn a_stored_computation_is_computed_again_from_its_json_alone() {
    let text = serde_json::to_string(&stored()).unwrap();
    let read: Computation = serde_json::from_str(&text).unwrap();
    assert_eq!(recompute(&read), Ok(()));
}

#[test]
fn whatever_is_altered_in_a_stored_computation_is_found() {
    let text = serde_json::to_string(&stored()).unwrap();
    for (was, is) in [
        ("\"value\":11.55", "\"value\":11.65"),
        ("\"value\":true", "\"value\":false"),
        ("\"value\":5.55", "\"value\":5.45"),
        ("\"rate_to\":\"160\"", "\"rate_to\":\"161\""),
        ("\"kind\":\"sum\"", "\"kind\":\"average\",\"places\":2"),
        ("is USD 11.55.", "is USD 12.55."),
        ("\"relation\":\"greater\"", "\"relation\":\"less\""),
        ("\"version\":1", "\"version\":2"),
        ("\"date\":\"2026-11-20\"", "\"date\":\"2026-11-32\""),
    ] {
        let altered = text.replacen(was, is, 1);
        assert_ne!(altered, text, "{was} does not stand in it");
        let read: Computation = serde_json::from_str(&altered).unwrap();
        assert!(recompute(&read).is_err(), "{was} -> {is}");
    }
}

#[test]
fn a_rates_file_is_in_its_form_or_refused_with_the_reason() {
    let file = |line: &str| {
        format!("base = \"EUR\"\ndate = \"2026-11-20\"\nsource = \"a bank\"\n[rates]\n{line}\n")
    };
    assert_eq!(
        Rates::parse(&file("USD = 1.0842")).unwrap().rates["USD"],
        "1.0842"
    );
    for (line, reason) in [
        ("XXX = 1", "no ISO 4217 code"),
        ("USD = -1", "no positive decimal"),
        ("USD = \"1,08\"", "no positive decimal"),
        ("USD = 1.08421234567890123", "no positive decimal"),
        ("USD = nan", "no positive decimal"),
        ("EUR = 2", "no positive decimal"),
        ("USD = [1]", "not in its form"),
    ] {
        let error = Rates::parse(&file(line)).unwrap_err().to_string();
        assert!(error.contains(reason), "{line}: {error}");
    }
    assert!(matches!(Rates::parse("base = 1"), Err(RatesError::Form(_))));
    assert_eq!(
        Rates::parse(&file("").replace("2026-11-20", "2026-11")),
        Err(RatesError::Date)
    );
    assert_eq!(
        Rates::parse(&file("").replace("a bank", " ")),
        Err(RatesError::Source)
    );
}
