//! The other end of the socket: a question to a service that is there already, whose models are
//! loaded.
//!
//! Believed is only what its owner alone can have put there: a socket of this person that nobody
//! else can reach, in a folder of the same kind, with a process of this person behind it. The call
//! that connects is the system's own, by `rustix`: no library of this program holds one.

use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
use rustix::process::geteuid;
use serde_json::{Value, json};
use std::fs::{self, Metadata};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// Name of the socket in a data directory, where the window and `attest serve --socket` put it and
/// `attest ask --shared` looks.
pub const SOCKET: &str = "service.socket";

/// Id of the request; a connection has one at a time.
const ID: u64 = 1;

/// Why the service that is there gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// Nobody listens there, or not only this person could.
    #[error("{0}")]
    NotThere(io::Error),
    /// It went away before it answered, or what it says is not of its protocol.
    #[error("the program that holds the models went away before it answered")]
    Gone,
    /// It refused: what it says, and what to do.
    #[error("{message}")]
    Refused {
        /// What.
        message: String,
        /// What to do.
        help: String,
    },
}

/// A connection to a service.
pub struct Shared {
    stream: UnixStream,
    lines: io::Lines<BufReader<UnixStream>>,
}

impl Shared {
    /// Connects to the service whose socket lies in a data directory.
    ///
    /// # Errors
    ///
    /// [`CallError::NotThere`] where there is none, or where others than this person could be behind it.
    pub fn in_directory(data_directory: &Path) -> Result<Shared, CallError> {
        connected(data_directory).map_err(CallError::NotThere)
    }

    /// Calls a method (docs/service.md) and waits for its result; `told` gets its progress in words.
    ///
    /// # Errors
    ///
    /// [`CallError::Gone`] and [`CallError::Refused`].
    pub fn call(
        &mut self,
        method: &str,
        mut params: Value,
        told: &mut dyn FnMut(&str),
    ) -> Result<Value, CallError> {
        params["_meta"] = json!({ "progressToken": ID });
        let request = json!({ "jsonrpc": "2.0", "id": ID, "method": method, "params": params });
        // Written at once: each piece of it would be a call of the system's otherwise.
        let line = format!("{request}\n");
        self.stream
            .write_all(line.as_bytes())
            .map_err(|_| CallError::Gone)?;
        loop {
            let line = self.lines.next().and_then(Result::ok);
            let read = line.and_then(|line| serde_json::from_str(&line).ok());
            let mut line: Value = read.ok_or(CallError::Gone)?;
            if line["id"] != json!(ID) {
                if let Some(words) = line["params"]["message"].as_str() {
                    told(words);
                }
                continue;
            }
            return match line.get("error") {
                None => Ok(line["result"].take()),
                Some(error) => Err(refused(error)),
            };
        }
    }
}

fn refused(error: &Value) -> CallError {
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    CallError::Refused {
        message: words(&error["message"]),
        help: words(&error["data"]["help"]),
    }
}

fn connected(folder: &Path) -> io::Result<Shared> {
    let path = folder.join(SOCKET);
    let there = fs::symlink_metadata(&path)?;
    if !there.file_type().is_socket() || !is_mine_alone(&there) {
        return Err(others("what lies there is no socket of yours alone"));
    }
    if !is_mine_alone(&fs::metadata(folder)?) {
        return Err(others("its folder is not its owner's alone (chmod 700)"));
    }
    let stream = socket_with(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )?;
    connect(&stream, &SocketAddrUnix::new(&path)?)?;
    let stream = UnixStream::from(stream);
    let lines = BufReader::new(stream.try_clone()?).lines();
    Ok(Shared { stream, lines })
}

fn is_mine_alone(about: &Metadata) -> bool {
    about.uid() == geteuid().as_raw() && app::is_its_owners_alone(about)
}

fn others(why: &str) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixListener;
    use std::thread;

    fn allow(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// A folder with a socket in it, both of this person alone.
    fn listening() -> (tempfile::TempDir, UnixListener) {
        let home = tempfile::tempdir().unwrap();
        allow(home.path(), 0o700);
        let listener = UnixListener::bind(home.path().join(SOCKET)).unwrap();
        allow(&home.path().join(SOCKET), 0o600);
        (home, listener)
    }

    fn kind(folder: &Path) -> ErrorKind {
        match Shared::in_directory(folder).err().unwrap() {
            CallError::NotThere(error) => error.kind(),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn only_a_socket_of_this_person_alone_is_believed() {
        let (home, listener) = listening();
        assert!(Shared::in_directory(home.path()).is_ok());
        let socket = home.path().join(SOCKET);
        allow(&socket, 0o660);
        assert_eq!(kind(home.path()), ErrorKind::PermissionDenied);
        allow(&socket, 0o600);
        allow(home.path(), 0o755);
        assert_eq!(kind(home.path()), ErrorKind::PermissionDenied);
        allow(home.path(), 0o700);
        drop(listener);
        assert_eq!(kind(home.path()), ErrorKind::ConnectionRefused);
        fs::remove_file(&socket).unwrap();
        assert_eq!(kind(home.path()), ErrorKind::NotFound);
        fs::write(&socket, "mine").unwrap();
        assert_eq!(kind(home.path()), ErrorKind::PermissionDenied);
    }

    /// What a caller gets and hears where the service says these lines.
    fn answered(lines: &'static str) -> (Result<Value, CallError>, Vec<String>) {
        let (home, listener) = listening();
        let service = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = String::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            reader.read_line(&mut request).unwrap();
            stream.write_all(lines.as_bytes()).unwrap();
            request
        });
        let mut shared = Shared::in_directory(home.path()).unwrap();
        let mut heard = Vec::new();
        let got = shared.call("ask", json!({ "question": "Who?" }), &mut |words| {
            heard.push(words.to_owned());
        });
        let request: Value = serde_json::from_str(&service.join().unwrap()).unwrap();
        assert_eq!(request["params"]["question"], "Who?");
        (got, heard)
    }

    #[test]
    fn progress_is_heard_and_the_result_is_that_of_the_request() {
        let (got, heard) = answered(
            "{\"method\":\"notifications/progress\",\"params\":{\"message\":\"reading, 1 of 2\"}}\n\
             {\"id\":1,\"result\":{\"status\":\"OK\"}}\n",
        );
        assert_eq!(got.unwrap(), json!({ "status": "OK" }));
        assert_eq!(heard, ["reading, 1 of 2"]);
    }

    #[test]
    fn a_refusal_says_what_to_do_and_who_went_away_is_told() {
        let (got, _) = answered(
            "{\"id\":1,\"error\":{\"message\":\"it is locked\",\"data\":{\"help\":\"unlock it\"}}}\n",
        );
        let refused = got.unwrap_err();
        assert!(
            matches!(&refused, CallError::Refused { message, help } if message == "it is locked" && help == "unlock it"),
            "{refused:?}"
        );
        assert!(matches!(answered("").0.unwrap_err(), CallError::Gone));
        assert!(matches!(
            answered("no JSON\n").0.unwrap_err(),
            CallError::Gone
        ));
    }
}
