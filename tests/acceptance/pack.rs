//! Evidence packs: what a stranger checks without the program, and that no change to one goes
//! unnoticed.

use acceptance::{SAMPLE, Scratch, has, root, take_model};
use serde_json::Value;
use std::process::{Command, Output};

/// A pack, the key of its vault, and where it lies.
struct Made {
    html: String,
    key: String,
    record: String,
}

fn make(scratch: &Scratch, question: &str, document: &str) -> Made {
    let answer = scratch.json(&["ask", question, "--doc", document]);
    let record = answer["record_id"].as_str().unwrap().to_owned();
    let out = scratch.path("pack.html").display().to_string();
    let made = scratch.json(&["audit", "pack", &record, "--out", &out]);
    Made {
        html: std::fs::read_to_string(out).unwrap(),
        key: made["key"].as_str().unwrap().to_owned(),
        record,
    }
}

fn verify(scratch: &Scratch, html: &str, more: &[&str]) -> Output {
    let file = scratch.file("changed.html", html);
    let script = root().join("docs/verify/attest_verify.py");
    let mut command = Command::new("python3");
    command.arg("-I").arg(script).arg(file).args(more);
    command.output().unwrap()
}

fn words(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

const DATA: &str = "<script type=\"application/json\" id=\"pack-data\">";
const SEAL: &str = "<script type=\"text/plain\" id=\"pack-seal\">";

/// What stands between a mark and the end of its element.
fn element<'a>(html: &'a str, mark: &str) -> &'a str {
    let (_, rest) = html.split_once(mark).unwrap();
    rest.split_once("</script>").unwrap().0
}

fn data(html: &str) -> Value {
    serde_json::from_str(element(html, DATA)).unwrap()
}

/// The pack with other embedded data, under the seal of the old.
fn with_data(html: &str, data: &Value) -> String {
    let line = serde_json::to_string(data).unwrap().replace('<', "\\u003c");
    html.replacen(element(html, DATA), &line, 1)
}

/// The pack with a change to one of the texts that are embedded.
fn with_text(html: &str, pointer: &str, change: impl Fn(&str) -> String) -> String {
    let mut data = data(html);
    let place = data.pointer_mut(pointer).unwrap();
    let changed = change(place.as_str().unwrap());
    assert_ne!(place, &Value::from(changed.clone()), "{pointer}");
    *place = changed.into();
    with_data(html, &data)
}

fn once(html: &str, from: &str, to: &str) -> String {
    assert!(html.contains(from), "{from}");
    html.replacen(from, to, 1)
}

/// The line at this place of a text, with its tenth letter exchanged for another of base64.
fn bent(text: &str, line: usize) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let letter = if lines[line].as_bytes()[9] == b'A' {
        "B"
    } else {
        "A"
    };
    lines[line].replace_range(9..10, letter);
    lines.join("\n")
}

