//! Exports: whole, signed, checked by what they say alone, or not there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{LEASE, NOW, fill, make_answer, make_document, names, open_raw};
use crate::canonical::sha256_hex;
use crate::export::{Checked, FORMAT, check};
use crate::note::{KeyKind, Note, SigningKey};
use crate::pack::sealed_text;
use crate::{
    Mark, MarkChange, NewReview, Passphrase, ProofError, Reason, Removal, Subject, Vault,
    VaultError, encrypt, unlock,
};

const OTHER: &str = "Other lease\nThe rent is 900 euros.\n";
const GONE: &str = "Old lease\nIt ended.\n";

fn key() -> SigningKey {
    SigningKey::from_seed(&[7; 32])
}

/// A vault with everything that an export has lines of: a document that is listed, one that was
/// removed, one that was erased, metadata, an answer, its review, a hold.
fn filled(data: &Path) -> String {
    let id = fill(data);
    let mut vault = Vault::open(data, NOW).unwrap();
    for (text, removal) in [(OTHER, Removal::KeepSource), (GONE, Removal::Erase)] {
        let (document, chunks, source) = make_document(text, 2);
        vault.import(&document, &chunks, &source, NOW).unwrap();
        let prompt = format!("asked of {text}");
        let mut answer = make_answer(&document.id, &document.id, &prompt);
        let question = b"What is the rent?".to_vec();
        answer.contents.push(("question".to_owned(), question));
        vault.record_answer(&answer, NOW).unwrap();
        vault.remove(&document.id, removal, NOW).unwrap();
    }
    vault.set_event_date(&id, Some("2024-03"), NOW).unwrap();
    let marked = MarkChange {
        document_id: id.clone(),
        set: vec![
            (Mark::Collection, "Leases".to_owned()),
            (Mark::Tag, "urgent".to_owned()),
        ],
        clear: Vec::new(),
    };
    vault.change_marks(&[marked], NOW).unwrap();
    let said = BTreeMap::from([("tenant".to_owned(), Some("Quintanilla".to_owned()))]);
    vault.set_metadata(&id, &said, NOW).unwrap();
    let answers = crate::RecordFilter {
        kind: Some("answer".to_owned()),
        ..crate::RecordFilter::default()
    };
    let answer = vault.records(&answers, 9).unwrap().pop().unwrap();
    let review = NewReview {
        answer_id: answer.id.to_string(),
        body: json!({ "verdict": "confirm", "reviewer": "Ada" }),
        contents: vec![(
            "review".to_owned(),
            br#"{"reason":"It says so.","value":null,"place":null}"#.to_vec(),
        )],
        document_ids: Vec::new(),
    };
    vault.record_review(&review, NOW).unwrap();
    let reason = Reason {
        words: "a dispute".to_owned(),
        by: None,
        salt: [1; 32],
    };
    let held = Subject::Document(id.clone());
    vault.hold(&held, &reason, NOW).unwrap();
    id
}

fn exported(root: &Path) -> PathBuf {
    let data = root.join("data");
    filled(&data);
    let place = root.join("export");
    let vault = Vault::open(&data, NOW).unwrap();
    vault.export(&place, None, &key(), NOW).unwrap();
    place
}

fn read(place: &Path) -> Result<Checked, ProofError> {
    check(place, &key().verifier(KeyKind::Note))
}

