//! What people say of answers, from the queue to the cases, the comparison and
//! the calibration that are made of it.

use acceptance::{Scratch, has, root, take_model};
use serde_json::{Value, json};

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

/// What `training/prepare.py` makes of each line of a file of cases: whether it is used, and the
/// words that it marks, by its own rules. What it needs beside Python is only needed for its
/// windows and is left out where it is not here.
fn marked_by_prepare(file: &str) -> Value {
    const READ: &str = r#"
import json, pathlib, re, sys, types
for name in ("numpy", "tokenizers"):
    try:
        __import__(name)
    except ImportError:
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].Tokenizer = None
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from prepare import gold_spans, is_used, kind_of, read

class Words:
    def __init__(self, text):
        found = [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]
        self.starts, self.ends = [a for a, _ in found], [b for _, b in found]
    def __len__(self):
        return len(self.starts)

out = []
for case in read(pathlib.Path(sys.argv[2])):
    words, text = Words(case["context"]), case["context"]
    spans = gold_spans(case, words) if case["answerable"] else []
    out.append([is_used(case), kind_of(case), [text[words.starts[a]:words.ends[b]] for a, b in spans]])
print(json.dumps(out))
"#;
    let training = root().join("training");
    let python = std::process::Command::new("python3")
        .args(["-c", READ, &training.display().to_string(), file])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&python.stderr);
    assert!(python.status.success(), "{errors}");
    serde_json::from_slice(&python.stdout).unwrap()
}

/// The reader that ships under another name and with another hash.
fn another_reader(scratch: &Scratch) -> String {
    let shipped = scratch.json(&["models", "check", "attest-reader"]);
    let mut bytes = std::fs::read(shipped["path"].as_str().unwrap()).unwrap();
    let name = b"attest-reader";
    let at = bytes.windows(name.len()).position(|one| one == name);
    let at = at.expect("the file says its name");
    bytes[at + name.len() - 1] = b'x';
    scratch.file("Own.gguf", bytes)
}

#[test]
fn reviewed_answers_are_cases_to_train_a_reader_on() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let ids = asked(scratch);
    let out = scratch.path("training").display().to_string();
    let nothing = scratch.run(&["review", "training", "--out", &out]);
    nothing.assert_code(2);
    let says = ["--reviewer", "Ada"];
    let review = |arguments: &[&str]| {
        let arguments: Vec<&str> = ["review"]
            .iter()
            .chain(arguments)
            .chain(&says)
            .copied()
            .collect();
        scratch.run(&arguments).assert_code(0);
    };
    review(&["accept", &ids[0], &ids[1], &ids[5]]);
    review(&["correct", &ids[2], "--value", "USD 75.00", "--lines", "4"]);
    review(&["absent", &ids[3]]);
    review(&["reject", &ids[4]]);
    let written = scratch.json(&["review", "training", "--out", &out]);
    // Of the six documents the hash of the last one alone begins with less than 55 (of ff).
    assert_eq!(
        (
            &written["cases"],
            &written["answerable"],
            &written["documents"]
        ),
        (&4.into(), &3.into(), &4.into()),
        "{written}"
    );
    assert_eq!(written["held_out"]["count"], 1, "{written}");
    let file = scratch.path("training/reviews.jsonl");
    let cases = std::fs::read_to_string(&file).unwrap();
    let cases = cases
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let cases: Vec<Value> = cases.collect();
    let text = |number: usize| {
        format!(
            "Lease of office {number}\n\nThe annual rent is USD {}.00.\nThe deposit is USD 75.00.\n",
            1200 + number
        )
    };
    let case = |number: usize, answers: Value| {
        let context = text(number);
        json!({
            "id": ids[number], "source": "reviews", "document_id": acceptance::sha256(&context),
            "question": "What is the annual rent?", "type": "amount", "context": context,
            "answerable": answers != json!([]), "answers": answers, "kind": "natural",
        })
    };
    assert_eq!(
        cases,
        [
            case(0, json!([{ "text": "USD 1200.00", "start": 38 }])),
            case(1, json!([{ "text": "USD 1201.00", "start": 38 }])),
            case(2, json!([{ "text": "USD 75.00", "start": 66 }])),
            case(3, json!([])),
        ]
    );
    let held_out = std::fs::read_to_string(scratch.path("training/held-out/cases.jsonl")).unwrap();
    let held_out: Value = serde_json::from_str(held_out.trim()).unwrap();
    assert_eq!(held_out["id"], json!(ids[5]));
    if !has("python3", &["--version"]) {
        return println!("skipped: python3 is not here, which reads the cases");
    }
    assert_eq!(
        marked_by_prepare(&file.display().to_string()),
        json!([
            [true, 0, ["USD 1200.00"]],
            [true, 0, ["USD 1201.00"]],
            [true, 0, ["USD 75.00"]],
            [true, 0, []],
        ])
    );
}

