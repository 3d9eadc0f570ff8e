//! The search index against the passages it is of.
//!
//! `FTS5` can check that itself, but only through a statement that writes, so
//! not in a file that is read alone, and not beside a program that is writing.
//! So the index is read whole, every word with its passage and place, and each
//! passage is cut into words again by the same tokenizer, some thousand at a
//! time in an index of their own in memory. The two must have the same words:
//! the sums of their hashes are compared, for which nothing has to be sorted
//! or kept.

use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

use super::finding::FileDamage;
use super::watch::{Stop, Watch};
use crate::error::VaultError;

/// Passages that are cut into words at once.
const BLOCK: usize = 2000;

/// The same as the index of the vault, with nothing beside the index.
const FRESH: &str = "CREATE VIRTUAL TABLE chunk_index USING fts5 (
        text, content = '', tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE word USING fts5vocab ('chunk_index', 'instance');";

/// The place where the index keeps how many passages and words it has.
const AVERAGES: i64 = 1;

/// Words of passages, without their order.
#[derive(Debug, Default, PartialEq, Eq)]
struct Words {
    sum: u128,
    count: u64,
}

pub(super) fn check<B>(
    connection: &Connection,
    damages: &mut Vec<FileDamage>,
    watch: &mut Watch<'_, B>,
) -> Result<(), Stop<B>> {
    let fresh = Connection::open_in_memory()?;
    fresh.execute_batch(FRESH)?;
    let (mut expected, mut sizes, mut passages) = (Words::default(), 0, 0_u64);
    let mut is_same = has_settings(connection)?;
    let mut statement = connection.prepare("SELECT key, text FROM chunk ORDER BY key")?;
    let mut rows = statement.query([])?;
    let mut block = Block::new(connection, &fresh);
    while let Some(row) = rows.next()? {
        let (key, text): (i64, String) = (row.get(0)?, row.get(1)?);
        block.add(key, &text)?;
        passages += 1;
        if block.keys.len() == BLOCK {
            is_same &= block.take(&mut expected, &mut sizes)?;
        }
        watch.indexed(text.len())?;
    }
    is_same &= block.take(&mut expected, &mut sizes)?;
    is_same &= count_sizes(connection)? == passages
        && has_averages(connection, passages, sizes)?
        && read_index(connection)? == expected
        && has_places(connection)?
        && finds_words(connection)?;
    if !is_same {
        damages.push(FileDamage::SearchIndex);
    }
    Ok(())
}

/// Some passages, cut into words.
struct Block<'a> {
    vault: &'a Connection,
    fresh: &'a Connection,
    keys: Vec<i64>,
}

impl<'a> Block<'a> {
    fn new(vault: &'a Connection, fresh: &'a Connection) -> Self {
        Self {
            vault,
            fresh,
            keys: Vec::new(),
        }
    }

    fn add(&mut self, key: i64, text: &str) -> Result<(), VaultError> {
        let sql = "INSERT INTO chunk_index (rowid, text) VALUES (?1, ?2)";
        self.fresh
            .prepare_cached(sql)?
            .execute(params![key, text])?;
        self.keys.push(key);
        Ok(())
    }

    /// Adds the words to those before, and compares how many each passage has
    /// with what the vault's index keeps of it.
    fn take(&mut self, words: &mut Words, sizes: &mut u64) -> Result<bool, VaultError> {
        let mut is_same = true;
        for key in self.keys.drain(..) {
            let size = find_size(self.fresh, key)?;
            is_same &= size.is_some() && size == find_size(self.vault, key)?;
            *sizes += size.as_deref().and_then(read_number).unwrap_or(0);
        }
        add_words(self.fresh, "word", words)?;
        self.fresh.execute(
            "INSERT INTO chunk_index (chunk_index) VALUES ('delete-all')",
            [],
        )?;
        Ok(is_same)
    }
}

/// All words of the vault's index.
fn read_index(connection: &Connection) -> Result<Words, VaultError> {
    let mut words = Words::default();
    // In the temporary database, which lies in memory and goes with the transaction.
    connection.execute_batch(
        "CREATE VIRTUAL TABLE temp.checked_word USING fts5vocab ('main', 'chunk_index', 'instance')",
    )?;
    let read = add_words(connection, "temp.checked_word", &mut words);
    connection.execute_batch("DROP TABLE temp.checked_word")?;
    match read {
        // What cannot be read through is not the index of the passages.
        Err(VaultError::Damaged) => Ok(Words {
            sum: 0,
            count: u64::MAX,
        }),
        read => read.map(|()| words),
    }
}

