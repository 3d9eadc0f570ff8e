//! Lexical search: which chunks say the words of a question.
//!
//! Any text is a safe query. It is cut into words here; each word is looked
//! up alone, as a quoted phrase, so nothing of `FTS5`'s query language can be
//! reached from outside.
//!
//! # What a similarity means
//!
//! For a question with the words `w` (stop words left out, the
//! [`MAX_QUERY_WORDS`] rarest), over all `N` chunks of the vault of which `n`
//! hold the word:
//!
//! * `idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5))`, above 0 also for a word that
//!   every chunk holds; a word that no chunk holds weighs most.
//! * `tf(w, c)`: BM25's saturated frequency of the word in chunk `c`, from 0
//!   (absent) towards 2.2 (k1 = 1.2, b = 0.75; 1 for one mention in a chunk of
//!   average length).
//! * `coverage(c)`: the sum of `idf` over the words `c` holds, divided by the
//!   sum over all words. 1 when it holds every one.
//! * `bm25(c)`: the sum of `idf * tf`; divided by 2.2 times the sum of `idf`,
//!   its upper bound, it is a share too.
//!
//! `similarity(c) = (coverage(c) + bm25(c) / bound) / 2`, within 0..1. One
//! mention of every word in a chunk of average length gives about 0.73; half
//! of the words (by weight) about 0.36. Both parts are shares of what this
//! question could reach at most, so values of different questions compare,
//! and a threshold over them means "about this much of the question is there".
//! They do not compare with similarities of embeddings.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, params};
use serde::Serialize;

use crate::stop_word::is_stop_word;
use crate::{Vault, VaultError};

/// Names the index and the rule for similarities; it changes when either does.
pub const INDEX_VERSION: &str = "fts5-porter-unicode61-1";

/// What a retrieval bundle names as its embedding model for this search.
pub const LEXICAL_MODEL: &str = "fts5-bm25";

/// A question is searched by at most this many words, the rarest: more add
/// time and no sharpness.
pub const MAX_QUERY_WORDS: usize = 32;

/// Words of a question that are looked at to find the rarest.
const MAX_COUNTED_WORDS: usize = 256;

/// What BM25's saturated frequency tends to: k1 + 1, `FTS5`'s k1 being 1.2.
const MAX_FREQUENCY: f64 = 2.2;

/// One chunk that says words of the question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// Id of the chunk.
    pub chunk_id: String,
    /// Its document.
    pub document_id: String,
    /// Title of the document, for people.
    pub document_title: String,
    /// First line of the chunk.
    pub first_line: u32,
    /// Last line of the chunk.
    pub last_line: u32,
    /// The chunk's text, lines joined by newlines.
    pub text: String,
    /// BM25 score, above 0; higher is better, comparable within one search.
    pub bm25: f64,
    /// Above 0, at most 1; comparable between questions. See the module.
    pub similarity: f64,
}

/// Scores of a chunk, summed word by word.
#[derive(Clone, Copy, Default)]
struct Score {
    covered: f64,
    bm25: f64,
}

/// A word of the question.
struct Word {
    text: String,
    idf: f64,
    /// `FTS5`'s own idf, to be divided out of its score.
    index_idf: f64,
}

impl Vault {
    /// The chunks that say most of a question, best first, at most `top_k`;
    /// equal ones in order of their ordinal, then their id. `document_ids`
    /// limits the search; empty means all documents. No hit, or a question
    /// without a word, is an empty list.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`]; never for what stands
    /// in `query`.
    pub fn search(
        &self,
        query: &str,
        document_ids: &[String],
        top_k: u32,
    ) -> Result<Vec<Hit>, VaultError> {
        // One transaction: counts and hits see the same state of the index.
        let transaction = self.connection.unchecked_transaction()?;
        let words = weigh_words(&transaction, &split_words(query))?;
        let scores = score_chunks(
            &transaction,
            &words,
            list_keys(&transaction, document_ids)?.as_ref(),
        )?;
        let total: f64 = words.iter().map(|word| word.idf).sum();
        let ranked: Vec<(i64, Score, f64)> = scores
            .into_iter()
            .map(|(key, score)| {
                let share =
                    f64::midpoint(score.covered / total, score.bm25 / (MAX_FREQUENCY * total));
                (key, score, share.clamp(0.0, 1.0))
            })
            .collect();
        pick_best(&transaction, ranked, top_k as usize)?
            .into_iter()
            .map(|(key, score, similarity)| read_hit(&transaction, key, score, similarity))
            .collect()
    }
}

/// The different words of a question, lower case; without stop words unless
/// there is nothing else.
fn split_words(query: &str) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let words: Vec<String> = query
        .split(|character: char| !is_word_character(character))
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .map(str::to_lowercase)
        .filter(|word| seen.insert(word.clone()))
        .take(MAX_COUNTED_WORDS)
        .collect();
    let telling: Vec<String> = words
        .iter()
        .filter(|word| !is_stop_word(word))
        .cloned()
        .collect();
    if telling.is_empty() { words } else { telling }
}

/// Letters, digits, and the combining marks that stand on letters.
fn is_word_character(character: char) -> bool {
    character.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&character)
}

