//! Collections over the real executable: documents are put in and taken out, asked together and
//! each by itself, and a folder is watched; the trail holds all of it.

use acceptance::{Scratch, root, take_model};
use serde_json::{Value, json};

/// Adds texts and returns their ids, by the order of the names.
fn added(scratch: &Scratch, names: &[&str]) -> Vec<String> {
    let files: Vec<String> = names
        .iter()
        .map(|name| {
            let text = format!("Lease {name}\n\nThe annual rent of {name} is USD 900.00.\n");
            scratch.file(name, text)
        })
        .collect();
    let mut arguments = vec!["docs", "add"];
    arguments.extend(files.iter().map(String::as_str));
    let outcomes = scratch.json(&arguments);
    let ids = outcomes.as_array().unwrap().iter();
    ids.map(|one| one["document"]["id"].as_str().unwrap().to_owned())
        .collect()
}

/// Names and counts of documents.
fn collections(scratch: &Scratch) -> Vec<(String, usize)> {
    let all = scratch.json(&["docs", "collections"]);
    let counted = all.as_array().unwrap().iter().map(|one| {
        let count = one["document_ids"].as_array().unwrap().len();
        (one["name"].as_str().unwrap().to_owned(), count)
    });
    counted.collect()
}

fn titles(documents: &Value) -> Vec<&str> {
    let documents = documents.as_array().unwrap().iter();
    let mut titles: Vec<&str> = documents
        .map(|one| one["title"].as_str().unwrap())
        .collect();
    titles.sort_unstable();
    titles
}

#[test]
fn documents_are_gathered_and_a_collection_leaves_them_as_they_are() {
    let scratch = &Scratch::without_models();
    let ids = added(scratch, &["a.txt", "b.txt", "c.txt"]);
    let made = scratch.run(&["docs", "collect", "Leases", "a.txt", &ids[1][..12]]);
    made.assert_code(0);
    assert!(
        made.stdout
            .contains("new collection: Leases\n2 documents put in"),
        "{made}"
    );
    scratch.json(&["docs", "collect", "Smith", "a.txt"]);
    assert_eq!(
        collections(scratch),
        [("Leases".into(), 2), ("Smith".into(), 1)]
    );

    let leases = scratch.json(&["docs", "list", "--collection", "leases"]);
    assert_eq!(titles(&leases), ["a.txt", "b.txt"]);
    let mut listed = leases.as_array().unwrap().iter();
    let of_both = listed.find(|one| one["id"] == ids[0].as_str()).unwrap();
    assert_eq!(of_both["collections"], json!(["Leases", "Smith"]));
    assert!(!of_both["metadata"].to_string().contains("Leases"));
    let found = scratch.json(&["search", "annual rent", "--collection", "Smith"]);
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["document_title"], "a.txt");

    let renamed = scratch.json(&["docs", "rename-collection", "Smith", "Smith / 2024"]);
    assert_eq!(renamed["document_ids"], json!([ids[0]]));
    scratch
        .run(&["docs", "rename-collection", "leases", "smith / 2024"])
        .assert_code(2);
    scratch.json(&["docs", "uncollect", "Leases", "b.txt"]);
    assert_eq!(
        collections(scratch),
        [("Leases".into(), 1), ("Smith / 2024".into(), 1)]
    );
    scratch.assert_sound();

    let deleted = scratch.run(&["docs", "delete-collection", "Leases"]);
    assert!(
        deleted
            .stdout
            .contains("deleted: Leases; its document stays"),
        "{deleted}"
    );
    assert_eq!(
        titles(&scratch.json(&["docs", "list"])),
        ["a.txt", "b.txt", "c.txt"]
    );

    let near = scratch.run(&["docs", "list", "--collection", "Smyth / 2024"]);
    near.assert_code(2);
    assert!(
        near.stderr.contains("near it are \"Smith / 2024\""),
        "{near}"
    );
    scratch.run(&["docs", "collect", "x=y"]).assert_code(2);
    scratch
        .run(&["docs", "collect", "New", "no such document"])
        .assert_code(2);
    assert_eq!(collections(scratch), [("Smith / 2024".into(), 1)]);
    scratch.assert_sound();
}

