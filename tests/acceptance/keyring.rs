//! A vault that the system's keyring opens, with the keyring that GNOME has, on a bus of its own: who
//! is asked for what, what a person needs to get back in, and what a checkpoint that lies there finds.
#![cfg(target_os = "linux")]

use acceptance::{Command, Run, Scratch, has};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const WORDS: &str = "a red house by the sea";
const TOOL: &str = "/usr/bin/secret-tool";

/// Starts a session with a bus of its own, which runs the script `$1` with the arguments behind it.
/// Only what that script starts by [`RUN`] has the streams of the run, as 3 and 4: the bus and
/// whatever it starts may outlive the run, and who reads the streams would wait for them.
const SESSION: &str = "session=$1; shift; exec 3>&1 4>&2 >/dev/null 2>&1; \
    exec dbus-run-session -- sh -c \"$session\" sh \"$@\"";
/// The last line of a session.
const RUN: &str = "exec \"$@\" >&3 2>&4 3>&- 4>&-";
/// The keyring of a session is unlocked, as it is when a person has signed in. The daemon says that
/// it runs before it has its name on the bus; whoever asks in between makes the bus start a second
/// one.
const SIGN_IN: &str =
    "printf 'login' | gnome-keyring-daemon --unlock --components=secrets 3>&- 4>&-
    tries=0
    until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true
    do tries=$((tries + 1)); [ $tries -lt 1000 ] || exit 99; sleep 0.02; done";

/// Whether this machine has what the tests need. They are in the list of `scripts/setup`.
fn has_keyring() -> bool {
    has("dbus-run-session", &["--", "true"])
        && has("gnome-keyring-daemon", &["--version"])
        && has("test", &["-x", TOOL])
}

/// A vault of a document each, whose account has a home and a keyring of its own.
struct Account {
    scratch: Scratch,
    file: String,
}

impl Account {
    fn new() -> Account {
        let scratch = Scratch::without_models();
        let file = scratch.file("words", format!("{WORDS}\n"));
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        std::fs::create_dir(scratch.path("runtime")).unwrap();
        let account = Account { scratch, file };
        account.add(1);
        account
    }

    /// With a vault that the keyring opens.
    fn in_keyring() -> Account {
        let account = Account::new();
        let done = account.signed_in(&account.with(&["vault", "encrypt", "--keyring"]));
        done.assert_code(0);
        assert!(
            done.stderr.contains("the keyring opens the vault"),
            "{done}"
        );
        account
    }

    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--passphrase-file", &self.file]].concat()
    }

    /// A run in a session of the account that begins with this script.
    fn run_in(&self, script: &str, command: Command) -> Run {
        let place = |name: &str| self.scratch.path(name).display().to_string();
        let session = format!("{script}\n{RUN}");
        let mut command = command.under("sh", &["-c", SESSION, "sh", &session]);
        command
            .variable("XDG_DATA_HOME", &place("home"))
            .variable("XDG_RUNTIME_DIR", &place("runtime"))
            .variable("DISPLAY", "")
            .variable("WAYLAND_DISPLAY", "");
        command.run()
    }

    fn signed_in(&self, arguments: &[&str]) -> Run {
        self.run_in(SIGN_IN, self.scratch.attest(arguments))
    }

    /// In a session whose keyring is started locked, by who asks it first.
    fn locked(&self, arguments: &[&str]) -> Run {
        self.run_in("", self.scratch.attest(arguments))
    }

    /// What a script says in a session of the account.
    fn in_session(&self, script: &str) -> String {
        let mut command = Command::new(Path::new("sh"));
        command.arguments(&["-c", script]);
        self.run_in(SIGN_IN, command).stdout
    }

    /// Adds document number `number`; nobody is asked where the keyring opens the vault.
    fn add(&self, number: usize) -> Run {
        let text = format!("Paper {number}\nThe wisteria fee is due on 4 May 202{number}.\n");
        let paper = self.scratch.file(&format!("{number}.txt"), text);
        let done = self.signed_in(&["docs", "add", &paper]);
        done.assert_code(0);
        done
    }

    fn verify(&self) -> Value {
        let run = self.signed_in(&["audit", "verify", "--json"]);
        run.assert_code(0);
        run.json()
    }

    /// The secret that lies in the keyring.
    fn key(&self) -> String {
        let key = self.in_session(&format!("{TOOL} lookup application attest kind key"));
        assert_eq!(key.len(), 64, "{key}");
        key
    }

    /// What lies in the keyring of this kind, as the tool tells it.
    fn items(&self, kind: &str) -> usize {
        let script = format!("{TOOL} search --all application attest kind {kind} 2>/dev/null");
        self.in_session(&script).matches("label = Attest").count()
    }
}

