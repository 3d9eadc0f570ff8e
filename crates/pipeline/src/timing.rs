//! The spans of the stages: their names are the rows of the table in ARCHITECTURE.md. Whoever
//! answers a question listens to them (`logging::Timing`); the times of its record come from there.
//! A span has no field but its name.

use tracing::span::EnteredSpan;

/// What is timed: a row of the table, or a part of one that may take long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the rows of the table in ARCHITECTURE.md")]
pub enum Timed {
    Parse,
    Retrieve,
    Select,
    Offer,
    Read,
    /// A model is loaded, for whichever stage needs it first.
    LoadModel,
    Score,
    /// A part of `decide`: the question and what stands around values, compared by meaning.
    Embed,
    Decide,
    Compile,
    Decode,
    Expand,
    Check,
    Compute,
    Dispatch,
    Record,
    Respond,
}

impl Timed {
    /// All of them, in the order in which a question comes to them.
    pub const ALL: [Timed; 17] = [
        Timed::Parse,
        Timed::Retrieve,
        Timed::Select,
        Timed::Offer,
        Timed::Read,
        Timed::LoadModel,
        Timed::Score,
        Timed::Embed,
        Timed::Decide,
        Timed::Compile,
        Timed::Decode,
        Timed::Expand,
        Timed::Check,
        Timed::Compute,
        Timed::Dispatch,
        Timed::Record,
        Timed::Respond,
    ];

    /// Its word in the log.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Timed::Parse => "parse",
            Timed::Retrieve => "retrieve",
            Timed::Select => "select",
            Timed::Offer => "offer",
            Timed::Read => "read",
            Timed::LoadModel => "load_model",
            Timed::Score => "score",
            Timed::Embed => "embed",
            Timed::Decide => "decide",
            Timed::Compile => "compile",
            Timed::Decode => "decode",
            Timed::Expand => "expand",
            Timed::Check => "check",
            Timed::Compute => "compute",
            Timed::Dispatch => "dispatch",
            Timed::Record => "record",
            Timed::Respond => "respond",
        }
    }
}

/// A stage begins; it ends where what is given is dropped. Stages of one name are not put into
/// each other, since each counts.
#[must_use = "the stage ends where this is dropped"]
pub fn enter(stage: Timed) -> EnteredSpan {
    tracing::debug_span!(target: "attest", "stage", stage = stage.word()).entered()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_timed_are_the_rows_of_the_table_of_stages() {
        let page = include_str!("../../../ARCHITECTURE.md");
        let table = page.split("| stage | in | out | where |").nth(1).unwrap();
        let rows = table
            .lines()
            .skip(2)
            .take_while(|line| line.starts_with('|'));
        let rows: Vec<&str> = rows
            .map(|line| line.split('|').nth(1).unwrap().trim())
            .collect();
        let parts = [Timed::LoadModel, Timed::Embed];
        let timed = Timed::ALL.into_iter().filter(|one| !parts.contains(one));
        // An import is no part of a question, and has an event of its own.
        let expected: Vec<&str> = ["import"]
            .into_iter()
            .chain(timed.map(Timed::word))
            .collect();
        assert_eq!(rows, expected);
    }
}
