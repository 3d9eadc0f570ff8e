//! What a person sees, to the byte: commands with their output, one transcript
//! a file. Redacted is what differs from run to run or machine to machine, by
//! the rules of the library's `redact`, and nothing else.
//!
//! After a change that is meant, `INSTA_UPDATE=always cargo test --release -p
//! acceptance snapshot` writes the files anew; read the difference before
//! committing it.

use acceptance::{SAMPLE, Scratch, model_chooses, redact, take_model};
use std::fmt::Write as _;

/// Runs the commands one after the other on one data directory and prints
/// them as a transcript.
fn transcript(scratch: &Scratch, commands: &[&[&str]]) -> String {
    let mut text = String::new();
    for arguments in commands {
        let run = scratch.run(arguments);
        let shown: Vec<String> = arguments.iter().map(|one| quoted(one)).collect();
        let _ = write!(
            text,
            "$ attest {}\n--- standard output\n{}--- standard error\n{}--- exit {}\n\n",
            shown.join(" "),
            run.stdout,
            run.stderr,
            run.code
        );
    }
    redact(&text)
}

fn quoted(word: &str) -> String {
    if word.contains([' ', '?']) {
        format!("\"{word}\"")
    } else {
        word.to_owned()
    }
}

macro_rules! assert_transcript {
    ($name:literal, $text:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, $text);
        });
    };
}

#[test]
fn help() {
    let commands: [&[&str]; 56] = [
        &["--help"],
        &["ask", "--help"],
        &["batch", "--help"],
        &["docs", "--help"],
        &["docs", "add", "--help"],
        &["docs", "list", "--help"],
        &["docs", "show", "--help"],
        &["docs", "remove", "--help"],
        &["docs", "collect", "--help"],
        &["docs", "uncollect", "--help"],
        &["docs", "collections", "--help"],
        &["docs", "rename-collection", "--help"],
        &["docs", "delete-collection", "--help"],
        &["docs", "watch", "--help"],
        &["docs", "meta", "--help"],
        &["search", "--help"],
        &["grammar", "--help"],
        &["grammar", "compile", "--help"],
        &["grammar", "check", "--help"],
        &["grammar", "bench", "--help"],
        &["contracts", "--help"],
        &["contracts", "list", "--help"],
        &["contracts", "show", "--help"],
        &["models", "--help"],
        &["models", "list", "--help"],
        &["models", "add", "--help"],
        &["models", "check", "--help"],
        &["models", "pack", "--help"],
        &["models", "unpack", "--help"],
        &["models", "fit", "--help"],
        &["models", "bench", "--help"],
        &["eval", "--help"],
        &["bench", "--help"],
        &["generate", "--help"],
        &["compare", "--help"],
        &["compare", "blind", "--help"],
        &["compare", "ratings", "--help"],
        &["audit", "--help"],
        &["audit", "list", "--help"],
        &["audit", "show", "--help"],
        &["audit", "verify", "--help"],
        &["audit", "checkpoint", "--help"],
        &["audit", "timestamp", "--help"],
        &["audit", "prove", "--help"],
        &["audit", "witness", "--help"],
        &["audit", "replay", "--help"],
        &["vault", "--help"],
        &["vault", "export", "--help"],
        &["key", "--help"],
        &["key", "new", "--help"],
        &["key", "show", "--help"],
        &["key", "sign", "--help"],
        &["serve", "--help"],
        &["doctor", "--help"],
        &["help"],
        &["--version"],
    ];
    assert_transcript!("help", transcript(&Scratch::new(), &commands));
}

#[test]
fn contracts() {
    let commands: [&[&str]; 5] = [
        &["contracts", "list"],
        &["contracts", "list", "--json"],
        &["contracts", "show", "amount"],
        &["contracts", "show", "date", "--schema"],
        &["contracts", "show", "boolean", "--grammar"],
    ];
    assert_transcript!("contracts", transcript(&Scratch::new(), &commands));
}

#[test]
fn models() {
    // A models folder that is empty, so that no machine's models are listed.
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.data().join("models")).unwrap();
    let commands: [&[&str]; 3] = [
        &["models", "list"],
        &["models", "list", "--json"],
        &["models", "check"],
    ];
    assert_transcript!("models", transcript(&scratch, &commands));
}

#[test]
fn documents() {
    let id = acceptance::sample_id();
    let commands: [&[&str]; 10] = [
        &["docs", "list"],
        &["docs", "add", SAMPLE],
        &["docs", "add", SAMPLE],
        &["docs", "list"],
        &["docs", "list", "--json"],
        &["docs", "show", &id[..12]],
        &["docs", "show", &id[..12], "--text"],
        &["docs", "add", "no/such/file", "--json"],
        &["docs", "remove", &id],
        &["docs", "list"],
    ];
    assert_transcript!("documents", transcript(&Scratch::new(), &commands));
}

#[test]
fn search() {
    let commands: [&[&str]; 4] = [
        &["docs", "add", SAMPLE],
        &["search", "annual premium"],
        &["search", "flood", "--limit", "1", "--json"],
        &["search", "zebra"],
    ];
    assert_transcript!("search", transcript(&Scratch::new(), &commands));
}

