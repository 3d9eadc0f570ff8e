//! What people say of answers, from the queue to the cases, the comparison and
//! the calibration that are made of it.

use acceptance::{Scratch, root, take_model};
use serde_json::Value;

/// Six leases, whose rents are asked; the records of the answers, in order.
fn asked(scratch: &Scratch) -> Vec<String> {
    for number in 0..6 {
        let text = format!(
            "Lease of office {number}\n\nThe annual rent is USD {}.00.\nThe deposit is USD 75.00.\n",
            1200 + number
        );
        scratch.file(&format!("leases/{number}.txt"), text);
    }
    let leases = scratch.path("leases").display().to_string();
    let questions = scratch.file(
        "questions.toml",
        "title = \"Rents\"\n[[question]]\nid = \"rent\"\nquestion = \"What is the annual rent?\"\ntype = \"amount\"\n",
    );
    let cells = table(scratch, &leases, &questions, "table.jsonl");
    let cells = cells.lines().map(|line| {
        let cell: Value = serde_json::from_str(line).unwrap();
        let id = cell["response"]["record_id"].as_str().unwrap();
        id.to_owned()
    });
    cells.collect()
}

/// The table as it is written now; nothing is asked twice.
fn table(scratch: &Scratch, leases: &str, questions: &str, name: &str) -> String {
    let out = scratch.path(name).display().to_string();
    let arguments = [
        "batch",
        "--docs",
        leases,
        "--questions",
        questions,
        "--out",
        &out,
        "--resume",
    ];
    scratch.run(&arguments).assert_code(0);
    std::fs::read_to_string(&out).unwrap()
}

#[test]
fn answers_are_reviewed_by_two_people_and_every_table_shows_it() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let ids = asked(scratch);
    let waiting = scratch.json(&["review", "list", "--all", "--limit", "0"]);
    assert_eq!(waiting["waiting"], 6, "{waiting}");
    let run = |arguments: &[&str], code: i32| {
        let run = scratch.run(arguments);
        run.assert_code(code);
        run
    };
    run(
        &["review", "accept", &ids[0], &ids[1], "--reviewer", "Ada"],
        0,
    );
    let correct = [
        "review",
        "correct",
        &ids[2],
        "--value",
        "USD 75.00",
        "--lines",
        "4",
        "--reviewer",
        "Ada",
        "--reason",
        "the deposit was meant",
    ];
    let said = run(&correct, 0);
    assert!(said.stdout.contains("The deposit is USD 75.00."), "{said}");
    run(&["review", "absent", &ids[3], "--reviewer", "Ada"], 0);
    run(&["review", "reject", &ids[0], "--reviewer", "Ben"], 0);
    let show = run(&["review", "show", &ids[0]], 0);
    assert!(
        show.stdout
            .contains("disputed: people say different things"),
        "{show}"
    );
    // What does not hold is refused.
    let wrong = [
        "review",
        "correct",
        &ids[4],
        "--value",
        "soon",
        "--lines",
        "4",
        "--reviewer",
        "Ada",
    ];
    let refused = run(&wrong, 2);
    assert!(
        refused.stderr.contains("no value of the type amount"),
        "{refused}"
    );
    run(&["review", "accept", "0123456789abcdef"], 2);

    let left = scratch.json(&["review", "list", "--all"]);
    assert_eq!(
        left["waiting"], 3,
        "two that nobody looked at, one disputed: {left}"
    );
    let second = ["review", "list", "--second", "--reviewer", "Ben"];
    assert_eq!(scratch.json(&second)["waiting"], 3);
    let (leases, questions) = (
        scratch.path("leases").display().to_string(),
        scratch.path("questions.toml").display().to_string(),
    );
    let written = table(scratch, &leases, &questions, "table.csv");
    let rows: Vec<&str> = written.lines().collect();
    for (row, words) in [
        (1, ",disputed,"),
        (2, ",confirmed,confirm,Ada,"),
        (3, ",corrected,correct,Ada,USD 75,"),
        (4, ",not in the document,absent,Ada,"),
    ] {
        assert!(rows[row].contains(words), "{words} in {}", rows[row]);
    }
    assert!(
        rows[3].contains("USD 1202"),
        "the answer stays: {}",
        rows[3]
    );
    let shown = scratch.json(&["audit", "show", &ids[2]]);
    assert_eq!(shown["reviews"][0]["reviewer"], "Ada");
    let report = scratch.path("report.html").display().to_string();
    run(&["audit", "report", &ids[2], "--out", &report], 0);
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains("corrected it: USD 75"), "{report}");
    scratch.assert_sound();
}

#[test]
fn what_people_agree_on_is_gold_for_comparison_and_calibration() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let ids = asked(scratch);
    let out = |name: &str| scratch.path(name).display().to_string();
    let nothing = scratch.run(&["review", "export", "--out", &out("none")]);
    nothing.assert_code(2);
    let mut accept = vec!["review", "accept", "--reviewer", "Ada"];
    accept.extend(ids.iter().map(String::as_str));
    scratch.run(&accept).assert_code(0);
    let exported = scratch.json(&["review", "export", "--out", &out("gold")]);
    assert_eq!(
        (&exported["count"], &exported["documents"]),
        (&6.into(), &6.into())
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |place: &std::path::Path| {
            std::fs::metadata(place).unwrap().permissions().mode() & 0o777
        };
        let gold = scratch.path("gold");
        assert_eq!(mode(&gold.join("documents")), 0o700);
        assert_eq!(mode(&gold.join("cases.jsonl")), 0o600);
        let documents = std::fs::read_dir(gold.join("documents")).unwrap();
        let modes: Vec<u32> = documents.map(|one| mode(&one.unwrap().path())).collect();
        assert_eq!(modes, [0o600; 6]);
    }
    let cases = std::fs::read_to_string(out("gold/cases.jsonl")).unwrap();
    assert_eq!(cases.matches("\"answerable\":true").count(), 6, "{cases}");

    let policy = root().join("crates/evidence/policy/default.toml");
    let policy = policy.display();
    let folder = out("comparison");
    let compared = scratch.json(&[
        "compare",
        "--gold-from-reviews",
        "--setting",
        &format!("first={policy}"),
        "--setting",
        &format!("second={policy}"),
        "--out",
        &folder,
    ]);
    let contestants = compared["comparison"]["contestants"].as_array().unwrap();
    assert_eq!(contestants.len(), 2);
    for one in contestants {
        assert_eq!(one["right"]["of"], 6, "{one}");
        assert_eq!(one["right"]["count"], 6, "as people confirmed: {one}");
    }

    // The program answers all of them as people say: a fit gains nothing, and is not taken.
    let calibration = out("own.toml");
    let run = scratch.run(&["calibrate", "--from-reviews", "--out", &calibration]);
    run.assert_code(0);
    assert!(
        run.stderr.contains("as the program ships: 6.0 right"),
        "{run}"
    );
    assert!(run.stderr.contains("is not written"), "{run}");
    assert!(!scratch.path("own.toml").exists());
    let again = [
        "calibrate",
        "--from-reviews",
        "--out",
        &calibration,
        "--without-gain",
    ];
    scratch.run(&again).assert_code(0);
    assert!(scratch.path("own.toml").exists());
}
