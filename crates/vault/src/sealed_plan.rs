//! What a sealed backup seals, and under which keys. It follows from the records alone, so that a
//! backup cannot claim another key for something than the one that its records tell.
//!
//! A content is closed exactly when erasing would delete it: when each record that holds it is about
//! something whose key is gone.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;

use crate::audit::{KIND_ANSWER, KIND_ERASE};
use crate::canonical::{self, Sha};
use crate::error::VaultError;
use crate::key_ring::name_of;
use crate::ledger::Ledger;
use crate::subject::Subject;

/// One part of a sealed backup.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The rows of a stored document, by its id.
    Document(String),
    /// A content, by its hash.
    Content(Sha),
}

impl Part {
    /// Its name, to which what is sealed is bound.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Document(id) => format!("document:{id}"),
            Self::Content(sha256) => format!("content:{}", canonical::hex(sha256)),
        }
    }
}

/// All parts, and what opens each.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Names of keys that open something together, each of them being needed; in order.
    pub sets: Vec<Vec<String>>,
    /// Which sets open a part, any of them being enough; never empty.
    pub parts: BTreeMap<Part, Vec<usize>>,
}

impl Plan {
    /// Of a vault whose keys are wrapped in some way.
    pub(crate) fn of(
        connection: &Connection,
        ledger: &Ledger,
        wrapping: &str,
    ) -> Result<Self, VaultError> {
        let erased = last_erasures(connection)?;
        let name = |subject: Subject| {
            let since = erased.get(&subject).copied().unwrap_or(0);
            name_of(&subject, since, wrapping)
        };
        let mut needed: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
        for (sequence, holding) in &ledger.holdings {
            let documents = holding.documents.iter();
            let names = documents.map(|id| name(Subject::Document(id.to_string())));
            needed.entry(*sequence).or_default().extend(names);
        }
        for (answer, id) in answers(connection)? {
            for sequence in ledger.about_answer(&id, answer) {
                let names = needed.entry(sequence).or_default();
                names.insert(name(Subject::Answer(id.clone())));
            }
        }
        let mut ways: BTreeMap<Part, BTreeSet<Vec<String>>> = BTreeMap::new();
        for id in ledger.documents.keys() {
            let alone = vec![name(Subject::Document(id.clone()))];
            ways.insert(Part::Document(id.clone()), BTreeSet::from([alone]));
        }
        for (sequence, holding) in &ledger.holdings {
            let names: Vec<String> = needed.remove(sequence).into_iter().flatten().collect();
            if names.is_empty() && !holding.contents.is_empty() {
                return Err(VaultError::invalid("a record holds contents of nothing"));
            }
            for sha256 in &holding.contents {
                let sets = ways.entry(Part::Content(*sha256)).or_default();
                sets.insert(names.clone());
            }
        }
        Ok(Self::number(&ways))
    }

    /// Gives the sets their numbers, in order.
    fn number(ways: &BTreeMap<Part, BTreeSet<Vec<String>>>) -> Self {
        let all: BTreeSet<&Vec<String>> = ways.values().flatten().collect();
        let sets: Vec<Vec<String>> = all.into_iter().cloned().collect();
        let number = |set: &Vec<String>| sets.binary_search(set).unwrap_or_default();
        let parts = ways
            .iter()
            .map(|(part, ways)| (part.clone(), ways.iter().map(number).collect()))
            .collect();
        Self { sets, parts }
    }
}

/// The sequence of the last tombstone of each thing that was erased.
fn last_erasures(connection: &Connection) -> Result<BTreeMap<Subject, i64>, VaultError> {
    let mut statement = connection
        .prepare("SELECT sequence, body FROM record WHERE kind = ?1 ORDER BY sequence")?;
    let mut rows = statement.query([KIND_ERASE])?;
    let mut last = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let body: String = row.get(1)?;
        let body = serde_json::from_str(&body).unwrap_or_default();
        if let Some(subject) = Subject::of(&body) {
            last.insert(subject, row.get(0)?);
        }
    }
    Ok(last)
}

/// The answers, by sequence, with the ids of their records.
fn answers(connection: &Connection) -> Result<Vec<(i64, String)>, VaultError> {
    let mut statement =
        connection.prepare("SELECT sequence, id FROM record WHERE kind = ?1 ORDER BY sequence")?;
    let rows = statement.query_map([KIND_ANSWER], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
