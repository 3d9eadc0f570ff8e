use super::*;

#[test]
fn the_shipped_policy_has_the_documented_values() {
    let policy = Policy::default();
    assert_eq!(policy.version, "hybrid-8");
    assert_eq!(policy.overlap_shapes, ["listing", "table"]);
    assert_eq!(
        (
            policy.max_chunks,
            policy.max_evidence_tokens,
            policy.max_attempts
        ),
        (12, 1400, 3)
    );
    assert_eq!(policy.allowed_knowledge_types, ["document"]);
}

#[test]
fn the_hash_follows_values_and_nothing_else() {
    let policy = Policy::default();
    let spaced = Policy::read(&format!("# a comment\n\n{DEFAULT_POLICY}")).unwrap();
    assert_eq!(policy.sha256(), spaced.sha256());
    let changed = Policy {
        max_chunks: 5,
        ..policy.clone()
    };
    assert_ne!(policy.sha256(), changed.sha256());
    assert_eq!(policy.sha256().len(), 64);
}

#[test]
fn a_policy_names_another_reader_and_is_read_again_from_what_it_prints() {
    let shipped = Policy::default();
    assert_eq!(shipped.reader, None);
    assert_eq!(Policy::read(&shipped.print()).unwrap(), shipped);
    let own = Policy {
        reader: Some("own".into()),
        ..shipped.clone()
    };
    assert_eq!(Policy::read(&own.print()).unwrap(), own);
    assert_ne!(own.sha256(), shipped.sha256());
    let empty = format!("reader = \" \"\n{DEFAULT_POLICY}");
    assert_eq!(
        Policy::read(&empty).unwrap_err().to_string(),
        "policy, key reader: it may not be empty"
    );
}

#[test]
fn a_policy_that_does_not_say_how_much_a_model_weighs_lets_it_weigh_all_and_keeps_its_hash() {
    let line = DEFAULT_POLICY
        .lines()
        .find(|line| line.starts_with("max_weighed_tokens = 400"));
    let without = DEFAULT_POLICY.replace(line.unwrap(), "");
    let earlier = Policy::read(&without).unwrap();
    assert_eq!(earlier.max_weighed_tokens, None);
    assert!(!earlier.print().contains("max_weighed_tokens"));
    assert_eq!(Policy::read(&earlier.print()).unwrap(), earlier);
}

#[test]
fn weights_are_fast_unless_a_policy_says_as_is() {
    let line = "weights = \"fast\"";
    assert!(DEFAULT_POLICY.contains(line));
    let read = |text: &str| Policy::read(&DEFAULT_POLICY.replace(line, text));
    assert_eq!(read("").unwrap().weights, Weights::Fast);
    assert_eq!(read(line).unwrap().weights, Weights::Fast);
    let as_is = read("weights = \"as is\"").unwrap();
    assert_eq!(as_is.weights, Weights::AsIs);
    assert!(read("weights = \"small\"").is_err());
}

#[test]
fn refuses_bad_files_and_says_where() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "max_chunks = 12",
            "max_chunks = 0",
            "policy, key max_chunks: 0 is outside 1..=1000000",
        ),
        (
            "max_attempts = 3",
            "max_attempts = 2000000",
            "policy, key max_attempts: 2000000 is outside 1..=1000000",
        ),
        (
            "min_quality_score = 0.6 ",
            "min_quality_score = 1.5 ",
            "policy, key min_quality_score: 1.5 is outside 0..=1",
        ),
        (
            "review_confidence = 0.5",
            "review_confidence = nan",
            "policy, key review_confidence: NaN is outside 0..=1",
        ),
        (
            "\"hybrid-8\"",
            "\"\"",
            "policy, key version: it may not be empty",
        ),
        (
            "[\"document\"]",
            "[]",
            "policy, key allowed_knowledge_types: it may not be empty",
        ),
        (
            "[\"listing\", \"table\"]",
            "[\"listing\", \"graph\"]",
            "policy, key overlap_shapes: there is no graph, only single, listing, table, tree, nested_json",
        ),
        (
            "max_evidence_tokens = 1400",
            "max_evidence_tokens = 2500",
            "policy, key max_evidence_tokens: 2500 is outside 1..=max_total_prompt_tokens",
        ),
    ];
    for (from, to, message) in cases {
        assert!(DEFAULT_POLICY.contains(from), "{from}");
        let error = Policy::read(&DEFAULT_POLICY.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), *message);
    }
}

/// Every number of the file, and something it may not be.
#[test]
fn every_key_of_the_policy_has_its_range() {
    let keys = [
        (
            "min_top_similarity",
            "{ lexical = 2, embedding = 0, hybrid = 0 }",
        ),
        (
            "min_top_similarity",
            "{ lexical = 0, embedding = 2, hybrid = 0 }",
        ),
        (
            "min_top_similarity",
            "{ lexical = 0, embedding = 0, hybrid = -1 }",
        ),
        ("overlap_ratio_threshold", "1.01"),
        ("max_chunk_token_ratio", "0.0"),
        ("review_confidence", "-0.01"),
        ("min_quality_score", "1.01"),
        ("max_chunks", "0"),
        ("max_chunks_per_document", "0"),
        ("max_evidence_tokens", "0"),
        ("max_read_tokens", "0"),
        ("max_read_chunks", "0"),
        ("max_weighed_tokens", "0"),
        ("max_total_prompt_tokens", "0"),
        ("reserved_output_tokens", "0"),
        ("max_span_lines", "0"),
        ("max_question_tokens", "0"),
        ("max_candidates", "0"),
        ("max_items", "0"),
        ("max_tree_depth", "0"),
        ("max_attempts", "0"),
        ("max_rounds", "0"),
    ];
    for (key, wrong) in keys {
        let begins = |line: &&str| line.starts_with(&format!("{key} = "));
        let line = DEFAULT_POLICY.lines().find(begins).expect(key);
        let text = DEFAULT_POLICY.replacen(line, &format!("{key} = {wrong}"), 1);
        let error = Policy::read(&text).expect_err(key);
        let refused =
            matches!(&error, PolicyError::Range { key: named, .. } if named.starts_with(key));
        assert!(refused, "{key} = {wrong}: {error}");
    }
}

#[test]
fn names_the_line_of_an_unknown_key_and_of_broken_syntax() {
    let unknown = Policy::read(&format!("surprise = 1\n{DEFAULT_POLICY}")).unwrap_err();
    assert!(
        unknown
            .to_string()
            .starts_with("policy, line 1: unknown field"),
        "{unknown}"
    );
    let broken = Policy::read("version = \"x\"\nmax_chunks = = 2\n").unwrap_err();
    assert!(
        broken.to_string().starts_with("policy, line 2: "),
        "{broken}"
    );
    let missing = Policy::read("version = \"x\"\n").unwrap_err();
    assert!(missing.to_string().contains("missing field"), "{missing}");
}
