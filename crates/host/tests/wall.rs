//! The walls, by trying to get out: as this process, as a program it starts, and by system calls
//! that no library would make.
//!
//! A wall that was raised stays, so each attempt is a process: this executable again, whose first
//! argument says what it does.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use host::wall::{self, Files, Network, Sight};
use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::Command;

type Test = (&'static str, fn());

const TESTS: [Test; 9] = [
    (
        "no_family_of_sockets_but_the_local_one_can_be_made",
        refuses_sockets,
    ),
    ("the_walls_are_found_by_trying", examines),
    (
        "a_confined_process_sees_what_is_named_and_no_more",
        confines,
    ),
    (
        "a_device_that_is_named_can_be_worked_and_no_other",
        works_a_device,
    ),
    (
        "a_program_that_a_confined_process_starts_is_confined",
        confines_what_it_starts,
    ),
    (
        "a_confined_process_that_may_listen_meets_nobody",
        listens_to_nobody,
    ),
    (
        "a_process_that_shut_itself_off_keeps_its_connection_and_makes_no_other",
        shuts,
    ),
    ("a_door_is_one_port_and_nothing_else", keeps_a_door),
    ("the_memory_is_nobody_elses", hides_memory),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let first = arguments.first().map_or("", String::as_str);
    if let Some(mode) = first.strip_prefix("process-") {
        serve_as(mode, &arguments[1..]);
        return;
    }
    let chosen = |name: &str| first.starts_with('-') || name.contains(first);
    let tests: Vec<&Test> = TESTS.iter().filter(|(name, _)| chosen(name)).collect();
    if arguments.iter().any(|one| one == "--list") {
        for (name, _) in tests {
            println!("{name}: test");
        }
        return;
    }
    for (name, test) in &tests {
        if cfg!(target_os = "linux") {
            test();
            println!("test {name} ... ok");
        } else {
            println!("skipped: {name}: not on Linux");
        }
    }
    // In the words of the usual harness: scripts/test counts them.
    println!("test result: ok. {} passed; 0 failed", tests.len());
}

// ---------------------------------------------------------------- the process

/// Tries, and says a line for each attempt.
fn serve_as(mode: &str, arguments: &[String]) {
    match mode {
        "open" => try_calls(),
        "raised" => {
            wall::raise();
            try_calls();
        }
        "examined" => {
            wall::raise();
            say("found", &format!("{:?}", wall::examine()));
        }
        "confined" => {
            let mut seen = Sight::default();
            seen.read.push(PathBuf::from(&arguments[0]));
            // What is not there is no error.
            seen.read.push(PathBuf::from("/nonexistent/file"));
            wall::confine(&seen).unwrap();
            try_files(&arguments[0], &arguments[1]);
        }
        "device" => {
            let seen = Sight {
                devices: vec![PathBuf::from(&arguments[0])],
                ..Sight::default()
            };
            wall::confine(&seen).unwrap();
            for path in arguments {
                say("read", &told(File::open(path)));
                say("written", &told(File::options().write(true).open(path)));
            }
            say("new", &told(File::create("/dev/attest-new")));
        }
        "starts" => {
            let read = [Path::new(&arguments[0]), Path::new("/dev/null")];
            wall::confine(&of_system(&read)).unwrap();
            for path in arguments {
                let shown = Command::new("cat").arg(path).output().unwrap();
                say("cat", &String::from_utf8_lossy(&shown.stdout));
            }
            try_calls();
        }
        "alone" | "listening" => {
            let seen = Sight {
                listens: mode == "listening",
                ..of_system(&[Path::new("/dev/null")])
            };
            wall::confine(&seen).unwrap();
            try_listening();
        }
        "shut" => {
            wall::raise();
            try_shut(Path::new(&arguments[0]));
        }
        "child" => say("of a child", &told(UnixDatagram::unbound())),
        "door" => {
            let port: u16 = arguments[0].parse().unwrap();
            wall::raise_with_doors(&[port]);
            try_door(port, &arguments[1]);
        }
        "memory" => {
            let image = rustix::process::dumpable_behavior;
            say("before", &format!("{:?}", image()));
            wall::raise();
            say("after", &format!("{:?}", image()));
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            for line in status.lines() {
                if let Some((name @ ("NoNewPrivs" | "Seccomp"), value)) = line.split_once(":\t") {
                    say(name, value);
                }
            }
        }
        _ => unreachable!("{mode}"),
    }
}

/// The system's programs, and these files.
fn of_system(read: &[&Path]) -> Sight {
    let system = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache"];
    Sight {
        read: read.iter().map(PathBuf::from).collect(),
        run: system.map(PathBuf::from).to_vec(),
        ..Sight::default()
    }
}

fn say(what: &str, outcome: &str) {
    println!("{what}: {}", outcome.trim_end());
}

/// `made`, or the system's word for why not.
fn told<T>(tried: std::io::Result<T>) -> String {
    match tried {
        Ok(_) => "made".to_owned(),
        Err(error) => format!("{:?}", error.kind()),
    }
}

/// A socket as CUDA's driver makes one, what it would be good for, and sockets of other kinds.
fn try_listening() {
    in_python(
        r#"
import errno, socket
def call(what, attempt):
    try:
        attempt()
        print(what + ": made")
    except OSError as error:
        print(what + ":", errno.errorcode[error.errno])
made = []
call("apart", lambda: made.append(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)))
for one in made:
    call("named", lambda: one.bind(b"\0attest-wall-%d" % id(one)))
    call("listening", one.listen)
    one.setblocking(False)
    call("let in", one.accept)
for one in made[:1]:
    made.append(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    call("out", lambda: made[1].connect(one.getsockname()))
    call("in a file", lambda: made[1].bind("/tmp/attest-wall-socket"))
call("stream", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
call("datagram", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
call("internet", lambda: socket.socket(socket.AF_INET, socket.SOCK_SEQPACKET))
call("stream of the internet", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
"#,
    );
}

/// Calls that no library makes by itself, from a program that inherits the wall.
fn try_calls() {
    in_python(
        r#"
import ctypes, errno, platform, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    done = libc.syscall(ctypes.c_long(number), *arguments)
    return "made" if done >= 0 else errno.errorcode[ctypes.get_errno()]
intel = platform.machine() == "x86_64"
sock, ptrace, peek = (41, 101, 310) if intel else (198, 117, 270)
others = {call(sock, family, kind, 0) for family in range(2, 46) for kind in (1, 2, 3)}
print("other families:", " ".join(sorted(others)))
print("local:", call(sock, 1, 1, 0))
print("high bits:", call(sock, ctypes.c_ulong((7 << 32) + 2), 2, 0))
print("x32:", call(0x40000000 + 41, 2, 1, 0) if intel else "EACCES")
print("io_uring:", call(425, 0, 0))
print("ptrace:", call(ptrace, 16, 1, 0, 0))
print("memory of others:", call(peek, 1, 0, 0, 0, 0, 0))
print("sockets of others:", call(438, 0, 0, 1))
"#,
    );
}

/// The system's own Python, which a confined process may run; another one on the path it may not.
const PYTHON: &str = "/usr/bin/python3";

/// Whether [`PYTHON`] is there; says so where it is not, and fails in CI.
fn has_python() -> bool {
    let is_there = Path::new(PYTHON).is_file();
    if !is_there {
        assert!(std::env::var_os("CI").is_none(), "{PYTHON} must be there");
        println!("skipped: {PYTHON} is not here");
    }
    is_there
}

/// What a program says that inherits the wall.
fn in_python(script: &str) {
    let run = Command::new(PYTHON).args(["-c", script]).output().unwrap();
    print!("{}", String::from_utf8_lossy(&run.stdout));
    eprint!("{}", String::from_utf8_lossy(&run.stderr));
}

fn try_files(seen: &str, hidden: &str) {
    say("seen", &told(File::open(seen)));
    say("hidden", &told(File::open(hidden)));
    say("own", &told(File::open("/proc/self/status")));
    say("folder", &told(std::fs::read_dir("/")));
    let beside = Path::new(seen).with_file_name("new");
    say("new", &told(File::create(beside)));
    say("changed", &told(File::options().write(true).open(seen)));
    say("removed", &told(std::fs::remove_file(seen)));
    say(
        "linked",
        &told(std::fs::hard_link(seen, format!("{hidden}2"))),
    );
    say("program", &told(Command::new("/bin/true").spawn()));
    say("internet", &told(UdpSocket::bind("127.0.0.1:0")));
    let local = UnixStream::connect("/nonexistent/socket");
    say("local", &told(local));
    let later = std::thread::scope(|scope| {
        let thread = scope.spawn(|| told(File::open(hidden)));
        thread.join().unwrap()
    });
    say("in a thread", &later);
}

/// A connection from before, and what else can be reached once it stands.
fn try_shut(path: &Path) {
    let mut before = UnixStream::connect(path).unwrap();
    let away = || told(UnixStream::connect(path));
    say("another before", &away());
    wall::shut();
    say("words", &told(before.write_all(b"words")));
    say("another", &away());
    let thread = std::thread::spawn({
        let path = path.to_owned();
        move || told(UnixStream::connect(path))
    });
    say("in a thread", &thread.join().unwrap());
    say(
        "listening",
        &told(UnixListener::bind(path.with_extension("new"))),
    );
    print!("{}", run("child", &[]).join("\n"));
}

fn try_door(port: u16, outside: &str) {
    let door = TcpListener::bind(("127.0.0.1", port));
    say("door", &format!("{:?}", door.is_ok()));
    say(
        "to the door",
        &told(TcpStream::connect(("127.0.0.1", port))),
    );
    say("another door", &told(TcpListener::bind("127.0.0.1:0")));
    say("out", &told(TcpStream::connect(outside)));
    say("datagram", &told(UdpSocket::bind("127.0.0.1:0")));
    say("ipv6", &told(TcpListener::bind("[::1]:0")));
}

// ------------------------------------------------------------------ the tests

/// What a process says that does this.
fn run(mode: &str, arguments: &[&str]) -> Vec<String> {
    let run = Command::new(std::env::current_exe().unwrap())
        .arg(format!("process-{mode}"))
        .args(arguments)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{mode}: {errors}");
    let lines = String::from_utf8(run.stdout).unwrap();
    lines.lines().map(str::to_owned).collect()
}

const CLOSED: [&str; 8] = [
    "other families: EACCES",
    "local: made",
    "high bits: EACCES",
    "x32: EACCES",
    "io_uring: EACCES",
    "ptrace: EACCES",
    "memory of others: EACCES",
    "sockets of others: EACCES",
];

fn refuses_sockets() {
    if !has_python() {
        return;
    }
    // The attempts must be able to succeed: without the wall, several do.
    let open = run("open", &[]);
    assert_ne!(open[0], CLOSED[0]);
    assert_ne!(open[4], CLOSED[4]);
    assert_eq!(run("raised", &[]), CLOSED);
}

fn examines() {
    let here = wall::examine();
    assert_eq!(here.network, Network::Open, "no wall was raised here");
    let Files::Hidden { abi } = here.files else {
        return println!("skipped: this kernel has no Landlock");
    };
    assert!(abi >= 1);
    // The thread that tried saw nothing; this one still sees.
    assert!(File::open(std::env::current_exe().unwrap()).is_ok());
    let found = run("examined", &[]);
    let expected =
        format!("found: Findings {{ network: Refused, files: Hidden {{ abi: {abi} }} }}");
    assert_eq!(found, [expected]);
}

/// Two files in a folder: one to be seen, and one not.
fn two_files(name: &str) -> (PathBuf, String, String) {
    let folder = std::env::temp_dir().join(format!("attest-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [seen, hidden] = ["seen", "hidden"].map(|name| {
        let path = folder.join(name);
        std::fs::write(&path, format!("{name} words\n")).unwrap();
        path.display().to_string()
    });
    (folder, seen, hidden)
}

fn confines() {
    if wall::examine().files == Files::Seen {
        return println!("skipped: this kernel has no Landlock");
    }
    let (folder, seen, hidden) = two_files("confined");
    let told = run("confined", &[&seen, &hidden]);
    assert!(Path::new(&seen).exists() && !folder.join("new").exists());
    std::fs::remove_dir_all(folder).unwrap();
    let mut expected = vec!["seen: made".to_owned()];
    let closed = [
        "hidden",
        "own",
        "folder",
        "new",
        "changed",
        "removed",
        "linked",
        "program",
        "internet",
        "local",
        "in a thread",
    ];
    expected.extend(closed.map(|what| format!("{what}: PermissionDenied")));
    assert_eq!(told, expected);
}

fn works_a_device() {
    if wall::examine().files == Files::Seen {
        return println!("skipped: this kernel has no Landlock");
    }
    let told = run("device", &["/dev/zero", "/dev/null"]);
    let expected = [
        "read: made",
        "written: made",
        "read: PermissionDenied",
        "written: PermissionDenied",
        "new: PermissionDenied",
    ];
    assert_eq!(told, expected);
}

fn confines_what_it_starts() {
    if !has_python() {
        return;
    }
    if wall::examine().files == Files::Seen {
        return println!("skipped: this kernel has no Landlock");
    }
    let (folder, seen, hidden) = two_files("starts");
    let told = run("starts", &[&seen, &hidden]);
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(told[..2], ["cat: seen words", "cat: "].map(str::to_owned));
    let mut closed = CLOSED;
    closed[1] = "local: EACCES";
    assert_eq!(told[2..], closed);
}

fn listens_to_nobody() {
    if !has_python() {
        return;
    }
    if wall::examine().files == Files::Seen {
        return println!("skipped: this kernel has no Landlock");
    }
    let refused = |names: &[&str]| {
        let lines = names.iter().map(|name| format!("{name}: EACCES"));
        lines.collect::<Vec<_>>()
    };
    let others = ["stream", "datagram", "internet", "stream of the internet"];
    let told = run("alone", &[]);
    assert_eq!(told, refused(&[&["apart"][..], &others].concat()));
    let told = run("listening", &[]);
    let made = ["apart", "named", "listening"].map(|name| format!("{name}: made"));
    assert_eq!(told[..3], made);
    let met = ["let in", "out", "in a file"];
    assert_eq!(told[3..], refused(&[&met[..], &others].concat()));
}

fn shuts() {
    let folder = std::env::temp_dir().join(format!("attest-shut-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    let told = run("shut", &[&path.display().to_string()]);
    let mut words = String::new();
    listener
        .accept()
        .unwrap()
        .0
        .read_to_string(&mut words)
        .unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(words, "words");
    assert_eq!(
        told[..2],
        ["another before: made", "words: made"].map(str::to_owned)
    );
    let closed = ["another", "in a thread", "listening", "of a child"];
    assert_eq!(
        told[2..],
        closed.map(|what| format!("{what}: PermissionDenied"))
    );
}

fn keeps_a_door() {
    let Files::Hidden { abi: 4.. } = wall::examine().files else {
        return println!("skipped: this kernel's Landlock knows no ports");
    };
    // Something to reach, and a port that is free.
    let outside = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = outside.local_addr().unwrap().to_string();
    assert!(TcpStream::connect(&address).is_ok());
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port().to_string();
    drop(free);
    let told = run("door", &[&port, &address]);
    let closed = ["another door", "out", "datagram", "ipv6"];
    let closed = closed.map(|what| format!("{what}: PermissionDenied"));
    assert_eq!(
        told[..2],
        ["door: true", "to the door: made"].map(str::to_owned)
    );
    assert_eq!(told[2..], closed);
}

fn hides_memory() {
    let told = run("memory", &[]);
    let expected = [
        "before: Ok(Dumpable)",
        "after: Ok(NotDumpable)",
        "NoNewPrivs: 1",
        "Seccomp: 2",
    ];
    assert_eq!(told, expected);
}
