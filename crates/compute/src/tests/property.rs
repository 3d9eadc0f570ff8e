//! Laws that hold for all values.

use super::*;
use proptest::prelude::*;
use rust_decimal::Decimal;

fn cents() -> impl Strategy<Value = i64> {
    -1_000_000_000..1_000_000_000_i64
}

fn money(cents: i64, currency: &str) -> Value {
    let value: Value =
        serde_json::from_str(&Decimal::new(cents, 2).normalize().to_string()).unwrap();
    json!({ "value": value, "currency": currency, "unit": null })
}

proptest! {
    #[test]
    fn a_sum_does_not_depend_on_the_order(values in prop::collection::vec(cents(), 1..20), turn in 0..20_usize) {
        let total = |values: &[i64]| {
            let items = Extracted {
                answer_type: "amount".into(),
                values: values.iter().map(|one| money(*one, "EUR").into()).collect(),
            };
            run(&[step(Operation::Sum, vec![Input::All { extraction: 0 }])], &[items], None).unwrap().result
        };
        let mut turned = values.clone();
        turned.rotate_left(turn % values.len());
        let mut reversed = values.clone();
        reversed.reverse();
        prop_assert_eq!(total(&values), total(&turned));
        prop_assert_eq!(total(&values), total(&reversed));
        prop_assert_eq!(total(&values).value, money(values.iter().sum(), "EUR"));
    }

    #[test]
    fn a_difference_turns_its_sign_with_its_order(a in cents(), b in cents()) {
        let difference = |a, b| {
            let pair = [one("amount", money(a, "EUR")), one("amount", money(b, "EUR"))];
            result_of(Operation::Difference, &pair, None).unwrap()
        };
        prop_assert_eq!(difference(a, b), money(a - b, "EUR"));
        prop_assert_eq!(difference(b, a), money(b - a, "EUR"));
    }

    #[test]
    fn a_conversion_there_and_back_stays_within_the_rounding(value in cents(), rate in 2_001..50_000_i64) {
        let rates = Rates::parse(&format!(
            "base = \"EUR\"\ndate = 2026-11-20\nsource = \"a bank\"\n[rates]\nUSD = \"{}\"",
            Decimal::new(rate, 4)
        )).unwrap();
        let steps = [
            step(Operation::ConvertCurrency { currency: "USD".into() }, vec![only(0)]),
            step(Operation::ConvertCurrency { currency: "EUR".into() }, vec![Input::Step { step: 0 }]),
        ];
        let done = run(&steps, &[one("amount", money(value, "EUR"))], Some(&rates)).unwrap();
        prop_assert_eq!(recompute(&done), Ok(()));
        let back: Decimal = done.result.value.json()["value"].to_string().parse().unwrap();
        // Half a cent there, seen back at the rate, and half a cent back.
        let half = Decimal::new(5, 3);
        let bound = half / Decimal::new(rate, 4) + half;
        prop_assert!((back - Decimal::new(value, 2)).abs() <= bound);
    }

    #[test]
    fn every_computation_is_found_equal_when_computed_again(values in prop::collection::vec(cents(), 2..6), places in 0..6_u32) {
        let items = Extracted {
            answer_type: "amount".into(),
            values: values.iter().map(|one| money(*one, "EUR").into()).collect(),
        };
        let steps = [
            step(Operation::Average { places }, vec![Input::All { extraction: 0 }]),
            step(Operation::Maximum, vec![Input::All { extraction: 0 }, Input::Step { step: 0 }]),
        ];
        let done = run(&steps, &[items], None).unwrap();
        let read: Computation = serde_json::from_str(&serde_json::to_string(&done).unwrap()).unwrap();
        prop_assert_eq!(recompute(&read), Ok(()));
    }

    #[test]
    fn no_value_makes_a_step_panic(text in "\\PC{0,12}", value in any::<f64>(), kind in 0..8_usize) {
        let operations = [
            Operation::Sum, Operation::Difference, Operation::Average { places: 99 },
            Operation::TimeBetween { unit: TimeUnit::Years }, Operation::AddDuration,
            Operation::ConvertTime { unit: TimeUnit::Weeks }, Operation::Maximum,
            Operation::ConvertScale { scale: Scale::Billion },
        ];
        let made = [
            one("amount", json!({ "value": value, "currency": text, "unit": text })),
            one("duration", json!({ "iso": text, "original": text })),
            one("date", json!({ "iso": text })),
            one("number", json!(text)),
        ];
        for one in &made {
            for count in 1..=2 {
                let _ = result_of(operations[kind].clone(), &vec![one.clone(); count], Some(&rates()));
            }
        }
    }
}
