//! Search by meaning: which chunks have a vector near the question's.
//!
//! The vault makes no vectors; it keeps those it is given, for each chunk one
//! of each model, binds them by a record, and forgets them with the document.
//! Vectors of different models are never compared. A model is named by its
//! file's SHA-256 and the rule for which text is embedded for a chunk.
//!
//! # Form
//!
//! A vector of length 1 is kept as one signed byte a dimension times a scale.
//! The cosine of two such vectors is a sum of whole numbers times two scales:
//! the same bits on every machine, in whatever order the sum is taken. Against
//! 32-bit floats it is off by less than 0.01.
//!
//! # What a similarity means
//!
//! `(1 + cosine) / 2`: 1 for the same direction, 0.5 for texts that have nothing
//! to do with each other. It does not compare with similarities of words.
//!
//! # Limits
//!
//! The search is exact: every vector in scope is compared. 10,000 pages take
//! some tens of milliseconds; docs/quality.md has the numbers.

use std::collections::{BTreeMap, BTreeSet};

use evidence::Filter;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::audit::{self, KIND_VECTORS, RecordId};
use crate::canonical;
use crate::error::VaultError;
use crate::ledger::DOCUMENTS;
use crate::scope::{Scope, scope_of};
use crate::search::{Hit, Ranked, pick_best, read_hit};
use crate::vault::Vault;

/// Longest vector that is kept.
const MAX_DIMENSIONS: usize = 65_536;

/// A chunk that has no vector yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnembeddedChunk {
    /// Id of the chunk.
    pub chunk_id: String,
    /// Its document.
    pub document_id: String,
    /// First line of the chunk.
    pub first_line: u32,
    /// The chunk's text.
    pub text: String,
}

/// A chunk that a search looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedChunk {
    /// Id of the chunk.
    pub chunk_id: String,
    /// Its document.
    pub document_id: String,
    /// First line of what of it is in scope, from 1.
    pub first_line: u32,
    /// Last line of it.
    pub last_line: u32,
    /// Whether it has a vector of the model.
    pub has_vector: bool,
}

/// A vector in the form it is kept in.
struct Packed {
    scale: f64,
    bytes: Vec<u8>,
}

/// Rounds a vector to signed bytes.
fn pack(vector: &[f32]) -> Result<Packed, VaultError> {
    if vector.is_empty() || vector.len() > MAX_DIMENSIONS || !vector.iter().all(|x| x.is_finite()) {
        return Err(VaultError::invalid(
            "a vector is empty, too long or not finite",
        ));
    }
    let length = vector
        .iter()
        .map(|x| f64::from(*x).powi(2))
        .sum::<f64>()
        .sqrt();
    let largest = vector
        .iter()
        .fold(0.0_f64, |max, x| max.max(f64::from(x.abs())));
    if length == 0.0 {
        return Ok(Packed {
            scale: 0.0,
            bytes: vec![0; vector.len()],
        });
    }
    let rounded: Vec<i8> = vector
        .iter()
        .map(|x| (f64::from(*x) / largest * 127.0).round() as i8)
        .collect();
    // Rounding changes the length a little: the scale makes it 1 again.
    let squares: f64 = rounded.iter().map(|x| f64::from(*x).powi(2)).sum();
    Ok(Packed {
        scale: 1.0 / squares.sqrt(),
        bytes: rounded.iter().map(|x| x.cast_unsigned()).collect(),
    })
}

/// The sum of products of signed bytes. Written so that compilers make vector
/// instructions of it; whole numbers, so their order does not matter.
fn dot(left: &[u8], right: &[u8]) -> i32 {
    left.iter()
        .zip(right)
        .map(|(a, b)| i32::from(i16::from(a.cast_signed()) * i16::from(b.cast_signed())))
        .sum()
}

