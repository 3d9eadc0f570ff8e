//! Two lists of hits into one.
//!
//! A chunk's similarity is the mean of its lexical similarity (0 where it
//! shares no word) and of its nearness in meaning, `2 x similarity - 1` of the
//! vectors (0 where it has no vector or points elsewhere): both are 0 for what
//! has nothing to do with the question and near 1 only for what repeats it.

use std::collections::BTreeMap;
use vault::Hit;

/// Fuses hits of the lexical index with those of the vectors: best first,
/// equal ones by chunk id.
pub(super) fn fuse(lexical: Vec<Hit>, nearest: Vec<Hit>) -> Vec<Hit> {
    let mut fused: BTreeMap<String, Hit> = BTreeMap::new();
    for hit in nearest {
        let similarity = (2.0 * hit.similarity - 1.0).max(0.0) / 2.0;
        fused.insert(hit.chunk_id.clone(), Hit { similarity, ..hit });
    }
    for hit in lexical {
        let share = hit.similarity / 2.0;
        fused
            .entry(hit.chunk_id.clone())
            .and_modify(|both| both.similarity += share)
            .or_insert(Hit {
                similarity: share,
                ..hit
            });
    }
    // In order of their ids: sorting is stable.
    let mut hits: Vec<Hit> = fused.into_values().collect();
    hits.sort_by(|left, right| right.similarity.total_cmp(&left.similarity));
    for hit in &mut hits {
        hit.score = hit.similarity;
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(id: &str, similarity: f64) -> Hit {
        Hit {
            chunk_id: id.into(),
            document_id: "d".into(),
            document_title: "d.txt".into(),
            first_line: 1,
            last_line: 1,
            text: "text".into(),
            score: similarity,
            similarity,
        }
    }

    fn order(hits: &[Hit]) -> Vec<(&str, f64)> {
        hits.iter()
            .map(|hit| (hit.chunk_id.as_str(), hit.similarity))
            .collect()
    }

    #[test]
    fn a_chunk_takes_the_mean_of_both_and_stays_within_zero_and_one() {
        let fused = fuse(
            vec![hit("a", 0.5), hit("b", 1.0)],
            vec![hit("b", 1.0), hit("a", 0.75), hit("c", 0.6), hit("d", 0.1)],
        );
        let expected = [("b", 1.0), ("a", 0.5), ("c", 0.1), ("d", 0.0)];
        for ((id, similarity), (wanted, near)) in order(&fused).into_iter().zip(expected) {
            assert_eq!(id, wanted);
            assert!((similarity - near).abs() < 1e-9, "{id} {similarity}");
        }
    }

    #[test]
    fn equal_ones_stand_in_the_order_of_their_ids() {
        let fused = fuse(vec![hit("b", 0.5)], vec![hit("a", 0.75)]);
        assert_eq!(
            fused
                .iter()
                .map(|hit| hit.chunk_id.as_str())
                .collect::<Vec<_>>(),
            ["a", "b"]
        );
    }
}
