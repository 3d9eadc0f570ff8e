//! Passages from another program: a retrieval bundle in place of a search.

use acceptance::{Scratch, assert_cited, take_model};
use serde_json::{Value, json};

const LEASE: &str = "\
LEASE

The monthly rent is EUR 1,350, payable on the first day of each month.

SCHEDULE

The monthly rent of the garage is EUR 90.
";

/// A bundle over lines of a stored document.
fn bundle(document_id: &str, rows: &[(u32, u32, u32, f64)]) -> Value {
    let row = |(rank, first, last, similarity): &(u32, u32, u32, f64)| {
        json!({
            "chunk_id": format!("outside-{first}"), "rank": rank, "similarity": similarity,
            "chunk_text": "as the other program has it", "document_id": document_id, "document_title": "another title",
            "first_line": first, "last_line": last, "knowledge_type_effective": "document"
        })
    };
    json!({
        "request_id": "outside-1", "user_question": "What is the monthly rent?", "retrieval_status": "SUCCESS",
        "index_version": "outside", "embedding_model": "outside", "retriever": "embedding", "top_k": 5,
        "results": rows.iter().map(row).collect::<Vec<_>>()
    })
}

fn ask(scratch: &Scratch, bundle: &Value, question: &[&str]) -> Value {
    let file = scratch.file("bundle.json", bundle.to_string());
    let mut arguments = vec!["ask", "--bundle", &file];
    arguments.extend(question);
    scratch.json(&arguments)
}

fn stored(scratch: &Scratch) -> String {
    scratch.json(&["docs", "add", &scratch.file("lease.txt", LEASE)]);
    let documents = scratch.json(&["docs", "list"]);
    documents[0]["id"].as_str().expect("an id").to_owned()
}

#[test]
fn only_the_passages_that_were_given_are_read_and_quoted_as_they_are_stored() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let id = stored(scratch);
    for (rows, rent, line) in [(&[(0, 1, 3, 0.9)], 1350, 3), (&[(0, 5, 7, 0.9)], 90, 7)] {
        let response = ask(scratch, &bundle(&id, rows), &[]);
        assert_cited(scratch, &response);
        assert_eq!(response["answer"]["items"][0]["value"]["value"], rent);
        let citation = &response["citations"][0];
        assert_eq!(
            (&citation["line_start"], &citation["document_title"]),
            (&json!(line), &json!("lease.txt"))
        );
    }
}

/// The best rank stands first, whatever the order of the lines and of the rows, and is C0; where
/// two rows have one rank, the rows are put in the order of their ids, and nothing is refused.
#[test]
fn ranks_say_what_stands_first_and_equal_ranks_are_put_in_order() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let id = stored(scratch);
    for (rows, first, anchor) in [
        ([(0, 1, 3, 0.9), (1, 5, 7, 0.8)], "outside-1", "C0"),
        ([(1, 1, 3, 0.8), (0, 5, 7, 0.9)], "outside-5", "C1"),
        ([(0, 5, 7, 0.9), (0, 1, 3, 0.9)], "outside-1", "C0"),
    ] {
        let response = ask(scratch, &bundle(&id, &rows), &[]);
        assert_cited(scratch, &response);
        let citation = &response["citations"][0];
        assert_eq!(
            (&citation["line_start"], &citation["anchor"]),
            (&json!(3), &json!(anchor)),
            "{rows:?}"
        );
        let record = response["record_id"].as_str().unwrap();
        let body = scratch.json(&["audit", "show", record])["body"].clone();
        let evidence = body["evidence"].as_array().unwrap();
        let best = evidence.iter().find(|one| one["anchor"] == "C0").unwrap();
        assert_eq!(best["chunk_id"], first, "{rows:?}");
    }
}

