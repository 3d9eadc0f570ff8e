//! Quantiles of numbers.

/// The quantile at `share` (0..=1): linear between the two nearest of the sorted numbers, as
/// R and NumPy do where nothing else is asked for (Hyndman and Fan 1996, type 7). None of
/// nothing.
pub fn quantile(numbers: &[f64], share: f64) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor();
    let low = sorted.get(below as usize)?;
    let high = sorted.get((below as usize + 1).min(last))?;
    Some(low + (high - low) * (place - below))
}

/// The median; none of nothing.
pub fn median(numbers: &[f64]) -> Option<f64> {
    quantile(numbers, 0.5)
}

/// The arithmetic mean; none of nothing.
pub fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantiles_are_those_of_r() {
        let ten: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        // R: quantile(1:10, c(0.025, 0.25, 0.5, 0.9)).
        for (share, wanted) in [
            (0.025, 1.225),
            (0.25, 3.25),
            (0.5, 5.5),
            (0.9, 9.1),
            (1.0, 10.0),
        ] {
            assert!((quantile(&ten, share).unwrap() - wanted).abs() < 1e-12);
        }
        assert_eq!(median(&[]), None);
        assert_eq!(mean(&[]), None);
        assert_eq!(median(&[7.0]), Some(7.0));
    }

    proptest! {
        #[test]
        fn a_quantile_lies_within_and_grows(numbers in prop::collection::vec(-1e6_f64..1e6, 1..40), one in 0.0_f64..=1.0, other in 0.0_f64..=1.0) {
            let (low, high) = (one.min(other), one.max(other));
            let (first, second) = (quantile(&numbers, low).unwrap(), quantile(&numbers, high).unwrap());
            prop_assert!(first <= second);
            prop_assert!(numbers.iter().any(|number| *number <= first) && numbers.iter().any(|number| *number >= second));
        }
    }
}
