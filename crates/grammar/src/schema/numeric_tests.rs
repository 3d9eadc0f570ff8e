//! Numbers against arithmetic with whole numbers: every value of a grid, under
//! many combinations of keywords, in many ways of writing it.

use super::compiler::Compiler;
use super::facts::Types;
use super::scalars::Scalars;
use super::{Options, Value};
use crate::rule::{Builder, Expr};
use crate::style::Whitespace;
use crate::{Grammar, Limits, Matcher, Vocabulary};
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// Values count in these parts of one.
const UNIT: i128 = 10_000;

/// What a case asks of a number, in units.
#[derive(Debug, Clone, Default)]
struct Case {
    minimum: Option<i128>,
    maximum: Option<i128>,
    above: Option<i128>,
    below: Option<i128>,
    steps: Vec<i128>,
    broken: Vec<i128>,
    excluded: Vec<i128>,
    whole: Option<bool>,
}

fn number(units: i128) -> Value {
    text(units, 4).parse().unwrap()
}

/// A value with its sign and as many of its digits after the point.
fn text(units: i128, places: usize) -> String {
    let (sign, size) = (if units < 0 { "-" } else { "" }, units.abs());
    let fraction = format!("{:04}", size % UNIT);
    let fraction: String = fraction.chars().take(places).collect();
    let point = if places == 0 { "" } else { "." };
    format!("{sign}{}{point}{fraction}", size / UNIT)
}

/// The fewest places that show a value.
fn places(units: i128) -> usize {
    (0..4)
        .find(|places| units % 10i128.pow(4 - *places as u32) == 0)
        .unwrap_or(4)
}

impl Case {
    fn holds(&self, units: i128) -> bool {
        self.minimum.is_none_or(|bound| units >= bound)
            && self.maximum.is_none_or(|bound| units <= bound)
            && self.above.is_none_or(|bound| units > bound)
            && self.below.is_none_or(|bound| units < bound)
            && self.steps.iter().all(|step| units % step == 0)
            && self.broken.iter().all(|step| units % step != 0)
            && !self.excluded.contains(&units)
            && self.whole.is_none_or(|whole| (units % UNIT == 0) == whole)
    }

    /// The schemas of the steps and bounds to keep, then of those to break.
    fn schemas(&self) -> (Vec<Value>, Vec<Value>) {
        let mut first = json!({});
        for (name, bound) in [
            ("minimum", self.minimum),
            ("maximum", self.maximum),
            ("exclusiveMinimum", self.above),
            ("exclusiveMaximum", self.below),
        ] {
            if let Some(bound) = bound {
                first[name] = number(bound);
            }
        }
        let step = |step: &i128| json!({"multipleOf": number(*step)});
        let kept = [first].into_iter().chain(self.steps.iter().map(step));
        (kept.collect(), self.broken.iter().map(step).collect())
    }

    /// `None` if nothing matches.
    fn matcher(&self, whitespace: Whitespace) -> Option<Matcher> {
        let (kept, broken) = self.schemas();
        let types = match self.whole {
            Some(true) => Types::INTEGER,
            Some(false) => Types::FRACTION,
            None => Types::NUMBER,
        };
        let keyword = |schema| (schema, "multipleOf");
        let excluded: Vec<Value> = self.excluded.iter().map(|one| number(*one)).collect();
        let found = lower(
            whitespace,
            &kept,
            types,
            &broken.iter().map(keyword).collect::<Vec<_>>(),
            &excluded.iter().collect::<Vec<_>>(),
        );
        assert!(
            found.residuals.is_empty(),
            "{self:?}: {:?}",
            found.residuals
        );
        found.grammar.as_ref().map(matcher)
    }
}

/// What became of a goal.
struct Lowered {
    grammar: Option<Grammar>,
    residuals: Vec<String>,
    contradicted: bool,
}

