//! From what each case gave to counts, times and causes.

use super::canonical::Departure;
use super::case::Case;
use super::measure::{Measured, Verdict};
use super::pool::Outcome;
use serde::Serialize;
use std::collections::BTreeMap;

/// What one bench gave. Counts are counts of schemas.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct BenchSummary {
    /// `attest`, `llama` or `compare`.
    pub engine: String,
    /// The model whose tokens were used, and how many there are.
    pub vocabulary: String,
    /// `any`, `compact` or `spaced`.
    pub whitespace: String,
    /// `definition` or `free`.
    pub key_order: String,
    /// Threads or processes at work.
    pub threads: usize,
    /// Seconds that one schema may take.
    pub timeout_s: u64,
    /// Schemas measured.
    pub schemas: usize,
    /// Of those, with at least one instance.
    pub with_tests: usize,
    /// Compiled, every valid instance accepted as given, every invalid one
    /// refused, by the grammar alone.
    pub passing: usize,
    /// Of those, with at least one instance.
    pub passing_with_tests: usize,
    /// Refused to compile, except where nothing satisfies the schema and no
    /// instance is said to be valid.
    pub compile_errors: usize,
    /// Refused because nothing satisfies them, rightly: no instance is said
    /// to be valid. They count as passing.
    pub unsatisfiable: usize,
    /// With a valid instance that is refused as given.
    pub valid_refused: usize,
    /// Of those, where every such instance is accepted with its members in the
    /// grammar's order and its numbers without exponent or empty fraction.
    pub valid_refused_canonical_form: usize,
    /// With an invalid instance accepted.
    pub invalid_accepted: usize,
    /// Of those, where the report claims that the grammar enforces everything.
    pub invalid_accepted_unexplained: usize,
    /// Where grammar and validator together refuse a valid instance or accept
    /// an invalid one, canonical form left out.
    pub wrong_after_validator: usize,
    /// Where they refuse one only for its canonical form.
    pub wrong_after_validator_canonical_form: usize,
    /// Where a limit of the matcher was met.
    pub over_limit: usize,
    /// Where our matcher and llama.cpp's sampler disagree on our grammar, in a
    /// mask or by refusing the grammar; engine `compare` alone.
    pub differing: usize,
    /// Panics, and ends of llama.cpp's process.
    pub crashes: usize,
    /// No end in time.
    pub timeouts: usize,
    /// Instances measured.
    pub instances: usize,
    /// Milliseconds from the schema to a matcher.
    pub compile_ms: Statistic,
    /// Milliseconds from the schema to the first mask.
    pub first_mask_ms: Statistic,
    /// Microseconds of each mask.
    pub mask_us: Statistic,
    /// Masks measured.
    pub masks: usize,
    /// Seconds that all took.
    pub total_s: f64,
    /// What went wrong, in the order of the cases.
    pub failures: Vec<Failure>,
    /// JSON files in folders that hold no cases.
    pub skipped_files: Vec<String>,
}

/// A distribution; percentiles by nearest rank.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Statistic {
    /// Mean.
    pub avg: f64,
    /// Median.
    pub p50: f64,
    /// 90 of 100 are at most this.
    pub p90: f64,
    /// 99 of 100 are at most this.
    pub p99: f64,
    /// The largest.
    pub max: f64,
}

impl Statistic {
    /// Of nanoseconds, in a unit of so many nanoseconds.
    fn new(mut nanos: Vec<u64>, unit: f64) -> Statistic {
        nanos.sort_unstable();
        let count = nanos.len();
        let Some(max) = nanos.last() else {
            return Statistic::default();
        };
        let round = |value: f64| (value / unit * 1000.0).round() / 1000.0;
        let rank = |percent: usize| {
            let index = (count * percent).div_ceil(100).saturating_sub(1);
            nanos.get(index).copied().unwrap_or(*max) as f64
        };
        let sum: f64 = nanos.iter().map(|one| *one as f64).sum();
        Statistic {
            avg: round(sum / count as f64),
            p50: round(rank(50)),
            p90: round(rank(90)),
            p99: round(rank(99)),
            max: round(*max as f64),
        }
    }
}