/// Copies every file of a folder, and of those in it, over those of another.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn told(run: &Run, code: i32, words: &str) {
    run.assert_code(code);
    assert!(run.stderr.contains(words), "{words}: {run}");
}

#[test]
fn a_vault_that_the_keyring_opens_asks_nobody_and_its_passphrase_stays_the_way_back() {
    if !has_keyring() {
        return;
    }
    let account = Account::in_keyring();
    // Everything but the passphrase: commands, doctor and the service.
    let listed = account.signed_in(&["docs", "list"]);
    listed.assert_code(0);
    assert!(listed.stdout.contains("1.txt"), "{listed}");
    let doctor = account.signed_in(&["doctor"]);
    for words in [
        "the keyring of this account opens it, too",
        "answers; it opens the vault",
        "the kernel refuses this program every internet socket",
    ] {
        assert!(doctor.stdout.contains(words), "{words}: {doctor}");
    }
    let request = r#"{"jsonrpc": "2.0", "id": 1, "method": "documents"}"#;
    let asked = account.scratch.file("request", format!("{request}\n"));
    let serve = account.scratch.attest(&["serve", "--stdio"]).line();
    let script = format!("{serve} <'{asked}'");
    let reply: Value = serde_json::from_str(account.in_session(&script).trim()).unwrap();
    assert_eq!(reply["result"]["total"], 1, "{reply}");
    assert_eq!((account.items("key"), account.items("checkpoint")), (1, 1));

    // The passphrase opens it as well: with the keyring out of reach, and elsewhere.
    let out = account.scratch.run(&account.with(&["docs", "list"]));
    assert!(out.stdout.contains("1.txt"), "{out}");
    let backup = account.scratch.path("backup.sqlite").display().to_string();
    account
        .signed_in(&["vault", "backup", &backup])
        .assert_code(0);
    assert!(Path::new(&format!("{backup}.key")).exists());
    let other = Scratch::without_models();
    told(
        &other.run(&["vault", "restore", &backup]),
        2,
        "no terminal to ask for the passphrase",
    );
    other
        .run(&account.with(&["vault", "restore", &backup]))
        .assert_code(0);
    assert!(!other.data().join("attest.keyring").exists());
    let listed = other.run(&account.with(&["docs", "list"]));
    assert!(listed.stdout.contains("1.txt"), "{listed}");

    // In clear again, and nothing stays in the keyring.
    account.signed_in(&["vault", "decrypt"]).assert_code(0);
    assert!(!account.scratch.data().join("attest.keyring").exists());
    assert_eq!((account.items("key"), account.items("checkpoint")), (0, 0));
    account.scratch.assert_sound();
}

