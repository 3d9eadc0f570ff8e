//! What crosses an air gap, tried with a small bundle that is made with the
//! executable's own key and list.

mod damage;
mod install;
mod model;

use acceptance::{Run, Scratch, root, sha256};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a bundle of the made-up version `id`, and the key that signed it.
struct Bundle {
    scratch: Scratch,
    key: String,
}

impl Bundle {
    fn new() -> Bundle {
        let scratch = Scratch::new();
        let made = scratch.json(&["key", "new", &scratch.path("key").display().to_string()]);
        let key = made["key"].as_str().unwrap().to_owned();
        let bundle = Bundle { scratch, key };
        bundle.make("bundle", "1.0", None);
        bundle
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path(name)
    }

    /// Makes a bundle whose program is a script that says the version; of an
    /// update only what changed since `from` is in it.
    fn make(&self, folder: &str, id: &str, from: Option<&str>) {
        let file = |name: &str, text: &str| self.scratch.file(&format!("{folder}/{name}"), text);
        let program = [
            ("bin/attest", format!("#!/bin/sh\necho attest {id}\n")),
            ("share/man/man1/attest.1", "a page\n".to_owned()),
            ("share/attest/models/m.gguf", "a model\n".to_owned()),
            ("share/attest/RELEASE", format!("id={id}\n")),
        ];
        let mut files: Vec<String> = program
            .iter()
            .map(|(name, text)| format!("{}  {name}\n", sha256(text)))
            .collect();
        files.sort_by(|one, other| one[66..].cmp(&other[66..]));
        file("program/share/attest/FILES", &files.concat());
        for (name, text) in &program {
            if from.is_none() || text.contains(id) {
                file(&format!("program/{name}"), text);
            }
        }
        let from = from.map_or(String::new(), |from| format!("from={from}\n"));
        file("RELEASE", &format!("id={id}\n{from}"));
        for script in ["verify.sh", "install.sh"] {
            let path = root().join("packaging/airgap").join(script);
            file(script, &std::fs::read_to_string(path).unwrap());
        }
        self.sign(folder, "key");
    }

    /// Makes a bundle that holds models alone.
    fn make_models(&self, folder: &str, id: &str, model: &str) {
        let file = |name: &str, text: &str| self.scratch.file(&format!("{folder}/{name}"), text);
        let name = "share/attest/models/m.gguf";
        file(&format!("program/{name}"), model);
        let line = format!("{}  {name}\n", sha256(model));
        file("program/share/attest/FILES", &line);
        file("RELEASE", &format!("id={id}\nonly=models\n"));
        for script in ["verify.sh", "install.sh"] {
            let path = root().join("packaging/airgap").join(script);
            file(script, &std::fs::read_to_string(path).unwrap());
        }
        self.sign(folder, "key");
    }

    fn sign(&self, folder: &str, key: &str) {
        let (folder, key) = (self.path(folder), self.path(key));
        let (folder, key) = (folder.display().to_string(), key.display().to_string());
        let signed =
            self.scratch
                .run(&["key", "sign", &folder, "--key", &key, "--comment", "a test"]);
        signed.assert_code(0);
    }

    fn doctor(&self, folder: &Path) -> Run {
        let folder = folder.display().to_string();
        self.scratch
            .run(&["doctor", "--bundle", &folder, "--key", &self.key])
    }

    /// `sh SCRIPT ARGUMENTS` of a bundle, in the home of this test.
    fn script(&self, folder: &Path, script: &str, arguments: &[&str]) -> Run {
        run(Command::new("sh")
            .arg(folder.join(script))
            .args(arguments)
            .env("HOME", self.path("home"))
            .env_remove("XDG_DATA_HOME"))
    }

    fn verify(&self, folder: &Path) -> Run {
        self.script(folder, "verify.sh", &["--key", &self.key])
    }

    fn install(&self, folder: &str, arguments: &[&str]) -> Run {
        self.script(&self.path(folder), "install.sh", arguments)
    }

    /// What the installed program says.
    fn installed(&self) -> String {
        let run = run(&mut Command::new(self.path("home/.local/bin/attest")));
        run.assert_code(0);
        run.stdout
    }

    /// A copy of the bundle, to be damaged.
    fn copy(&self, name: &str) -> PathBuf {
        let (from, to) = (self.path("bundle"), self.path(name));
        let copied = Command::new("cp").arg("-a").arg(from).arg(&to).status();
        assert!(copied.unwrap().success());
        to
    }
}

fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        arguments: vec![format!("{command:?}")],
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn flip(path: &Path, place: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[place] ^= 1;
    std::fs::write(path, bytes).unwrap();
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from} is not in {}", path.display());
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn symlink(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path).unwrap();
}