fn lines(place: &Path, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(place.join(name)).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Every file of an export, below its folder.
fn files(place: &Path) -> Vec<String> {
    let mut files = Vec::new();
    for name in names(place) {
        if place.join(&name).is_dir() {
            let inside = names(&place.join(&name));
            files.extend(inside.iter().map(|inside| format!("{name}/{inside}")));
        } else {
            files.push(name);
        }
    }
    files
}

/// Makes hashes and signature anew, as only who has the vault's key can.
fn seal_anew(place: &Path) {
    let sums: Vec<String> = files(place)
        .iter()
        .filter(|name| !name.starts_with("SHA256SUMS"))
        .map(|name| {
            let hash = sha256_hex(&fs::read(place.join(name)).unwrap());
            format!("{hash}  {name}\n")
        })
        .collect();
    let sums = sums.concat();
    let text = sealed_text(FORMAT, &Sha256::digest(&sums).into(), key().name());
    let mut note = Note::unsigned(text);
    note.sign(&key());
    fs::write(place.join("SHA256SUMS"), sums).unwrap();
    fs::write(place.join("SHA256SUMS.note"), note.to_string()).unwrap();
}

#[test]
fn an_export_holds_what_the_vault_holds_for_its_owner_alone() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    let id = filled(&data);
    let place = root.path().join("export");
    let vault = Vault::open(&data, NOW).unwrap();
    let made = vault.export(&place, None, &key(), NOW).unwrap();
    assert_eq!(names(root.path()), ["data", "export"]);
    let checked = read(&place).unwrap();
    let found = vault.verify().unwrap();
    assert_eq!(
        (made.records, &made.head_hash, made.documents),
        (found.records, &found.head_hash, 2)
    );
    assert_eq!(
        (checked.records, checked.documents, &checked.sha256),
        (made.records, 2, &made.sha256)
    );
    // The source and the prompt of what was erased; another record holds the question, too.
    assert_eq!(checked.erased, 2, "{checked:?}");
    assert_eq!(made.files, files(&place).len() as u64);
    let bytes = files(&place);
    let bytes = bytes
        .iter()
        .map(|name| fs::metadata(place.join(name)).unwrap().len());
    assert_eq!(made.bytes, bytes.sum::<u64>());

    let documents = lines(&place, "documents.jsonl");
    let [listed, removed] = documents.as_slice() else {
        panic!("{documents:?}");
    };
    assert_eq!(listed["id"], id);
    assert_eq!(listed["state"], "listed");
    assert_eq!(listed["title"], "lease.txt");
    assert_eq!(listed["event_date"], "2024-03");
    assert_eq!(listed["metadata"], json!({ "tenant": "Quintanilla" }));
    assert_eq!(listed["collections"], json!(["Leases"]));
    assert_eq!(listed["tags"], json!(["urgent"]));
    assert_eq!(listed["file"], format!("documents/{id}.txt"));
    let file = |line: &Value, name: &str| {
        fs::read_to_string(place.join(line[name].as_str().unwrap())).unwrap()
    };
    assert_eq!(file(listed, "file"), LEASE);
    let reading: evidence::Document = serde_json::from_str(&file(listed, "reading")).unwrap();
    assert_eq!(reading, vault.document(&id).unwrap());
    assert_eq!(removed["state"], "removed");
    assert_eq!(file(removed, "file"), OTHER);

    let answers = lines(&place, "answers.jsonl");
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1]["question"], "What is the rent?");
    assert_eq!(
        answers[2]["document_ids"],
        json!([sha256_hex(GONE.as_bytes())])
    );
    let reviews = lines(&place, "reviews.jsonl");
    assert_eq!(reviews.len(), 1);
    assert_eq!(reviews[0]["verdict"], "confirm");
    assert_eq!(reviews[0]["review"]["reason"], "It says so.");
    assert_eq!(lines(&place, "holds.jsonl")[0]["reason"], "a dispute");
    assert_eq!(lines(&place, "models.jsonl"), [] as [Value; 0]);
    let records = lines(&place, "records.jsonl");
    assert_eq!(records.len() as u64, made.records);
    let whole = fs::read_to_string(place.join("contents.jsonl")).unwrap();
    assert!(whole.contains("prompt about Quintanilla") && !whole.contains("It ended"));

    // What the folder says of itself names every file of it.
    let readme = fs::read_to_string(place.join("README.txt")).unwrap();
    for name in names(&place) {
        assert!(name == "README.txt" || readme.contains(&name), "{name}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folders = ["", "documents", "readings", "stamps"];
        assert_eq!(folders.map(|name| rights(&place.join(name))), [0o700; 4]);
        for name in files(&place) {
            assert_eq!(rights(&place.join(&name)), 0o600, "{name}");
        }
    }
}