/// How a case failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The schema has no grammar.
    CompileError,
    /// A valid instance is refused in any form.
    ValidRefused,
    /// A valid instance is refused only for its form.
    CanonicalForm,
    /// An invalid instance is accepted, and the report says why.
    InvalidAccepted,
    /// An invalid instance is accepted, and the report does not say why.
    InvalidAcceptedUnexplained,
    /// The validator is wrong on what the grammar accepts, or cannot use the
    /// schema.
    Validator,
    /// A limit of the matcher was met.
    OverLimit,
    /// Our matcher and llama.cpp's sampler disagree on our grammar.
    Difference,
    /// A panic, or the end of llama.cpp's process.
    Crash,
    /// No end in time.
    Timeout,
}

impl FailureKind {
    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            FailureKind::CompileError => "compile error",
            FailureKind::ValidRefused => "valid refused",
            FailureKind::CanonicalForm => "canonical form",
            FailureKind::InvalidAccepted => "invalid accepted",
            FailureKind::InvalidAcceptedUnexplained => "invalid accepted, unexplained",
            FailureKind::Validator => "validator",
            FailureKind::OverLimit => "over a limit",
            FailureKind::Difference => "differs from llama.cpp",
            FailureKind::Crash => "crash",
            FailureKind::Timeout => "timeout",
        }
    }
}

/// One way in which one case failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The case.
    pub id: String,
    /// How.
    pub kind: FailureKind,
    /// The keywords to blame, or the departures from the canonical form
    /// (`key order`, `number spelling`).
    pub keywords: Vec<String>,
    /// In words.
    pub detail: String,
}

/// What was found out about refused valid instances, by index of the test.
pub(crate) type Departures = BTreeMap<usize, Option<Departure>>;

/// Tests of a case that are valid and were refused as given.
pub(crate) fn refused(case: &Case, measured: &Measured) -> Vec<usize> {
    let pairs = case.tests.iter().zip(&measured.verdicts).enumerate();
    pairs
        .filter(|(_, (test, verdict))| test.valid && !verdict.accepted)
        .map(|(index, _)| index)
        .collect()
}

/// Counts cases one by one.
#[derive(Default)]
pub(crate) struct Tally {
    summary: BenchSummary,
    compile_ns: Vec<u64>,
    first_mask_ns: Vec<u64>,
    mask_ns: Vec<u64>,
}

impl Tally {
    /// Adds a case.
    pub fn add(&mut self, case: &Case, outcome: &Outcome<Measured>, departures: &Departures) {
        self.summary.schemas += 1;
        self.summary.with_tests += usize::from(!case.tests.is_empty());
        let before = self.summary.failures.len();
        match outcome {
            Outcome::Panicked(detail) => {
                self.summary.crashes += 1;
                self.fail(case, FailureKind::Crash, Vec::new(), detail.clone());
            }
            Outcome::TimedOut => {
                self.summary.timeouts += 1;
                self.fail(case, FailureKind::Timeout, Vec::new(), String::new());
            }
            Outcome::Done(measured) => self.measured(case, measured, departures),
        }
        let mut own = self.summary.failures.iter().skip(before);
        // The validator's mistakes are not the grammar's.
        if own.all(|failure| failure.kind == FailureKind::Validator) {
            self.summary.passing += 1;
            self.summary.passing_with_tests += usize::from(!case.tests.is_empty());
        }
    }

    fn fail(&mut self, case: &Case, kind: FailureKind, keywords: Vec<String>, detail: String) {
        self.summary.failures.push(Failure {
            id: case.id.clone(),
            kind,
            keywords,
            detail,
        });
    }

