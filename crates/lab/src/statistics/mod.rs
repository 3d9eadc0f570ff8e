//! Statistics of a comparison, as pure functions of numbers: no clock, no files, and chance
//! only from a seed that is passed in.
//!
//! | file | what | source |
//! |---|---|---|
//! | `proportion` | shares with Wilson's score interval | Wilson 1927; Newcombe 1998 |
//! | `paired` | McNemar's exact test, Holm's correction | McNemar 1947; Holm 1979 |
//! | `quantile` | medians and other quantiles | Hyndman and Fan 1996, type 7 |
//! | `bootstrap` | percentile intervals, whole groups drawn again | Efron and Tibshirani 1993 |
//! | `reliability` | reliability bins, expected calibration error, Brier score | Brier 1950; Naeini et al. 2015 |
//! | `bradley_terry` | strengths from decisions between two | Bradley and Terry 1952; Hunter 2004 |
//!
//! Intervals are at 95 % throughout.

pub mod bootstrap;
pub mod bradley_terry;
pub mod paired;
pub mod proportion;
pub mod quantile;
pub mod reliability;