fn lower(
    whitespace: Whitespace,
    kept: &[Value],
    types: Types,
    fails: &[(&Value, &'static str)],
    excluded: &[&Value],
) -> Lowered {
    let options = Options::default().with_whitespace(whitespace);
    let mut builder = Builder::new();
    let root = builder.declare("root", None);
    let document = json!({});
    let mut compiler = Compiler::new(&document, &options, builder);
    let place = |index: usize| format!("/{index}");
    compiler.source.loc(&document, String::new());
    let bases: Vec<_> = (kept.iter().enumerate())
        .map(|(index, one)| compiler.source.loc(one, place(index)))
        .collect();
    let fails: Vec<_> = (fails.iter().enumerate())
        .map(|(index, (one, name))| (compiler.source.loc(one, place(index + 100)), *name))
        .collect();
    let said = Scalars {
        bases,
        fails,
        excluded: excluded.to_vec(),
    };
    let body = compiler.number(&said, types).unwrap();
    let residuals = compiler.report.residuals();
    let residuals = residuals.map(|(pointer, _)| pointer.to_owned()).collect();
    let mut builder = compiler.builder;
    let grammar = body.map(|body| {
        builder.define(root, Expr::sequence([body]));
        builder.finish(root, &Limits::default()).unwrap()
    });
    Lowered {
        grammar,
        residuals,
        contradicted: compiler.contradiction.is_some(),
    }
}

fn matcher(grammar: &Grammar) -> Matcher {
    let words = Arc::new(Vocabulary::new(vec![b"0".to_vec()], vec![], vec![]));
    Matcher::new(grammar, words, &Limits::default()).unwrap()
}

fn accepts(matcher: Option<&Matcher>, text: &str) -> bool {
    matcher.is_some_and(|one| one.accepts(text.as_bytes()).unwrap())
}

/// Every way to write some values is accepted if the value is right.
fn compare(case: &Case, values: impl IntoIterator<Item = i128>) {
    let canonical = case.matcher(Whitespace::Compact);
    let foreign = case.matcher(Whitespace::Any);
    for units in values {
        let wanted = case.holds(units);
        let shortest = text(units, places(units));
        assert_eq!(
            accepts(canonical.as_ref(), &shortest),
            wanted,
            "{shortest} in canonical form under {case:?}"
        );
        let mut forms: Vec<String> = (places(units)..=4).map(|to| text(units, to)).collect();
        forms.push(text(units, 4) + "000");
        if units == 0 {
            forms.extend(["-0", "-0.0", "0e5", "-0.00E-7", "0e0"].map(str::to_owned));
        }
        for form in forms {
            let hit = accepts(foreign.as_ref(), &form);
            let exponent = form.contains(['e', 'E']);
            assert!(hit == wanted || (exponent && !hit), "{form} under {case:?}");
            let hit = accepts(canonical.as_ref(), &form);
            assert!(!hit || wanted, "{form} in canonical form under {case:?}");
        }
        for exponent in [-5i32, -1, 1, 4] {
            let mantissa = match exponent {
                ..0 => units.checked_mul(10i128.pow(exponent.unsigned_abs())),
                _ => Some(units / 10i128.pow(exponent.unsigned_abs())),
            };
            let exact = exponent <= 0 || units % 10i128.pow(exponent.unsigned_abs()) == 0;
            let Some(mantissa) = mantissa.filter(|_| exact) else {
                continue;
            };
            let form = format!("{}e{exponent}", text(mantissa, places(mantissa)));
            let hit = accepts(foreign.as_ref(), &form);
            assert!(!hit || wanted, "{form} under {case:?}");
            let plain = case.steps.is_empty() && case.broken.is_empty() && case.whole.is_none();
            let normal = (UNIT..10 * UNIT).contains(&mantissa.abs());
            assert!(hit || !wanted || !plain || !normal, "{form} under {case:?}");
        }
    }
}

/// Small values, and larger ones around powers of ten.
fn grid() -> Vec<i128> {
    let fine = (-13..=26).map(|units| units * 500);
    let tiny = (-6..=6).flat_map(|units| [units, units * 20]);
    let whole = (-39..=39)
        .map(|units| units * 3 - units % 2)
        .map(|units| units * UNIT);
    let large = [999, 1_000, 1_001, 1_024, 9_990, 10_000, 123_456].map(|units| units * UNIT);
    let mut all: Vec<i128> = fine.chain(tiny).chain(whole).chain(large).collect();
    all.extend([-5_000 * UNIT, 12_345, 33_333, 1_250_000, 999_999, 9_999_999]);
    all
}

const STEPS: [i128; 12] = [
    1,
    5,
    100,
    2_500,
    5_000,
    7_000,
    12_345,
    UNIT,
    3 * UNIT,
    10 * UNIT,
    35 * UNIT,
    1_000 * UNIT,
];

#[test]
fn multiples_inside_bounds_are_exactly_those_of_arithmetic() {
    let bounds: [(Option<i128>, Option<i128>); 6] = [
        (None, None),
        (Some(0), None),
        (Some(-25_000), Some(75_000)),
        (None, Some(-1)),
        (Some(12_345), Some(1_000 * UNIT)),
        (Some(35_000), Some(40_000)),
    ];
    for step in STEPS {
        for (low, high) in bounds {
            for whole in [None, Some(true)] {
                let case = Case {
                    minimum: low,
                    below: high,
                    steps: vec![step],
                    whole,
                    ..Case::default()
                };
                compare(&case, grid());
            }
        }
    }
}

#[test]
fn several_steps_and_negated_steps_hold_together() {
    for (kept, broken) in [
        (vec![3 * UNIT, 5 * UNIT], vec![]),
        (vec![4_000, 6_000], vec![]),
        (vec![], vec![5_000]),
        (vec![], vec![3 * UNIT, 5 * UNIT]),
        (vec![2 * UNIT], vec![3 * UNIT]),
        (vec![2_500], vec![UNIT]),
        (vec![100], vec![UNIT, 5_000]),
    ] {
        for whole in [None, Some(true), Some(false)] {
            for (minimum, above) in [(None, None), (Some(-30_000), Some(-90_000))] {
                let case = Case {
                    minimum,
                    above,
                    steps: kept.clone(),
                    broken: broken.clone(),
                    whole,
                    ..Case::default()
                };
                compare(&case, grid());
            }
        }
    }
}

#[test]
fn excluded_values_are_left_out_by_value() {
    let excluded = vec![0, 10_000, -25_000, 12_345, 5 * UNIT, 100 * UNIT];
    for steps in [
        vec![],
        vec![5 * UNIT],
        vec![10 * UNIT],
        vec![2_500],
        vec![100],
    ] {
        for whole in [None, Some(true), Some(false)] {
            for (minimum, maximum) in [(None, None), (Some(0), Some(100 * UNIT))] {
                let case = Case {
                    minimum,
                    maximum,
                    steps: steps.clone(),
                    whole,
                    excluded: excluded.clone(),
                    ..Case::default()
                };
                compare(&case, grid());
            }
        }
    }
}

#[test]
fn bounds_alone_hold_in_every_way_of_writing() {
    let ends = [
        -1_000_000, -95_000, -1, 0, 7, 500, 10_000, 12_345, 100_000, 9_999_999,
    ];
    for low in ends {
        for high in ends {
            for whole in [None, Some(true), Some(false)] {
                let closed = Case {
                    minimum: Some(low),
                    maximum: Some(high),
                    whole,
                    ..Case::default()
                };
                let open = Case {
                    above: Some(low),
                    below: Some(high),
                    whole,
                    ..Case::default()
                };
                let near = [
                    low - 1,
                    low,
                    low + 1,
                    high - 1,
                    high,
                    high + 1,
                    0,
                    UNIT,
                    3 * UNIT,
                ];
                compare(&closed, near);
                compare(&open, near);
            }
        }
        for whole in [None, Some(true), Some(false)] {
            let one = Case {
                minimum: Some(low),
                whole,
                ..Case::default()
            };
            compare(
                &one,
                [low - 1, low, low + 1, 0, UNIT, 80 * UNIT, 90_000_000],
            );
            let one = Case {
                below: Some(low),
                whole,
                ..Case::default()
            };
            compare(
                &one,
                [low - 1, low, low + 1, 0, UNIT, -80 * UNIT, -90_000_000],
            );
        }
    }
}

fn read(whitespace: Whitespace, schema: &Value, types: Types) -> Lowered {
    lower(whitespace, std::slice::from_ref(schema), types, &[], &[])
}

#[test]
fn bounds_of_many_digits_are_exact() {
    let number = Types::NUMBER;
    for (schema, yes, no) in [
        (
            json!({"minimum": 1e-7}),
            vec!["0.0000001", "1e-7", "1e-6", "0.1", "5e3"],
            vec!["0.00000009", "9e-8", "0", "-1"],
        ),
        (
            json!({"maximum": f64::MAX, "minimum": f64::MIN}),
            vec!["1e308", "0", "-1.7976931348623157e308", "17", "1.5"],
            vec!["1e309", "1.8e308", "-1.7976931348623158e+308"],
        ),
        (
            json!({"minimum": 5e-324}),
            vec!["5e-324", "4.0", "1"],
            vec!["4e-324", "0", "1e-400"],
        ),
        (
            json!({"exclusiveMaximum": 1e30}),
            vec!["999999999999999999999999999999.9", "9.9E29"],
            vec!["1e30", "1000000000000000000000000000000"],
        ),
        (
            json!({"multipleOf": 1e-8}),
            vec!["35", "0.00000001", "12.34567890"],
            vec!["0.000000001", "1.123456785"],
        ),
        (
            json!({"multipleOf": 0.0001}),
            vec!["0.0075", "4.5", "-0.0001"],
            vec!["0.00751"],
        ),
    ] {
        let foreign = read(Whitespace::Any, &schema, number);
        assert!(foreign.residuals.is_empty(), "{schema}");
        let foreign = foreign.grammar.as_ref().map(matcher);
        for (texts, wanted) in [(yes, true), (no, false)] {
            for text in texts {
                assert_eq!(accepts(foreign.as_ref(), text), wanted, "{text} {schema}");
            }
        }
    }
}

#[test]
fn whole_numbers_of_other_programs_are_accepted() {
    let schema = json!({"minimum": 1});
    for schema in [json!({}), schema] {
        let found = read(Whitespace::Any, &schema, Types::INTEGER);
        let found = found.grammar.as_ref().map(matcher);
        for (text, wanted) in [
            ("1.0", true),
            ("1e308", true),
            ("12E+2", true),
            ("1.2345678910111214e52", true),
            ("1.5", false),
            ("1e-1", false),
            ("1.25e1", false),
        ] {
            assert_eq!(accepts(found.as_ref(), text), wanted, "{text} {schema}");
        }
    }
}

#[test]
fn what_takes_too_many_states_is_left_to_the_validator() {
    let number = Types::NUMBER;
    for (schema, yes, no) in [
        (
            json!({"multipleOf": 0.123_456_789}),
            "0.123456789",
            "0.1234567891",
        ),
        (json!({"multipleOf": 1.5e300}), "7", "1e"),
        (json!({"multipleOf": 999_983, "minimum": 3}), "999983", "2"),
    ] {
        for whitespace in [Whitespace::Compact, Whitespace::Any] {
            let found = read(whitespace, &schema, number);
            assert_eq!(found.residuals, ["/0/multipleOf"], "{schema}");
            let found = found.grammar.as_ref().map(matcher);
            assert!(accepts(found.as_ref(), yes), "{yes} {schema}");
            assert!(!accepts(found.as_ref(), no), "{no} {schema}");
        }
    }
}

#[test]
fn large_round_steps_are_cheap() {
    let schema = json!({"multipleOf": 86_400, "minimum": 1, "maximum": 1e15});
    let found = read(Whitespace::Compact, &schema, Types::INTEGER);
    assert!(found.residuals.is_empty());
    let grammar = found.grammar.as_ref();
    let found = grammar.map(matcher);
    assert!(accepts(found.as_ref(), "864000000000"));
    assert!(accepts(found.as_ref(), "86400"));
    assert!(!accepts(found.as_ref(), "86500"));
    assert!(!accepts(found.as_ref(), "0"));
}

#[test]
fn contradictions_are_told() {
    let number = Types::NUMBER;
    let none = |schema: Value, types, fails: &[(&Value, &'static str)], excluded: &[&Value]| {
        for whitespace in [Whitespace::Spaced, Whitespace::Any] {
            let found = lower(
                whitespace,
                std::slice::from_ref(&schema),
                types,
                fails,
                excluded,
            );
            assert!(found.grammar.is_none(), "{schema}");
            assert!(found.contradicted, "{schema}");
            assert!(found.residuals.is_empty(), "{schema}");
        }
    };
    let between = json!({"minimum": 11, "maximum": 14});
    none(
        json!({"minimum": 11, "maximum": 14, "multipleOf": 5}),
        number,
        &[],
        &[],
    );
    none(
        json!({"minimum": 0.1, "maximum": 0.9}),
        Types::INTEGER,
        &[],
        &[],
    );
    none(between.clone(), number, &[(&between, "minimum")], &[]);
    none(
        json!({"multipleOf": 4}),
        number,
        &[(&json!({"multipleOf": 2}), "multipleOf")],
        &[],
    );
    none(
        json!({"minimum": 3, "maximum": 3}),
        number,
        &[],
        &[&json!(3.0)],
    );
    none(json!({"multipleOf": 1}), Types::FRACTION, &[], &[]);
    let old = json!({"minimum": 3, "exclusiveMinimum": true});
    none(json!({}), number, &[(&old, "exclusiveMinimum")], &[]);
}

#[test]
fn negated_bounds_are_the_bounds_of_the_other_side() {
    let number = Types::NUMBER;
    let old = json!({"minimum": 3, "exclusiveMinimum": true});
    for (schema, keyword, yes, no) in [
        (json!({"minimum": 3}), "minimum", "2.99", "3"),
        (json!({"maximum": 3}), "maximum", "3.01", "3"),
        (
            json!({"exclusiveMinimum": 3}),
            "exclusiveMinimum",
            "3",
            "3.1",
        ),
        (
            json!({"exclusiveMaximum": 3}),
            "exclusiveMaximum",
            "3",
            "2.9",
        ),
        (old, "minimum", "3", "3.1"),
    ] {
        let found = lower(Whitespace::Compact, &[], number, &[(&schema, keyword)], &[]);
        let found = found.grammar.as_ref().map(matcher);
        assert!(accepts(found.as_ref(), yes), "{yes} {schema}");
        assert!(!accepts(found.as_ref(), no), "{no} {schema}");
    }
}

fn some<S: Strategy<Value = i128>>(values: S) -> impl Strategy<Value = Option<i128>> {
    prop_oneof![Just(None), values.prop_map(Some)]
}

fn value() -> impl Strategy<Value = i128> {
    prop_oneof![
        -300..300i128,
        (-300..300i128).prop_map(|units| units * 100),
        (-300..300i128).prop_map(|units| units * UNIT),
        -99_999_999..99_999_999i128,
    ]
}

fn step() -> impl Strategy<Value = i128> {
    prop_oneof![
        1..40i128,
        (1..40i128).prop_map(|units| units * 250),
        (1..40i128).prop_map(|units| units * UNIT),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_combination_agrees_with_arithmetic(
        (minimum, maximum) in (some(value()), some(value())),
        (above, below) in (some(value()), some(value())),
        steps in proptest::collection::vec(step(), 0..2),
        broken in proptest::collection::vec(step(), 0..2),
        excluded in proptest::collection::vec(value(), 0..4),
        whole in prop_oneof![Just(None), Just(Some(true)), Just(Some(false))],
        values in proptest::collection::vec(value(), 40),
    ) {
        let case = Case { minimum, maximum, above, below, steps, broken, excluded, whole };
        let ends = [case.minimum, case.maximum, case.above, case.below];
        let near = ends.into_iter().flatten().chain(case.excluded.clone());
        let near: Vec<i128> = near.flat_map(|one| [one - 1, one, one + 1]).collect();
        let rounded = case.steps.iter().flat_map(|step| values.iter().map(move |one| one / step * step));
        let all: Vec<i128> = values.iter().copied().chain(near).chain(rounded).collect();
        compare(&case, all);
    }
}
