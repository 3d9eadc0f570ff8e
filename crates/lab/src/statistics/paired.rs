//! Tests of two that were asked the same questions.
//!
//! Where both are right or both are wrong, a question says nothing of which is better. What
//! counts are the questions that only one of them gets right: if neither were better, each
//! of those would fall to either side like a fair coin. McNemar's exact test asks how often
//! such a coin falls at least as unevenly.

/// The p-value, two-sided, of McNemar's exact test: the chance that of `only_first +
/// only_second` fair throws at least as many fall to one side, 0..=1. 1 where there are none.
///
/// Source: McNemar 1947; the exact conditional form as in Fagerland, Lydersen and Laake
/// 2013.
pub fn mcnemar_exact(only_first: usize, only_second: usize) -> f64 {
    let throws = only_first + only_second;
    let fewer = only_first.min(only_second);
    if throws == 0 {
        return 1.0;
    }
    // Logarithms of the binomial terms: 2^-n leaves the range of f64 at some 1,000 throws.
    let mut logarithm = -(throws as f64) * std::f64::consts::LN_2;
    let mut tail = logarithm.exp();
    for heads in 1..=fewer {
        logarithm += ((throws - heads + 1) as f64 / heads as f64).ln();
        tail += logarithm.exp();
    }
    (2.0 * tail).min(1.0)
}

/// The p-values of several tests after Holm's step-down correction, in the order given: with
/// each at most 0.05 the chance of even one false alarm among them is at most 0.05.
///
/// Source: Holm 1979.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    let at = |index: usize| p_values.get(index).copied().unwrap_or(1.0);
    order.sort_by(|one, other| at(*one).total_cmp(&at(*other)));
    let mut corrected = vec![1.0; p_values.len()];
    let mut highest: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let times = (p_values.len() - rank) as f64;
        highest = highest.max((times * at(index)).min(1.0));
        if let Some(place) = corrected.get_mut(index) {
            *place = highest;
        }
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} is not {wanted}");
    }

    #[test]
    fn the_exact_test_gives_published_values() {
        // Fagerland et al. 2013: airway hyper-responsiveness before and after a transplantation.
        near(mcnemar_exact(1, 7), 0.0703, 5e-5);
        // R: binom.test(1, 10)$p.value, binom.test(2, 12)$p.value.
        near(mcnemar_exact(9, 1), 0.021_484_375, 1e-12);
        near(mcnemar_exact(2, 10), 0.038_574_218_75, 1e-12);
        near(mcnemar_exact(0, 5), 0.0625, 1e-12);
        near(mcnemar_exact(0, 6), 0.03125, 1e-12);
        near(mcnemar_exact(3, 3), 1.0, 1e-12);
        near(mcnemar_exact(0, 0), 1.0, 1e-12);
    }

    #[test]
    fn thousands_of_questions_do_not_leave_the_range_of_numbers() {
        near(mcnemar_exact(2_000, 2_000), 1.0, 1e-9);
        let few = mcnemar_exact(1_900, 2_100);
        // The normal approximation, corrected for continuity: z = 199 / sqrt(4000).
        near(few, 0.001_65, 5e-5);
    }

    #[test]
    fn holms_correction_is_that_of_r() {
        // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, wanted) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            near(*found, wanted, 1e-12);
        }
        assert_eq!(holm(&[0.2]), [0.2]);
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }

    proptest! {
        #[test]
        fn it_does_not_matter_which_is_the_first(one in 0_usize..300, other in 0_usize..300) {
            let p = mcnemar_exact(one, other);
            prop_assert!((p - mcnemar_exact(other, one)).abs() < 1e-12);
            prop_assert!(p > 0.0 && p <= 1.0);
        }

        #[test]
        fn a_corrected_value_is_no_smaller_and_keeps_the_order(given in prop::collection::vec(0.0_f64..=1.0, 1..8)) {
            let found = holm(&given);
            for (one, before) in found.iter().zip(&given) {
                prop_assert!(one >= before && *one <= 1.0);
            }
            let mut both: Vec<(f64, f64)> = given.into_iter().zip(found).collect();
            both.sort_by(|one, other| one.0.total_cmp(&other.0));
            prop_assert!(both.is_sorted_by(|one, other| one.1 <= other.1));
        }
    }
}