#[test]
fn a_question_that_reads_as_json_is_exported_word_for_word() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    let id = fill(&data);
    let mut vault = Vault::open(&data, NOW).unwrap();
    let questions = ["2024", "null", "\"quoted\"", "{}"];
    for question in questions {
        let mut answer = make_answer(question, &id, question);
        let stored = br#"{"value":"2024"}"#.to_vec();
        let asked = question.as_bytes().to_vec();
        answer.contents.push(("question".to_owned(), asked));
        answer.contents.push(("answer".to_owned(), stored));
        vault.record_answer(&answer, NOW).unwrap();
    }
    let place = root.path().join("export");
    vault.export(&place, None, &key(), NOW).unwrap();
    let answers = lines(&place, "answers.jsonl");
    // The first is the one of `fill`.
    assert_eq!(answers.len(), 1 + questions.len());
    for (answer, question) in answers.iter().skip(1).zip(questions) {
        assert_eq!(answer["question"], Value::String(question.to_owned()));
        assert_eq!(answer["answer"], json!({ "value": "2024" }));
    }
}

#[test]
fn whatever_is_changed_in_an_export_is_found_by_the_vaults_key() {
    let root = tempfile::tempdir().unwrap();
    let place = exported(root.path());
    let files = files(&place);
    assert!(files.len() > 10, "{files:?}");
    for name in &files {
        let path = place.join(name);
        let bytes = fs::read(&path).unwrap();
        let mut changed = bytes.clone();
        match changed.last_mut() {
            Some(last) => *last ^= 1,
            None => changed.push(b'\n'),
        }
        fs::write(&path, changed).unwrap();
        read(&place).expect_err(name);
        fs::remove_file(&path).unwrap();
        read(&place).expect_err(name);
        fs::write(&path, bytes).unwrap();
    }
    let more = place.join("documents/more.txt");
    fs::write(&more, "more").unwrap();
    read(&place).unwrap_err();
    fs::remove_file(&more).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/hostname", &more).unwrap();
        read(&place).unwrap_err();
        fs::remove_file(&more).unwrap();
    }
    let stranger = SigningKey::from_seed(&[8; 32]).verifier(KeyKind::Note);
    assert!(matches!(
        check(&place, &stranger),
        Err(ProofError::NotSigned { .. })
    ));
    read(&place).unwrap();
}

/// Whatever stands in the place of a file is refused at once: opening a pipe would wait for ever,
/// and a link leads out of the folder, also to the very bytes that were signed.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_wherever_it_stands() {
    let root = tempfile::tempdir().unwrap();
    let place = exported(root.path());
    let files = files(&place);
    assert!(files.iter().any(|name| name == "SHA256SUMS"), "{files:?}");
    let aside = root.path().join("aside");
    for name in &files {
        let path = place.join(name);
        fs::rename(&path, &aside).unwrap();
        std::os::unix::fs::symlink(&aside, &path).unwrap();
        read(&place).expect_err(name);
        fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success(), "{name}");
        read(&place).expect_err(name);
        fs::remove_file(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
    }
    // A folder in a folder, which no export has.
    let deep = place.join("documents/deep");
    fs::create_dir(&deep).unwrap();
    read(&place).unwrap_err();
    fs::remove_dir(&deep).unwrap();
    read(&place).unwrap();
}

/// What is done to a file of an export, line by line.
type Tampering = (&'static str, fn(&mut Vec<Value>));

#[test]
fn what_was_signed_anew_still_has_to_fit_together() {
    let tamperings: [Tampering; 8] = [
        ("records.jsonl", |lines| {
            lines[1]["body"]["number"] = json!(9);
        }),
        ("records.jsonl", |lines| lines.swap(1, 2)),
        ("records.jsonl", |lines| drop(lines.pop())),
        ("records.jsonl", |lines| drop(lines.remove(0))),
        ("records.jsonl", |lines| lines.push(lines[0].clone())),
        ("contents.jsonl", |lines| {
            lines[0]["text"] = json!("other words");
        }),
        ("contents.jsonl", |lines| {
            let text = "what no record binds";
            lines.push(json!({ "sha256": sha256_hex(text.as_bytes()), "text": text }));
        }),
        ("documents.jsonl", |lines| {
            lines[0]["file"] = lines[1]["file"].clone();
        }),
    ];
    let root = tempfile::tempdir().unwrap();
    let place = exported(root.path());
    seal_anew(&place);
    read(&place).unwrap();
    for (number, (name, tamper)) in tamperings.into_iter().enumerate() {
        let path = place.join(name);
        let before = fs::read(&path).unwrap();
        let mut changed = lines(&place, name);
        tamper(&mut changed);
        let text: Vec<String> = changed.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, text.concat()).unwrap();
        seal_anew(&place);
        let found = read(&place);
        assert!(found.is_err(), "tampering {number}: {found:?}");
        fs::write(&path, before).unwrap();
    }
    // Other words in a document's file.
    let file = lines(&place, "documents.jsonl")[0]["file"].clone();
    fs::write(place.join(file.as_str().unwrap()), "other words").unwrap();
    seal_anew(&place);
    read(&place).unwrap_err();
}

