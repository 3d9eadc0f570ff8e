//! Lexical search: which chunks say the words of a question.
//!
//! Any text is a safe query. It is cut into words here; each word is looked
//! up alone, as a quoted phrase, so nothing of `FTS5`'s query language can be
//! reached from outside.
//!
//! # What a similarity means
//!
//! Let `N` be the number of chunks that are searched (of the documents named,
//! or of all), and for each word of the question (stop words left out, the
//! [`MAX_QUERY_WORDS`] rarest) let `n` be how many of them hold it:
//!
//! * `idf = ln(1 + (N - n + 0.5) / (n + 0.5))`: above 0 also for a word that
//!   every chunk holds. A word that no chunk holds weighs most.
//! * `tf`: BM25's saturated frequency of the word in a chunk, from 0 (absent)
//!   towards 2.2 (k1 = 1.2, b = 0.75). 1 for one mention in a chunk of
//!   average length.
//!
//! `bm25` is the sum of `idf * tf` over the words; `2.2` times the sum of `idf`
//! is what no chunk can exceed. **`similarity` is `bm25` divided by that bound**:
//! the share, within 0..1, of what this question could reach at most.
//!
//! Because it is a share of the question's own bound, values of different
//! questions compare. One mention of every word in a chunk of average length
//! gives 0.45; of half of the words by weight, 0.23; repeated words and short
//! chunks give more. It does not compare with similarities of embeddings.
//!
//! Weighing words within the documents that are searched, not within the whole
//! vault, finds more: a word that is rare in the vault may stand in every
//! chunk of one document and tell nothing there. Mixing in the plain share of
//! words that a chunk holds was tried on real questions, and finds less.
//!
//! # Limits
//!
//! Words are compared by their English stems without accents: plurals of
//! German and Spanish mostly meet, their compounds do not, nor do synonyms.
//! Scripts without spaces are one word per run.

use std::collections::{BTreeMap, BTreeSet};

use evidence::Filter;
use rusqlite::Connection;
use serde::Serialize;

use crate::error::VaultError;
use crate::scope::{Scope, scope_of};
use crate::vault::Vault;

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
    /// BM25 score, or cosine of the vectors; higher is better, comparable
    /// within one search.
    pub score: f64,
    /// Within 0..=1; comparable between questions of one kind of search. See
    /// the module, and [`crate::vector`].
    pub similarity: f64,
}

/// A word of the question, and where it stands.
struct Word {
    /// Lower case.
    text: String,
    /// Every chunk of the index that holds it, by its key.
    keys: Vec<i64>,
}

/// What a question scored.
struct Scores {
    /// BM25 of each chunk that holds a word, by its key.
    bm25: BTreeMap<i64, f64>,
    /// What no chunk's score exceeds.
    bound: f64,
}

/// A chunk with its score.
pub(crate) struct Ranked {
    pub key: i64,
    pub score: f64,
}

impl Vault {
    /// As [`Vault::search_within`], with a filter on documents only; empty
    /// means all documents.
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
        self.search_within(query, &Filter::documents(document_ids), top_k)
    }

    /// The chunks that say most of a question, best first, at most `top_k`;
    /// equal ones in order of their ordinal, then their id. `filter` limits the
    /// search; a chunk that only partly lies in it is cut to the part that
    /// does. No hit, or a question without a word, is an empty list.
    ///
    /// # Errors
    ///
    /// [`VaultError::Damaged`], [`VaultError::Disk`]; never for what stands
    /// in `query`.
    pub fn search_within(
        &self,
        query: &str,
        filter: &Filter,
        top_k: u32,
    ) -> Result<Vec<Hit>, VaultError> {
        // One transaction: counts and hits see the same state of the index.
        let transaction = self.connection.unchecked_transaction()?;
        let words = find_words(&transaction, split_words(query))?;
        let scope = scope_of(&transaction, filter)?;
        let scores = score_chunks(&transaction, &words, scope.as_ref(), top_k as usize)?;
        let ranked = scores
            .bm25
            .into_iter()
            .map(|(key, score)| Ranked { key, score })
            .collect();
        pick_best(&transaction, ranked, top_k as usize)?
            .iter()
            .map(|best| {
                let similarity = (best.score / scores.bound).clamp(0.0, 1.0);
                read_hit(&transaction, best, similarity, scope.as_ref())
            })
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
        .filter(|word| !language::is_stop_word(word))
        .cloned()
        .collect();
    if telling.is_empty() { words } else { telling }
}

/// Letters, digits, and the combining marks that stand on letters.
fn is_word_character(character: char) -> bool {
    character.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&character)
}

