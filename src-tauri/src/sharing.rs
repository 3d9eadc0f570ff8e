//! The window's models and vault for the command line of the same person: `attest ask --shared`, and
//! other programs, over a socket in the data directory that nobody else reaches (docs/service.md).
//!
//! A request has the window's service for as long as it lasts, so that locking the vault lets go of
//! it: what is asked then is refused, and a question under way is ended.

use crate::failure::Reply;
use crate::service::Service;
use crate::service::lent::Lent;
use app::AppError;
use service::Holder;
use std::io::PipeWriter;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A socket that is answered; it goes when this is ended.
pub struct Sharing {
    stop: PipeWriter,
    answering: JoinHandle<()>,
}

/// Answers at the socket of a data directory, by the service that `held` gives. None where that
/// cannot be. Where another program has the socket, or the directory is not its owner's alone, nobody
/// is answered: the window works all the same, and `attest ask --shared` says what is wrong.
pub fn share(
    data_directory: &Path,
    held: impl Fn() -> Reply<Arc<Service>> + Send + Sync + 'static,
) -> Option<Sharing> {
    let (until, stop) = std::io::pipe().ok()?;
    let path = data_directory.join(service::SOCKET);
    let answering = std::thread::Builder::new()
        .name("sharing".into())
        .spawn(move || drop(service::share(Window(held), &path, until)))
        .ok()?;
    Some(Sharing { stop, answering })
}

impl Sharing {
    /// Takes the socket away, and waits until it is gone.
    pub fn end(self) {
        drop(self.stop);
        drop(self.answering.join());
    }
}

/// The window as a holder of its service.
struct Window<H>(H);

impl<H: Fn() -> Reply<Arc<Service>> + Send + Sync + 'static> Holder for Window<H> {
    fn lend(&self) -> Result<Arc<dyn service::Lent>, AppError> {
        let held = (self.0)().map_err(|failure| AppError::Input {
            message: failure.message,
            help: failure.help,
        })?;
        Ok(Arc::new(held.lent()))
    }
}

impl service::Lent for Lent {
    fn service(&self) -> &app::Service {
        self.app()
    }

    fn is_over(&self) -> bool {
        Lent::is_over(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;
    use serde_json::json;
    use service::{CallError, SOCKET, Shared};
    use std::path::PathBuf;
    use std::sync::Mutex;
    use std::time::Duration;

    /// A window's service that can be taken away, and its socket.
    struct Scene {
        _home: tempfile::TempDir,
        folder: PathBuf,
        held: Arc<Mutex<Option<Arc<Service>>>>,
        sharing: Sharing,
    }

    fn scene() -> Scene {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("data");
        let service = Arc::new(Service::open(folder.clone(), None).unwrap());
        let held = Arc::new(Mutex::new(Some(service)));
        let lent = Arc::clone(&held);
        let sharing = share(&folder, move || {
            let locked = || Failure::new("encrypted", "The vault is locked.", "Unlock it.");
            lent.lock().unwrap().clone().ok_or_else(locked)
        });
        Scene {
            _home: home,
            folder,
            held,
            sharing: sharing.unwrap(),
        }
    }

    /// A connection, as soon as somebody listens.
    fn met(folder: &Path) -> Shared {
        for _ in 0..500 {
            if let Ok(shared) = Shared::in_directory(folder) {
                return shared;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("nobody listens");
    }

    #[test]
    fn what_the_window_holds_is_answered_until_it_is_locked_and_the_socket_goes_with_it() {
        let scene = scene();
        let total = |shared: &mut Shared| shared.call("documents", json!({}), &mut |_| {});
        let mut shared = met(&scene.folder);
        assert_eq!(total(&mut shared).unwrap()["total"], 0);
        let service = scene.held.lock().unwrap().take().unwrap();
        // Locked: the service is the window's alone, and whoever is connected is refused.
        assert_eq!(Arc::strong_count(&service), 1);
        let refused = total(&mut shared).unwrap_err();
        assert!(
            matches!(&refused, CallError::Refused { message, .. } if message == "The vault is locked."),
            "{refused:?}"
        );
        *scene.held.lock().unwrap() = Some(service);
        assert_eq!(total(&mut shared).unwrap()["total"], 0);
        scene.sharing.end();
        assert!(!scene.folder.join(SOCKET).exists());
    }

    #[test]
    fn what_is_lent_counts_as_a_question_and_is_over_when_the_window_is_locked() {
        let scene = scene();
        let service = scene.held.lock().unwrap().clone().unwrap();
        let (before, other) = (Arc::clone(&service).lent(), Arc::clone(&service).lent());
        assert_eq!(service.questions_under_way(), 2);
        drop(other);
        assert!(!before.is_over());
        service.cancel();
        assert!(!before.is_over(), "the window's own question was cancelled");
        service.cancel_all();
        assert!(before.is_over());
        assert!(!Arc::clone(&service).lent().is_over());
        drop(before);
        assert_eq!(service.questions_under_way(), 0);
        scene.sharing.end();
    }
}
