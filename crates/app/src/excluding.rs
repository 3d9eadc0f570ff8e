//! Which conditions of a filter leave nothing to read.

use crate::error::AppError;
use crate::service::Service;
use evidence::filter::Facts;
use evidence::{Document, Filter};
use pipeline::scope::place;
use std::collections::BTreeMap;

/// The filter's conditions apart from each other, each over all its documents.
fn parts(filter: &Filter) -> Vec<Filter> {
    let over_all = || Filter::documents(&filter.document_ids);
    let parts = [
        Filter {
            pages: filter.pages.clone(),
            ..over_all()
        },
        Filter {
            lines: filter.lines.clone(),
            ..over_all()
        },
        Filter {
            sections: filter.sections.clone(),
            ..over_all()
        },
        Filter {
            event: filter.event.clone(),
            ..over_all()
        },
        Filter {
            media_types: filter.media_types.clone(),
            ..over_all()
        },
        Filter {
            metadata: filter.metadata.clone(),
            ..over_all()
        },
    ];
    parts.into_iter().filter(Filter::is_restricted).collect()
}

/// A document as a filter sees it: all but its lines, and its date.
struct Known {
    frame: Document,
    event_date: Option<String>,
    metadata: BTreeMap<String, String>,
}

impl Known {
    /// Whether a line of it is left.
    fn stays(&self, filter: &Filter) -> bool {
        let last_line = self.frame.pages.iter().map(|page| page.last_line).max();
        let ranges = filter.ranges(&Facts {
            document_id: &self.frame.id,
            media_type: self.frame.media_type,
            imported_at: "",
            event_date: self.event_date.as_deref(),
            metadata: &self.metadata,
            pages: &self.frame.pages,
            sections: &self.frame.sections,
        });
        ranges.iter().any(|(first, _)| Some(*first) <= last_line)
    }
}

impl Service {
    /// Which conditions leave nothing to read, in words; empty where something
    /// is left.
    pub(crate) fn excluding(&self, filter: &Filter) -> Result<Vec<String>, AppError> {
        let parts = parts(filter);
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        let documents = self.known(&filter.document_ids)?;
        if documents.is_empty() || documents.iter().any(|one| one.stays(filter)) {
            return Ok(Vec::new());
        }
        let mut alone: Vec<String> = Vec::new();
        for part in &parts {
            if documents.iter().any(|one| one.stays(part)) {
                continue;
            }
            let undated = match part.event {
                Some(_) => documents
                    .iter()
                    .filter(|one| one.event_date.is_none())
                    .count(),
                None => 0,
            };
            let dates = match undated {
                0 => String::new(),
                count => format!("; {count} of {} have no date", documents.len()),
            };
            alone.extend(place(part).map(|place| format!("nothing stands {place}{dates}")));
        }
        if alone.is_empty() {
            alone.extend(place(filter).map(|place| format!("nothing stands at once {place}")));
        }
        Ok(alone)
    }

    fn known(&self, ids: &[String]) -> Result<Vec<Known>, AppError> {
        let vault = self.vault();
        ids.iter()
            .map(|id| {
                Ok(Known {
                    frame: vault.frame(id)?,
                    event_date: vault.event_date(id)?,
                    metadata: vault.metadata(id)?,
                })
            })
            .collect()
    }
}
