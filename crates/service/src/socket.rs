//! Several programs of one person, over a Unix socket: they share the loaded models and the vault.
//!
//! Who may connect is the file system's to say, and the kernel's to enforce: the socket is its
//! owner's alone (0600), in a folder that is its owner's alone (0700). So only programs of the same
//! person reach it, and root.

use crate::client::attend;
use crate::error::ServeError;
use crate::handler::Desk;
use crate::holder::{Holder, Own};
use app::Service;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::geteuid;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Programs that may be connected at once.
pub const MAX_CLIENTS: usize = 16;

/// How often the end is looked for while nobody connects, at the longest.
const LOOK: Duration = Duration::from_millis(50);

/// Answers every program that connects to the socket at `path`, until `stop` has a byte or ends.
///
/// # Errors
///
/// [`ServeError::Socket`] where the folder is not its owner's alone, where something else is at the
/// path, or a service that is alive.
pub fn serve_at(
    service: Service,
    path: &Path,
    stop: impl Read + Send + 'static,
) -> Result<(), ServeError> {
    let service = Arc::new(service);
    share(Own(Arc::clone(&service)), path, stop)?;
    // Clients that are connected hold the desk, and go with the process. What was not made of the
    // close is made at the next.
    let _ = service.close();
    Ok(())
}

/// As [`serve_at`], with a service that somebody else holds, and closes.
///
/// # Errors
///
/// Those of [`serve_at`].
pub fn share(
    holder: impl Holder,
    path: &Path,
    stop: impl Read + Send + 'static,
) -> Result<(), ServeError> {
    let failed = |error| ServeError::Socket(path.display().to_string(), error);
    let socket = Listening::at(path).map_err(failed)?;
    let desk = Arc::new(Desk::new(holder));
    let is_over = Arc::new(AtomicBool::new(false));
    wake_at_the_end(stop, &is_over).map_err(failed)?;
    let clients = Arc::new(AtomicUsize::new(0));
    while !is_over.load(Ordering::SeqCst) {
        match socket.listener.accept() {
            Ok((stream, _)) => welcome(&desk, stream, &clients),
            // Waiting in the system could be ended only by a connection of our own, and this
            // program holds no call that makes one. Who went away while it waited is no reason
            // to end, either.
            Err(_) => thread::park_timeout(LOOK),
        }
    }
    drop(socket);
    Ok(())
}

/// Answers a client on a thread of its own, where there is room; else it is left.
fn welcome(desk: &Arc<Desk>, stream: UnixStream, clients: &Arc<AtomicUsize>) {
    let (Ok(input), Ok(watched)) = (stream.try_clone(), stream.try_clone()) else {
        return;
    };
    if clients.fetch_add(1, Ordering::SeqCst) >= MAX_CLIENTS {
        clients.fetch_sub(1, Ordering::SeqCst);
        return;
    }
    let (desk, counted) = (Arc::clone(desk), Arc::clone(clients));
    let started = thread::Builder::new().name("service-client".into());
    let started = started.spawn(move || {
        // One client's broken stream is nobody else's affair.
        let _ = attend(&desk, input, stream, Box::new(move || is_there(&watched)));
        counted.fetch_sub(1, Ordering::SeqCst);
    });
    if started.is_err() {
        clients.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Whether a client that says no more can still be answered. One that said its last word and waits
/// closed its half alone, and the system tells it from one that hung up or was killed.
fn is_there(stream: &UnixStream) -> bool {
    let mut about = [PollFd::new(stream, PollFlags::empty())];
    let looked = poll(&mut about, Some(&Timespec::default()));
    looked.is_err() || about.iter().all(|one| one.revents().is_empty())
}

/// Waits for the end on a thread, and wakes this one.
fn wake_at_the_end(
    mut stop: impl Read + Send + 'static,
    is_over: &Arc<AtomicBool>,
) -> io::Result<()> {
    let (listening, is_over) = (thread::current(), Arc::clone(is_over));
    thread::Builder::new()
        .name("service-end".into())
        .spawn(move || {
            let _ = stop.read(&mut [0]);
            is_over.store(true, Ordering::SeqCst);
            listening.unpark();
        })
        .map(drop)
}

/// A socket that only its owner can connect to; its file goes with it.
struct Listening {
    listener: UnixListener,
    path: PathBuf,
    /// Device and number of the socket's file.
    file: (u64, u64),
    /// Locked while the service lives, so that the next knows what is dead.
    _alive: File,
}

impl Listening {
    /// One that nobody listens to any more is replaced.
    fn at(path: &Path) -> io::Result<Listening> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.exists() {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)?;
        }
        let facts = fs::metadata(folder)?;
        if facts.uid() != geteuid().as_raw() || !app::is_its_owners_alone(&facts) {
            let why = "its folder is not its owner's alone (chmod 700)";
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        let taken = || {
            let why = "there is a service, or another file, at this path";
            io::Error::new(ErrorKind::AddrInUse, why)
        };
        let there = fs::symlink_metadata(path);
        if there
            .as_ref()
            .is_ok_and(|there| !there.file_type().is_socket())
        {
            return Err(taken());
        }
        let alive = lock_beside(path)?.ok_or_else(taken)?;
        if there.is_ok() {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        fs::set_permissions(path, Permissions::from_mode(0o600))?;
        listener.set_nonblocking(true)?;
        let facts = fs::symlink_metadata(path)?;
        Ok(Listening {
            listener,
            path: path.to_owned(),
            file: (facts.dev(), facts.ino()),
            _alive: alive,
        })
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let is_ours = fs::symlink_metadata(&self.path)
            .is_ok_and(|facts| (facts.dev(), facts.ino()) == self.file);
        if is_ours {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The lock of the service at a path, in a file that stays; none where a service holds it.
fn lock_beside(path: &Path) -> io::Result<Option<File>> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path.with_file_name(name))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Shutdown;

    fn refused(path: &Path) -> io::Error {
        Listening::at(path).err().unwrap()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn a_socket_and_its_folder_are_their_owners_alone_and_a_dead_one_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("new/socket");
        let listener = Listening::at(&path).unwrap();
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        assert_eq!(refused(&path).kind(), ErrorKind::AddrInUse);
        drop(listener);
        assert!(!path.exists());
        // What a killed service leaves: a socket, and a lock that nobody holds.
        drop(UnixListener::bind(&path).unwrap());
        let next = Listening::at(&path).unwrap();
        assert_eq!(mode(&path), 0o600);
        // A file that came into its place is not taken away.
        fs::remove_file(&path).unwrap();
        fs::write(&path, "mine").unwrap();
        drop(next);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }

    #[test]
    fn who_waits_is_told_from_who_hung_up() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        assert!(is_there(&ours));
        theirs.shutdown(Shutdown::Write).unwrap();
        assert_eq!((&ours).read(&mut [0]).unwrap(), 0);
        assert!(is_there(&ours), "its last word was said, and it waits");
        drop(theirs);
        assert!(!is_there(&ours));
    }

    #[test]
    fn a_folder_that_others_can_enter_and_a_file_of_another_kind_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        fs::set_permissions(home.path(), Permissions::from_mode(0o700)).unwrap();
        fs::write(&file, "mine").unwrap();
        assert_eq!(refused(&file).kind(), ErrorKind::AddrInUse);
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        for open in [0o750, 0o701, 0o777] {
            fs::set_permissions(home.path(), Permissions::from_mode(open)).unwrap();
            let refused = refused(&home.path().join("socket"));
            assert_eq!(refused.kind(), ErrorKind::PermissionDenied, "{open:o}");
        }
    }
}
