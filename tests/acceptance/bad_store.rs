//! A data directory, a store or a model file that cannot be used: it is said, and what is there is
//! left as it is.

use super::bad_input::assert_refused;
use acceptance::{Command, SAMPLE, Scratch, executable, take_model};

#[test]
fn a_data_directory_that_cannot_be_written_is_refused() {
    let scratch = Scratch::new();
    let file = scratch.file("regular", "a file");
    for place in [
        format!("{file}/below"),
        "/proc/attest".to_owned(),
        "/dev/null".to_owned(),
    ] {
        for arguments in [
            vec!["docs", "add", SAMPLE],
            vec!["docs", "list"],
            vec!["ask", "fee", "--doc", SAMPLE],
        ] {
            let mut command = Command::new(&executable());
            let run = command
                .arguments(&arguments)
                .argument("--data-dir")
                .argument(&place)
                .run();
            assert_refused(&run, &[2, 3], &place);
            assert_eq!(run.stdout, "", "{run}");
        }
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"a file");
}

#[test]
fn a_store_that_is_not_ours_is_refused_and_left_as_it_is() {
    let scratch = Scratch::new();
    for bytes in [
        b"not a database at all, but long enough to look at".to_vec(),
        vec![0; 4096],
    ] {
        let path = scratch.file("data/attest.sqlite", &bytes);
        assert_refused(&scratch.run(&["docs", "list"]), &[2, 3], "attest.sqlite");
        assert_eq!(std::fs::read(path).unwrap(), bytes);
    }
}

/// A small file system of its own, in a mount namespace of its own, filled to
/// the last byte: the message says so, and after making room all is sound.
#[test]
fn a_full_disk_is_said_and_nothing_is_half_written() {
    let Some(enter) = mount_namespace() else {
        return;
    };
    let scratch = Scratch::new();
    let disk = scratch.path("disk");
    std::fs::create_dir_all(&disk).unwrap();
    let text: String = (0..20_000)
        .map(|number| format!("Clause {number}: the fee is {number} USD.\n"))
        .collect();
    let big = scratch.file("big.txt", text);
    let small = scratch.file("small.txt", "The premium is 10 USD.\n");
    let attest = |arguments: &[&str]| {
        let mut command = Command::new(&executable());
        command
            .arguments(arguments)
            .argument("--data-dir")
            .argument(&disk.display().to_string())
            .line()
    };
    let script = format!(
        "set -u\nmount -t tmpfs -o size=1m tmpfs '{disk}' || exit 99\n\
         {small} >/dev/null || exit 98\n\
         {big}; echo \"code $?\"\n\
         dd if=/dev/zero of='{disk}/ballast' bs=4k 2>/dev/null\n\
         {other}; echo \"code $?\"\n\
         rm '{disk}/ballast'\n{list}\n{verify}; echo \"code $?\"\n{again} >/dev/null; echo \"code $?\"\n",
        disk = disk.display(),
        small = attest(&["docs", "add", &small]),
        big = attest(&["docs", "add", &big]),
        other = attest(&["docs", "add", SAMPLE]),
        list = attest(&["docs", "list", "--json"]),
        verify = attest(&["audit", "verify"]),
        again = attest(&["docs", "add", SAMPLE]),
    );
    let script = scratch.file("script", script);
    let mut command = Command::new("unshare".as_ref());
    let run = command.arguments(&enter).arguments(&["sh", &script]).run();
    run.assert_code(0);
    let codes: Vec<&str> = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("code "))
        .collect();
    assert_eq!(codes, ["code 3", "code 3", "code 0", "code 0"], "{run}");
    assert_eq!(
        run.stdout.matches("\"title\"").count(),
        1,
        "only the small document is there: {run}"
    );
    assert_eq!(run.stderr.matches("error: ").count(), 2, "{run}");
    assert!(
        run.stderr.contains("free some space on the disk"),
        "what to do is said: {run}"
    );
}

/// The arguments for `unshare` that may mount here.
fn mount_namespace() -> Option<Vec<&'static str>> {
    let ways = [
        vec!["--mount"],
        vec!["--mount", "--user", "--map-root-user"],
    ];
    let works = |way: &&Vec<&'static str>| {
        let mut arguments = (*way).clone();
        arguments.extend(["sh", "-c", "mount -t tmpfs tmpfs /mnt"]);
        std::process::Command::new("unshare")
            .args(&arguments)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let found = ways.iter().find(works).cloned();
    if found.is_none() {
        println!("skipped: no file system may be mounted here");
    }
    found
}

#[test]
fn a_missing_model_file_is_said_with_where_to_get_it() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.data().join("models")).unwrap();
    let run = scratch.run(&["ask", "What is the premium?", "--doc", SAMPLE]);
    assert!([2, 3].contains(&run.code), "{run}");
    assert!(
        run.both().contains("missing") && run.both().contains("scripts/models"),
        "{run}"
    );
    let run = scratch.run(&["models", "check"]);
    assert_refused(&run, &[2, 3], "missing");
    assert!(scratch.run(&["models", "list"]).stdout.contains("missing"));
    scratch.assert_sound();
}

#[test]
fn a_model_file_with_one_other_byte_is_refused() {
    let Some(with) = take_model() else { return };
    let scratch = Scratch::new();
    let copy = scratch
        .data()
        .join("models")
        .join(with.file.file_name().unwrap());
    std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
    std::fs::copy(&with.file, &copy).unwrap();
    scratch.run(&["models", "check"]).assert_code(0);
    flip_a_byte(&copy);
    let run = scratch.run(&["ask", "What is the premium?", "--doc", SAMPLE]);
    assert!([2, 3].contains(&run.code), "{run}");
    assert!(
        run.both().contains("sha256") && run.both().contains("fetch it again"),
        "{run}"
    );
    assert_refused(&scratch.run(&["models", "check"]), &[2, 3], "sha256");
    // The sound file takes its place, whatever it is called.
    let renamed = scratch.path("fetched.gguf");
    std::fs::copy(&with.file, &renamed).unwrap();
    let known = scratch.json(&["models", "list"]).as_array().unwrap().len();
    let added = scratch.json(&["models", "add", renamed.to_str().unwrap()]);
    assert_eq!(added["default"], true, "{added}");
    std::fs::remove_file(&renamed).unwrap();
    scratch.run(&["models", "check"]).assert_code(0);
    assert_eq!(
        scratch.json(&["models", "list"]).as_array().unwrap().len(),
        known
    );
    scratch.assert_sound();
}

fn flip_a_byte(path: &std::path::Path) {
    use std::io::{Read, Seek, SeekFrom, Write};
    let mut file = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .unwrap();
    let middle = file.metadata().unwrap().len() / 2;
    let mut byte = [0];
    file.seek(SeekFrom::Start(middle)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(middle)).unwrap();
    file.write_all(&[byte[0] ^ 1]).unwrap();
}

#[test]
fn files_that_are_no_models_are_not_added() {
    let scratch = Scratch::new();
    for (name, bytes) in [
        ("empty.gguf", Vec::new()),
        ("text.gguf", b"not a model".to_vec()),
        (
            "head.gguf",
            b"GGUF\x03\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
                .to_vec(),
        ),
    ] {
        let path = scratch.file(name, bytes);
        assert_refused(&scratch.run(&["models", "add", &path]), &[2, 3], name);
    }
    scratch.assert_empty();
}