#[test]
fn only_local_sockets_are_made_and_not_by_the_program_itself() {
    if !has_keyring() || !has("strace", &["-f", "-e", "trace=network", "true"]) {
        return;
    }
    let account = Account::in_keyring();
    let log = account.scratch.path("calls").display().to_string();
    let list = account.scratch.attest(&["docs", "list"]).line();
    let script = format!("exec strace -f -e trace=network,execve -s 4096 -o '{log}' {list}");
    assert!(account.in_session(&script).contains("1.txt"));
    let calls = std::fs::read_to_string(&log).unwrap();
    // The first line is the program itself, by its number.
    let own = calls.split(' ').next().unwrap();
    let is_own = |line: &&str| line.split(' ').next() == Some(own);
    let meets = |line: &&str| line.contains(" socket(") || line.contains(" connect(");
    let (ours, others): (Vec<&str>, Vec<&str>) = calls.lines().filter(meets).partition(is_own);
    assert_eq!(ours, Vec::<&str>::new());
    assert!(
        others.iter().any(|call| call.contains(" connect(")),
        "{calls}"
    );
    for call in others {
        assert!(call.contains("AF_UNIX"), "{call}");
    }
    // The tool was started, and the key is among nothing that it was given.
    assert!(calls.contains(&format!("execve(\"{TOOL}\"")), "{calls}");
    assert!(!calls.contains(&account.key()));
}

#[test]
fn the_key_goes_into_the_keyring_and_out_of_it_and_each_time_another_one_lies_there() {
    if !has_keyring() {
        return;
    }
    let account = Account::new();
    account
        .signed_in(&account.with(&["vault", "encrypt"]))
        .assert_code(0);
    told(
        &account.signed_in(&["docs", "list"]),
        2,
        "no passphrase was given",
    );
    let aside = account.scratch.data().join("attest.keyring");
    let into = ["vault", "change-key", "--keyring"];
    let done = account.signed_in(&account.with(&into));
    told(&done, 0, "the keyring opens the vault");
    account.signed_in(&["docs", "list"]).assert_code(0);
    let first = std::fs::read(&aside).unwrap();
    let mode = std::fs::metadata(&aside).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);

    // Another key there, which needs nobody; the file from before is of no use any more.
    account.signed_in(&into).assert_code(0);
    let second = std::fs::read(&aside).unwrap();
    assert_ne!(first, second);
    assert_eq!(account.items("key"), 1);
    std::fs::write(&aside, &first).unwrap();
    told(
        &account.signed_in(&["docs", "list"]),
        2,
        "the keyring has no key for this vault",
    );
    std::fs::write(&aside, &second).unwrap();
    account.signed_in(&["docs", "list"]).assert_code(0);

    // Back to a passphrase alone, another one, without the old one.
    let new = account.scratch.file("new", "a blue boat\n");
    std::fs::set_permissions(&new, std::fs::Permissions::from_mode(0o600)).unwrap();
    let back = ["vault", "change-key", "--new-passphrase-file", &new];
    account.signed_in(&back).assert_code(0);
    assert!(!aside.exists());
    assert_eq!(account.items("key"), 0);
    told(
        &account.signed_in(&["docs", "list"]),
        2,
        "no passphrase was given",
    );
    let old = account.signed_in(&account.with(&["docs", "list"]));
    told(&old, 2, "not the passphrase of the vault");
    let opened = account.signed_in(&["docs", "list", "--passphrase-file", &new]);
    opened.assert_code(0);
}

