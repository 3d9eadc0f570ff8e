//! The walls around the built program: what it says of them, and what a process of it that is
//! taken over could still reach.

use acceptance::{Command, SAMPLE, Scratch, executable, has, take_model};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn doctor_tries_the_walls_and_says_that_they_stand() {
    let scratch = Scratch::new();
    let run = scratch.attest(&["doctor", "--json"]).run();
    let told = run.json();
    let finding = |name: &str| {
        let checks = told.as_array().unwrap();
        let check = checks.iter().find(|check| check["name"] == name).unwrap();
        assert_eq!(check["sound"], true, "{check}");
        check["finding"].as_str().unwrap().to_owned()
    };
    if !cfg!(target_os = "linux") {
        println!("skipped: not on Linux");
        return;
    }
    assert!(finding("network").contains("refuses this program every internet socket"));
    assert!(finding("files").contains("Landlock"));
}

/// A Tesseract that is taken over: instead of words it gives what it could reach.
fn hostile_tesseract(secret: &str, target: &str) -> String {
    let words = |word: &str| format!(r"5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t90\t{word}\n");
    format!(
        r#"#!/bin/sh
case "$1" in
    --version) echo "tesseract 5.9.9"; exit 0 ;;
    --list-langs) printf 'List of languages (1):\neng\n'; exit 0 ;;
esac
cat > /dev/null
secret=$(cat '{secret}' 2> /dev/null) || secret=hidden
written=$( (echo words > '{target}') 2> /dev/null && echo written) || written=unwritten
socket=$(python3 -c 'import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)' 2> /dev/null && echo made) || socket=refused
bus=$(python3 -c 'import socket; socket.socket(socket.AF_UNIX)' 2> /dev/null && echo made) || bus=refused
printf 'level\n1\t1\t0\t0\t0\t0\t0\t0\t99\t99\t-1\t\n'
printf "{}"
"#,
        words("secret:$secret file:$written internet:$socket local:$bus")
    )
}

#[cfg(target_os = "linux")]
#[test]
fn an_ocr_that_is_taken_over_reaches_neither_files_nor_a_network() {
    use std::os::unix::fs::PermissionsExt;
    if !has("python3", &["--version"]) {
        return;
    }
    let scratch = Scratch::new();
    let secret = scratch.file("secret", "known");
    let target = scratch.path("written").display().to_string();
    let program = scratch.file("bin/tesseract", hostile_tesseract(&secret, &target));
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let picture = scratch.file("letter.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");

    // By itself it reaches all of them: the test can fail.
    let alone = Command::new(program.as_ref()).argument("stdin").run();
    let reached = "secret:known file:written internet:made local:made";
    assert!(alone.stdout.contains(reached), "{alone}");
    std::fs::remove_file(&target).unwrap();

    let mut command = scratch.attest(&["docs", "add", &picture]);
    let path = format!("{}:/usr/bin:/bin", scratch.path("bin").display());
    command.variable("PATH", &path).run().assert_code(0);
    let list = scratch.json(&["docs", "list"]);
    let shown = scratch.json(&["docs", "show", list[0]["id"].as_str().unwrap()]);
    assert_eq!(
        shown["lines"][0]["text"],
        "secret:hidden file:unwritten internet:refused local:refused"
    );
    assert!(!std::path::Path::new(&target).exists());
}