/// Where the words stand, the rarest [`MAX_QUERY_WORDS`] of them, rarest first.
fn find_words(connection: &Connection, words: Vec<String>) -> Result<Vec<Word>, VaultError> {
    let words = if words.len() > MAX_QUERY_WORDS {
        rarest(connection, words)?
    } else {
        words
    };
    let mut found = words
        .into_iter()
        .map(|text| {
            let keys = read_keys(connection, &text)?;
            Ok(Word { text, keys })
        })
        .collect::<Result<Vec<Word>, VaultError>>()?;
    let place = |word: &Word| (word.keys.len(), word.text.clone());
    found.sort_by_cached_key(place);
    Ok(found)
}

/// The rarest of more words than are searched for.
fn rarest(connection: &Connection, words: Vec<String>) -> Result<Vec<String>, VaultError> {
    let mut count =
        connection.prepare_cached("SELECT count(*) FROM chunk_index WHERE chunk_index MATCH ?1")?;
    let mut counted = Vec::new();
    for word in words {
        let holding: i64 = count.query_row([quote(&word)], |row| row.get(0))?;
        counted.push((holding, word));
    }
    counted.sort();
    counted.truncate(MAX_QUERY_WORDS);
    Ok(counted.into_iter().map(|(_, word)| word).collect())
}

/// Every chunk that holds a word, by its key, ascending.
fn read_keys(connection: &Connection, word: &str) -> Result<Vec<i64>, VaultError> {
    let mut statement =
        connection.prepare_cached("SELECT rowid FROM chunk_index WHERE chunk_index MATCH ?1")?;
    let mut rows = statement.query([quote(word)])?;
    let mut keys = Vec::new();
    while let Some(row) = rows.next()? {
        keys.push(row.get(0)?);
    }
    Ok(keys)
}

/// What `bm25()` gives to those of a word's chunks that are wanted. It looks up the length of
/// each chunk that it weighs, which takes most of the time of a search, so no other is weighed.
fn read_ranks(
    connection: &Connection,
    word: &Word,
    wanted: &[i64],
) -> Result<Vec<(i64, f64)>, VaultError> {
    let mut ranks = Vec::with_capacity(wanted.len());
    let mut add = |row: &rusqlite::Row<'_>| -> Result<(), VaultError> {
        if let Some(rank) = row.get(1)? {
            ranks.push((row.get(0)?, rank));
        }
        Ok(())
    };
    if wanted.len() == word.keys.len() {
        let mut statement = connection.prepare_cached(
            "SELECT rowid, bm25(chunk_index) FROM chunk_index WHERE chunk_index MATCH ?1",
        )?;
        let mut rows = statement.query([quote(&word.text)])?;
        while let Some(row) = rows.next()? {
            add(row)?;
        }
    } else if !wanted.is_empty() {
        let mut statement = connection.prepare_cached(
            "SELECT rowid, CASE WHEN rowid IN (SELECT value FROM json_each(?2)) THEN bm25(chunk_index) END
             FROM chunk_index WHERE chunk_index MATCH ?1",
        )?;
        let keys: Vec<String> = wanted.iter().map(i64::to_string).collect();
        let mut rows = statement.query([quote(&word.text), format!("[{}]", keys.join(","))])?;
        while let Some(row) = rows.next()? {
            add(row)?;
        }
    }
    Ok(ranks)
}

fn count_chunks(connection: &Connection) -> Result<i64, VaultError> {
    Ok(connection.query_row("SELECT count(*) FROM chunk", [], |row| row.get(0))?)
}

/// How much likelier a chunk lacks a word than holds it.
fn odds(chunks: f64, holding: f64) -> f64 {
    (chunks - holding + 0.5) / (holding + 0.5)
}

/// The scores of the chunks that may be among the best `count`, and of some more.
///
/// Words are added rarest first. Once `count` chunks score more than all words that are left can
/// give, no further chunk has to be looked at, and of those known only the ones that the words
/// left can still lift that far. Their scores are the same as if all were weighed: the same
/// numbers, added in the same order.
fn score_chunks(
    connection: &Connection,
    words: &[Word],
    allowed: Option<&Scope>,
    count: usize,
) -> Result<Scores, VaultError> {
    let all = count_chunks(connection)? as f64;
    let chunks = allowed.map_or(all, |allowed| allowed.len() as f64);
    let in_scope = |key: &&i64| allowed.is_none_or(|allowed| allowed.contains_key(key));
    let weighed: Vec<(&Word, Vec<i64>, f64)> = words
        .iter()
        .map(|word| {
            let keys: Vec<i64> = word.keys.iter().filter(in_scope).copied().collect();
            let idf = odds(chunks, keys.len() as f64).ln_1p();
            (word, keys, idf)
        })
        .collect();
    let most = |words: &[(&Word, Vec<i64>, f64)]| {
        let each = words.iter().map(|(_, _, idf)| idf * MAX_FREQUENCY);
        each.sum::<f64>()
    };
    let mut bm25 = BTreeMap::new();
    for (place, (word, keys, idf)) in weighed.iter().enumerate() {
        let left = most(weighed.get(place..).unwrap_or_default());
        let is_closed = keep_promising(&mut bm25, left, count);
        let wanted = keys.iter().copied();
        let wanted: Vec<i64> = wanted
            .filter(|key| !is_closed || bm25.contains_key(key))
            .collect();
        for (key, frequency) in frequencies(word, &read_ranks(connection, word, &wanted)?, all) {
            *bm25.entry(key).or_default() += idf * frequency;
        }
    }
    Ok(Scores {
        bm25,
        bound: most(&weighed),
    })
}