/// All passages are read in one round, and the anchor of each counts its rank, in whatever order they stand in the
/// document; that the other program says the same words of each makes no duplicates of them.
#[test]
fn anchors_of_one_round_count_the_ranks() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let text = "LEASE\n\nThe monthly rent is EUR 1,350, payable on the first day of each month.\n\n\
        SECURITY\n\nThe deposit is EUR 4,050 and bears no interest.\n\nTERM\n\nThe lease begins on 1 March 2024.\n";
    scratch.json(&["docs", "add", &scratch.file("three.txt", text)]);
    let documents = scratch.json(&["docs", "list"]);
    let id = documents[0]["id"].as_str().expect("an id");
    for ranks in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let places = [(1, 3), (5, 7), (9, 11)];
        let rows: Vec<(u32, u32, u32, f64)> = ranks
            .into_iter()
            .zip(places)
            .map(|(rank, (first, last))| (rank, first, last, 0.9 - 0.01 * f64::from(rank)))
            .collect();
        let questions = [
            "What is the monthly rent?",
            "What is the deposit?",
            "When does the lease begin?",
        ];
        for (number, question) in questions.into_iter().enumerate() {
            let mut given = bundle(id, &rows);
            given["user_question"] = json!(question);
            let response = ask(scratch, &given, &[]);
            assert_cited(scratch, &response);
            let citation = &response["citations"][0];
            assert_eq!(
                (&citation["line_start"], &citation["anchor"]),
                (
                    &json!(places[number].1),
                    &json!(format!("C{}", ranks[number]))
                ),
                "{ranks:?} {question}"
            );
            let record = response["record_id"].as_str().unwrap();
            let body = scratch.json(&["audit", "show", record])["body"].clone();
            assert_eq!(
                body["rounds"].as_array().unwrap().len(),
                1,
                "{ranks:?} {question}"
            );
            assert_eq!(body["dropped"], json!([]), "{ranks:?} {question}");
        }
    }
}

/// The gate of the shipped policy (0.5 for similarity by an embedding model) holds for what was given.
#[test]
fn what_is_below_the_gate_is_no_evidence() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let id = stored(scratch);
    let response = ask(scratch, &bundle(&id, &[(0, 1, 3, 0.4)]), &[]);
    assert_eq!(
        (&response["status"], &response["decision"]),
        (&json!("NO_EVIDENCE"), &json!("no_answer"))
    );
}

#[test]
fn a_bundle_that_fails_a_check_is_refused_before_anything_is_done() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let id = stored(scratch);
    let good = bundle(&id, &[(0, 1, 3, 0.9), (1, 5, 7, 0.8)]);
    let changed = |pointer: &str, value: Value| {
        let mut bundle = good.clone();
        *bundle.pointer_mut(pointer).expect("a place") = value;
        bundle
    };
    for (broken, question, reason) in [
        (changed("/results", json!("none")), "", "(V1)"),
        (
            changed("/results/1/chunk_id", json!("outside-1")),
            "",
            "(V2)",
        ),
        (changed("/results/0/similarity", json!(1.5)), "", "(V3)"),
        (changed("/results/0/chunk_text", json!(" ")), "", "(V4)"),
        (
            changed("/results/0/knowledge_type_effective", json!("gossip")),
            "",
            "(V5)",
        ),
        (
            changed("/results/0/last_line", json!(400)),
            "",
            "lines 1 to 400",
        ),
        (
            changed("/results/0/document_id", json!("0000")),
            "",
            "there is no document 0000",
        ),
        (good.clone(), "What is the deposit?", "for another question"),
    ] {
        let file = scratch.file("bundle.json", broken.to_string());
        let refused = scratch.run(&["ask", "--bundle", &file, question, "--json"]);
        let told = refused.stdout + &refused.stderr;
        assert!(
            refused.code != 0 && told.contains(reason),
            "{reason}: {told}"
        );
    }
    let records = scratch.json(&["audit", "list"]);
    let kinds: Vec<&str> = records
        .as_array()
        .expect("records")
        .iter()
        .filter_map(|one| one["kind"].as_str())
        // Made where there is a model for it.
        .filter(|kind| *kind != "vectors")
        .collect();
    assert_eq!(kinds, ["import"]);
}
