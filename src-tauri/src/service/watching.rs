//! Folders that are watched for collections, in the background for as long as the window is open:
//! what is new or changed in them is imported, as `attest docs watch` does it.

use super::Service;
use crate::failure::Reply;
use crate::wire::{WatchEvent, WatchNews};
use app::reading::Ocr;
use app::{CancellationToken, Collection, Next, Watch, Watched, cancel};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks at the folders.
const PAUSE: Duration = Duration::from_secs(3);
/// How soon a pause is heard.
const STEP: Duration = Duration::from_millis(100);

type OnNews<'a> = dyn FnMut(WatchNews) + 'a;
/// What is known of the folders, by collection.
type Watches = BTreeMap<String, (String, Watch)>;

impl Service {
    /// Watches the folder of a collection from now on, or none any more.
    pub fn watch_folder(&self, name: &str, folder: Option<&Path>) -> Reply<Collection> {
        let collection = self.app.watch_for_collection(name, folder)?;
        if folder.is_some() {
            self.newly_watched().insert(collection.name.clone());
        }
        Ok(collection)
    }

    fn newly_watched(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.newly_watched
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches all folders of collections until [`Service::pause_watching`], those too that are
    /// named meanwhile. An earlier watch ends: there is one at a time.
    pub fn watch_folders(&self, on_news: &mut OnNews<'_>) -> Reply<()> {
        self.watch_cancels.cancel();
        let token = self.watch_cancels.token();
        let _turn = self.watching.lock().unwrap_or_else(PoisonError::into_inner);
        let mut watches = Watches::new();
        while !token.is_cancelled() {
            for collection in self.app.collections()? {
                self.look(&collection, &mut watches, (&token, on_news));
            }
            let begun = Instant::now();
            while begun.elapsed() < PAUSE && !token.is_cancelled() {
                std::thread::sleep(STEP);
            }
        }
        Ok(())
    }

    /// Ends [`Service::watch_folders`], also in the middle of a file, of which nothing is stored
    /// then.
    pub fn pause_watching(&self) {
        self.watch_cancels.cancel();
    }

    /// Looks at the folder of a collection once.
    fn look(
        &self,
        Collection {
            name,
            watched_folder,
            ..
        }: &Collection,
        watches: &mut Watches,
        (token, on_news): (&CancellationToken, &mut OnNews<'_>),
    ) {
        let Some(folder) = watched_folder else {
            watches.remove(name);
            return;
        };
        let mut tell = |event: WatchEvent| {
            on_news(WatchNews {
                collection: name.clone(),
                event,
            });
        };
        if token.is_cancelled() {
            return;
        }
        if watches.get(name).is_none_or(|(known, _)| known != folder) {
            let folder_path = Path::new(folder);
            // What lies in a folder that a person just named goes into the collection; of what lies in
            // one that was watched before, a person may have taken some out since.
            let made = if self.newly_watched().contains(name) {
                Watch::new(folder_path)
            } else {
                Watch::resumed(folder_path)
            };
            match made {
                Ok(watch) => drop(watches.insert(name.clone(), (folder.clone(), watch))),
                Err(error) => {
                    let failure = error.into();
                    return tell(WatchEvent::Unreachable { failure });
                }
            }
        }
        let Some((_, watch)) = watches.get_mut(name) else {
            return;
        };
        let turn = self
            .importing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let looked = cancel::scope(token, || {
            let into = (Ocr::default(), Some(name.as_str()));
            self.app.import_watched(watch, into, &mut |watched| {
                tell_each(&watched, &mut tell);
                if token.is_cancelled() {
                    Next::Stop
                } else {
                    Next::GoOn
                }
            })
        });
        drop(turn);
        if !token.is_cancelled() && looked.as_ref().is_ok_and(|look| look.waiting == 0) {
            self.newly_watched().remove(name);
        }
        tell(match looked {
            Ok(look) => WatchEvent::Looked {
                waiting: look.waiting as u32,
            },
            Err(error) => WatchEvent::Unreachable {
                failure: error.into(),
            },
        });
    }
}

fn tell_each(watched: &Watched<'_>, tell: &mut dyn FnMut(WatchEvent)) {
    match watched {
        Watched::Imported(path, outcome) => tell(WatchEvent::Imported {
            name: name_of(path),
            document: Box::new(outcome.document.clone()),
            already_there: outcome.already_there,
        }),
        Watched::TakenOut(path) => tell(WatchEvent::TakenOut {
            name: name_of(path),
        }),
        // It was paused in the middle of the file: the next watch takes it.
        Watched::Failed(_, error) if error.kind() == "cancelled" => {}
        Watched::Failed(path, error) => tell(WatchEvent::Failed {
            name: name_of(path),
            failure: super::told(error),
        }),
        Watched::Skipped(skipped) => tell(WatchEvent::Skipped {
            name: name_of(&skipped.path),
            reason: skipped.reason,
        }),
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watched_folder_fills_its_collection_until_it_is_paused() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("leases");
        std::fs::create_dir(&folder).unwrap();
        let mut service = Service::open(directory.path().join("data"), None).unwrap();
        service.app = service.app.reading_here();
        service.collect("Leases", &[]).unwrap();
        let gone = directory.path().join("gone");
        assert!(service.watch_folder("Leases", Some(&gone)).is_err());
        let kept = service.watch_folder("Leases", Some(&folder)).unwrap();
        assert!(kept.watched_folder.is_some());
        std::fs::write(folder.join("a.txt"), "The rent is USD 5.\n").unwrap();
        std::fs::write(folder.join("broken.pdf"), "%PDF-1.7 no").unwrap();
        let mut told = Vec::new();
        service
            .watch_folders(&mut |news| {
                let is_last = matches!(news.event, WatchEvent::Looked { waiting: 0 });
                told.push(news);
                if is_last {
                    service.pause_watching();
                }
            })
            .unwrap();
        assert!(told.iter().all(|news| news.collection == "Leases"));
        let imported = told.iter().filter_map(|news| match &news.event {
            WatchEvent::Imported { name, .. } => Some(name.as_str()),
            _ => None,
        });
        assert_eq!(imported.collect::<Vec<_>>(), ["a.txt"]);
        let failed = told.iter().filter_map(|news| match &news.event {
            WatchEvent::Failed { name, failure } => Some((name.as_str(), failure.message.as_str())),
            _ => None,
        });
        let failed: Vec<_> = failed.collect();
        assert!(
            matches!(failed[..], [("broken.pdf", why)] if !why.is_empty()),
            "{failed:?}"
        );
        let collection = &service.collections().unwrap()[0];
        assert_eq!(collection.document_ids.len(), 1);
        // Another watch takes nothing twice, and says so of what is there.
        let stopped = service.watch_folder("Leases", None).unwrap();
        assert_eq!(stopped.watched_folder, None);
        assert_eq!(stopped.document_ids.len(), 1);
    }

    /// Watches until nothing waits; names of what was imported or met again.
    fn watch_once(service: &Service) -> Vec<String> {
        let mut met = Vec::new();
        service
            .watch_folders(&mut |news| match news.event {
                WatchEvent::Looked { waiting: 0 } => service.pause_watching(),
                WatchEvent::Imported { name, .. } => met.push(name),
                _ => {}
            })
            .unwrap();
        met
    }

    #[test]
    fn what_was_taken_out_stays_out_when_the_watch_begins_again_and_what_came_meanwhile_goes_in() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("leases");
        std::fs::create_dir(&folder).unwrap();
        let place = directory.path().join("data");
        let mut service = Service::open(place.clone(), None).unwrap();
        service.app = service.app.reading_here();
        let a = folder.join("a.txt");
        std::fs::write(&a, "The rent is USD 5.\n").unwrap();
        // It is in the list already when the folder is named, and goes into the collection.
        service
            .import_documents(&[a], &BTreeMap::new(), &mut |_| {})
            .unwrap();
        service.collect("Leases", &[]).unwrap();
        service.watch_folder("Leases", Some(&folder)).unwrap();
        assert_eq!(watch_once(&service), ["a.txt"]);
        let ids = service.collections().unwrap()[0].document_ids.clone();
        assert_eq!(ids.len(), 1);
        service.app.uncollect("Leases", &ids).unwrap();
        // Two come while nobody watches: one is new, the bytes of the other are in the list.
        std::fs::write(folder.join("b.txt"), "The fee is USD 7.\n").unwrap();
        let known = directory.path().join("known.txt");
        std::fs::write(&known, "The deposit is USD 9.\n").unwrap();
        let imported = service.app.import(&known).unwrap().document.id;
        std::fs::copy(&known, folder.join("c.txt")).unwrap();
        drop(service);
        let mut service = Service::open(place.clone(), None).unwrap();
        service.app = service.app.reading_here();
        assert_eq!(watch_once(&service), ["a.txt", "b.txt", "c.txt"]);
        let kept = service.collections().unwrap()[0].document_ids.clone();
        assert_eq!(kept.len(), 2);
        assert!(
            kept.contains(&imported) && !kept.contains(&ids[0]),
            "{kept:?}"
        );

        // Named once more, all that lies there goes in.
        service.watch_folder("Leases", Some(&folder)).unwrap();
        assert_eq!(watch_once(&service), ["a.txt", "b.txt", "c.txt"]);
        assert_eq!(service.collections().unwrap()[0].document_ids.len(), 3);
    }

    #[test]
    fn a_folder_that_is_gone_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("leases");
        std::fs::create_dir(&folder).unwrap();
        let service = Service::open(directory.path().join("data"), None).unwrap();
        service.collect("Leases", &[]).unwrap();
        service.watch_folder("Leases", Some(&folder)).unwrap();
        std::fs::remove_dir(&folder).unwrap();
        let mut told = Vec::new();
        service
            .watch_folders(&mut |news| {
                told.push(news.event);
                service.pause_watching();
            })
            .unwrap();
        assert!(
            matches!(&told[..], [WatchEvent::Unreachable { failure }] if failure.kind == "input"),
            "{told:?}"
        );
    }
}
