//! In which order the contestants are asked a question.
//!
//! A machine is warmer, busier or has a file in memory at one time and not at another. So
//! the contestants take turns question by question, and each is first, second, ... equally
//! often; every other round goes backwards, so that none always follows the same other.

/// The contestants (0..count) in the order in which they are asked question `index`.
pub(crate) fn order(index: usize, count: usize) -> Vec<usize> {
    let count = count.max(1);
    let (shift, round) = (index % count, index / count);
    let mut order: Vec<usize> = (0..count).map(|place| (place + shift) % count).collect();
    if round % 2 == 1 {
        order.reverse();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_is_at_each_place_equally_often_and_never_left_out(count in 1_usize..9, rounds in 1_usize..5) {
            let mut at = vec![vec![0_usize; count]; count];
            for index in 0..count * rounds {
                let order = order(index, count);
                let mut sorted = order.clone();
                sorted.sort_unstable();
                prop_assert_eq!(sorted, (0..count).collect::<Vec<_>>());
                for (place, contestant) in order.into_iter().enumerate() {
                    at[contestant][place] += 1;
                }
            }
            prop_assert!(at.iter().flatten().all(|times| *times == rounds), "{:?}", at);
        }
    }

    #[test]
    fn two_take_turns() {
        assert_eq!(
            [order(0, 2), order(1, 2), order(2, 2)],
            [[0, 1], [1, 0], [1, 0]]
        );
    }
}
