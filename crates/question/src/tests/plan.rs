use super::*;
use compute::{Input, Operation, Relation};
use serde_json::json;

fn plan_of(question: &str) -> (Vec<(String, String)>, Vec<Step>, String) {
    let parsed = parse(question);
    let computed = parsed
        .extractions
        .iter()
        .filter(|_| !parsed.steps.is_empty());
    let extractions = computed
        .map(|one| (one.question.as_asked().to_owned(), one.answer_type.clone()))
        .collect();
    (extractions, parsed.steps, parsed.answer_type)
}

#[test]
fn a_comparison_with_a_constant_is_an_extraction_and_a_step() {
    use Relation::{Between, Greater, GreaterOrEqual, Less, LessOrEqual};
    for (question, asked, answer_type, relation, constant) in [
        (
            "Is the premium above one million dollars?",
            "What is the premium?",
            "amount",
            Greater,
            json!({ "value": 1_000_000, "currency": "USD", "unit": null }),
        ),
        (
            "Does the deductible exceed EUR 5,000?",
            "What is the deductible?",
            "amount",
            Greater,
            json!({ "value": 5000, "currency": "EUR", "unit": null }),
        ),
        (
            "Is the contract shorter than two years?",
            "How long is the contract?",
            "duration",
            Less,
            json!({ "iso": "P2Y", "original": "2 years" }),
        ),
        (
            "Is the interest rate at least 5%?",
            "What is the interest rate?",
            "percentage",
            GreaterOrEqual,
            json!({ "value": 5, "of": null }),
        ),
        (
            "Is the notice period more than 30 days?",
            "What is the notice period?",
            "duration",
            Greater,
            json!({ "iso": "P30D", "original": "30 days" }),
        ),
        (
            "Was the agreement signed before 1 May 2020?",
            "When was the agreement signed?",
            "date",
            Less,
            json!({ "iso": "2020-05-01", "original": "1 May 2020" }),
        ),
        (
            "Is the effective date on or before 2020-05-01?",
            "What is the effective date?",
            "date",
            LessOrEqual,
            json!({ "iso": "2020-05-01", "original": "2020-05-01" }),
        ),
        (
            "Is the premium between 5 and 10 dollars?",
            "What is the premium?",
            "amount",
            Between,
            json!({ "value": 5, "currency": "USD", "unit": null }),
        ),
        (
            "Is the number of shares greater than 500?",
            "What is the number of shares?",
            "number",
            Greater,
            json!({ "value": 500, "unit": null }),
        ),
        (
            "Are there more than 50 employees?",
            "How many employees are there?",
            "number",
            Greater,
            json!({ "value": 50, "unit": null }),
        ),
        (
            "Liegt die Prämie über 1 Million Euro?",
            "Was ist die Prämie?",
            "amount",
            Greater,
            json!({ "value": 1_000_000, "currency": "EUR", "unit": null }),
        ),
        (
            "Übersteigt die Prämie 5.000 Euro?",
            "Was ist die Prämie?",
            "amount",
            Greater,
            json!({ "value": 5000, "currency": "EUR", "unit": null }),
        ),
        (
            "Beträgt die Kündigungsfrist mehr als drei Monate?",
            "Was ist die Kündigungsfrist?",
            "duration",
            Greater,
            json!({ "iso": "P3M", "original": "3 months" }),
        ),
        (
            "Wurde der Vertrag vor dem 1. Mai 2020 unterzeichnet?",
            "Wann wurde der Vertrag unterzeichnet?",
            "date",
            Less,
            json!({ "iso": "2020-05-01", "original": "1 Mai 2020" }),
        ),
        (
            "¿Es la prima superior a un millón de dólares?",
            "¿Cuál es la prima?",
            "amount",
            Greater,
            json!({ "value": 1_000_000, "currency": "USD", "unit": null }),
        ),
        (
            "¿Supera la prima 5.000 euros?",
            "¿Cuál es la prima?",
            "amount",
            Greater,
            json!({ "value": 5000, "currency": "EUR", "unit": null }),
        ),
    ] {
        let (extractions, steps, result) = plan_of(question);
        assert_eq!(
            extractions,
            [(asked.to_owned(), answer_type.to_owned())],
            "{question}"
        );
        assert_eq!(result, "boolean", "{question}");
        let [step] = steps.as_slice() else {
            panic!("{question}: {steps:?}")
        };
        assert_eq!(
            step.operation,
            Operation::Compare { relation },
            "{question}"
        );
        let Some(Input::Constant { constant: found }) = step.inputs.get(1) else {
            panic!("{question}")
        };
        assert_eq!(
            (found.answer_type.as_str(), found.value.json()),
            (answer_type, constant),
            "{question}"
        );
    }
}