#[test]
fn an_erased_document_is_in_no_collection_and_an_empty_one_is_not_asked() {
    let scratch = &Scratch::without_models();
    let ids = added(scratch, &["a.txt", "b.txt"]);
    scratch.json(&["docs", "collect", "Secret matter", "a.txt"]);
    scratch.json(&["docs", "remove", &ids[0], "--erase"]);
    assert_eq!(collections(scratch), [("Secret matter".into(), 0)]);
    scratch.assert_sound();
    let records = scratch.json(&["audit", "list", "--limit", "100"]);
    assert!(!records.to_string().contains("Secret matter"));
    for arguments in [
        ["search", "rent", "--collection", "Secret matter"],
        ["ask", "What is the rent?", "--collection", "Secret matter"],
    ] {
        let run = scratch.run(&arguments);
        run.assert_code(2);
        assert!(run.stderr.contains("holds no document"), "{run}");
    }
}

#[test]
fn a_folder_is_watched_and_the_same_bytes_are_one_document_with_both_names() {
    let scratch = &Scratch::without_models();
    scratch.file("in/a.txt", "The rent is USD 900.00.\n");
    scratch.file("in/deeper/copy.txt", "The rent is USD 900.00.\n");
    scratch.file("in/talk.pptx", "slides");
    let folder = scratch.path("in").display().to_string();
    let watch = ["docs", "watch", &folder, "--collection", "Inbox", "--once"];
    let first = scratch.run(&watch);
    first.assert_code(0);
    assert!(first.stdout.contains("added: a.txt"), "{first}");
    assert!(
        first.stdout.contains("copy.txt has the same bytes"),
        "{first}"
    );
    assert!(first.stderr.contains("new collection: Inbox"), "{first}");
    assert!(
        first.stderr.contains("talk.pptx: slides are not read"),
        "{first}"
    );

    scratch.file("in/b.txt", "The deposit is USD 75.00.\n");
    let second = scratch.run(&watch);
    second.assert_code(0);
    assert!(second.stdout.contains("added: b.txt"), "{second}");
    assert!(second.stdout.contains("already there: a.txt"), "{second}");
    assert_eq!(collections(scratch), [("Inbox".into(), 2)]);
    let listed = scratch.json(&["docs", "list"]);
    let mut documents = listed.as_array().unwrap().iter();
    let first = documents.find(|one| one["title"] == "a.txt").unwrap();
    assert_eq!(first["other_names"], json!(["copy.txt"]));
    let shown = scratch.run(&["docs", "list"]);
    assert!(
        shown
            .stdout
            .contains("a.txt  in Inbox  also named copy.txt"),
        "{shown}"
    );
    scratch
        .run(&["docs", "watch", "no/such/folder", "--once"])
        .assert_code(2);

    // That a file lies there does not bring back what a person took out.
    let mut documents = listed.as_array().unwrap().iter();
    let second = documents.find(|one| one["title"] == "b.txt").unwrap();
    let id = second["id"].as_str().unwrap();
    scratch.run(&["docs", "remove", id]).assert_code(0);
    let third = scratch.run(&watch);
    third.assert_code(0);
    assert!(
        third.stderr.contains("b.txt: it was removed or erased"),
        "{third}"
    );
    assert_eq!(collections(scratch), [("Inbox".into(), 1)]);
    scratch.assert_sound();
}

#[test]
fn a_collection_keeps_its_questions_and_its_type() {
    let scratch = &Scratch::without_models();
    added(scratch, &["a.txt"]);
    let questions = scratch.file("mine.toml", "[[question]]\nquestion = 'Who?'\n");
    let kept = scratch.json(&[
        "docs",
        "collect",
        "Leases",
        "a.txt",
        "--questions",
        "lease",
        "--type",
        "amount",
    ]);
    let kept = &kept["collection"];
    assert_eq!(
        (&kept["questions"], &kept["answer_type"]),
        (&json!("lease"), &json!("amount"))
    );
    let own = scratch.json(&[
        "docs",
        "collect",
        "Leases",
        "--questions",
        &questions,
        "--type",
        "",
    ]);
    let own = &own["collection"];
    assert!(own["questions"].as_str().unwrap().ends_with("mine.toml"));
    assert_eq!(own["answer_type"], Value::Null);
    for wrong in [["--questions", "leases"], ["--type", "money"]] {
        let arguments = ["docs", "collect", "Leases", wrong[0], wrong[1]];
        scratch.run(&arguments).assert_code(2);
    }
    let out = scratch.path("table.csv").display().to_string();
    scratch.json(&["docs", "collect", "Plain", "a.txt"]);
    let none = scratch.run(&["batch", "--collection", "Plain", "--out", &out]);
    none.assert_code(2);
    assert!(none.stderr.contains("no questions of its own"), "{none}");
}

