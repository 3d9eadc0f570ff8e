//! The walls of Linux: seccomp for system calls, Landlock for files.

use super::sight::{Files, Findings, Network, Sight};
use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, NetPort, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
    path_beneath_rules,
};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter_all_threads,
};
use std::collections::BTreeMap;
use std::fs::File;
use std::net::{TcpListener, UdpSocket};

/// What is asked of Landlock; of an older kernel, as much of it as it knows.
const WANTED: ABI = ABI::V7;

/// Ways to another process of the same person, which could be made to go out in our place, and
/// the calls of `io_uring`, which no filter sees into.
const ROUNDABOUT: [i64; 7] = [
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
];
/// What starts another program.
const STARTING: [i64; 2] = [libc::SYS_execve, libc::SYS_execveat];
/// What reaches another process by a socket, or lets one in.
const MEETING: [i64; 3] = [libc::SYS_connect, libc::SYS_accept, libc::SYS_accept4];

/// The same calls in x32, a second set of numbers that some kernels of x86-64 accept: most are
/// the usual number with this bit, and these have numbers of their own.
#[cfg(target_arch = "x86_64")]
const X32_BIT: i64 = 0x4000_0000;
#[cfg(target_arch = "x86_64")]
const X32_OWN: [(i64, i64); 5] = [
    (libc::SYS_execve, 520),
    (libc::SYS_ptrace, 521),
    (libc::SYS_process_vm_readv, 539),
    (libc::SYS_process_vm_writev, 540),
    (libc::SYS_execveat, 545),
];

/// System calls that are refused, each always (no rule) or where a rule fits.
type Refused = BTreeMap<i64, Vec<SeccompRule>>;

pub(super) fn raise(doors: &[u16]) {
    // The system's limit on images of memory does not bind a program that the system hands
    // them to (a core pattern with a pipe); this does. It also keeps other programs of the same
    // person from reading this memory.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    let _ = rustix::thread::set_no_new_privs(true);
    let has_door = !doors.is_empty() && keep_to_doors(doors);
    let _ = raise_filter(has_door);
}

pub(super) fn shut() {
    let mut refused = Refused::new();
    always(&mut refused, &[libc::SYS_socket]);
    always(&mut refused, &MEETING);
    let _ = install(refused);
}

fn raise_filter(has_door: bool) -> Result<(), String> {
    let rules = foreign_sockets(has_door).map_err(|error| error.to_string())?;
    let mut refused = Refused::new();
    for number in numbers(libc::SYS_socket) {
        refused.insert(number, rules.clone());
    }
    always(&mut refused, &ROUNDABOUT);
    install(refused)
}

/// What of a socket's type is not a flag.
const TYPE: u64 = 0xf;

/// Where an argument of a call, from 0, is so.
fn when(
    argument: u8,
    operator: SeccompCmpOp,
    value: i32,
) -> Result<SeccompCondition, seccompiler::BackendError> {
    let value = value.unsigned_abs().into();
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

/// All sockets but local ones that keep messages apart.
fn sockets_of_other_kinds() -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let not_local = when(0, SeccompCmpOp::Ne, libc::AF_UNIX)?;
    let mut rules = vec![SeccompRule::new(vec![not_local])?];
    for other in (0..=0xf).filter(|kind| *kind != libc::SOCK_SEQPACKET) {
        let kind = when(1, SeccompCmpOp::MaskedEq(TYPE), other)?;
        rules.push(SeccompRule::new(vec![kind])?);
    }
    Ok(rules)
}

/// Sockets of every family but the local one; with a door, also TCP's over IPv4 are left.
fn foreign_sockets(has_door: bool) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let not_local = when(0, SeccompCmpOp::Ne, libc::AF_UNIX)?;
    if !has_door {
        return Ok(vec![SeccompRule::new(vec![not_local])?]);
    }
    let not_internet = when(0, SeccompCmpOp::Ne, libc::AF_INET)?;
    let internet = when(0, SeccompCmpOp::Eq, libc::AF_INET)?;
    let mut rules = vec![SeccompRule::new(vec![not_local, not_internet])?];
    for other in (0..=0xf).filter(|kind| *kind != libc::SOCK_STREAM) {
        let kind = when(1, SeccompCmpOp::MaskedEq(TYPE), other)?;
        rules.push(SeccompRule::new(vec![internet.clone(), kind])?);
    }
    rules.push(SeccompRule::new(vec![
        internet,
        when(2, SeccompCmpOp::Ne, 0)?,
        when(2, SeccompCmpOp::Ne, libc::IPPROTO_TCP)?,
    ])?);
    Ok(rules)
}