impl Vault {
    /// Keeps the vectors of chunks, with a `vectors` record that binds them, in
    /// one transaction. A vector that is there already stays; chunks that are
    /// gone are passed over. No record is written where nothing new is kept.
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`] for vectors that are empty, not finite, or
    /// not all of the length that this model's have.
    pub fn store_vectors(
        &mut self,
        model: &str,
        vectors: &[(String, Vec<f32>)],
        now: &str,
    ) -> Result<Option<RecordId>, VaultError> {
        let Some((_, first)) = vectors.first() else {
            return Ok(None);
        };
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (key, dimensions) = if let Some(found) = find_model(&transaction, model)? {
            found
        } else {
            transaction.execute(
                "INSERT INTO vector_model (name, dimensions) VALUES (?1, ?2)",
                params![model, first.len() as i64],
            )?;
            (transaction.last_insert_rowid(), first.len())
        };
        if vectors.iter().any(|(_, vector)| vector.len() != dimensions) {
            return Err(VaultError::invalid("vectors of one model differ in length"));
        }
        let mut kept: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        for (chunk_id, vector) in vectors {
            if let Some((document_id, ordinal)) = insert(&transaction, key, chunk_id, vector)? {
                kept.entry(document_id).or_default().insert(ordinal);
            }
        }
        if kept.is_empty() {
            return Ok(None);
        }
        let stored = Model {
            key,
            name: model,
            dimensions,
        };
        let id = record(&transaction, &stored, kept, false, now)?;
        transaction.commit()?;
        Ok(Some(id))
    }

    /// The chunks in scope that have no vector of this model, by document and
    /// line, at most `limit`; and how many there are in all.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn unembedded_chunks(
        &self,
        model: &str,
        filter: &Filter,
        limit: u32,
    ) -> Result<(Vec<UnembeddedChunk>, u64), VaultError> {
        let transaction = self.connection.unchecked_transaction()?;
        let scope = scope_of(&transaction, filter)?;
        let key = find_model(&transaction, model)?.map_or(-1, |(key, _)| key);
        let mut missing = transaction.prepare_cached(
            "SELECT key FROM chunk WHERE NOT EXISTS
               (SELECT 1 FROM vector WHERE model = ?1 AND chunk = key)
             ORDER BY document_id, ordinal",
        )?;
        let mut keys: Vec<i64> = missing
            .query_map([key], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        keys.retain(|key| scope.as_ref().is_none_or(|scope| scope.contains_key(key)));
        let mut read = transaction.prepare_cached(
            "SELECT chunk_id, document_id, first_line, text FROM chunk WHERE key = ?1",
        )?;
        let count = keys.len() as u64;
        let chunks = keys
            .into_iter()
            .take(limit as usize)
            .map(|key| {
                Ok(read.query_row([key], |row| {
                    Ok(UnembeddedChunk {
                        chunk_id: row.get(0)?,
                        document_id: row.get(1)?,
                        first_line: row.get(2)?,
                        text: row.get(3)?,
                    })
                })?)
            })
            .collect::<Result<_, VaultError>>()?;
        Ok((chunks, count))
    }

    /// The chunks in scope, by document and line, and which of them have a vector of this model.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`].
    pub fn searched_chunks(
        &self,
        model: &str,
        filter: &Filter,
    ) -> Result<Vec<SearchedChunk>, VaultError> {
        let transaction = self.connection.unchecked_transaction()?;
        let scope = scope_of(&transaction, filter)?;
        let model = find_model(&transaction, model)?.map_or(-1, |(key, _)| key);
        let mut read = transaction.prepare_cached(
            "SELECT key, chunk_id, document_id, first_line, last_line,
                    EXISTS (SELECT 1 FROM vector WHERE model = ?1 AND chunk = key)
             FROM chunk ORDER BY document_id, ordinal",
        )?;
        let rows = read.query_map([model], |row| {
            let chunk = SearchedChunk {
                chunk_id: row.get(1)?,
                document_id: row.get(2)?,
                first_line: row.get(3)?,
                last_line: row.get(4)?,
                has_vector: row.get(5)?,
            };
            Ok((row.get::<_, i64>(0)?, chunk))
        })?;
        let mut chunks = Vec::new();
        for row in rows {
            let (key, mut chunk) = row?;
            if let Some(scope) = &scope {
                let Some((first, last)) = scope.get(&key) else {
                    continue;
                };
                (chunk.first_line, chunk.last_line) = (*first, *last);
            }
            chunks.push(chunk);
        }
        Ok(chunks)
    }

    /// The chunks whose vector is nearest to `query`, best first, at most
    /// `top_k`; equal ones in order of their ordinal, then their id. Chunks
    /// without a vector of this model are not found. [`Hit::score`] is the cosine.
    ///
    /// # Errors
    ///
    /// [`VaultError::InvalidInput`] for a query that is empty or not finite, or
    /// whose length is not the model's.
    pub fn search_vectors(
        &self,
        model: &str,
        query: &[f32],
        filter: &Filter,
        top_k: u32,
    ) -> Result<Vec<Hit>, VaultError> {
        let packed = pack(query)?;
        let transaction = self.connection.unchecked_transaction()?;
        let Some((key, dimensions)) = find_model(&transaction, model)? else {
            return Ok(Vec::new());
        };
        if dimensions != query.len() {
            return Err(VaultError::invalid("the query is no vector of this model"));
        }
        let scope = scope_of(&transaction, filter)?;
        let ranked = compare(&transaction, key, &packed, scope.as_ref())?;
        pick_best(&transaction, ranked, top_k as usize)?
            .iter()
            .map(|best| {
                let similarity = f64::midpoint(1.0, best.score).clamp(0.0, 1.0);
                read_hit(&transaction, best, similarity, scope.as_ref())
            })
            .collect()
    }
}