fn add_words(connection: &Connection, table: &str, words: &mut Words) -> Result<(), VaultError> {
    let sql = format!("SELECT term, doc, \"offset\" FROM {table}");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let term = row.get_ref(0)?.as_bytes().unwrap_or_default();
        let (passage, place): (i64, i64) = (row.get(1)?, row.get(2)?);
        let hash = Sha256::new()
            .chain_update(passage.to_be_bytes())
            .chain_update(place.to_be_bytes())
            .chain_update(term)
            .finalize();
        let half: [u8; 16] = std::array::from_fn(|at| hash.get(at).copied().unwrap_or(0));
        words.sum = words.sum.wrapping_add(u128::from_be_bytes(half));
        words.count += 1;
    }
    Ok(())
}

/// Whether every part of the index has an entry that leads to it. `FTS5` looks
/// at those that are there.
fn has_places(connection: &Connection) -> Result<bool, VaultError> {
    // The number of the part stands above these bits of a page's number.
    let sql = "SELECT 1 FROM chunk_index_data WHERE id >> 37 > 0
        AND NOT EXISTS (SELECT 1 FROM chunk_index_idx WHERE segid = id >> 37)";
    Ok(!connection.prepare(sql)?.exists([])?)
}

/// Whether each word is found when it is looked for, and not only when all are
/// read: in as many passages, as often.
fn finds_words(connection: &Connection) -> Result<bool, VaultError> {
    connection.execute_batch(
        "CREATE VIRTUAL TABLE temp.checked_term USING fts5vocab ('main', 'chunk_index', 'row')",
    )?;
    let found = look_for_words(connection);
    connection.execute_batch("DROP TABLE temp.checked_term")?;
    found
}

fn look_for_words(connection: &Connection) -> Result<bool, VaultError> {
    let mut all = connection.prepare("SELECT term, doc, cnt FROM temp.checked_term")?;
    let mut one = connection
        .prepare("SELECT 1 FROM temp.checked_term WHERE term = ?1 AND doc = ?2 AND cnt = ?3")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let term: String = row.get(0)?;
        let (passages, times): (i64, i64) = (row.get(1)?, row.get(2)?);
        if !one.exists(params![term, passages, times])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How many words a passage has, as the index writes it.
fn find_size(connection: &Connection, key: i64) -> Result<Option<Vec<u8>>, VaultError> {
    let mut statement =
        connection.prepare_cached("SELECT sz FROM chunk_index_docsize WHERE id = ?1")?;
    let mut rows = statement.query([key])?;
    Ok(match rows.next()? {
        Some(row) => row.get(0)?,
        None => None,
    })
}

fn count_sizes(connection: &Connection) -> Result<u64, VaultError> {
    let sql = "SELECT count(*) FROM chunk_index_docsize";
    let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}

/// Whether the index has the numbers from which it weighs words.
fn has_averages(connection: &Connection, passages: u64, words: u64) -> Result<bool, VaultError> {
    let sql = "SELECT block FROM chunk_index_data WHERE id = ?1";
    let found: Vec<u8> = connection.query_row(sql, [AVERAGES], |row| row.get(0))?;
    let expected = [write_number(passages), write_number(words)].concat();
    Ok(found == expected || (passages == 0 && found.is_empty()))
}

/// Whether the index has its own settings and no others.
fn has_settings(connection: &Connection) -> Result<bool, VaultError> {
    let mut statement = connection.prepare("SELECT k, v FROM chunk_index_config ORDER BY k")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1).unwrap_or(-1))))?;
    let settings: Vec<(String, i64)> = rows.collect::<Result<_, _>>()?;
    // The version rises when something is deleted securely for the first time.
    let known = |version: i64| {
        [
            ("secure-delete".to_owned(), 1),
            ("version".to_owned(), version),
        ]
    };
    Ok(settings == known(4) || settings == known(5))
}

/// A number as `SQLite` writes it in as many bytes as it needs: seven bits in
/// each, the highest first, all but the last marked.
fn write_number(number: u64) -> Vec<u8> {
    let mut bytes = vec![(number & 0x7f) as u8];
    let mut rest = number >> 7;
    while rest > 0 {
        bytes.insert(0, (rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    bytes
}

fn read_number(bytes: &[u8]) -> Option<u64> {
    let number = bytes
        .iter()
        .fold(0_u64, |number, byte| number << 7 | u64::from(byte & 0x7f));
    (write_number(number) == bytes).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{read_number, write_number};

    #[test]
    fn numbers_are_written_as_sqlite_does() {
        for (number, bytes) in [
            (0, vec![0]),
            (127, vec![0x7f]),
            (128, vec![0x81, 0]),
            (16_384, vec![0x81, 0x80, 0]),
        ] {
            assert_eq!(write_number(number), bytes);
            assert_eq!(read_number(&bytes), Some(number));
        }
        assert_eq!(read_number(&[0x80, 1]), None);
    }
}
