//! What of the documents was not read, where they are to be read whole.

use crate::error::StageError;
use crate::plan::Plan;
use crate::resources::Resources;
use evidence::AnswerBundle;
use std::collections::BTreeSet;

/// Documents that were to be read whole and were read in part.
pub(crate) struct Unread {
    /// For people.
    pub words: String,
    /// Share of the lines that was read, 0..=1; a half where that is not known.
    pub share_read: f64,
}

/// What was not read of documents that are to be read whole; none where nothing is
/// left.
pub(crate) fn unread(
    plan: &Plan,
    bundle: &AnswerBundle,
    resources: &dyn Resources,
) -> Result<Option<Unread>, StageError> {
    if !plan.reads_whole() {
        return Ok(None);
    }
    if plan.filter.is_restricted() {
        return Ok(Some(Unread {
            words: "Only what was found at the named place was read.".into(),
            share_read: 0.5,
        }));
    }
    let mut lines: BTreeSet<(&str, u32)> = BTreeSet::new();
    for chunk in &bundle.used_chunks {
        let numbers = chunk.lines.iter().map(|line| line.number);
        lines.extend(numbers.map(|number| (chunk.document_id.as_str(), number)));
    }
    let (mut all, mut read) = (0_u32, 0_u32);
    for id in &plan.document_ids {
        let stored = resources.lines(id, 1, u32::MAX)?;
        for line in stored.iter().filter(|line| !line.text.trim().is_empty()) {
            all += 1;
            read += u32::from(lines.contains(&(id.as_str(), line.number)));
        }
    }
    Ok((read < all).then(|| Unread {
        words: format!("{read} of {all} lines were read: there may be more in the others."),
        share_read: f64::from(read) / f64::from(all),
    }))
}