/// Every way in which a pack is changed, and the checks that have to say so.
fn corruptions(html: &str) -> Vec<(&'static str, String, Vec<&'static str>)> {
    let proof = data(html)["proof"].as_str().unwrap().to_owned();
    let empty = proof.split('\n').position(str::is_empty).unwrap();
    let root = empty + 3;
    let signature = |text: &str| {
        let from = text.rfind(' ').unwrap() + 20;
        let letter = if &text[from..=from] == "A" { "B" } else { "A" };
        format!("{}{letter}{}", &text[..from], &text[from + 1..])
    };
    let sealed = "the signature of the file";
    let place = "the record's place in the trail";
    let (trail, text) = ("the signature of the checkpoint", "the text of the page");
    let around = "the file around it";
    let of_proof = |change: &dyn Fn(&str) -> String| with_text(html, "/proof", change);
    let mut without_passage = data(html);
    without_passage["passages"] = Value::Array(Vec::new());
    let mut other_picture = data(html);
    other_picture["pictures"][0]["sha256"] = "0".repeat(64).into();
    let mut other_record = data(html);
    other_record["record_sha256"] = "0".repeat(64).into();
    let seal = element(html, SEAL);
    let picture = "src=\"data:image/png;base64,iVBORw0KGgo";
    vec![
        (
            "a byte of the record",
            of_proof(&|text| once(text, "extra eyJib2R5Ijp7I", "extra eyJib2R5Ijp7J")),
            vec!["what is embedded"],
        ),
        (
            "a letter within the record",
            of_proof(&|text| bent_record(text)),
            vec![sealed, "the record", place],
        ),
        (
            "a hash of the path",
            of_proof(&|text| bent(text, 3)),
            vec![sealed, place],
        ),
        (
            "the index",
            of_proof(&|text| once(text, "\nindex 1", "\nindex 0")),
            vec![sealed, "the record", place],
        ),
        (
            "the root of the checkpoint",
            of_proof(&|text| bent(text, root)),
            vec![sealed, place, trail],
        ),
        (
            "the size of the checkpoint",
            of_proof(&|text| once(text, "\n2\n", "\n3\n")),
            vec![sealed, trail],
        ),
        (
            "the signature of the checkpoint",
            of_proof(&signature),
            vec![sealed, trail],
        ),
        (
            "the question",
            with_text(html, "/contents/question", |text| {
                once(text, "annual", "yearly")
            }),
            vec![sealed, "question and answer"],
        ),
        (
            "the quote of the response",
            with_text(html, "/contents/response", |text| {
                text.replace("1,482.50", "1,482.00")
            }),
            vec![sealed, "question and answer", "the quotes"],
        ),
        (
            "a line of a passage",
            with_text(html, "/passages/0/text", |text| {
                once(text, "policy is 1,482.50", "policy is 1,482.00")
            }),
            vec![sealed, "the passages", "the quotes"],
        ),
        (
            "the passages are taken out",
            with_data(html, &without_passage),
            vec![sealed],
        ),
        (
            "the hash of a picture",
            with_data(html, &other_picture),
            vec![sealed, "the pictures"],
        ),
        (
            "the hash of the record",
            with_data(html, &other_record),
            vec![sealed, "the record"],
        ),
        (
            "the hash in the seal",
            html.replacen(seal, &bent(seal, 2), 1),
            vec![sealed],
        ),
        (
            "the signature of the seal",
            html.replacen(seal, &signature(seal), 1),
            vec![sealed],
        ),
        (
            "the answer that is shown",
            once(html, "USD 1482.50", "USD 1482.00"),
            vec![around, text],
        ),
        (
            "the quote that is shown",
            once(
                html,
                "for this policy is 1,482.50 USD",
                "for this policy is 1,482.00 USD",
            ),
            vec![around, text],
        ),
        (
            "a picture",
            once(html, picture, "src=\"data:image/png;base64,iVBORw0KGgp"),
            vec![around, "the pictures"],
        ),
        (
            "the script",
            once(html, "Verified: every", "Verified:  every"),
            vec![around],
        ),
        (
            "the policy",
            once(html, "default-src 'none'", "default-src *"),
            vec![around],
        ),
        (
            "something before the checks",
            once(
                html,
                "<section id=\"checking\"",
                "<p>Believe me.</p><section id=\"checking\"",
            ),
            vec![around],
        ),
        (
            "a script of somebody else's",
            once(html, "</body>", "<script>alert(1)</script></body>"),
            vec![around],
        ),
    ]
}

/// The proof with one letter in the middle of its record exchanged.
fn bent_record(proof: &str) -> String {
    let from = proof.find("extra ").unwrap() + 6;
    let middle = from + 400;
    let letter = if &proof[middle..=middle] == "a" {
        "b"
    } else {
        "a"
    };
    format!("{}{letter}{}", &proof[..middle], &proof[middle + 1..])
}

