use proptest::prelude::*;

use super::{NOW, make_document};
use crate::search::MAX_QUERY_WORDS;
use crate::{Hit, Vault};

/// One chunk per line.
fn vault_of(text: &str) -> (Vault, String) {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(text, 1);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    (vault, document.id)
}

fn first_lines(hits: &[Hit]) -> Vec<u32> {
    hits.iter().map(|hit| hit.first_line).collect()
}

const CONTRACT: &str = "The tenant pays a monthly rent of 1,250 euros.\n\
    The deposit equals three months of rent.\n\
    Either party may terminate with three months notice.\n\
    The landlord repairs the heating.\n\
    Kündigung bedarf der Schriftform.\n\
    El depósito se devuelve en treinta días.";

#[test]
fn ranks_the_line_that_says_most_of_the_question_first() {
    let cases: &[(&str, u32)] = &[
        ("How much is the monthly rent?", 1),
        ("How large is the deposit?", 2),
        ("What notice to terminate the contract?", 3),
        ("Who has to repair the heating?", 4),
        ("Welche Form braucht die Kundigung?", 5),
        ("¿Cuándo se devuelve el depósito?", 6),
        ("paying tenants", 1),
    ];
    let (vault, _) = vault_of(CONTRACT);
    for (question, line) in cases {
        let hits = vault.search(question, &[], 3).unwrap();
        assert_eq!(
            hits.first().map(|hit| hit.first_line),
            Some(*line),
            "{question}: {hits:?}"
        );
    }
}

#[test]
fn similarity_tells_how_much_of_the_question_is_there() {
    let (vault, _) = vault_of(CONTRACT);
    let best = |question: &str| {
        vault
            .search(question, &[], 1)
            .unwrap()
            .first()
            .map_or(0.0, |hit| hit.similarity)
    };
    let (whole, half, none) = (
        best("monthly rent"),
        best("rent spaceship"),
        best("spaceship engine"),
    );
    assert!(whole > 0.35 && whole <= 1.0, "{whole}");
    assert!(half > 0.0 && half < whole / 2.0, "{half}");
    assert!(none.abs() < f64::EPSILON, "{none}");
}

#[test]
fn similarity_is_not_lost_when_every_chunk_says_the_word() {
    let (vault, _) = vault_of("rent\nrent\nrent");
    let hits = vault.search("rent", &[], 10).unwrap();
    assert_eq!(
        first_lines(&hits),
        [1, 2, 3],
        "equal hits stand in order of the document"
    );
    assert!(
        hits.iter()
            .all(|hit| (hit.similarity - 1.0 / 2.2).abs() < 0.001),
        "{hits:?}"
    );
}

#[test]
fn limits_a_search_to_the_documents_named() {
    let (mut vault, first) = vault_of(CONTRACT);
    let (document, chunks, source) = make_document("The rent of another flat.", 1);
    vault.import(&document, &chunks, &source, NOW).unwrap();
    let found = |ids: &[String]| {
        let hits = vault.search("rent", ids, 10).unwrap();
        hits.into_iter()
            .map(|hit| hit.document_id)
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(found(&[]).len(), 2);
    assert_eq!(
        found(std::slice::from_ref(&first))
            .into_iter()
            .collect::<Vec<_>>(),
        [first]
    );
    assert!(found(&["unknown".to_owned()]).is_empty());
}

#[test]
fn gives_at_most_as_many_hits_as_asked_for() {
    let (vault, _) = vault_of(CONTRACT);
    for top_k in [0, 1, 2] {
        assert_eq!(
            vault.search("three months rent", &[], top_k).unwrap().len(),
            top_k as usize
        );
    }
}

#[test]
fn takes_any_text_as_a_query() {
    let (vault, _) = vault_of(CONTRACT);
    let long = "rent ".repeat(10_000)
        + &(0..1000)
            .map(|n| format!("w{n}"))
            .collect::<Vec<_>>()
            .join(" ");
    let hostile = [
        "",
        " ",
        "\"",
        "\"\"\"",
        "*",
        "rent*",
        "NEAR(",
        "NEAR(rent deposit, 2)",
        "AND",
        "rent AND",
        "OR OR",
        "NOT rent",
        "text:rent",
        "^rent",
        "-rent",
        "+",
        "(",
        ")",
        "{rent}",
        "rent\0deposit",
        "🙂",
        "🙂rent🙂",
        "'; DROP TABLE record; --",
        "%",
        "\\",
        "ﬁ",
        "ª º",
        "\u{301}",
        "日本語",
        "\u{202e}tner",
        "½",
        &long,
    ];
    for query in hostile {
        assert!(vault.search(query, &[], 5).is_ok(), "{query:?}");
    }
    assert!(!vault.search("NEAR(rent", &[], 5).unwrap().is_empty());
    // Words count once, and of too many the rarest are kept: here those that stand nowhere.
    let often = "rent ".repeat(MAX_QUERY_WORDS + 1);
    let once = vault.search("rent", &[], 5).unwrap();
    assert!(!once.is_empty());
    assert_eq!(vault.search(&often, &[], 5).unwrap(), once);
    assert_eq!(vault.search(&long, &[], 5).unwrap(), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn no_query_fails_and_every_similarity_is_a_share(query in "\\PC{0,60}|[a-zA-Z\"*(): \u{300}-\u{36f}-]{0,40}") {
        let (vault, _) = vault_of(CONTRACT);
        let hits = vault.search(&query, &[], 10).unwrap();
        for pair in hits.windows(2) {
            prop_assert!(pair[0].similarity >= pair[1].similarity);
        }
        for hit in &hits {
            prop_assert!(hit.similarity > 0.0 && hit.similarity <= 1.0);
            prop_assert!(hit.score > 0.0 && hit.score.is_finite());
        }
        prop_assert_eq!(vault.search(&query, &[], 10).unwrap(), hits);
    }
}

/// Lines of words of which the first are in most, the last in few.
fn lines() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let word = (0_u32..6, any::<u32>()).prop_map(|(size, number)| number % (1 << size));
    prop::collection::vec(prop::collection::vec(word, 1..8), 1..120)
}

fn said(words: &[u32]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("word{word}")).collect();
    words.join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    /// A search for few looks at fewer chunks than one for all, and finds the same, to the bit.
    #[test]
    fn the_best_few_are_the_first_of_all(
        lines in lines(), asked in prop::collection::vec(0_u32..32, 1..7), count in 1_u32..9,
    ) {
        let text: Vec<String> = lines.iter().map(|words| said(words)).collect();
        let (vault, id) = vault_of(&text.join("\n"));
        for documents in [vec![], vec![id]] {
            let all = vault.search(&said(&asked), &documents, 1000).unwrap();
            let few = vault.search(&said(&asked), &documents, count).unwrap();
            let first = all.len().min(count as usize);
            prop_assert_eq!(&few[..], &all[..first]);
        }
    }
}