#[test]
fn what_is_missing_is_said_and_the_passphrase_helps() {
    if !has_keyring() {
        return;
    }
    let account = Account::in_keyring();
    let list = ["docs", "list"];
    // Nobody signed in, so that the keyring is locked and nobody is there to be asked.
    let locked = account.locked(&list);
    told(&locked, 2, "the keyring is locked");
    assert!(locked.stderr.contains("--passphrase-file"), "{locked}");
    told(
        &account.locked(&["serve", "--stdio"]),
        2,
        "the keyring is locked",
    );
    account.locked(&account.with(&list)).assert_code(0);
    let checked = account.locked(&account.with(&["audit", "verify"]));
    checked.assert_code(0);
    assert!(
        checked
            .stdout
            .contains("not compared with a checkpoint that is kept in the keyring"),
        "{checked}"
    );
    let doctor = account.locked(&account.with(&["doctor", "--json"]));
    let checks: Value = serde_json::from_str(&doctor.stdout).unwrap();
    assert!(
        checks
            .to_string()
            .contains("the keyring of this account opens it, too")
    );

    // No bus at all.
    let mut alone = account.scratch.attest(&list);
    alone
        .variable("DBUS_SESSION_BUS_ADDRESS", "unix:path=/none/here")
        .variable("DISPLAY", "");
    told(&alone.run(), 2, "no keyring answers");

    // Into a keyring that is locked nothing goes, and the vault stays as it was.
    let into = account.with(&["vault", "change-key", "--keyring"]);
    let aside = account.scratch.data().join("attest.keyring");
    let before = std::fs::read(&aside).unwrap();
    told(&account.locked(&into), 2, "the keyring did not keep it");
    assert_eq!(std::fs::read(&aside).unwrap(), before);

    // Somebody took the item away; the passphrase puts another one there.
    account.in_session(&format!("{TOOL} clear application attest kind key"));
    let gone = account.signed_in(&list);
    told(&gone, 2, "the keyring has no key for this vault (item ");
    assert!(gone.stderr.contains("change-key --keyring"), "{gone}");
    account.signed_in(&into).assert_code(0);
    account.signed_in(&list).assert_code(0);

    // The file beside the vault was changed.
    std::fs::write(&aside, "{}").unwrap();
    told(
        &account.signed_in(&list),
        3,
        "attest.keyring: it is no such file",
    );
    account.signed_in(&account.with(&list)).assert_code(0);
    // Without it the passphrase is asked for, as ever.
    std::fs::remove_file(&aside).unwrap();
    told(&account.signed_in(&list), 2, "no passphrase was given");
}

#[test]
fn an_older_copy_of_data_and_folder_of_checkpoints_together_is_found() {
    if !has_keyring() {
        return;
    }
    let account = Account::in_keyring();
    account.add(2);
    let kept = account.verify()["keyring_checkpoint"].clone();
    assert_eq!(kept["state"], "kept", "{kept}");
    let records = kept["records"].as_u64().unwrap();
    let (data, state) = (
        account.scratch.data().to_path_buf(),
        account.scratch.state(),
    );
    let older = account.scratch.path("older");
    copy(&data, &older.join("data"));
    copy(&state, &older.join("state"));
    account.add(3);
    assert_eq!(
        account.verify()["keyring_checkpoint"]["records"],
        records + 1
    );

    for folder in [&data, &state] {
        std::fs::remove_dir_all(folder).unwrap();
    }
    copy(&older.join("data"), &data);
    copy(&older.join("state"), &state);
    let found = account.signed_in(&["audit", "verify"]);
    found.assert_code(1);
    let missing = format!("a checkpoint has {} records", records + 1);
    assert!(found.stdout.contains(&missing), "{found}");
    assert!(found.stdout.contains(&format!(
        "a checkpoint of {records} records is kept on this machine"
    )));
    // Each command warns, and none signs what is there in place of what was.
    let warned = account.signed_in(&["docs", "list"]);
    told(
        &warned,
        0,
        "warning: the keyring's checkpoint: the trail of",
    );
    let refused = account.signed_in(&["audit", "checkpoint"]);
    told(&refused, 3, "does not hold the checkpoint of");
    // Without the keyring nobody finds it: data and folder agree.
    let alone = account.scratch.run(&account.with(&["audit", "verify"]));
    alone.assert_code(0);
    // A restore that was meant is said so, and from there on it counts.
    account
        .signed_in(&["audit", "checkpoint", "--anew"])
        .assert_code(0);
    account.add(4);
    assert_eq!(account.verify()["first_bad"], Value::Null);
    // The folder alone is gone, with the key that signed: the keyring knows both.
    std::fs::remove_dir_all(&data).unwrap();
    std::fs::remove_dir_all(&state).unwrap();
    copy(&older.join("data"), &data);
    let found = account.signed_in(&["audit", "verify"]);
    found.assert_code(1);
    assert!(
        found
            .stdout
            .contains("no checkpoint of it is kept on this machine"),
        "{found}"
    );
}
