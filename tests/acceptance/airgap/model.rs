//! The models that were installed with a program are found, and a model that
//! travels in parts is whole or not there.

use super::{flip, run, symlink};
use acceptance::{Run, Scratch, executable, take_model};
use std::path::Path;
use std::process::Command;

/// `attest ARGUMENTS` of a program that lies below `prefix/bin`, with a data
/// directory and a home without models.
fn installed_attest(scratch: &Scratch, prefix: &Path, arguments: &[&str]) -> Run {
    let program = prefix.join("bin/attest");
    std::fs::create_dir_all(program.parent().unwrap()).unwrap();
    std::fs::hard_link(executable(), &program)
        .or_else(|_| std::fs::copy(executable(), &program).map(|_| ()))
        .unwrap();
    run(Command::new(program)
        .args(arguments)
        .env_clear()
        .env("HOME", scratch.path("home"))
        .env("ATTEST_STATE", scratch.state()))
}

#[test]
fn a_program_finds_the_models_that_were_installed_with_it() {
    let Some(with) = take_model() else { return };
    let prefix = with.scratch.path("prefix");
    let models = prefix.join("share/attest/models");
    std::fs::create_dir_all(&models).unwrap();
    let place = models.join(with.file.file_name().unwrap());
    symlink(with.file.to_str().unwrap(), &place);
    let run = installed_attest(&with.scratch, &prefix, &["--json", "models", "check"]);
    run.assert_code(0);
    assert_eq!(run.json()["path"], place.display().to_string());
}

#[test]
fn a_model_travels_in_parts_and_is_whole_or_not_there() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let key = scratch.path("key").display().to_string();
    let public = scratch.json(&["key", "new", &key])["key"]
        .as_str()
        .unwrap()
        .to_owned();
    let licence = scratch.file("licence", "Apache License, version 2.0\n");
    let out = scratch.path("parts");
    let packed = scratch.run(&[
        "models",
        "pack",
        with.file.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--key",
        &key,
        "--licence",
        "Apache-2.0",
        "--licence-file",
        &licence,
        "--source",
        "a wheel",
        "--part-size",
        "40",
    ]);
    packed.assert_code(0);
    let folders: Vec<String> = (1..=3)
        .map(|number| out.join(number.to_string()).display().to_string())
        .collect();
    for folder in &folders {
        scratch
            .run(&["doctor", "--bundle", folder, "--key", &public])
            .assert_code(0);
    }

    // The far side: a data directory with an empty folder of models.
    let far = Scratch::new();
    let models = far.data().join("models");
    std::fs::create_dir_all(&models).unwrap();
    let unpack = |folders: &[&str]| {
        let mut arguments = vec!["models", "unpack", "--key", &public];
        arguments.extend(folders);
        far.run(&arguments)
    };
    let missing = unpack(&[&folders[0], &folders[2]]);
    assert_eq!(missing.code, 1, "{missing}");
    assert!(
        missing
            .stderr
            .contains("part0002: no folder holds this part"),
        "{missing}"
    );
    let part = out.join("2").join(format!(
        "{}.part0002",
        with.file.file_name().unwrap().display()
    ));
    flip(&part, 1000);
    let changed = unpack(&[&folders[0], &folders[1], &folders[2]]);
    assert_eq!(changed.code, 1, "{changed}");
    assert!(
        changed
            .stderr
            .contains("its bytes are not those of the list"),
        "{changed}"
    );
    assert_eq!(
        std::fs::read_dir(&models).unwrap().count(),
        0,
        "nothing was installed"
    );
    flip(&part, 1000);
    unpack(&[&folders[2], &folders[0], &folders[1]]).assert_code(0);
    far.run(&["models", "check"]).assert_code(0);
    let again = unpack(&[&folders[2], &folders[0], &folders[1]]);
    assert_eq!(again.code, 2, "{again}");
    assert!(again.stderr.contains("is there already"), "{again}");
    assert_eq!(
        std::fs::read_dir(&models).unwrap().count(),
        1,
        "no half file is left"
    );
}