/// The samples that are asked, and a question that each answers in its own way.
const SAMPLES: [&str; 3] = ["lease.txt", "loan.txt", "receipt.txt"];

#[test]
fn a_question_of_a_collection_is_asked_of_each_document() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let paths = SAMPLES.map(|name| root().join("samples/bench").join(name));
    let paths = paths.map(|path| path.display().to_string());
    let [lease, loan, receipt] = &paths;
    scratch.json(&[
        "docs",
        "add",
        lease,
        loan,
        receipt,
        "--collection",
        "Papers",
    ]);
    let question = "What is the date of the document?";
    let ask = [
        "ask",
        question,
        "--collection",
        "papers",
        "--each",
        "--type",
        "date",
    ];
    let each = scratch.json(&ask);
    let rows = each["rows"].as_array().unwrap();
    assert_eq!(rows.len(), SAMPLES.len());
    assert_eq!(each["finished"], true);
    let mut records = Vec::new();
    for (row, name) in rows.iter().zip(SAMPLES) {
        assert_eq!(row["document_title"], name);
        let record = scratch.json(&["audit", "show", row["record_id"].as_str().unwrap()]);
        assert_eq!(record["body"]["document_ids"], json!([row["document_id"]]));
        assert_eq!(record["body"]["batch"]["id"], each["batch_id"]);
        records.push(row["record_id"].to_string());
    }
    records.dedup();
    assert_eq!(records.len(), SAMPLES.len());
    let dated = rows
        .iter()
        .find(|row| row["document_title"] == "receipt.txt")
        .unwrap();
    assert_eq!(dated["words"], "2025-03-17 (17/03/2025)");
    assert!(
        dated["place"]["quote"].as_str().unwrap().contains("2025"),
        "{dated}"
    );
    let shown = scratch.run(&ask);
    shown.assert_code(0);
    assert!(shown.stdout.contains("2025-03-17 (17/03/2025)"), "{shown}");
    scratch.assert_sound();
}

#[test]
fn a_batch_of_a_collection_asks_its_own_questions() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    added(scratch, &["a.txt", "b.txt", "c.txt"]);
    let questions = scratch.file(
        "mine.toml",
        "[[question]]\nid = 'rent'\nquestion = 'What is the annual rent?'\ntype = 'amount'\n",
    );
    let name = "Leases";
    scratch.json(&[
        "docs",
        "collect",
        name,
        "a.txt",
        "c.txt",
        "--questions",
        &questions,
    ]);
    let out = scratch.path("table.jsonl").display().to_string();
    scratch
        .run(&["batch", "--collection", name, "--out", &out])
        .assert_code(0);
    let text = std::fs::read_to_string(&out).unwrap();
    let cells: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let asked: Vec<&str> = cells
        .iter()
        .map(|cell| cell["document"].as_str().unwrap())
        .collect();
    assert_eq!(asked, ["a.txt", "c.txt"]);
    for cell in &cells {
        let value = &cell["response"]["answer"]["items"][0]["value"];
        assert_eq!(value["value"], json!(900), "{cell}");
    }
}