/// An embedding model whose vectors are kept.
struct Model<'a> {
    key: i64,
    name: &'a str,
    dimensions: usize,
}

/// Keeps a vector and tells of which passage; none where it has one, or is
/// gone.
fn insert(
    transaction: &Transaction<'_>,
    model: i64,
    chunk_id: &str,
    vector: &[f32],
) -> Result<Option<(String, u32)>, VaultError> {
    let packed = pack(vector)?;
    let mut find = transaction
        .prepare_cached("SELECT key, document_id, ordinal FROM chunk WHERE chunk_id = ?1")?;
    let chunk: Option<(i64, String, u32)> = find
        .query_row([chunk_id], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let Some((chunk, document_id, ordinal)) = chunk else {
        return Ok(None);
    };
    let mut insert = transaction.prepare_cached(
        "INSERT OR IGNORE INTO vector (model, chunk, scale, bytes) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let rows = insert.execute(params![model, chunk, packed.scale, packed.bytes])?;
    Ok((rows > 0).then_some((document_id, ordinal)))
}

/// Records the vectors of some passages, by document.
fn record(
    transaction: &Transaction<'_>,
    model: &Model<'_>,
    kept: BTreeMap<String, BTreeSet<u32>>,
    is_adopted: bool,
    now: &str,
) -> Result<RecordId, VaultError> {
    let mut documents = Vec::new();
    for (document_id, ordinals) in kept {
        let ordinals = ranges_of(&ordinals);
        let sha256 = hash_vectors(transaction, model.key, &document_id, &ordinals)?;
        documents.push(json!({
            "document_id": document_id, "ordinals": ordinals, "sha256": sha256,
        }));
    }
    let mut body = json!({
        "model": model.name, "dimensions": model.dimensions, DOCUMENTS: documents,
    });
    if is_adopted {
        body["adopted"] = json!(true);
    }
    Ok(audit::append_in(transaction, KIND_VECTORS, &body, now)?.0)
}

/// Records the vectors that are there, model by model.
pub(crate) fn adopt(transaction: &Transaction<'_>, now: &str) -> Result<(), VaultError> {
    let mut list =
        transaction.prepare("SELECT key, name, dimensions FROM vector_model ORDER BY key")?;
    let models: Vec<(i64, String, i64)> = list
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    let mut chunks = transaction.prepare(
        "SELECT document_id, ordinal FROM vector JOIN chunk ON chunk.key = chunk WHERE model = ?1",
    )?;
    for (key, name, dimensions) in models {
        let mut there: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        let mut rows = chunks.query([key])?;
        while let Some(row) = rows.next()? {
            there.entry(row.get(0)?).or_default().insert(row.get(1)?);
        }
        let model = Model {
            key,
            name: &name,
            dimensions: usize::try_from(dimensions).unwrap_or(0),
        };
        if !there.is_empty() {
            record(transaction, &model, there, true, now)?;
        }
    }
    Ok(())
}

/// Ranges of numbers, first and last.
fn ranges_of(numbers: &BTreeSet<u32>) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    ranges
}

/// SHA-256 over the vectors of some passages of a document: of each its
/// ordinal (4 bytes), scale (8 bytes) and length (8 bytes), the highest first,
/// and its bytes.
pub(crate) fn hash_vectors(
    connection: &Connection,
    model: i64,
    document_id: &str,
    ordinals: &[(u32, u32)],
) -> Result<String, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT ordinal, scale, bytes FROM chunk JOIN vector ON vector.chunk = chunk.key AND vector.model = ?1
         WHERE document_id = ?2 AND ordinal BETWEEN ?3 AND ?4 ORDER BY ordinal",
    )?;
    let mut hash = Sha256::new();
    for (first, last) in ordinals {
        let mut rows = statement.query(params![model, document_id, first, last])?;
        while let Some(row) = rows.next()? {
            let (ordinal, scale): (u32, f64) = (row.get(0)?, row.get(1)?);
            let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
            hash.update(ordinal.to_be_bytes());
            hash.update(scale.to_bits().to_be_bytes());
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
    }
    Ok(canonical::hex(&hash.finalize()))
}

