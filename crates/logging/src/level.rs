//! How much is written.

use tracing::level_filters::LevelFilter;

/// A word that is no level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLevel;

/// The level of a word: `off`, `error`, `warn`, `info`, `debug`. Without one, `info`.
///
/// # Errors
///
/// [`UnknownLevel`] for any other word.
pub fn level(word: Option<&str>) -> Result<LevelFilter, UnknownLevel> {
    match word {
        Some("off") => Ok(LevelFilter::OFF),
        Some("error") => Ok(LevelFilter::ERROR),
        Some("warn") => Ok(LevelFilter::WARN),
        None | Some("" | "info") => Ok(LevelFilter::INFO),
        Some("debug") => Ok(LevelFilter::DEBUG),
        Some(_) => Err(UnknownLevel),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_one_of_five_words_and_info_where_nothing_is_said() {
        assert_eq!(level(None), Ok(LevelFilter::INFO));
        assert_eq!(level(Some("off")), Ok(LevelFilter::OFF));
        assert_eq!(level(Some("loud")), Err(UnknownLevel));
    }
}