#[test]
fn each_other_step_is_planned_from_its_words() {
    use compute::{Scale, TimeUnit};
    for (question, asked, operation, result) in [
        (
            "Is the premium higher than the deductible?",
            vec!["What is the premium?", "What is the deductible?"],
            Operation::Compare {
                relation: Relation::Greater,
            },
            "boolean",
        ),
        (
            "Is the start date before the end date?",
            vec!["What is the start date?", "What is the end date?"],
            Operation::Compare {
                relation: Relation::Less,
            },
            "boolean",
        ),
        (
            "What is the difference between revenue in 2019 and 2018?",
            vec!["What is revenue in 2019?", "What is revenue in 2018?"],
            Operation::Difference,
            "amount",
        ),
        (
            "What is the difference between the premium and the deductible?",
            vec!["What is the premium?", "What is the deductible?"],
            Operation::Difference,
            "amount",
        ),
        (
            "What was the change in revenue in 2019 from 2018?",
            vec!["What is revenue in 2018?", "What is revenue in 2019?"],
            Operation::Difference,
            "amount",
        ),
        (
            "What is the percentage change in net income between 2018 and 2019?",
            vec!["What is net income in 2018?", "What is net income in 2019?"],
            Operation::PercentageChange { places: 2 },
            "percentage",
        ),
        (
            "How many days are there between the effective date and the expiry?",
            vec!["What is the effective date?", "What is the expiry?"],
            Operation::TimeBetween {
                unit: TimeUnit::Days,
            },
            "number",
        ),
        (
            "How many months are there between 1 May 2020 and the maturity date?",
            vec!["What is the maturity date?"],
            Operation::TimeBetween {
                unit: TimeUnit::Months,
            },
            "number",
        ),
        (
            "What is the average revenue across 2017, 2018 and 2019?",
            vec![
                "What is revenue in 2017?",
                "What is revenue in 2018?",
                "What is revenue in 2019?",
            ],
            Operation::Average { places: 4 },
            "amount",
        ),
        (
            "What is the total of all invoice line amounts?",
            vec!["List all invoice line amounts."],
            Operation::Sum,
            "amount",
        ),
        (
            "How many parties are there?",
            vec!["List all parties."],
            Operation::Count,
            "number",
        ),
        (
            "What is the premium in euros?",
            vec!["What is the premium?"],
            Operation::ConvertCurrency {
                currency: "EUR".into(),
            },
            "amount",
        ),
        (
            "What was the revenue in millions?",
            vec!["What was the revenue?"],
            Operation::ConvertScale {
                scale: Scale::Million,
            },
            "amount",
        ),
        (
            "How long is the warranty period in months?",
            vec!["How long is the warranty period?"],
            Operation::ConvertTime {
                unit: TimeUnit::Months,
            },
            "number",
        ),
        (
            "How old was the insured on 1 May 2020?",
            vec!["When was the insured born?"],
            Operation::TimeBetween {
                unit: TimeUnit::Years,
            },
            "number",
        ),
        (
            "What date is 30 days after the effective date?",
            vec!["What is the effective date?"],
            Operation::AddDuration,
            "date",
        ),
        (
            "What is the deadline 14 days after the invoice date?",
            vec!["What is the invoice date?"],
            Operation::AddDuration,
            "date",
        ),
        (
            "Which date is two weeks before the expiry date?",
            vec!["What is the expiry date?"],
            Operation::SubtractDuration,
            "date",
        ),
        (
            "When does the notice period end if notice is given on 1 March 2024?",
            vec!["What is notice period?"],
            Operation::AddDuration,
            "date",
        ),
        (
            "Ist die Prämie höher als der Selbstbehalt?",
            vec!["Was ist die Prämie?", "Was ist der Selbstbehalt?"],
            Operation::Compare {
                relation: Relation::Greater,
            },
            "boolean",
        ),
        (
            "Wie viele Tage liegen zwischen dem Vertragsbeginn und dem Vertragsende?",
            vec!["Was ist Vertragsbeginn?", "Was ist Vertragsende?"],
            Operation::TimeBetween {
                unit: TimeUnit::Days,
            },
            "number",
        ),
        (
            "Wie viele Parteien gibt es?",
            vec!["Nenne alle Parteien."],
            Operation::Count,
            "number",
        ),
        (
            "Was ist die Summe aller Beträge?",
            vec!["Nenne alle Beträge."],
            Operation::Sum,
            "amount",
        ),
        (
            "¿Cuántas partes hay?",
            vec!["Enumere partes."],
            Operation::Count,
            "number",
        ),
        (
            "¿Cuántos días hay entre la fecha de inicio y la fecha de vencimiento?",
            vec![
                "¿Cuál es la fecha de inicio?",
                "¿Cuál es la fecha de vencimiento?",
            ],
            Operation::TimeBetween {
                unit: TimeUnit::Days,
            },
            "number",
        ),
        (
            "¿Cuál es la suma de todos los importes?",
            vec!["Enumere importes."],
            Operation::Sum,
            "amount",
        ),
        (
            "¿Cuál es la prima en euros?",
            vec!["¿Cuál es la prima?"],
            Operation::ConvertCurrency {
                currency: "EUR".into(),
            },
            "amount",
        ),
    ] {
        let (extractions, steps, answer_type) = plan_of(question);
        let questions: Vec<&str> = extractions.iter().map(|(one, _)| one.as_str()).collect();
        assert_eq!(questions, asked, "{question}");
        assert_eq!(steps.len(), 1, "{question}");
        assert_eq!(
            (&steps[0].operation, answer_type.as_str()),
            (&operation, result),
            "{question}"
        );
    }
}

#[test]
fn an_unsure_question_has_no_steps() {
    for question in [
        "How many employees are there?",
        "Did the company earn more than $5 million in 2019?",
        "How many parties signed the first amendment?",
        "Is there liability under section 5?",
        "Is coverage provided under 5.2?",
        "Is the loan repaid over 5 years?",
        "Does the agreement end before the second renewal?",
        "Is notice required before termination?",
        "What is the total of this receipt?",
        "What is the difference between fire and flood cover?",
        "What happens between signing and closing?",
        "What was the average temperature in 2019?",
        "What is the fee in the schedule?",
        "What is the change in control clause?",
        "Must the rent be paid within 30 days?",
    ] {
        let parsed = parse(question);
        assert!(parsed.steps.is_empty(), "{question}: {:?}", parsed.steps);
        assert_eq!(parsed.extractions.len(), 1);
        assert_eq!(parsed.extractions[0].question.as_asked(), question);
    }
}