/// Lets this process be reached at these ports and reach them alone, where the kernel knows how;
/// says whether it does.
fn keep_to_doors(ports: &[u16]) -> bool {
    let net = AccessNet::from_all(WANTED);
    let kept = Ruleset::default()
        .handle_access(net)
        .and_then(Ruleset::create)
        .and_then(|ruleset| {
            let rules = ports.iter().map(|port| Ok(NetPort::new(*port, net)));
            ruleset.add_rules(rules.map(|rule: Result<_, RulesetError>| rule))
        })
        .and_then(RulesetCreated::restrict_self);
    kept.is_ok_and(|status| status.ruleset == RulesetStatus::FullyEnforced)
}

pub(super) fn confine(sight: &Sight) -> Result<(), String> {
    restrict(sight).map_err(|error| error.to_string())?;
    let mut refused = Refused::new();
    always(&mut refused, &ROUNDABOUT);
    always(&mut refused, &MEETING);
    if sight.listens {
        let rules = sockets_of_other_kinds().map_err(|error| error.to_string())?;
        for number in numbers(libc::SYS_socket) {
            refused.insert(number, rules.clone());
        }
    } else {
        always(&mut refused, &[libc::SYS_socket]);
    }
    if sight.run.is_empty() {
        always(&mut refused, &STARTING);
    }
    match install(refused) {
        // What the kernel cannot do at all, `examine` tells.
        Err(_) if !has_filters() => Ok(()),
        done => done,
    }
}

fn always(refused: &mut Refused, calls: &[i64]) {
    for number in calls.iter().flat_map(|call| numbers(*call)) {
        refused.insert(number, Vec::new());
    }
}

/// The numbers that a call goes by.
#[cfg(target_arch = "x86_64")]
fn numbers(call: i64) -> Vec<i64> {
    let own = X32_OWN.into_iter().find(|(usual, _)| *usual == call);
    let other = own.map_or(call, |(_, other)| other);
    vec![call, X32_BIT | call, X32_BIT | other]
}

/// The numbers that a call goes by.
#[cfg(not(target_arch = "x86_64"))]
fn numbers(call: i64) -> Vec<i64> {
    vec![call]
}

/// Refuses these calls from now on, in every thread, with the error of a missing permission.
/// A call of a foreign architecture (32-bit code) ends the process: its numbers mean other
/// calls.
fn install(refused: Refused) -> Result<(), String> {
    let errno = SeccompAction::Errno(libc::EACCES.unsigned_abs());
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let filter = SeccompFilter::new(refused, SeccompAction::Allow, errno, arch);
    let program: BpfProgram = filter
        .and_then(TryInto::try_into)
        .map_err(|error| error.to_string())?;
    apply_filter_all_threads(&program).map_err(|error| error.to_string())
}

/// Whether a filter stands in this process: then the kernel knows how.
fn has_filters() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line == "Seccomp:\t2")
}

/// Hides all files but those in sight from this thread and those that it starts.
fn restrict(sight: &Sight) -> Result<RestrictionStatus, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let control = read | AccessFs::WriteFile | AccessFs::IoctlDev;
    Ruleset::default()
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(&sight.read, read))?
        .add_rules(path_beneath_rules(&sight.run, read | AccessFs::Execute))?
        .add_rules(path_beneath_rules(&sight.devices, control))?
        .restrict_self()
}

pub(super) fn examine() -> Findings {
    Findings {
        network: examine_network(),
        files: examine_files(),
    }
}

/// Asks for all kinds of internet sockets. Nothing would be sent by them.
fn examine_network() -> Network {
    fn refused<T>(made: std::io::Result<T>) -> bool {
        made.is_err_and(|error| error.raw_os_error() == Some(libc::EACCES))
    }
    let is_closed = ["127.0.0.1:0", "[::1]:0"]
        .into_iter()
        .all(|address| refused(UdpSocket::bind(address)) && refused(TcpListener::bind(address)));
    if is_closed {
        Network::Refused
    } else {
        Network::Open
    }
}

/// Lets a thread see nothing, and lets it look for this very executable.
fn examine_files() -> Files {
    let looking = std::thread::spawn(|| {
        let status = restrict(&Sight::default()).ok()?;
        let own = File::open(std::env::current_exe().ok()?);
        let is_hidden = own.is_err() && status.ruleset != RulesetStatus::NotEnforced;
        is_hidden.then_some(status.landlock)
    });
    match looking.join() {
        Ok(Some(LandlockStatus::Available {
            effective_abi,
            kernel_abi,
        })) => Files::Hidden {
            abi: kernel_abi.unwrap_or(effective_abi as i32),
        },
        _ => Files::Seen,
    }
}
