//! Several programs of one person, over a Unix socket: they share the loaded models and the vault.
//!
//! Who may connect is the file system's to say, and the kernel's to enforce: the socket is its
//! owner's alone (0600), in a folder that is its owner's alone (0700). So only programs of the same
//! person reach it, and root.

use crate::client::attend;
use crate::error::ServeError;
use crate::handler::Desk;
use app::Service;
use rustix::process::geteuid;
use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Programs that may be connected at once.
pub const MAX_CLIENTS: usize = 16;

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
    let failed = |error| ServeError::Socket(path.display().to_string(), error);
    let listener = listen(path).map_err(failed)?;
    let desk = Arc::new(Desk::new(service));
    let is_over = Arc::new(AtomicBool::new(false));
    wake_at_the_end(stop, path, &is_over).map_err(failed)?;
    let clients = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        if is_over.load(Ordering::SeqCst) {
            break;
        }
        // Who went away while it waited is no reason to end.
        if let Ok(stream) = stream {
            welcome(&desk, stream, &clients);
        }
    }
    let _ = fs::remove_file(path);
    // Clients that are connected hold the desk, and go with the process.
    desk.close();
    Ok(())
}

/// Answers a client on a thread of its own, where there is room; else it is left.
fn welcome(desk: &Arc<Desk>, stream: UnixStream, clients: &Arc<AtomicUsize>) {
    let Ok(input) = stream.try_clone() else {
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
        let _ = attend(&desk, input, stream);
        counted.fetch_sub(1, Ordering::SeqCst);
    });
    if started.is_err() {
        clients.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Waits for the end on a thread, and wakes the listener by a connection of our own.
fn wake_at_the_end(
    mut stop: impl Read + Send + 'static,
    path: &Path,
    is_over: &Arc<AtomicBool>,
) -> io::Result<()> {
    let (path, is_over) = (path.to_owned(), Arc::clone(is_over));
    thread::Builder::new()
        .name("service-end".into())
        .spawn(move || {
            let _ = stop.read(&mut [0]);
            is_over.store(true, Ordering::SeqCst);
            let _ = UnixStream::connect(path);
        })
        .map(drop)
}

/// A socket that only its owner can connect to. One that nobody listens to any more is replaced.
fn listen(path: &Path) -> io::Result<UnixListener> {
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
    if facts.uid() != geteuid().as_raw() || facts.mode() & 0o077 != 0 {
        let why = "its folder is not its owner's alone (chmod 700)";
        return Err(io::Error::new(ErrorKind::PermissionDenied, why));
    }
    if let Ok(there) = fs::symlink_metadata(path) {
        let is_dead = there.file_type().is_socket()
            && UnixStream::connect(path)
                .is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused);
        if !is_dead {
            let why = "there is a service, or another file, at this path";
            return Err(io::Error::new(ErrorKind::AddrInUse, why));
        }
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o600))?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn a_socket_and_its_folder_are_their_owners_alone_and_a_dead_one_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("new/socket");
        let listener = listen(&path).unwrap();
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
        assert_eq!(listen(&path).unwrap_err().kind(), ErrorKind::AddrInUse);
        drop(listener);
        drop(listen(&path).unwrap());
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn a_folder_that_others_can_enter_and_a_file_of_another_kind_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        fs::set_permissions(home.path(), Permissions::from_mode(0o700)).unwrap();
        fs::write(&file, "mine").unwrap();
        assert_eq!(listen(&file).unwrap_err().kind(), ErrorKind::AddrInUse);
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        for open in [0o750, 0o701, 0o777] {
            fs::set_permissions(home.path(), Permissions::from_mode(open)).unwrap();
            let refused = listen(&home.path().join("socket")).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::PermissionDenied, "{open:o}");
        }
    }
}
