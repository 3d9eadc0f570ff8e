//! Two contestants over the same questions: who is right where the other is not, and whether
//! that is more than chance.

use super::comparison::Pair;
use super::summary::{Answered, estimate};
use crate::statistics::paired::{holm, mcnemar_exact};
use crate::statistics::quantile::mean;

/// Level of the tests.
const LEVEL: f64 = 0.05;

/// A contestant's name with its answers, in the order of the cases.
pub(super) type Side<'a> = (&'a str, &'a [Answered<'a>]);

/// Every pair, with Holm's correction over all of them.
pub(super) fn pairs(sides: &[Side<'_>], seed: u64) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (index, first) in sides.iter().enumerate() {
        for second in sides.iter().skip(index + 1) {
            pairs.push(pair(*first, *second, seed));
        }
    }
    let p_values: Vec<f64> = pairs.iter().map(|pair| pair.p_value).collect();
    let count = pairs.len();
    for (pair, corrected) in pairs.iter_mut().zip(holm(&p_values)) {
        pair.p_value_corrected = corrected;
        pair.is_significant = corrected <= LEVEL;
        pair.verdict = verdict(pair, count);
    }
    pairs
}

impl Pair {
    /// Whether the second is right more often, and that is more than chance.
    pub(crate) fn second_is_better(&self) -> bool {
        self.is_significant && self.only_second > self.only_first
    }
}

fn pair(first: Side<'_>, second: Side<'_>, seed: u64) -> Pair {
    let both = || {
        let sides = first.1.iter().zip(second.1);
        sides.map(|((case, one), (_, other))| (*case, *one, *other))
    };
    let count = |one: bool, other: bool| {
        both()
            .filter(|(_, first, second)| (first.right, second.right) == (one, other))
            .count()
    };
    let (only_first, only_second) = (count(true, false), count(false, true));
    let gains = both().map(|(case, one, other)| {
        let number = |right: bool| f64::from(u8::from(right));
        (case, number(one.right) - number(other.right))
    });
    Pair {
        first: first.0.to_owned(),
        second: second.0.to_owned(),
        cases: both().count(),
        same_answer: both()
            .filter(|(_, one, other)| one.said() == other.said())
            .count(),
        both_right: count(true, true),
        only_first,
        only_second,
        neither: count(false, false),
        difference: estimate(gains, seed, &mean),
        p_value: mcnemar_exact(only_first, only_second),
        p_value_corrected: 1.0,
        is_significant: false,
        verdict: String::new(),
    }
}

/// What the figures mean, in words.
fn verdict(pair: &Pair, pairs: usize) -> String {
    let (first, second, n) = (&pair.first, &pair.second, pair.cases);
    let (one, other) = (pair.only_first, pair.only_second);
    let apart = one + other;
    let corrected = if pairs > 1 {
        ", corrected for several pairs"
    } else {
        ""
    };
    let p = p_in_words(pair.p_value_corrected);
    if pair.is_significant {
        let better = if one > other { first } else { second };
        let (more, less) = (one.max(other), one.min(other));
        return format!(
            "{better} is right more often: of {n} questions {more} only it answered rightly, {less} only the other ({p}{corrected})."
        );
    }
    if apart == 0 {
        return format!(
            "No significant difference: of {n} questions there is none that only one of the two answered rightly."
        );
    }
    // Even if all fell to one side.
    let too_few = mcnemar_exact(apart, 0) * pairs as f64 > LEVEL;
    let too_few = if too_few {
        " So few questions apart could not show one, however they fell: ask more questions."
    } else {
        ""
    };
    format!(
        "No significant difference: of {n} questions {one} only {first} answered rightly, {other} only {second} ({p}{corrected}).{too_few}"
    )
}