/// Counts the chunks each word stands in and keeps the rarest words.
fn weigh_words(connection: &Connection, words: &[String]) -> Result<Vec<Word>, VaultError> {
    let chunks: i64 = connection.query_row("SELECT count(*) FROM chunk", [], |row| row.get(0))?;
    let mut count =
        connection.prepare_cached("SELECT count(*) FROM chunk_index WHERE chunk_index MATCH ?1")?;
    let mut counted = Vec::new();
    for word in words {
        let holding: i64 = count.query_row([quote(word)], |row| row.get(0))?;
        counted.push((holding, word));
    }
    counted.sort();
    counted.truncate(MAX_QUERY_WORDS);
    let weigh = |(holding, word): (i64, &String)| {
        let ratio = ((chunks - holding) as f64 + 0.5) / (holding as f64 + 0.5);
        // FTS5's bm25() floors its idf at 1e-6, for words in most chunks.
        let index_idf = if ratio.ln() <= 0.0 { 1e-6 } else { ratio.ln() };
        Word {
            text: word.clone(),
            idf: ratio.ln_1p(),
            index_idf,
        }
    };
    Ok(counted.into_iter().map(weigh).collect())
}

/// The chunks a search is limited to; `None` for all.
fn list_keys(
    connection: &Connection,
    document_ids: &[String],
) -> Result<Option<BTreeSet<i64>>, VaultError> {
    if document_ids.is_empty() {
        return Ok(None);
    }
    let mut statement =
        connection.prepare_cached("SELECT key FROM chunk WHERE document_id = ?1")?;
    let mut keys = BTreeSet::new();
    for id in document_ids {
        for key in statement.query_map([id], |row| row.get(0))? {
            keys.insert(key?);
        }
    }
    Ok(Some(keys))
}

fn score_chunks(
    connection: &Connection,
    words: &[Word],
    allowed: Option<&BTreeSet<i64>>,
) -> Result<BTreeMap<i64, Score>, VaultError> {
    // For one phrase, bm25() is -(idf * tf): dividing its idf out leaves tf.
    let mut statement = connection.prepare_cached(
        "SELECT rowid, bm25(chunk_index) FROM chunk_index WHERE chunk_index MATCH ?1",
    )?;
    let mut scores = BTreeMap::<i64, Score>::new();
    for word in words {
        let mut rows = statement.query([quote(&word.text)])?;
        while let Some(row) = rows.next()? {
            let (key, rank): (i64, f64) = (row.get(0)?, row.get(1)?);
            if allowed.is_some_and(|allowed| !allowed.contains(&key)) {
                continue;
            }
            let frequency = (-rank / word.index_idf).clamp(0.0, MAX_FREQUENCY);
            let score = scores.entry(key).or_default();
            score.covered += word.idf;
            score.bm25 += word.idf * frequency;
        }
    }
    Ok(scores)
}

/// The best `count`, in their final order. Names are read only where scores
/// are equal to the last one's or better.
fn pick_best(
    connection: &Connection,
    mut ranked: Vec<(i64, Score, f64)>,
    count: usize,
) -> Result<Vec<(i64, Score, f64)>, VaultError> {
    ranked.sort_by(|left, right| right.2.total_cmp(&left.2).then(left.0.cmp(&right.0)));
    let Some(last) = count.checked_sub(1) else {
        return Ok(Vec::new());
    };
    if let Some(threshold) = ranked.get(last).map(|entry| entry.2) {
        ranked.retain(|entry| entry.2 >= threshold);
    }
    let mut statement =
        connection.prepare_cached("SELECT ordinal, chunk_id FROM chunk WHERE key = ?1")?;
    let mut named = Vec::with_capacity(ranked.len());
    for entry in ranked {
        let place: (u32, String) =
            statement.query_row([entry.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
        named.push((place, entry));
    }
    named.sort_by(|(left_place, left), (right_place, right)| {
        right
            .2
            .total_cmp(&left.2)
            .then_with(|| left_place.cmp(right_place))
    });
    Ok(named
        .into_iter()
        .take(count)
        .map(|(_, entry)| entry)
        .collect())
}

fn read_hit(
    connection: &Connection,
    key: i64,
    score: Score,
    similarity: f64,
) -> Result<Hit, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT chunk_id, document_id, title, first_line, last_line, text
         FROM chunk JOIN document ON document.id = document_id WHERE key = ?1",
    )?;
    Ok(statement.query_row(params![key], |row| {
        Ok(Hit {
            chunk_id: row.get(0)?,
            document_id: row.get(1)?,
            document_title: row.get(2)?,
            first_line: row.get(3)?,
            last_line: row.get(4)?,
            text: row.get(5)?,
            bm25: score.bm25,
            similarity,
        })
    })?)
}

/// A word as an `FTS5` phrase. Words hold no quotes; doubled all the same.
fn quote(word: &str) -> String {
    format!("\"{}\"", word.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn leaves_out_stop_words_unless_nothing_is_left() {
        assert_eq!(
            split_words("What is the monthly Rent?"),
            ["monthly", "rent"]
        );
        assert_eq!(split_words("Wie hoch ist die Miete?"), ["hoch", "miete"]);
        assert_eq!(
            split_words("¿Cuál es el importe total?"),
            ["importe", "total"]
        );
        assert_eq!(split_words("who is it"), ["who", "is", "it"]);
    }

    #[test]
    fn finds_no_word_in_signs() {
        for query in ["", "   ", "\"*()", "🙂🙃", "\0", "--", "\u{301}"] {
            assert!(split_words(query).is_empty(), "{query:?}");
        }
    }

    #[test]
    fn says_each_word_once() {
        assert_eq!(split_words("Rent rent RENT, deposit"), ["rent", "deposit"]);
    }
}
