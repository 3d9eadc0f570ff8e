//! A sound bundle is believed by `attest doctor --bundle` and by its own
//! `verify.sh`, and every damage to it is found by both and told in one line.

use super::{Bundle, edit, flip, run, symlink};
use acceptance::{Run, sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

const AGAIN: &str = "bring the bundle over again";

/// Something that is done to a bundle, and how both must tell it.
struct Damage {
    name: &'static str,
    /// `kind: place` as doctor says it; `verify.sh` says the same.
    told: &'static str,
    help: &'static str,
    does: fn(&Bundle, &Path),
}

/// Every kind of damage, one after another.
const DAMAGES: &[Damage] = &[
    Damage {
        name: "missing file",
        told: "missing: program/share/attest/models/m.gguf",
        help: AGAIN,
        does: |_, at| std::fs::remove_file(at.join("program/share/attest/models/m.gguf")).unwrap(),
    },
    Damage {
        name: "extra file",
        told: "extra: program/bin/helper",
        help: "take the file out",
        does: |_, at| std::fs::write(at.join("program/bin/helper"), "").unwrap(),
    },
    Damage {
        name: "list changed to fit a changed file",
        told: "signature: SHA256SUMS.minisig",
        help: AGAIN,
        does: |_, at| {
            let path = at.join("program/bin/attest");
            let before = sha256(std::fs::read_to_string(&path).unwrap());
            std::fs::write(&path, "#!/bin/sh\necho forged\n").unwrap();
            edit(
                &at.join("SHA256SUMS"),
                &before,
                &sha256("#!/bin/sh\necho forged\n"),
            );
        },
    },
    Damage {
        name: "trusted comment changed",
        told: "signature: SHA256SUMS.minisig",
        help: AGAIN,
        does: |_, at| edit(&at.join("SHA256SUMS.minisig"), "a test", "a west"),
    },
    Damage {
        name: "signature missing",
        told: "signature: SHA256SUMS.minisig",
        help: AGAIN,
        does: |_, at| std::fs::remove_file(at.join("SHA256SUMS.minisig")).unwrap(),
    },
    Damage {
        name: "list missing",
        told: "list: SHA256SUMS",
        help: AGAIN,
        does: |_, at| std::fs::remove_file(at.join("SHA256SUMS")).unwrap(),
    },
    Damage {
        name: "signed anew by another key",
        told: "key: signer.pub",
        help: "use nothing of it",
        does: |bundle, at| {
            let other = bundle.path("other").display().to_string();
            bundle.scratch.run(&["key", "new", &other]).assert_code(0);
            std::fs::write(at.join("program/bin/attest"), "#!/bin/sh\necho forged\n").unwrap();
            bundle.sign(at.file_name().unwrap().to_str().unwrap(), "other");
        },
    },
    Damage {
        name: "link in place of a file",
        told: "not_regular: program/bin/attest",
        help: "do not install it",
        does: |_, at| {
            std::fs::remove_file(at.join("program/bin/attest")).unwrap();
            symlink("/bin/sh", &at.join("program/bin/attest"));
        },
    },
    Damage {
        name: "link out of the folder",
        told: "not_regular: program/etc",
        help: "do not install it",
        does: |_, at| symlink("/etc", &at.join("program/etc")),
    },
    Damage {
        name: "pipe that nobody writes",
        told: "not_regular: program/pipe",
        help: "do not install it",
        does: |_, at| {
            let made = Command::new("mkfifo").arg(at.join("program/pipe")).status();
            assert!(made.unwrap().success());
        },
    },
];

/// The part of the first line that both programs must have.
fn assert_told(run: &Run, damage: &Damage) {
    assert_eq!(run.code, 1, "{}: {run}", damage.name);
    assert_eq!(run.stdout.lines().count(), 1, "{}: {run}", damage.name);
    assert!(run.stdout.starts_with("BAD: "), "{}: {run}", damage.name);
    assert!(run.stdout.contains(damage.help), "{}: {run}", damage.name);
}

#[test]
fn a_sound_bundle_is_believed_by_both() {
    let bundle = Bundle::new();
    let folder = bundle.path("bundle");
    for run in [bundle.doctor(&folder), bundle.verify(&folder)] {
        run.assert_code(0);
        assert!(run.stdout.starts_with("sound: a test, "), "{run}");
        assert!(
            run.stdout.contains("signed by the key that was given"),
            "{run}"
        );
    }
    let shown = folder.display().to_string();
    let unasked = bundle.scratch.run(&["doctor", "--bundle", &shown]);
    unasked.assert_code(0);
    assert!(unasked.stdout.contains("compare the words"), "{unasked}");
    let words = bundle.scratch.json(&["key", "show", &bundle.key])["words"].clone();
    let words = words.as_str().unwrap();
    let by_words = bundle
        .scratch
        .run(&["doctor", "--bundle", &shown, "--key", words]);
    by_words.assert_code(0);
    // Nothing was opened or written to look at it.
    assert!(!bundle.scratch.data().exists());
}

#[test]
fn every_damage_is_told_in_one_line_by_both() {
    let bundle = Bundle::new();
    for (number, damage) in DAMAGES.iter().enumerate() {
        let folder = bundle.copy(&format!("damaged-{number}"));
        (damage.does)(&bundle, &folder);
        let verified = bundle.verify(&folder);
        assert_told(&verified, damage);
        let place = damage.told.split_once(": ").unwrap().1;
        assert!(
            verified.stdout.contains(place),
            "{}: {verified}",
            damage.name
        );
        let doctor = bundle.doctor(&folder);
        assert_told(&doctor, damage);
        assert!(
            doctor.stdout.contains(damage.told),
            "{}: {doctor}",
            damage.name
        );
    }
}

#[test]
fn a_bit_of_any_file_is_found_by_both() {
    let bundle = Bundle::new();
    let list = std::fs::read_to_string(bundle.path("bundle/SHA256SUMS")).unwrap();
    let mut names: Vec<&str> = list.lines().map(|line| &line[66..]).collect();
    names.extend(["SHA256SUMS", "SHA256SUMS.minisig"]);
    assert_eq!(names.len(), 11, "{names:?}");
    for name in &names {
        with_bits_flipped(&bundle, name, |place| {
            let doctor = bundle.doctor(&bundle.path("bundle"));
            assert_eq!(doctor.code, 1, "{name}, byte {place}: {doctor}");
        });
    }
    // A script that was changed need not say anything sensible of itself.
    names.retain(|name| *name != "verify.sh");
    for name in &names {
        with_bits_flipped(&bundle, name, |place| {
            let verified = bundle.verify(&bundle.path("bundle"));
            assert_eq!(verified.code, 1, "{name}, byte {place}: {verified}");
            assert!(verified.stdout.starts_with("BAD: "), "{name}: {verified}");
        });
    }
    bundle.doctor(&bundle.path("bundle")).assert_code(0);
}

/// Looks while a bit of the first, a middle and the last byte is another.
fn with_bits_flipped(bundle: &Bundle, name: &str, look: impl Fn(usize)) {
    let path = bundle.path("bundle").join(name);
    let size = usize::try_from(path.metadata().unwrap().len()).unwrap();
    for place in [0, size / 2, size - 1] {
        flip(&path, place);
        look(place);
        flip(&path, place);
    }
}

#[test]
fn names_that_lead_out_of_the_folder_are_refused_by_both() {
    let bundle = Bundle::new();
    for name in [
        "../outside",
        "/etc/passwd",
        "a/../../outside",
        "-rf",
        "a b",
        "a;b",
    ] {
        let folder = bundle.copy(&format!("named-{}", sha256(name)));
        let line = format!("{}  {name}\n", "0".repeat(64));
        std::fs::write(folder.join("SHA256SUMS"), line).unwrap();
        let json = bundle.scratch.run(&[
            "doctor",
            "--json",
            "--bundle",
            &folder.display().to_string(),
        ]);
        assert_eq!(json.code, 1, "{json}");
        let findings = json.json()["findings"].clone();
        let kinds: Vec<&str> = findings
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["kind"].as_str().unwrap())
            .collect();
        assert!(kinds.contains(&"name"), "{name}: {json}");
        let verified = bundle.verify(&folder);
        assert_eq!(verified.code, 1, "{verified}");
        assert!(
            verified
                .stdout
                .starts_with("BAD: name: SHA256SUMS line 1: "),
            "{verified}"
        );
    }
}