/// An embedding model's key and the length of its vectors, by its name.
pub(crate) fn find_model(
    connection: &Connection,
    name: &str,
) -> Result<Option<(i64, usize)>, VaultError> {
    let mut statement =
        connection.prepare_cached("SELECT key, dimensions FROM vector_model WHERE name = ?1")?;
    let found: Option<(i64, i64)> = statement
        .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found.map(|(key, dimensions)| (key, usize::try_from(dimensions).unwrap_or(0))))
}

/// The cosine of every vector in scope: all of them in one scan, or, where the
/// scope is small, each by its key.
fn compare(
    connection: &Connection,
    model: i64,
    query: &Packed,
    scope: Option<&Scope>,
) -> Result<Vec<Ranked>, VaultError> {
    /// Up to this many vectors are fetched one by one.
    const SMALL_SCOPE: usize = 4096;
    let mut found = Vec::new();
    let mut add = |row: &rusqlite::Row<'_>| -> rusqlite::Result<()> {
        let (key, scale): (i64, f64) = (row.get(0)?, row.get(1)?);
        let bytes = row.get_ref(2)?.as_blob().unwrap_or_default();
        if scope.is_none_or(|scope| scope.contains_key(&key)) {
            let cosine = f64::from(dot(&query.bytes, bytes)) * query.scale * scale;
            found.push(Ranked { key, score: cosine });
        }
        Ok(())
    };
    match scope {
        Some(scope) if scope.len() <= SMALL_SCOPE => {
            let mut statement = connection.prepare_cached(
                "SELECT chunk, scale, bytes FROM vector WHERE model = ?1 AND chunk = ?2",
            )?;
            for key in scope.keys() {
                let mut rows = statement.query([model, *key])?;
                while let Some(row) = rows.next()? {
                    add(row)?;
                }
            }
        }
        _ => {
            let mut statement = connection
                .prepare_cached("SELECT chunk, scale, bytes FROM vector WHERE model = ?1")?;
            let mut rows = statement.query([model])?;
            while let Some(row) = rows.next()? {
                add(row)?;
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_vectors_have_the_cosine_of_the_vectors_within_a_hundredth() {
        let vector = |seed: u32| -> Vec<f32> {
            let mut state = seed;
            (0..384)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 8) as f32 / 8_388_608.0 - 1.0
                })
                .collect()
        };
        for seed in 0..20 {
            let (a, b) = (vector(seed), vector(seed / 2 + 1));
            let product = |a: &[f32], b: &[f32]| -> f64 {
                a.iter()
                    .zip(b)
                    .map(|(x, y)| f64::from(*x) * f64::from(*y))
                    .sum()
            };
            let exact = product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt();
            let (p, q) = (pack(&a).unwrap(), pack(&b).unwrap());
            let packed = f64::from(dot(&p.bytes, &q.bytes)) * p.scale * q.scale;
            assert!((exact - packed).abs() < 0.01, "{exact} {packed}");
        }
    }

    #[test]
    fn the_largest_products_do_not_overflow() {
        let extreme = vec![0x80; MAX_DIMENSIONS];
        assert_eq!(dot(&extreme, &extreme), 1 << 30);
    }
}