    fn measured(&mut self, case: &Case, measured: &Measured, departures: &Departures) {
        self.compile_ns.extend(measured.compile_ns);
        self.first_mask_ns.extend(measured.first_mask_ns);
        self.mask_ns.extend(&measured.mask_ns);
        self.summary.instances += measured.verdicts.len();
        if let Some(refusal) = &measured.refusal {
            if refusal.unsatisfiable && case.tests.iter().all(|test| !test.valid) {
                self.summary.unsatisfiable += 1;
                return;
            }
            self.summary.compile_errors += 1;
            let keywords = vec![refusal.keyword.clone()];
            let detail = refusal.detail.clone();
            self.fail(case, FailureKind::CompileError, keywords, detail);
            return;
        }
        let limit = measured
            .verdicts
            .iter()
            .find_map(|verdict| verdict.over_limit.clone());
        if let Some(detail) = limit {
            self.summary.over_limit += 1;
            self.fail(case, FailureKind::OverLimit, vec!["matcher".into()], detail);
        }
        if let Some(detail) = &measured.difference {
            self.summary.differing += 1;
            self.fail(case, FailureKind::Difference, Vec::new(), detail.clone());
        }
        let only_form = self.refusals(case, measured, departures);
        self.acceptances(case, measured);
        self.after_validator(case, measured, only_form);
    }

    /// Valid instances that are refused. True if there are some and all only
    /// for their form.
    fn refusals(&mut self, case: &Case, measured: &Measured, departures: &Departures) -> bool {
        let refused = refused(case, measured);
        let Some(first) = refused.first() else {
            return false;
        };
        self.summary.valid_refused += 1;
        let found = |index: &usize| departures.get(index).copied().flatten();
        let unexplained = refused.iter().find(|index| found(index).is_none());
        let at = unexplained.unwrap_or(first);
        let place = measured.verdicts.get(*at).map(place).unwrap_or_default();
        let detail = format!("test {at}, {place}");
        if unexplained.is_some() {
            let keywords = measured.residuals.iter().cloned().collect();
            self.fail(case, FailureKind::ValidRefused, keywords, detail);
            return false;
        }
        self.summary.valid_refused_canonical_form += 1;
        let departures: Vec<Departure> = refused.iter().filter_map(found).collect();
        let mut keywords = Vec::new();
        if departures.iter().any(|one| one.order) {
            keywords.push("key order".to_owned());
        }
        if departures.iter().any(|one| one.spelling) {
            keywords.push("number spelling".to_owned());
        }
        self.fail(case, FailureKind::CanonicalForm, keywords, detail);
        true
    }

    fn acceptances(&mut self, case: &Case, measured: &Measured) {
        let pairs = case.tests.iter().zip(&measured.verdicts);
        let mut accepted = pairs
            .enumerate()
            .filter(|(_, (test, verdict))| !test.valid && verdict.accepted);
        let Some((index, _)) = accepted.next() else {
            return;
        };
        self.summary.invalid_accepted += 1;
        let unexplained = measured.residuals.is_empty();
        self.summary.invalid_accepted_unexplained += usize::from(unexplained);
        let kind = if unexplained {
            FailureKind::InvalidAcceptedUnexplained
        } else {
            FailureKind::InvalidAccepted
        };
        let keywords = measured.residuals.iter().cloned().collect();
        self.fail(case, kind, keywords, format!("test {index}"));
    }

    fn after_validator(&mut self, case: &Case, measured: &Measured, only_form: bool) {
        self.summary.wrong_after_validator_canonical_form += usize::from(only_form);
        let refused = !refused(case, measured).is_empty() && !only_form;
        let pairs = case.tests.iter().zip(&measured.verdicts);
        let mut wrong = pairs.enumerate().filter(|(_, (test, verdict))| {
            verdict.accepted && verdict.valid.unwrap_or(false) != test.valid
        });
        let wrong = wrong.next().map(|(index, _)| index);
        self.summary.wrong_after_validator += usize::from(refused || wrong.is_some());
        let Some(index) = wrong else { return };
        let detail = match measured.validator_usable {
            Some(false) => "the validator cannot use the schema".to_owned(),
            _ => format!("test {index}: validator and data disagree"),
        };
        self.fail(case, FailureKind::Validator, Vec::new(), detail);
    }

    /// The result so far.
    pub fn finish(self) -> BenchSummary {
        BenchSummary {
            compile_ms: Statistic::new(self.compile_ns, 1e6),
            first_mask_ms: Statistic::new(self.first_mask_ns, 1e6),
            masks: self.mask_ns.len(),
            mask_us: Statistic::new(self.mask_ns, 1e3),
            ..self.summary
        }
    }
}

