//! What all the headings of a document tell together: which kind is only how
//! it writes everything, and how deep each heading stands.

use super::section::Heading;
use super::wording::Kind;

/// When more than this share of the lines with text looks like a heading in
/// capitals, capitals are this document's ordinary writing (receipts).
const MAX_CAPITALS_SHARE: f64 = 0.15;
/// As above, for numbered lines: then they are a list.
const MAX_NUMBERED_SHARE: f64 = 0.35;

/// Drops a kind of heading that is how the document writes everything.
pub(super) fn drop_ordinary(
    mut found: Vec<(Kind, Heading)>,
    filled: usize,
) -> Vec<(Kind, Heading)> {
    let share = |found: &[(Kind, Heading)], test: fn(Kind) -> bool| {
        found.iter().filter(|(kind, _)| test(*kind)).count() as f64 / filled.max(1) as f64
    };
    if share(&found, |kind| kind == Kind::Capitals) > MAX_CAPITALS_SHARE {
        found.retain(|(kind, _)| *kind != Kind::Capitals);
    }
    if share(&found, |kind| matches!(kind, Kind::Numbered(_))) > MAX_NUMBERED_SHARE {
        found.retain(|(kind, _)| !matches!(kind, Kind::Numbered(_)));
    }
    found
}

/// Levels by kind: capitals stand above numbers and beside keywords, and only
/// levels that occur are counted.
pub(super) fn levels(found: Vec<(Kind, Heading)>) -> Vec<Heading> {
    let rank = |kind: Kind| match kind {
        Kind::Keyword(depth) => depth,
        Kind::Capitals => 2,
        Kind::Numbered(depth) => 2 + depth,
    };
    let mut ranks: Vec<u8> = found.iter().map(|(kind, _)| rank(*kind)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    found
        .into_iter()
        .map(|(kind, heading)| {
            let level = ranks
                .iter()
                .position(|r| *r == rank(kind))
                .map_or(1, |at| at as u8 + 1);
            Heading { level, ..heading }
        })
        .collect()
}
