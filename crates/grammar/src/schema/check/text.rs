//! Texts against patterns and formats, where there are steps enough for it.

use super::answer::Answer;
use super::cache::ReadFormat;
use super::checker::Checker;
use crate::pattern::{Format, Pattern};
use std::rc::Rc;

/// Operations on characters of a pattern that count as one step.
const MATCHED_PER_STEP: u64 = 100;

/// Formats that the grammar does not say but a validator may know. Other names
/// are those of applications; validators ignore them, as they must.
const OTHERS_FORMATS: [&str; 10] = [
    "regex",
    "idn-hostname",
    "semver",
    "period",
    "color",
    "phone",
    "style",
    "utc-millisec",
    "host-name",
    "ip-address",
];

impl Checker<'_, '_> {
    /// Whether a pattern is found in a text.
    pub(super) fn matches(&mut self, pattern: &str, text: &str) -> Answer {
        let known = self.cache.patterns.get(pattern).cloned();
        let known = known.unwrap_or_else(|| {
            let read = Pattern::read(pattern, self.max_nesting).ok().map(Rc::new);
            let cache = &mut self.cache.patterns;
            cache.insert(pattern.to_owned(), read.clone());
            read
        });
        let known = known?;
        self.is_match(&known, text)
    }

    /// Matches, if there are steps enough for it.
    fn is_match(&mut self, pattern: &Pattern, text: &str) -> Answer {
        let length = text.len().max(8) as u64;
        let steps = length.saturating_mul(pattern.cost()) / MATCHED_PER_STEP;
        // Too much for this pattern need not be too much for the rest.
        let steps = usize::try_from(steps).ok()?;
        if steps >= self.steps {
            return None;
        }
        self.spend(steps + 1)?;
        Some(pattern.is_match(text))
    }

    /// Whether a text has a format.
    pub(super) fn has_format(&mut self, name: &str, text: &str) -> Answer {
        let known = self.cache.formats.get(name).cloned();
        let known = known.unwrap_or_else(|| {
            let read = self.read_format(name).map(Rc::new);
            let cache = &mut self.cache.formats;
            cache.insert(name.to_owned(), read.clone());
            read
        });
        let Some(known) = known else {
            let of_application = !OTHERS_FORMATS.contains(&name) && Format::named(name).is_none();
            return of_application.then_some(true);
        };
        if !self.is_match(&known.wide, text)? {
            return Some(false);
        }
        let narrow = known.narrow.as_ref()?;
        self.is_match(narrow, text)?.then_some(true)
    }

    fn read_format(&self, name: &str) -> Option<ReadFormat> {
        let format = Format::named(name)?;
        let read = |text: &str| Pattern::read(text, self.max_nesting).ok();
        Some(ReadFormat {
            wide: read(&format.wide)?,
            narrow: format.narrow.as_deref().and_then(read),
        })
    }
}