#[test]
fn grammar() {
    let scratch = Scratch::new();
    let schema = r#"{
  "type": "object",
  "properties": {
    "name": { "type": "string", "maxLength": 20 },
    "size": { "type": "integer", "minimum": 1, "maximum": 12 },
    "colour": { "enum": ["red", "green"] }
  },
  "required": ["name", "size"],
  "additionalProperties": false
}
"#;
    let schema = scratch.file("schema.json", schema);
    let grammar = scratch.path("schema.gbnf").display().to_string();
    let report = scratch.path("report.json").display().to_string();
    let right = scratch.file("right.json", "{\"name\": \"a\", \"size\": 12}\n");
    let wrong = scratch.file("wrong.json", "{\"name\": \"a\", \"size\": 13}\n");
    let short = scratch.file("short.json", "{\"name\": \"a\",");
    let bad = scratch.file("bad.gbnf", "root ::= \"a\" other\n");
    let unknown = scratch.file(
        "unknown.json",
        "{ \"type\": \"string\", \"frobnicate\": 1 }",
    );
    let commands: [&[&str]; 6] = [
        &["grammar", "compile", &schema],
        &[
            "grammar",
            "compile",
            &schema,
            "--whitespace",
            "compact",
            "--out",
            &grammar,
            "--report",
            &report,
        ],
        &["grammar", "compile", &unknown],
        &["grammar", "check", &grammar],
        &["grammar", "check", &grammar, &wrong, &short, "--json"],
        &["grammar", "check", &bad],
    ];
    let mut text = transcript(&scratch, &commands);
    scratch
        .run(&["grammar", "compile", &schema, "--out", &grammar])
        .assert_code(0);
    text += &transcript(
        &scratch,
        &[&["grammar", "check", &grammar, &right, &wrong, &short]],
    );
    text += "# the report\n";
    text += &std::fs::read_to_string(report).unwrap();
    assert_transcript!("grammar", text);
}

/// On single bytes: the models folder is empty.
#[test]
fn bench() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.data().join("models")).unwrap();
    let case = |id: &str, schema: &str, tests: &str| {
        format!("{{\"id\": \"{id}\", \"schema\": {schema}, \"tests\": [{tests}]}}\n")
    };
    let valid = |data: &str| format!("{{\"valid\": true, \"data\": {data}}}");
    let invalid = |data: &str| format!("{{\"valid\": false, \"data\": {data}}}");
    let object = r#"{"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a"]}"#;
    let lines = [
        case(
            "right",
            object,
            &[valid("{\"a\": 1}"), invalid("{}")].join(","),
        ),
        case("order", object, &valid("{\"b\": 1, \"a\": 1}")),
        case(
            "wider",
            r#"{"type": "array", "uniqueItems": true}"#,
            &invalid("[1, 1]"),
        ),
        case(
            "mistaken",
            r#"{"type": "string"}"#,
            &[valid("1"), invalid("\"x\"")].join(","),
        ),
        case("remote", r#"{"$ref": "other.json"}"#, &valid("1")),
        case("nothing", "false", &invalid("1")),
    ];
    let cases = scratch.file("cases.jsonl", lines.concat());
    let suite = r#"[{"description": "one", "schema": {"$ref": "\#/definitions/a", "definitions": {"a": {"type": "null"}}},
                     "tests": [{"description": "null", "data": null, "valid": true}]}]"#;
    let suite = scratch.file("draft7/ref.json", suite.replace("\\#", "#"));
    scratch.file("folder/other.json", "{}");
    scratch.file("folder/case.json", lines[0].trim());
    let folder = scratch.path("folder").display().to_string();
    let nothing = scratch.file("nothing.json", "[1]");
    let commands: [&[&str]; 6] = [
        &["grammar", "bench", &cases, &suite, "--threads", "2"],
        &["grammar", "bench", &folder, "--json"],
        &[
            "grammar",
            "bench",
            &cases,
            "--every",
            "4",
            "--whitespace",
            "compact",
        ],
        &["grammar", "bench", &nothing],
        &["grammar", "bench", &cases, "--engine", "llama"],
        &["grammar", "bench", &cases, "--engine", "compare"],
    ];
    assert_transcript!("bench", transcript(&scratch, &commands));
}

#[test]
fn answers() {
    let Some(with) = take_model() else { return };
    // So that a record of the model's work is shown, too.
    let policy = model_chooses(&with.scratch);
    let commands: [&[&str]; 4] = [
        &[
            "ask",
            "What is the annual premium?",
            "--doc",
            SAMPLE,
            "--policy",
            &policy,
        ],
        &[
            "ask",
            "To which IBAN is the premium paid?",
            "--doc",
            SAMPLE,
            "--json",
        ],
        &[
            "ask",
            "Which zebra painted the submarine?",
            "--type",
            "text",
            "--doc",
            SAMPLE,
        ],
        &[
            "ask",
            "What is the premium?",
            "--type",
            "fruit",
            "--doc",
            SAMPLE,
        ],
    ];
    assert_transcript!("answers", transcript(&with.scratch, &commands));
    let records = with.scratch.json(&["audit", "list"]);
    let id = |index: usize| records[index]["id"].as_str().unwrap().to_owned();
    let (answer, oldest) = (id(2), id(4));
    let commands: [&[&str]; 6] = [
        &["audit", "list"],
        &["audit", "list", "--limit", "1"],
        &["audit", "show", &answer],
        &["audit", "show", &oldest, "--json"],
        &["audit", "verify"],
        &["audit", "verify", "--json"],
    ];
    assert_transcript!("audit", transcript(&with.scratch, &commands));
}
