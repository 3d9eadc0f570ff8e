//! Databases of earlier formats, as a person who updates has them: opened, verified, searched,
//! asked, and erased, by the program of today.

use acceptance::{Scratch, root, take_model};
use serde_json::{Value, json};

/// Those before the format of today whose kept file holds `lease.txt` with the rent: that of format
/// 5 holds another lease, and is tried with the vault.
const OLDER: [u32; 6] = [1, 2, 3, 4, 6, 7];

/// A data directory with the database of a format.
fn of_format(format: u32, scratch: &Scratch) {
    let name = format!("crates/vault/src/tests/formats/format_{format}.sqlite");
    std::fs::create_dir_all(scratch.data()).unwrap();
    std::fs::copy(root().join(name), scratch.data().join("attest.sqlite")).unwrap();
}

fn copies(scratch: &Scratch) -> Vec<String> {
    let entries = std::fs::read_dir(scratch.data()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut copies: Vec<String> = names.filter(|name| name.contains(".format-")).collect();
    copies.sort();
    copies
}

#[test]
fn a_database_of_each_format_is_verified_searched_and_erased() {
    for format in OLDER {
        let scratch = Scratch::new();
        of_format(format, &scratch);
        // Verification reads the file as it is, and leads nothing on.
        scratch.assert_sound();
        assert_eq!(copies(&scratch), Vec::<String>::new());
        let listed = scratch.json(&["docs", "list"]);
        assert_eq!(copies(&scratch), [format!("attest.format-{format}.sqlite")]);
        assert_eq!(listed[0]["title"], "lease.txt", "format {format}: {listed}");
        let found = scratch.run(&["search", "rent"]);
        assert!(found.stdout.contains("lease.txt, lines"), "{found}");
        let doctor = scratch.run(&["doctor"]);
        let told = format!("attest.format-{format}.sqlite");
        assert!(doctor.stdout.contains(&told), "{doctor}");
        let id = listed[0]["id"].as_str().unwrap();
        scratch
            .run(&["docs", "remove", id, "--erase"])
            .assert_code(0);
        assert_eq!(copies(&scratch), Vec::<String>::new());
        scratch.assert_sound();
    }
}

#[test]
fn a_database_of_each_format_is_asked() {
    let Some(with) = take_model() else { return };
    std::fs::create_dir_all(with.scratch.data()).unwrap();
    for format in OLDER {
        let scratch = with.scratch.copy();
        of_format(format, &scratch);
        let response = scratch.json(&["ask", "What is the monthly rent?"]);
        let value: &Value = &response["answer"]["items"][0]["value"];
        assert_eq!(value["value"], json!(1250), "format {format}: {response}");
        let shown = response["record_id"].as_str().unwrap();
        scratch.run(&["audit", "replay", shown]).assert_code(0);
        scratch.assert_sound();
    }
}
