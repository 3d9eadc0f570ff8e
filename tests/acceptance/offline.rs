//! No connection, in no mode: shown by the system calls, and by a network
//! namespace that has no interface.

use acceptance::{SAMPLE, Scratch, has, take_model};

const QUESTION: [&str; 6] = [
    "ask",
    "How many locations are insured?",
    "--type",
    "number",
    "--doc",
    SAMPLE,
];

#[test]
fn asking_opens_no_connection() {
    let Some(with) = take_model() else { return };
    if !has("strace", &["-f", "-e", "trace=network", "true"]) {
        return;
    }
    let log = with.scratch.path("calls");
    let options = ["-f", "-e", "trace=network", "-o"];
    let mut options: Vec<&str> = options.to_vec();
    let path = log.display().to_string();
    options.push(&path);
    let run = with
        .scratch
        .attest(&QUESTION)
        .under("strace", &options)
        .run();
    run.assert_code(0);
    let calls = std::fs::read_to_string(log).unwrap();
    assert!(
        calls.contains("exited with 0"),
        "the trace saw the run: {calls}"
    );
    for call in calls.lines() {
        assert!(
            !call.contains("AF_INET") && !call.contains("AF_NETLINK"),
            "a network socket: {call}"
        );
        assert!(
            !call.contains("connect(") && !call.contains("sendto(") && !call.contains("bind("),
            "{call}"
        );
    }
}

#[test]
fn the_trace_would_show_a_connection() {
    // The test above must be able to fail: the same trace of a program that
    // does connect.
    if !has("strace", &["-f", "-e", "trace=network", "true"]) || !has("python3", &["--version"]) {
        return;
    }
    let scratch = Scratch::new();
    let log = scratch.path("calls");
    let program =
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('127.0.0.1', 9))";
    let path = log.display().to_string();
    let status = std::process::Command::new("strace")
        .args([
            "-f",
            "-e",
            "trace=network",
            "-o",
            &path,
            "python3",
            "-c",
            program,
        ])
        .status();
    assert!(status.unwrap().success());
    assert!(std::fs::read_to_string(log).unwrap().contains("AF_INET"));
}

#[test]
fn asking_works_without_any_network() {
    let Some(with) = take_model() else { return };
    let ways: [&[&str]; 2] = [&["--net"], &["--net", "--user", "--map-root-user"]];
    let works = |way: &&&[&str]| {
        let mut arguments = way.to_vec();
        arguments.push("true");
        std::process::Command::new("unshare")
            .args(arguments)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let Some(way) = ways.iter().find(works) else {
        println!("skipped: no network namespace may be made here");
        return;
    };
    let run = with.scratch.attest(&QUESTION).under("unshare", way).run();
    run.assert_code(0);
    assert!(run.stdout.contains("Insured locations 2"), "{run}");
}
