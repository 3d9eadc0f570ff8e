//! `search`: passages by words.

use crate::failure::Failure;
use app::Service;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Most passages of a search.
const MAX: u32 = 100;

fn usual() -> u32 {
    10
}

/// What is looked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    /// Words to look for.
    query: String,
    /// At most so many passages, 1 to 100.
    #[serde(default = "usual")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Found {
    /// Passages, best first.
    passages: Vec<Passage>,
}

/// A run of lines that the words stand in.
#[derive(Debug, Serialize, JsonSchema)]
struct Passage {
    /// Its document.
    document_id: String,
    /// The document's title.
    document_title: String,
    /// Its first line, counted over the whole document.
    first_line: u32,
    /// Its last line.
    last_line: u32,
    /// Its text, lines joined by line ends.
    text: String,
    /// How well it fits, 0 to 1; to be compared between searches.
    similarity: f64,
}

pub(super) fn run(service: &Service, given: &Arguments) -> Result<Found, Failure> {
    if !(1..=MAX).contains(&given.limit) {
        let help = "give a number from 1 to 100";
        return Err(Failure::input("/limit", "so many cannot be had", help));
    }
    let hits = service.search(&given.query, given.limit)?;
    let passages = hits.into_iter().map(|hit| Passage {
        document_id: hit.document_id,
        document_title: hit.document_title,
        first_line: hit.first_line,
        last_line: hit.last_line,
        text: hit.text,
        similarity: hit.similarity,
    });
    Ok(Found {
        passages: passages.collect(),
    })
}