#[test]
fn a_reader_is_taken_only_where_it_is_shown_to_be_better() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let ids = asked(scratch);
    let mut accept = vec!["review", "accept", "--reviewer", "Ada"];
    accept.extend(ids.iter().map(String::as_str));
    scratch.run(&accept).assert_code(0);
    let out = |name: &str| scratch.path(name).display().to_string();
    let (folder, policy) = (out("training"), out("own.toml"));
    scratch
        .run(&["review", "training", "--out", &folder])
        .assert_code(0);
    let gain = [
        "review",
        "gain",
        "own",
        "--training",
        &folder,
        "--out",
        &policy,
    ];
    let unknown = scratch.run(&gain);
    unknown.assert_code(2);
    assert!(
        unknown
            .stderr
            .contains("the policy names the reader own, and there is none here"),
        "{unknown}"
    );
    let added = scratch.json(&["models", "add", &another_reader(scratch)]);
    assert_eq!(
        (&added["name"], &added["purpose"]),
        (&json!("own"), &json!(["reader"]))
    );
    // It reads exactly as the one that ships.
    let shown = scratch.run(&gain);
    shown.assert_code(0);
    assert!(
        shown.stdout.contains(
            "as shipped against own: No significant difference: of 1 questions there is none that \
             only one of the two answered rightly."
        ),
        "{shown}"
    );
    assert!(
        shown.stdout.contains("right of all: 100.0 % (1 of 1;"),
        "{shown}"
    );
    assert!(
        shown
            .stderr
            .contains("it is not shown to be right more often"),
        "{shown}"
    );
    assert!(!scratch.path("own.toml").exists());
    assert!(scratch.path("own.gain/report.html").exists());

    let mut anyway = gain.to_vec();
    anyway.extend(["--without-gain", "--resume"]);
    scratch.run(&anyway).assert_code(0);
    let question = "What is the annual rent?";
    let lease = scratch.path("leases/0.txt").display().to_string();
    let ask = [
        "ask", question, "--doc", &lease, "--type", "amount", "--policy", &policy,
    ];
    let answer = scratch.json(&ask);
    assert_eq!(
        answer["answer"]["items"][0]["value"]["value"], 1200.0,
        "{answer}"
    );
    let record = answer["record_id"].as_str().unwrap();
    let record = scratch.json(&["audit", "show", record]);
    assert_eq!(record["body"]["reader"]["name"], "own", "{record}");

    // What leaves nothing behind knows the own reader as well.
    let mut ephemeral = ask.to_vec();
    ephemeral.push("--ephemeral");
    let answer = scratch.json(&ephemeral);
    assert_eq!(
        answer["answer"]["items"][0]["value"]["value"], 1200.0,
        "{answer}"
    );
    let case =
        json!({ "id": "rent", "document": lease, "question": question, "answer_type": "amount" });
    let cases = scratch.file("own.jsonl", case.to_string());
    let out = out("own.predictions.jsonl");
    let eval = ["eval", &cases, "--policy", &policy, "--out", &out];
    scratch.run(&eval).assert_code(0);
    let said: Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    assert_eq!(said["items"][0]["value"], 1200, "{said}");
    scratch.assert_sound();
}
