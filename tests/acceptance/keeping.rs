//! Holds and periods of retention, from the command line.

use acceptance::Scratch;
use serde_json::json;

/// A vault with a document and an answer about it; their ids.
fn vault() -> (Scratch, String, String) {
    let scratch = Scratch::without_models();
    let path = scratch.file("lease.txt", "The fee of Quintanilla is 5 USD.\n");
    scratch.run(&["docs", "add", &path]).assert_code(0);
    scratch
        .run(&["ask", "List all amounts", "--doc", &path])
        .assert_code(0);
    let records = scratch.json(&["audit", "list"]);
    let answer = records[0]["id"].as_str().unwrap().to_owned();
    let documents = scratch.json(&["docs", "list"]);
    let document = documents[0]["id"].as_str().unwrap().to_owned();
    (scratch, document, answer)
}

#[test]
fn what_is_held_stays_until_it_is_released_and_each_act_is_a_record() {
    let (scratch, document, answer) = vault();
    let said = scratch.json(&["docs", "hold", &document[..8], "--reason", "Smith v. Jones"]);
    let hold = said["record_id"].as_str().unwrap();
    for command in [
        &["docs", "remove", &document][..],
        &["docs", "remove", &document, "--erase"],
        &["audit", "erase", &answer],
    ] {
        let refused = scratch.run(command);
        refused.assert_code(2);
        assert!(refused.stderr.contains(hold), "{}", refused.stderr);
        assert!(!refused.stderr.contains("Smith"), "{}", refused.stderr);
    }
    let listed = scratch.run(&["vault", "retention", "list"]);
    listed.assert_code(0);
    assert!(
        listed.stdout.contains("Smith v. Jones"),
        "{}",
        listed.stdout
    );
    scratch
        .run(&["docs", "release", &document, "--reason", "settled"])
        .assert_code(0);
    scratch
        .run(&["audit", "hold", &answer, "--reason", "asked by the court"])
        .assert_code(0);
    scratch
        .run(&["docs", "remove", &document, "--erase"])
        .assert_code(2);
    scratch
        .run(&["audit", "release", &answer, "--reason", "answered"])
        .assert_code(0);
    scratch.run(&["audit", "erase", &answer]).assert_code(0);
    scratch
        .run(&["docs", "remove", &document, "--erase"])
        .assert_code(0);
    let records = scratch.json(&["audit", "list"]);
    let kinds: Vec<_> = records
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["kind"])
        .collect();
    let expected = [
        "erase", "erase", "release", "hold", "release", "hold", "answer", "import",
    ];
    assert_eq!(kinds, expected);
    scratch.run(&["audit", "verify"]).assert_code(0);
    let bytes = std::fs::read(scratch.data().join("attest.sqlite")).unwrap();
    for word in [
        &b"Quintanilla"[..],
        b"Smith v. Jones",
        b"asked by the court",
    ] {
        assert!(!bytes.windows(word.len()).any(|window| window == word));
    }
}

#[test]
fn periods_are_recorded_and_nothing_is_erased_before_its_time() {
    let (scratch, ..) = vault();
    let set = scratch.json(&["vault", "retention", "set", "--documents", "10y"]);
    assert_eq!((&set["documents"], &set["due"]), (&json!("10y"), &json!(0)));
    let set = scratch.json(&["vault", "retention", "set", "--answers", "18m"]);
    assert_eq!(
        (&set["documents"], &set["answers"]),
        (&json!("10y"), &json!("18m"))
    );
    let again = scratch.json(&["vault", "retention", "set", "--answers", "18m"]);
    assert_eq!(again["record_id"], json!(null));
    assert_eq!(scratch.json(&["vault", "retention", "due"]), json!([]));
    let applied = scratch.json(&["vault", "retention", "apply"]);
    assert_eq!(applied, json!({"erased": [], "held": []}));
    for period in ["soon", "0d", "1w"] {
        let refused = scratch.run(&["vault", "retention", "set", "--answers", period]);
        refused.assert_code(2);
        assert!(refused.stderr.contains("90d"), "{}", refused.stderr);
    }
    let kept = scratch.json(&["vault", "retention", "set", "--documents", "none"]);
    assert_eq!(
        (&kept["documents"], &kept["answers"]),
        (&json!(null), &json!("18m"))
    );
    scratch.run(&["audit", "verify"]).assert_code(0);
}