#[test]
fn nothing_is_overwritten_nothing_unsound_is_exported_and_nothing_left_behind() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    filled(&data);
    let place = root.path().join("export");
    let vault = Vault::open(&data, NOW).unwrap();
    fs::create_dir(&place).unwrap();
    let taken = vault.export(&place, None, &key(), NOW);
    assert!(matches!(taken, Err(VaultError::Taken { .. })), "{taken:?}");
    fs::remove_dir(&place).unwrap();
    let nowhere = root.path().join("none/export");
    let nowhere = vault.export(&nowhere, None, &key(), NOW);
    assert!(
        matches!(nowhere, Err(VaultError::NotWritten { .. })),
        "{nowhere:?}"
    );
    let raw = open_raw(&data);
    raw.execute("UPDATE line SET text = 'other words' WHERE number = 2", [])
        .unwrap();
    raw.close().unwrap();
    let unsound = vault.export(&place, None, &key(), NOW);
    assert!(matches!(unsound, Err(VaultError::NotSound)), "{unsound:?}");
    assert_eq!(names(root.path()), ["data"]);
}

#[test]
fn what_a_kill_left_of_an_export_is_told_and_deleted_under_its_own_name() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    filled(&data);
    let left = |name: &str| {
        let folder = root.path().join(name);
        fs::create_dir_all(folder.join("attest-export/documents")).unwrap();
        fs::write(folder.join("attest.sqlite"), "half").unwrap();
        folder
    };
    let (own, other) = (left("export.partial"), left("earlier.partial"));
    let vault = Vault::open(&data, NOW).unwrap();
    let place = root.path().join("export");
    let made = vault.export(&place, None, &key(), NOW).unwrap();
    assert_eq!(made.found_halves, [other.clone(), own.clone()]);
    assert!(other.exists() && !own.exists());
    read(&place).unwrap();
}

#[test]
fn a_folder_of_a_persons_own_beside_an_export_is_not_deleted() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("data");
    filled(&data);
    let persons = root.path().join("export.partial");
    fs::create_dir_all(persons.join("export")).unwrap();
    fs::write(persons.join("export/notes"), "mine").unwrap();
    let vault = Vault::open(&data, NOW).unwrap();
    let place = root.path().join("export");
    let refused = vault.export(&place, None, &key(), NOW).unwrap_err();
    assert!(matches!(refused, VaultError::Taken { path } if path == persons));
    assert_eq!(fs::read(persons.join("export/notes")).unwrap(), b"mine");
    assert!(!place.exists());
}

#[test]
fn an_encrypted_vault_is_exported_in_clear_with_its_key_and_not_without() {
    let root = tempfile::tempdir().unwrap();
    let clear = exported(root.path());
    let data = root.path().join("data");
    let passphrase = Passphrase::new("a red house by the sea".to_owned());
    let mut seed = 0;
    let mut seeds = || {
        seed += 1;
        Ok([seed; 32])
    };
    encrypt(&data, &passphrase, &mut seeds).unwrap();
    let opened = unlock(&data, &passphrase).unwrap();
    let vault = Vault::open_with(&data, Some(&opened), NOW).unwrap();
    let place = root.path().join("other");
    let closed = vault.export(&place, None, &key(), NOW);
    assert!(matches!(closed, Err(VaultError::Encrypted)), "{closed:?}");
    vault.export(&place, Some(&opened), &key(), NOW).unwrap();
    read(&place).unwrap();
    assert_eq!(files(&clear), files(&place));
    for name in files(&clear) {
        // These say that the vault is encrypted.
        let differs = ["export.json", "SHA256SUMS", "SHA256SUMS.note"].contains(&name.as_str());
        let is_same = fs::read(clear.join(&name)).unwrap() == fs::read(place.join(&name)).unwrap();
        assert_eq!(is_same, !differs, "{name}");
    }
    assert_eq!(names(root.path()), ["data", "export", "other"]);
}