/// A p-value as people write it.
pub(super) fn p_in_words(p_value: f64) -> String {
    if p_value < 0.001 {
        "p < 0.001".into()
    } else if p_value < 0.1 {
        format!("p = {p_value:.3}")
    } else {
        format!("p = {p_value:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Answer;
    use super::super::answer::tests::answer;
    use super::*;
    use crate::case::Case;
    use serde_json::json;

    fn cases(count: usize) -> Vec<Case> {
        let case = |index: usize| {
            let value = json!({ "id": index.to_string(), "document": format!("d{}", index % 5),
                "question": "?", "answer_type": "text", "answerable": true, "gold": ["x"] });
            serde_json::from_value(value).unwrap()
        };
        (0..count).map(case).collect()
    }

    fn answers(name: &str, right: &[bool]) -> Vec<Answer> {
        let one = |(index, right): (usize, &bool)| {
            let said = if *right { "x" } else { name };
            answer(&index.to_string(), name, Some(said), *right)
        };
        right.iter().enumerate().map(one).collect()
    }

    fn compared(marks: &[(&str, Vec<bool>)]) -> Vec<Pair> {
        let cases = cases(marks[0].1.len());
        let answers: Vec<Vec<Answer>> = marks
            .iter()
            .map(|(name, right)| answers(name, right))
            .collect();
        let answered: Vec<Vec<Answered<'_>>> = answers
            .iter()
            .map(|answers| cases.iter().zip(answers).collect())
            .collect();
        let sides: Vec<Side<'_>> = marks
            .iter()
            .zip(&answered)
            .map(|((name, _), answered)| (*name, answered.as_slice()))
            .collect();
        pairs(&sides, 1)
    }

    /// The first `both` are right for both, then `first`, then `second`, of 40.
    fn marks(both: usize, first: usize, second: usize) -> [(&'static str, Vec<bool>); 2] {
        let right = |range: std::ops::Range<usize>| {
            (0..40)
                .map(|index| index < both || range.contains(&index))
                .collect::<Vec<bool>>()
        };
        [
            ("a", right(both..both + first)),
            ("b", right(both + first..both + first + second)),
        ]
    }

    #[test]
    fn eleven_against_one_is_a_difference_and_three_against_two_is_none() {
        let clear = compared(&marks(20, 11, 1)).remove(0);
        assert_eq!(
            (
                clear.both_right,
                clear.only_first,
                clear.only_second,
                clear.neither
            ),
            (20, 11, 1, 8)
        );
        assert_eq!(clear.same_answer, 20);
        assert!(
            (clear.p_value - 0.006_347_656_25).abs() < 1e-12,
            "R: binom.test(1, 12)"
        );
        assert!(clear.is_significant);
        assert_eq!(
            clear.verdict,
            "a is right more often: of 40 questions 11 only it answered rightly, 1 only the other (p = 0.006)."
        );
        assert!((clear.difference.value.unwrap() - 0.25).abs() < 1e-12);
        assert!(clear.difference.interval.unwrap().low > 0.0);

        let open = compared(&marks(20, 3, 2)).remove(0);
        assert!(!open.is_significant);
        assert_eq!(
            open.verdict,
            "No significant difference: of 40 questions 3 only a answered rightly, 2 only b (p = 1.00). So few questions apart could not show one, however they fell: ask more questions."
        );
        let same = compared(&marks(20, 0, 0)).remove(0);
        assert_eq!(
            same.verdict,
            "No significant difference: of 40 questions there is none that only one of the two answered rightly."
        );
    }

    #[test]
    fn the_second_is_better_only_beyond_chance() {
        for (first, second, better) in [
            (1, 11, true),
            (0, 6, true),
            (0, 5, false), // five apart could not show it, however they fell
            (3, 4, false),
            (11, 1, false),
            (0, 0, false),
        ] {
            let pair = compared(&marks(10, first, second)).remove(0);
            assert_eq!(pair.second_is_better(), better, "{first} against {second}");
        }
    }

    #[test]
    fn three_pairs_are_corrected_for() {
        let [a, b] = marks(20, 9, 1);
        let found = compared(&[a, b, ("c", vec![false; 40])]);
        let names: Vec<(&str, &str)> = found
            .iter()
            .map(|pair| (pair.first.as_str(), pair.second.as_str()))
            .collect();
        assert_eq!(names, [("a", "b"), ("a", "c"), ("b", "c")]);
        // Alone it would be significant at 0.0215; of three it is the least of all: times 1.
        assert!((found[0].p_value - 0.021_484_375).abs() < 1e-12);
        assert!((found[0].p_value_corrected - 0.021_484_375).abs() < 1e-12);
        assert!(found[1].p_value_corrected > found[1].p_value);
        assert!(
            found
                .iter()
                .all(|pair| pair.verdict.contains("corrected for several pairs"))
        );
    }
}
