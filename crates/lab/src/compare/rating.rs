//! Ratings from the decisions of the blind comparison.
//!
//! A tie is half a win for each, and so is `neither`: both say that neither is better.
//! Ratings are in points as chess has them: 400 points more are odds of ten to one. Their mean
//! is 0. Intervals draw the questions again, each with all its decisions.

use super::blind::{Choice, Decision, decisions};
use crate::statistics::bootstrap;
use crate::statistics::bradley_terry::log_strengths;
use crate::statistics::proportion::Interval;
use app::AppError;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Decisions against the opponent that nobody sees, half won and half lost.
const PRIOR: f64 = 1.0;
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// A contestant's rating.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Rating {
    /// The contestant.
    pub contestant: String,
    /// Points; the mean of all is 0.
    pub points: f64,
    /// Their interval at 95 %; none with decisions on fewer than two questions, and where all
    /// decisions are alike.
    pub interval: Option<Interval>,
    /// Decisions for it.
    pub won: usize,
    /// Decisions against it.
    pub lost: usize,
    /// Decisions for neither, `neither` included.
    pub tied: usize,
}

/// The ratings of a folder.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ratings {
    /// Decisions.
    pub decisions: usize,
    /// Questions they are about.
    pub cases: usize,
    /// Highest first.
    pub ratings: Vec<Rating>,
}

/// Points of a decision: whose, against whom, how much of a win.
type Outcome = (usize, usize, f64);

fn results(decision: &Decision, names: &[&str]) -> Option<Outcome> {
    let at = |name: &str| names.iter().position(|one| *one == name);
    let share = match decision.choice {
        Choice::A => 1.0,
        Choice::B => 0.0,
        Choice::Tie | Choice::Neither => 0.5,
    };
    Some((at(&decision.a)?, at(&decision.b)?, share))
}

/// Points of each of `count` contestants by these decisions.
fn points(results: &[Outcome], count: usize) -> Option<Vec<f64>> {
    let mut wins = vec![vec![0.0; count]; count];
    for (one, other, share) in results {
        for (winner, loser, part) in [(*one, *other, *share), (*other, *one, 1.0 - share)] {
            if let Some(cell) = wins.get_mut(winner).and_then(|row| row.get_mut(loser)) {
                *cell += part;
            }
        }
    }
    let logarithms = log_strengths(&wins, PRIOR)?;
    Some(logarithms.into_iter().map(|one| one * POINTS).collect())
}

/// The ratings by the decisions in a folder. The same decisions and seed give the same ratings.
///
/// # Errors
///
/// [`AppError::Input`] where nothing is decided yet; [`AppError::File`].
pub fn ratings(folder: &Path, seed: u64) -> Result<Ratings, AppError> {
    let decisions = decisions(folder)?;
    if decisions.is_empty() {
        return Err(AppError::input(
            format!("there are no decisions in {}", folder.display()),
            "`attest compare blind DIR` shows pairs of answers to decide between",
        ));
    }
    Ok(rated(&decisions, seed))
}

fn rated(decisions: &[Decision], seed: u64) -> Ratings {
    let names: BTreeSet<&str> = decisions
        .iter()
        .flat_map(|one| [one.a.as_str(), one.b.as_str()])
        .collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut by_case: BTreeMap<&str, Vec<Outcome>> = BTreeMap::new();
    for decision in decisions {
        let of_case = by_case.entry(&decision.case).or_default();
        of_case.extend(results(decision, &names));
    }
    let cases: Vec<Vec<Outcome>> = by_case.into_values().collect();
    let all: Vec<Outcome> = cases.iter().flatten().copied().collect();
    let found = points(&all, names.len()).unwrap_or_default();
    let mut ratings: Vec<Rating> = names
        .iter()
        .zip(found)
        .enumerate()
        .map(|(index, (name, own))| {
            let one_of = |drawn: &[Outcome]| points(drawn, names.len())?.get(index).copied();
            let shares = || {
                all.iter().filter_map(|(one, other, share)| {
                    let as_first = (*one == index).then_some(*share);
                    as_first.or((*other == index).then_some(1.0 - share))
                })
            };
            Rating {
                contestant: (*name).to_owned(),
                points: own,
                interval: bootstrap::interval(&cases, seed, &one_of),
                won: shares().filter(|share| *share > 0.75).count(),
                lost: shares().filter(|share| *share < 0.25).count(),
                tied: shares()
                    .filter(|share| (0.25..=0.75).contains(share))
                    .count(),
            }
        })
        .collect();
    ratings.sort_by(|one, other| other.points.total_cmp(&one.points));
    Ratings {
        decisions: decisions.len(),
        cases: cases.len(),
        ratings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(case: usize, a: &str, b: &str, choice: Choice) -> Decision {
        Decision {
            case: case.to_string(),
            a: a.into(),
            b: b.into(),
            choice,
            at: String::new(),
        }
    }

    #[test]
    fn who_wins_more_is_higher_whatever_side_it_was_shown_on() {
        let decisions: Vec<Decision> = (0..30)
            .map(|case| match case % 10 {
                0..4 => decision(case, "x", "y", Choice::A),
                4..8 => decision(case, "y", "x", Choice::B),
                8 => decision(case, "y", "x", Choice::A),
                _ => decision(case, "x", "y", Choice::Neither),
            })
            .collect();
        let found = rated(&decisions, 1);
        let [x, y] = [&found.ratings[0], &found.ratings[1]];
        assert_eq!(
            (x.contestant.as_str(), x.won, x.lost, x.tied),
            ("x", 24, 3, 3)
        );
        assert_eq!((y.won, y.lost, y.tied), (3, 24, 3));
        assert!((x.points + y.points).abs() < 1e-6);
        // 25.5 won of 30, little less by the prior: odds of 5.67, 301 points.
        let apart = x.points - y.points;
        assert!((270.0..301.0).contains(&apart), "{apart}");
        let interval = x.interval.unwrap();
        assert!(interval.low > 0.0 && interval.low < x.points && x.points < interval.high);
        assert_eq!(found, rated(&decisions, 1));
    }

    #[test]
    fn who_is_never_beaten_has_a_finite_rating() {
        let decisions: Vec<Decision> = (0..10)
            .map(|case| decision(case, "x", "y", Choice::A))
            .collect();
        let found = rated(&decisions, 1);
        assert!(
            found.ratings[0].points > 100.0 && found.ratings[0].points < 1_000.0,
            "{found:?}"
        );
    }
}