#[test]
fn what_is_asked_of_a_tag_is_asked_of_its_documents_alone() {
    let scratch = Scratch::without_models();
    let files = [("a", 5), ("b", 6), ("c", 7)];
    let paths = files.map(|(name, fee)| {
        let text = format!("The fee is {fee} USD.\n");
        scratch.file(&format!("{name}.txt"), text)
    });
    let [a, b, c] = &paths;
    scratch
        .run(&["docs", "add", a, b, c, "--tag", "urgent"])
        .assert_code(0);
    let both = ["docs", "tag", "to sign", "b.txt", "c.txt"];
    scratch.run(&both).assert_code(0);
    let collected = ["docs", "collect", "Matter", "a.txt", "b.txt"];
    scratch.run(&collected).assert_code(0);
    // What names a type alone needs no model.
    let fees = |more: &[&str]| -> Vec<String> {
        let given = [&["ask", "List all amounts"], more].concat();
        let items = scratch.json(&given)["answer"]["items"].clone();
        let items = items.as_array().unwrap().iter();
        let mut fees: Vec<String> = items
            .map(|item| item["value"]["value"].to_string())
            .collect();
        fees.sort();
        fees
    };
    let none: [&str; 0] = [];
    assert_eq!(fees(&none), ["5", "6", "7"]);
    assert_eq!(fees(&["--tag", "To Sign"]), ["6", "7"]);
    assert_eq!(fees(&["--tag", "to sign", "--tag", "urgent"]), ["6", "7"]);
    assert_eq!(fees(&["--tag", "to sign", "--collection", "Matter"]), ["6"]);
    let found = scratch.json(&["search", "fee", "--tag", "to sign"]);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    // A tag that nobody has, and two that no document has together.
    let run = scratch.run(&["ask", "List all amounts", "--tag", "to sigm"]);
    run.assert_code(2);
    assert!(run.stderr.contains("near it are \"to sign\""), "{run}");
    scratch
        .run(&["docs", "tag", "paid", "a.txt"])
        .assert_code(0);
    let run = scratch.run(&[
        "ask",
        "List all amounts",
        "--tag",
        "paid",
        "--tag",
        "to sign",
    ]);
    run.assert_code(2);
    assert!(
        run.stderr.contains("\"paid\", \"to sign\" together"),
        "{run}"
    );
    let run = scratch.run(&["ask", "List all amounts", "--tag", "paid", "--doc", a]);
    run.assert_code(2);
    // A table of the documents with a tag.
    let questions = scratch.file("questions.txt", "List all amounts\n");
    let out = scratch.path("table.jsonl").display().to_string();
    let given = [
        "batch",
        "--tag",
        "to sign",
        "--questions",
        &questions,
        "--out",
        &out,
    ];
    scratch.run(&given).assert_code(0);
    let text = std::fs::read_to_string(&out).unwrap();
    let cells = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let asked: Vec<String> = cells
        .map(|cell: Value| cell["document"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(asked, ["b.txt", "c.txt"]);
}

#[test]
fn tags_are_given_listed_by_and_taken_away_and_the_trail_has_each_change() {
    let scratch = Scratch::without_models();
    let a = scratch.file("a.txt", "The fee is 5 USD.\n");
    let b = scratch.file("b.txt", "The rent is 6 EUR.\n");
    scratch
        .run(&["docs", "add", &a, &b, "--tag", "urgent"])
        .assert_code(0);
    let tagged = scratch.json(&["docs", "tag", "to sign", "b.txt"]);
    assert_eq!(tagged["changed"], 1, "{tagged}");
    // Capitals do not make another one.
    let tagged = scratch.json(&["docs", "tag", "URGENT", "a.txt"]);
    assert_eq!(
        (&tagged["name"], &tagged["changed"]),
        (&"urgent".into(), &0.into()),
        "{tagged}"
    );
    let tagged = |tags: &[&str]| {
        let mut given = vec!["docs", "list"];
        given.extend(tags.iter().flat_map(|tag| ["--tag", *tag]));
        titles(&scratch.json(&given)).join(" ")
    };
    assert_eq!(tagged(&["urgent"]), "a.txt b.txt");
    assert_eq!(tagged(&["Urgent", "to sign"]), "b.txt");
    scratch
        .run(&["docs", "untag", "urgent", "b.txt"])
        .assert_code(0);
    assert_eq!(tagged(&["urgent"]), "a.txt");
    let unknown = scratch.run(&["docs", "list", "--tag", "urgnt"]);
    unknown.assert_code(2);
    assert!(
        unknown.stderr.contains("near it are \"urgent\""),
        "{unknown}"
    );
    let own = scratch.run(&["docs", "add", &a, "--meta", "tag:x=1"]);
    own.assert_code(2);
    assert!(own.stderr.contains("the program's own"), "{own}");
    // Two imports, two tags of theirs, one more and one taken away.
    let records = scratch.json(&["audit", "list"]);
    assert_eq!(records.as_array().unwrap().len(), 6, "{records}");
    scratch.assert_sound();
}