#[test]
fn a_pack_stands_alone_and_every_change_to_it_is_found() {
    let Some(with) = take_model() else { return };
    if !has("python3", &["--version"]) {
        return;
    }
    let scratch = &with.scratch;
    let made = make(scratch, "What is the annual premium?", SAMPLE);
    let html = &made.html;
    let whole = verify(scratch, html, &["--key", &made.key]);
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    let said = words(&whole);
    assert!(!said.contains("FAIL"), "{said}");
    for words in [
        "the key: it is the one that was given",
        "1 of 1 found in their lines",
        "the pictures: 1 of them",
        &acceptance::sample_id(),
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let record = scratch.json(&["audit", "show", &made.record]);
    assert!(said.contains(record["hash"].as_str().unwrap()), "{said}");

    let corruptions = corruptions(html);
    assert!(corruptions.len() > 20);
    for (name, changed, found_by) in corruptions {
        assert_ne!(&changed, html, "{name}");
        let output = verify(scratch, &changed, &[]);
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        let said = words(&output);
        for check in found_by {
            assert!(
                said.contains(&format!("FAIL  {check}: ")),
                "{name}, {check}: {said}"
            );
        }
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            complaints.starts_with("not believed: "),
            "{name}: {complaints}"
        );
    }

    // A pack of another vault holds by itself, and not by the key that was given.
    let other = Scratch::new();
    std::fs::copy(scratch.data().join("attest.sqlite"), {
        std::fs::create_dir_all(other.data()).unwrap();
        other.data().join("attest.sqlite")
    })
    .unwrap();
    let forged = other.path("forged.html").display().to_string();
    other
        .run(&["audit", "pack", &made.record, "--out", &forged])
        .assert_code(0);
    let forged = std::fs::read_to_string(forged).unwrap();
    assert_eq!(verify(scratch, &forged, &[]).status.code(), Some(0));
    let refused = verify(scratch, &forged, &["--key", &made.key]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(words(&refused).contains("FAIL  the key: "), "{refused:?}");

    by_hand(scratch, &made);
    parts(scratch, &made);
}

/// The parts of a pack in a folder are checked like the pack.
fn parts(scratch: &Scratch, made: &Made) {
    let folder = scratch.path("parts");
    let folder = folder.to_str().unwrap();
    let output = verify(scratch, &made.html, &["--parts", folder]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let script = root().join("docs/verify/attest_verify.py");
    let check = || {
        let mut command = Command::new("python3");
        command
            .arg("-I")
            .arg(&script)
            .args([folder, "--key", &made.key]);
        command.output().unwrap()
    };
    assert_eq!(check().status.code(), Some(0));
    scratch.file("parts/picture-01.png", b"another");
    let output = check();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        words(&output).contains("FAIL  the pictures: "),
        "{output:?}"
    );
}

/// The commands of docs/verify/README.md say the same of the pack, and no longer of a changed one.
fn by_hand(scratch: &Scratch, made: &Made) {
    let tools = ["bash", "xxd"]
        .iter()
        .all(|program| has(program, &["--version"]));
    if !tools || !has("openssl", &["version"]) {
        return;
    }
    let text = std::fs::read_to_string(root().join("docs/verify/README.md")).unwrap();
    let (_, text) = text.split_once("## By hand\n").unwrap();
    let commands: String = text
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(commands.lines().count() > 15, "{commands}");
    let run = |folder: &str, html: &str| {
        scratch.file(&format!("{folder}/PACK"), html);
        let output = Command::new("bash")
            .args(["-c", &commands])
            .env("KEY", &made.key)
            .current_dir(scratch.path(folder))
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let said = run("whole", &made.html);
    let lines = [
        "Signature Verified Successfully",
        "the seal is over these data",
        "the record has its hash",
        "the record binds the question",
        "the record binds the response",
        "the record binds the first passage",
    ];
    for words in lines {
        assert!(said.contains(words), "{words}: {said}");
    }
    let changed = with_text(&made.html, "/contents/question", |text| {
        once(text, "annual", "yearly")
    });
    let said = run("changed", &changed);
    assert!(said.contains(lines[0]) && said.contains(lines[4]), "{said}");
    assert!(
        !said.contains(lines[1]) && !said.contains(lines[3]),
        "{said}"
    );
    let changed = with_text(&made.html, "/passages/0/text", |text| {
        once(text, "1,482.50", "1,482.00")
    });
    assert!(!run("passage", &changed).contains(lines[5]));
}

/// A document whose words would like to be markup.
const HOSTILE: &str = "Fee schedule </script><script>document.title='taken'</script>\n\
The fee is 5 USD </main><img src=x onerror=alert(1)> a \u{202e}b\u{202c} c.\n\
Another fee is 7 USD <!-- &lt; ]]> \"' `${x}`\n";

#[test]
fn words_of_a_document_stay_words_in_a_pack() {
    if !has("python3", &["--version"]) {
        return;
    }
    let scratch = Scratch::new();
    let document = scratch.file("a <b> & 'c' \u{202e}\u{1b}.txt", HOSTILE);
    // What names a type alone needs no model.
    let made = make(&scratch, "List all amounts", &document);
    let output = verify(&scratch, &made.html, &["--key", &made.key]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let html = &made.html;
    assert_eq!(html.matches("<script").count(), 3, "{html}");
    assert_eq!(html.matches("</main>").count(), 1, "{html}");
    assert!(!html.contains("<img"), "{html}");
    for letter in ['\0', '\u{202e}', '\u{1b}'] {
        assert!(!html.contains(letter), "{html}");
    }
    assert!(
        html.contains("&lt;img src=x onerror=alert(1)&gt;"),
        "{html}"
    );
    let passage = data(html)["passages"][0]["text"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        passage.contains("</main><img src=x onerror=alert(1)>"),
        "{passage}"
    );
}

#[test]
fn a_pack_is_made_only_of_an_answer_and_with_a_key() {
    let scratch = Scratch::without_models();
    let document = scratch.file("a.txt", "The fee is 5 USD.\n");
    let out = scratch.path("pack.html").display().to_string();
    scratch.run(&["docs", "add", &document]).assert_code(0);
    let records = scratch.json(&["audit", "list"]);
    let import = records[0]["id"].as_str().unwrap().to_owned();
    let run = scratch.run(&["audit", "pack", &import, "--out", &out]);
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stderr.contains("hint: "), "{run}");
    let asked = scratch.json(&["ask", "List all amounts", "--doc", &document]);
    let id = asked["record_id"].as_str().unwrap();
    // A checkpoint from before the record does not cover it.
    let earlier = scratch.path("earlier").display().to_string();
    let run = scratch.run(&["audit", "checkpoint", "--out", &earlier]);
    run.assert_code(0);
    let later = scratch.json(&["ask", "List all amounts", "--doc", &document]);
    let later = later["record_id"].as_str().unwrap();
    let run = scratch.run(&[
        "audit",
        "pack",
        later,
        "--checkpoint",
        &earlier,
        "--out",
        &out,
    ]);
    assert_eq!(run.code, 2, "{run}");
    assert!(
        !scratch.path("pack.html").exists(),
        "nothing is left behind"
    );
    // Without one, the command makes it, and says how many records it covers.
    let made = scratch.run(&["audit", "pack", later, "--out", &out]);
    made.assert_code(0);
    assert!(
        made.stdout.contains("proved by a checkpoint of 3 records"),
        "{made}"
    );
    let made = scratch.run(&["audit", "pack", id, "--checkpoint", &earlier, "--out", &out]);
    assert!(
        made.stdout.contains("proved by a checkpoint of 2 records"),
        "{made}"
    );
    witnessed(&scratch, id, &earlier);
    // Erased with its document, an answer can be proved and no longer shown.
    let document = asked["citations"][0]["document_id"].as_str().unwrap();
    scratch.run(&["docs", "remove", document, "--erase"]);
    let run = scratch.run(&["audit", "pack", id, "--out", &out]);
    assert_eq!(run.code, 2, "{run}");
}

/// A pack with a witness's word: it is asked for by the witness's key.
fn witnessed(scratch: &Scratch, id: &str, checkpoint: &str) {
    if !has("python3", &["--version"]) {
        return;
    }
    let witness = Scratch::without_models();
    let key = scratch.json(&["audit", "checkpoint"])["key"].clone();
    let cosigned = witness.path("cosigned").display().to_string();
    let signed = witness.json(&[
        "audit",
        "witness",
        checkpoint,
        "--key",
        key.as_str().unwrap(),
        "--out",
        &cosigned,
    ]);
    let out = scratch.path("witnessed.html").display().to_string();
    let pack = [
        "audit",
        "pack",
        id,
        "--checkpoint",
        &cosigned,
        "--out",
        &out,
    ];
    scratch.run(&pack).assert_code(0);
    let html = std::fs::read_to_string(&out).unwrap();
    let witness_key = signed["witness_key"].as_str().unwrap();
    let output = verify(scratch, &html, &["--witness", witness_key]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(words(&output).contains("by the witness"), "{output:?}");
    // One that no witness signed is not believed then.
    scratch
        .run(&["audit", "pack", id, "--out", &out])
        .assert_code(0);
    let html = std::fs::read_to_string(&out).unwrap();
    let output = verify(scratch, &html, &["--witness", witness_key]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

/// Test vectors of RFC 8032, 7.1 (TEST 1 to 3): key, message, signature.
const VECTORS: [[&str; 3]; 3] = [
    [
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
];

#[test]
fn the_python_verifier_knows_the_signatures_of_rfc_8032() {
    if !has("python3", &["--version"]) {
        return;
    }
    let code = "import sys; sys.path.insert(0, sys.argv[1]); import attest_verify as v\n\
                h = bytes.fromhex\n\
                print(v.is_signed(h(sys.argv[2]), h(sys.argv[3]), h(sys.argv[4])))";
    let folder = root().join("docs/verify").display().to_string();
    let ask = |key: &str, message: &str, signature: &str| {
        let mut command = Command::new("python3");
        command.args(["-B", "-c", code, &folder, key, message, signature]);
        words(&command.output().unwrap())
    };
    let order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
    for [key, message, signature] in VECTORS {
        assert_eq!(ask(key, message, signature), "True\n", "{key}");
        let longer = format!("{message}00");
        assert_eq!(ask(key, &longer, signature), "False\n", "{key}");
        // The same signature written otherwise, with the group's order for its number.
        let beyond = format!("{}{order}", &signature[..64]);
        assert_eq!(ask(key, message, &beyond), "False\n", "{key}");
    }
    // A key that several messages share a signature with.
    let small = format!("01{}", "00".repeat(31));
    assert_eq!(
        ask(&small, "", &format!("{small}{}", "00".repeat(32))),
        "False\n"
    );
}