/// Share by which a score may be off, since sums of such numbers are rounded: far more than they
/// are.
const ROUNDING: f64 = 1e-9;

/// Whether no chunk that is not known yet can be among the best `count` by words that give at
/// most `left`; then those that cannot be, either, are forgotten.
fn keep_promising(bm25: &mut BTreeMap<i64, f64>, left: f64, count: usize) -> bool {
    if count == 0 || bm25.len() < count {
        return false;
    }
    let mut scores: Vec<f64> = bm25.values().copied().collect();
    let (_, last, _) = scores.select_nth_unstable_by(count - 1, |one, other| other.total_cmp(one));
    let needed = *last * (1.0 - ROUNDING);
    if left >= needed {
        return false;
    }
    bm25.retain(|_, score| *score + left >= needed);
    true
}

/// The saturated frequency of a word in each chunk that was weighed; `all`: how many chunks the
/// index has.
fn frequencies(word: &Word, ranks: &[(i64, f64)], all: f64) -> Vec<(i64, f64)> {
    // For one phrase, bm25() is -(idf * tf), with idf over the whole index: dividing it out
    // leaves tf. FTS5 floors its idf at 1e-6, for words in most chunks.
    let idf = odds(all, word.keys.len() as f64).ln();
    let index_idf = if idf <= 0.0 { 1e-6 } else { idf };
    let frequency = |rank: &f64| (-rank / index_idf).clamp(0.0, MAX_FREQUENCY);
    let ranks = ranks.iter();
    ranks.map(|(key, rank)| (*key, frequency(rank))).collect()
}

/// The best `count`, in their final order. Names are read only where scores
/// are equal to the last one's or better.
pub(crate) fn pick_best(
    connection: &Connection,
    mut ranked: Vec<Ranked>,
    count: usize,
) -> Result<Vec<Ranked>, VaultError> {
    ranked.sort_by(|left, right| right.score.total_cmp(&left.score));
    let Some(last) = count.checked_sub(1) else {
        return Ok(Vec::new());
    };
    if let Some(threshold) = ranked.get(last).map(|entry| entry.score) {
        ranked.retain(|entry| entry.score >= threshold);
    }
    let mut statement =
        connection.prepare_cached("SELECT ordinal, chunk_id FROM chunk WHERE key = ?1")?;
    let mut named = Vec::with_capacity(ranked.len());
    for entry in ranked {
        let place: (u32, String) =
            statement.query_row([entry.key], |row| Ok((row.get(0)?, row.get(1)?)))?;
        named.push((place, entry));
    }
    named.sort_by(|(left_place, left), (right_place, right)| {
        let by_score = right.score.total_cmp(&left.score);
        by_score.then_with(|| left_place.cmp(right_place))
    });
    named.truncate(count);
    Ok(named.into_iter().map(|(_, entry)| entry).collect())
}

/// Reads a chunk, cut to what of it is in scope.
pub(crate) fn read_hit(
    connection: &Connection,
    ranked: &Ranked,
    similarity: f64,
    scope: Option<&Scope>,
) -> Result<Hit, VaultError> {
    let mut statement = connection.prepare_cached(
        "SELECT chunk_id, document_id, title, first_line, last_line, text
         FROM chunk JOIN document ON document.id = document_id WHERE key = ?1",
    )?;
    let hit = statement.query_row([ranked.key], |row| {
        Ok(Hit {
            chunk_id: row.get(0)?,
            document_id: row.get(1)?,
            document_title: row.get(2)?,
            first_line: row.get(3)?,
            last_line: row.get(4)?,
            text: row.get(5)?,
            score: ranked.score,
            similarity,
        })
    })?;
    Ok(match scope.and_then(|scope| scope.get(&ranked.key)) {
        Some((first, last)) => cut(hit, *first, *last),
        None => hit,
    })
}

/// The lines `first..=last` of a hit.
fn cut(hit: Hit, first: u32, last: u32) -> Hit {
    if first <= hit.first_line && hit.last_line <= last {
        return hit;
    }
    let lines: Vec<&str> = (hit.first_line..)
        .zip(hit.text.split('\n'))
        .filter(|(number, _)| (first..=last).contains(number))
        .map(|(_, line)| line)
        .collect();
    let text = lines.join("\n");
    Hit {
        first_line: first.max(hit.first_line),
        last_line: last.min(hit.last_line),
        text,
        ..hit
    }
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
        assert_eq!(split_words("Wie hoch ist die Miete?"), ["miete"]);
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