fn place(verdict: &Verdict) -> String {
    format!("byte {}: {}", verdict.byte, verdict.near)
}

/// Failures counted by kind and cause; one with several keywords counts under
/// all of them together.
pub fn causes(summary: &BenchSummary) -> BTreeMap<(FailureKind, String), usize> {
    let mut causes = BTreeMap::new();
    for failure in &summary.failures {
        let cause = (failure.kind, failure.keywords.join(", "));
        *causes.entry(cause).or_default() += 1;
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::super::case::Test;
    use super::*;
    use serde_json::{Value, json};

    fn case(tests: &[bool]) -> Case {
        Case {
            id: "one".into(),
            schema: json!({}),
            tests: tests
                .iter()
                .map(|valid| Test {
                    valid: *valid,
                    data: Value::Null,
                })
                .collect(),
            formats: true,
        }
    }

    fn verdict(accepted: bool, valid: Option<bool>) -> Verdict {
        Verdict {
            accepted,
            valid,
            ..Verdict::default()
        }
    }

    fn measured(verdicts: Vec<Verdict>, residual: Option<&str>) -> Measured {
        Measured {
            residuals: residual.map(str::to_owned).into_iter().collect(),
            validator_usable: Some(true),
            verdicts,
            ..Measured::default()
        }
    }

    fn count(case: &Case, measured: Measured, departures: &Departures) -> BenchSummary {
        let mut tally = Tally::default();
        tally.add(case, &Outcome::Done(measured), departures);
        tally.finish()
    }

    #[test]
    fn an_accepted_invalid_instance_is_explained_by_a_residual_or_not() {
        let case = case(&[true, false]);
        let verdicts = || vec![verdict(true, Some(true)), verdict(true, Some(false))];
        let explained = count(&case, measured(verdicts(), Some("not")), &Departures::new());
        assert_eq!(explained.invalid_accepted, 1);
        assert_eq!(explained.invalid_accepted_unexplained, 0);
        assert_eq!((explained.passing, explained.wrong_after_validator), (0, 0));
        let unexplained = count(&case, measured(verdicts(), None), &Departures::new());
        assert_eq!(unexplained.invalid_accepted_unexplained, 1);
    }

    #[test]
    fn a_refusal_for_the_form_alone_is_counted_apart_and_does_not_pass() {
        let case = case(&[true]);
        let verdicts = || vec![verdict(false, None)];
        let order = Departure {
            order: true,
            spelling: false,
        };
        let form = Departures::from([(0, Some(order))]);
        let summary = count(&case, measured(verdicts(), None), &form);
        assert_eq!(
            (summary.valid_refused, summary.valid_refused_canonical_form),
            (1, 1)
        );
        assert_eq!((summary.passing, summary.wrong_after_validator), (0, 0));
        assert_eq!(summary.wrong_after_validator_canonical_form, 1);
        let summary = count(
            &case,
            measured(verdicts(), None),
            &Departures::from([(0, None)]),
        );
        assert_eq!(
            (
                summary.valid_refused_canonical_form,
                summary.wrong_after_validator
            ),
            (0, 1)
        );
    }

    #[test]
    fn crashes_and_timeouts_do_not_pass() {
        let case = case(&[]);
        let mut tally = Tally::default();
        tally.add(&case, &Outcome::TimedOut, &Departures::new());
        tally.add(&case, &Outcome::Panicked("x".into()), &Departures::new());
        let summary = tally.finish();
        assert_eq!(
            (summary.timeouts, summary.crashes, summary.passing),
            (1, 1, 0)
        );
    }

    #[test]
    fn percentiles_are_by_nearest_rank() {
        let statistic = Statistic::new((1..=100).rev().collect(), 1.0);
        let Statistic {
            avg,
            p50,
            p90,
            p99,
            max,
        } = statistic;
        assert!((avg - 50.5).abs() < f64::EPSILON);
        for (found, expected) in [(p50, 50.0), (p90, 90.0), (p99, 99.0), (max, 100.0)] {
            assert!((found - expected).abs() < f64::EPSILON);
        }
    }
}