#[test]
fn a_hidden_file_is_found_by_both() {
    let bundle = Bundle::new();
    let folder = bundle.path("bundle");
    std::fs::write(folder.join(".profile"), "").unwrap();
    let verified = bundle.verify(&folder);
    assert_eq!(verified.code, 1, "{verified}");
    assert!(
        verified.stdout.starts_with("BAD: extra: .profile: "),
        "{verified}"
    );
    let doctor = bundle.doctor(&folder);
    assert_eq!(doctor.code, 1, "{doctor}");
    assert!(
        doctor.stdout.starts_with("BAD: name: .profile: "),
        "{doctor}"
    );
}

/// A folder with links to these programs and no others.
fn tools(bundle: &Bundle, name: &str, programs: &[&str]) -> PathBuf {
    let folder = bundle.path(name);
    std::fs::create_dir(&folder).unwrap();
    for program in programs {
        let found = run(Command::new("sh").args(["-c", &format!("command -v {program}")]));
        symlink(found.stdout.trim_end(), &folder.join(program));
    }
    folder
}

#[test]
fn without_openssl_the_script_says_that_the_signature_was_not_checked() {
    let bundle = Bundle::new();
    let mut programs = vec![
        "dirname", "find", "sort", "comm", "cut", "grep", "sed", "head", "tail", "tr", "wc", "od",
        "mktemp", "rm", "base64", "cat",
    ];
    let verify = |path: &Path| {
        run(Command::new("/bin/sh")
            .arg(bundle.path("bundle/verify.sh"))
            .args(["--key", &bundle.key])
            .env("PATH", path))
    };
    let nothing = verify(&tools(&bundle, "nothing", &programs));
    assert_eq!(nothing.code, 2, "{nothing}");
    assert!(
        nothing.stderr.contains("there is no sha256sum here"),
        "{nothing}"
    );
    programs.push("sha256sum");
    let unsigned = verify(&tools(&bundle, "unsigned", &programs));
    assert_eq!(unsigned.code, 3, "{unsigned}");
    assert!(
        unsigned.stdout.contains("the signature was not checked"),
        "{unsigned}"
    );
}

#[test]
fn keys_are_kept_to_their_owner_and_never_written_over() {
    use std::os::unix::fs::PermissionsExt;
    let bundle = Bundle::new();
    let path = bundle.path("key");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let before = std::fs::read(&path).unwrap();
    let again = bundle
        .scratch
        .run(&["key", "new", &path.display().to_string()]);
    assert_eq!(again.code, 2, "{again}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let wrong = bundle.scratch.run(&["key", "show", "twenty four words"]);
    assert_eq!(wrong.code, 2, "{wrong}");
}