/// What a traced process opened after it was confined.
fn opened_when_confined(trace: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut opened = BTreeMap::new();
    for line in trace.lines() {
        let Some((process, call)) = line.split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        if call.starts_with("landlock_restrict_self(") && call.ends_with("= 0") {
            opened.entry(process).or_insert_with(BTreeSet::new);
        }
        let succeeded = !call.contains(" = -1 ");
        if let (Some(files), true) = (opened.get_mut(process), succeeded)
            && let Some(path) = call
                .strip_prefix("openat(AT_FDCWD, \"")
                .and_then(|rest| rest.split('"').next())
        {
            files.insert(path);
        }
    }
    opened
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_with_a_model_opens_that_model_and_nothing_of_anybodys() {
    let Some(with) = take_model() else { return };
    if !has("strace", &["-f", "-e", "trace=openat", "true"]) {
        return;
    }
    let log = with.scratch.path("calls").display().to_string();
    let calls = "trace=openat,landlock_restrict_self";
    let question = ["ask", "What is the annual premium?", "--doc", SAMPLE];
    let run = with.scratch.attest(&question);
    let run = run.under("strace", &["-f", "-e", calls, "-o", &log]).run();
    run.assert_code(0);
    let trace = std::fs::read_to_string(log).unwrap();
    let opened = opened_when_confined(&trace);
    let is_machines = |path: &&str| {
        let folders = [
            "/proc/cpuinfo",
            "/proc/meminfo",
            // The allocator of the C library looks there before it gives memory back.
            "/proc/sys/vm/overcommit_memory",
            "/sys/devices/system/",
            "/dev/",
        ];
        folders.iter().any(|folder| path.starts_with(folder))
    };
    let mut models: BTreeSet<&str> = BTreeSet::new();
    for (process, files) in &opened {
        let own: Vec<&str> = files
            .iter()
            .copied()
            .filter(|path| !is_machines(path))
            .collect();
        assert!(own.len() <= 1, "{process}: {own:?}");
        models.extend(own);
    }
    // The process that read the document opened nothing, those with models these.
    assert!(
        !models.is_empty() && opened.len() > models.len(),
        "{opened:?}"
    );
    assert!(
        models.iter().all(|path| path.contains(".gguf")),
        "{models:?}"
    );
}

#[test]
fn a_trace_of_a_process_that_opens_more_would_be_seen() {
    let trace = "7 openat(AT_FDCWD, \"/etc/before\", O_RDONLY) = 3\n\
        7 landlock_restrict_self(3, 0)       = 0\n\
        7 openat(AT_FDCWD, \"/etc/hidden\", O_RDONLY) = -1 EACCES (Permission denied)\n\
        7 openat(AT_FDCWD, \"/a.gguf\", O_RDONLY|O_CLOEXEC) = 4\n\
        8 openat(AT_FDCWD, \"/etc/other\", O_RDONLY) = 3\n";
    let opened = opened_when_confined(trace);
    let expected = BTreeMap::from([("7", BTreeSet::from(["/a.gguf"]))]);
    assert_eq!(opened, expected);
    assert!(executable().is_file());
}

/// Calls of the C library by which a program reaches another one: no library that this program is
/// linked with connects, since it would import one of these. `socket` and `bind` are among what
/// libraries hold.
///
/// That does not say that nothing can be reached: a system call can be made without the C library,
/// and `crates/service/src/shared.rs` connects so, for `attest ask --shared`. What such a call
/// reaches is the kernel's to say: no family of sockets but the local one from the start, tried by
/// the call's number in `crates/host/tests/wall.rs`; and one local socket, after which every further
/// one is refused, in `socket::who_asks_the_program_that_is_there_connects_once_and_is_shut_off_then`.
const REACHING: [&str; 4] = ["connect", "sendto", "sendmmsg", "res_query"];

#[cfg(target_os = "linux")]
#[test]
fn the_executable_imports_no_call_that_opens_a_connection() {
    if !has("nm", &["--version"]) {
        return;
    }
    let imported = |program: &str| {
        let listed = std::process::Command::new("nm")
            .args(["--dynamic", "--undefined-only", program])
            .output()
            .unwrap();
        let listed = String::from_utf8(listed.stdout).unwrap();
        let names = listed
            .lines()
            .filter_map(|line| line.split_whitespace().nth(1));
        names
            .map(|name| name.split('@').next().unwrap().to_owned())
            .collect::<BTreeSet<String>>()
    };
    let own = imported(&executable().display().to_string());
    assert!(own.contains("read") && own.contains("write"), "{own:?}");
    for call in REACHING {
        assert!(!own.contains(call), "{call}");
    }
    // The same look at a program that does connect.
    let others = ["/usr/bin/ssh", "/usr/bin/curl", "/usr/bin/python3"];
    let is_there = |path: &&str| std::path::Path::new(path).is_file();
    let Some(other) = others.into_iter().find(is_there) else {
        return;
    };
    assert!(imported(other).contains("connect"), "{other}");
}
