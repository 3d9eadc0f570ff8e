//! Documents: import, list, read, metadata, remove.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::{ImportProgress, ImportState, MetadataRules};
use app::reading::Ocr;
use app::{DocumentSummary, FoundLine, Line, Outline, Policy, Removal, Skipped, cancel};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

/// Most lines that a search in all documents gives.
const MAX_FOUND: u32 = 100;

impl Service {
    /// Every document, oldest import first.
    pub fn list_documents(&self) -> Reply<Vec<DocumentSummary>> {
        Ok(self.app.documents()?)
    }

    /// Pages, headings and tables of a document.
    pub fn document_detail(&self, id: &str) -> Reply<Outline> {
        Ok(self.app.outline(id)?)
    }

    /// The lines from `first` to `last`, as far as they exist.
    pub fn document_lines(&self, id: &str, first: u32, last: u32) -> Reply<Vec<Line>> {
        Ok(self.app.document_lines(id, first, last)?)
    }

    /// The lines that hold these words.
    pub fn search_document(&self, id: &str, words: &str) -> Reply<Vec<Line>> {
        Ok(self.app.search_lines(id, words)?)
    }

    /// The lines of all documents that words are found in, best first.
    pub fn search_documents(&self, words: &str, limit: u32) -> Reply<Vec<FoundLine>> {
        Ok(self.app.find_lines(words, limit.min(MAX_FOUND))?)
    }

    /// A page as PNG.
    pub fn page_picture(&self, id: &str, page: u32, scale: f32) -> Reply<Vec<u8>> {
        Ok(self.app.page_picture(id, page, scale)?)
    }

    /// Imports files and what can be read in folders, one after the other, and says the
    /// metadata of each, of documents that were there before too.
    pub fn import_documents(
        &self,
        paths: &[PathBuf],
        metadata: &BTreeMap<String, String>,
        report: &mut dyn FnMut(ImportProgress),
    ) -> Reply<()> {
        let said = said(metadata);
        // What cannot be said of any file keeps all of them out.
        app::check_metadata(&said)?;
        let token = self.import_cancels.token();
        let app::Importable { files, skipped } = app::importable(paths)?;
        for Skipped { path, reason } in &skipped {
            report(ImportProgress {
                skipped: Some(*reason),
                ..news(path, ImportState::Skipped)
            });
        }
        for file in &files {
            report(news(file, ImportState::Waiting));
        }
        let turn = self
            .importing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for file in &files {
            if token.is_cancelled() {
                report(news(file, ImportState::Cancelled));
                continue;
            }
            report(news(file, ImportState::Reading));
            report(cancel::scope(&token, || self.import(file, &said)));
        }
        drop(turn);
        Ok(())
    }

    fn import(&self, file: &Path, said: &Said) -> ImportProgress {
        match self.app.import_saying(file, Ocr::default(), said) {
            Ok(outcome) => {
                let state = if outcome.already_there {
                    ImportState::AlreadyThere
                } else {
                    ImportState::Done
                };
                ImportProgress {
                    document: Some(outcome.document),
                    ..news(file, state)
                }
            }
            Err(error) if error.kind() == "cancelled" => news(file, ImportState::Cancelled),
            Err(error) => ImportProgress {
                failure: Some(error.into()),
                ..news(file, ImportState::Failed)
            },
        }
    }

    /// What metadata may be, and the kinds of knowledge of the policy in the settings.
    pub fn metadata_rules(&self) -> Reply<MetadataRules> {
        let settings = self.settings()?;
        let policy = match settings.policy_file.as_deref() {
            Some(path) => app::read_policy(path)?,
            None => Policy::default(),
        };
        Ok(MetadataRules {
            reserved_keys: app::FILTER_NAMES.map(str::to_owned).to_vec(),
            max_bytes: app::MAX_METADATA_BYTES as u32,
            knowledge_key: app::KNOWLEDGE_TYPE.to_owned(),
            plain_knowledge: app::PLAIN_KNOWLEDGE.to_owned(),
            allowed_knowledge: policy.allowed_knowledge_types,
        })
    }

    /// Says something of a document by key; a key without a value is taken back, and
    /// others stay.
    pub fn set_metadata(&self, id: &str, metadata: &Said) -> Reply<DocumentSummary> {
        Ok(self.app.set_metadata(id, metadata)?)
    }

    /// Gives a document a tag, or takes it away.
    pub fn set_tag(&self, id: &str, tag: &str, on: bool) -> Reply<DocumentSummary> {
        let ids = [id.to_owned()];
        let changed = if on {
            self.app.tag(tag, &ids)
        } else {
            self.app.untag(tag, &ids)
        };
        changed?;
        Ok(self.app.outline(id)?.summary)
    }

    /// Takes a document out of list and search; its bytes stay.
    pub fn remove_document(&self, id: &str) -> Reply<()> {
        let summary = self.app.outline(id)?.summary;
        self.app.remove_document(id, Removal::KeepSource)?;
        let mut removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        removed.insert(id.to_owned(), summary);
        Ok(())
    }

    /// Takes a removal back: the document is read again from its bytes, and what was
    /// said of it, its date too, is said again.
    pub fn restore_document(&self, id: &str) -> Reply<DocumentSummary> {
        let mut removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        let before = removed.get(id).cloned().ok_or_else(|| {
            Failure::new(
                "input",
                "The document was not removed since the program was started.",
                "Import the file again.",
            )
        })?;
        self.app.restore_document(id, &before.title)?;
        self.app.set_event_date(id, before.event_date.as_deref())?;
        self.app.mark_as(&before)?;
        let document = self.app.set_metadata(id, &said(&before.metadata))?;
        removed.remove(id);
        Ok(document)
    }

    /// Overwrites a document and all text of it.
    pub fn erase_document(&self, id: &str) -> Reply<()> {
        self.app.remove_document(id, Removal::Erase)?;
        Ok(())
    }
}

/// What is said of a document by key; null takes a key back.
type Said = BTreeMap<String, Option<String>>;

fn said(metadata: &BTreeMap<String, String>) -> Said {
    let pairs = metadata.iter();
    pairs
        .map(|(key, value)| (key.clone(), Some(value.clone())))
        .collect()
}

fn news(file: &Path, state: ImportState) -> ImportProgress {
    let name = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    ImportProgress {
        path: file.display().to_string(),
        name: name.unwrap_or_default(),
        bytes: std::fs::metadata(file).map_or(0, |found| found.len()),
        state,
        document: None,
        failure: None,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Question;
    use app::{Condition, Settings};

    const SHIPPED_POLICY: &str = include_str!("../../../crates/evidence/policy/default.toml");

    /// A service over an empty data directory that reads documents in this process.
    fn service(directory: &Path) -> Service {
        let mut service = Service::open(directory.join("data"), None).unwrap();
        service.app = service.app.reading_here();
        service
    }

    fn file(directory: &Path, name: &str) -> PathBuf {
        let path = directory.join(name);
        std::fs::write(&path, format!("The rent of {name} is USD 5.\n")).unwrap();
        path
    }

    fn import(
        service: &Service,
        paths: &[PathBuf],
        metadata: &[(&str, &str)],
    ) -> Reply<Vec<ImportProgress>> {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let metadata = metadata.iter().map(owned).collect();
        let mut told = Vec::new();
        service.import_documents(paths, &metadata, &mut |news| told.push(news))?;
        Ok(told)
    }

    /// What is said of each document of the list, by its title.
    fn listed(service: &Service) -> BTreeMap<String, BTreeMap<String, String>> {
        let documents = service.list_documents().unwrap();
        let pairs = documents.into_iter();
        pairs.map(|one| (one.title, one.metadata)).collect()
    }

    fn pairs(metadata: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        metadata.iter().map(owned).collect()
    }

    #[test]
    fn every_file_of_an_import_gets_its_metadata_and_so_does_one_that_was_there() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let [lease, offer] = ["lease.txt", "offer.txt"].map(|name| file(directory.path(), name));
        import(&service, std::slice::from_ref(&lease), &[("year", "2024")]).unwrap();
        let told = import(&service, &[lease, offer], &[("client", "Acme")]).unwrap();
        let ended: Vec<_> = told
            .iter()
            .filter_map(|news| news.document.as_ref())
            .collect();
        let states: Vec<ImportState> = told.iter().map(|news| news.state).collect();
        assert_eq!(
            states[3..],
            [
                ImportState::AlreadyThere,
                ImportState::Reading,
                ImportState::Done
            ]
        );
        assert_eq!(ended[1].metadata, pairs(&[("client", "Acme")]));
        assert_eq!(
            listed(&service),
            [
                (
                    "lease.txt".to_owned(),
                    pairs(&[("client", "Acme"), ("year", "2024")])
                ),
                ("offer.txt".to_owned(), pairs(&[("client", "Acme")])),
            ]
            .into()
        );
    }

    #[test]
    fn what_is_not_imported_of_a_folder_is_told_with_its_reason() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let folder = directory.path().join("matter");
        std::fs::create_dir(&folder).unwrap();
        file(&folder, "lease.txt");
        file(&folder, "old.doc");
        let told = import(&service, &[folder], &[]).unwrap();
        let states: Vec<_> = told.iter().map(|news| (news.state, news.skipped)).collect();
        assert_eq!(
            states,
            [
                (ImportState::Skipped, Some(app::SkipReason::OldFormat)),
                (ImportState::Waiting, None),
                (ImportState::Reading, None),
                (ImportState::Done, None),
            ]
        );
    }

    #[test]
    fn words_are_found_in_all_documents_and_a_hit_names_its_line() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let [lease, offer] = ["lease.txt", "offer.txt"].map(|name| file(directory.path(), name));
        import(&service, &[lease, offer], &[]).unwrap();
        let found = service.search_documents("offer", 10).unwrap();
        let places: Vec<_> = found
            .iter()
            .map(|one| (one.document_title.as_str(), one.line))
            .collect();
        assert_eq!(places, [("offer.txt", 1)]);
        assert!(service.search_documents("", 10).unwrap().is_empty());
    }

    #[test]
    fn metadata_that_cannot_be_kept_keep_every_file_out() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let lease = file(directory.path(), "lease.txt");
        let refused = import(&service, &[lease], &[("date", "2024")]).unwrap_err();
        assert_eq!(refused.kind, "input");
        assert!(refused.message.contains("\"date\""), "{refused:?}");
        assert!(listed(&service).is_empty());
    }

    #[test]
    fn what_is_said_of_a_document_can_be_a_condition_and_is_taken_back() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let lease = file(directory.path(), "lease.txt");
        let told = import(&service, &[lease], &[("matter", "2024-17")]).unwrap();
        let id = told[2].document.as_ref().unwrap().id.clone();
        let asked = |value: &str| {
            let question = Question {
                text: "What is the rent?".into(),
                document_ids: vec![id.clone()],
                conditions: Some(vec![Condition::Metadata {
                    key: "matter".into(),
                    value: value.into(),
                }]),
                ..Question::default()
            };
            service.parse_question(&question).unwrap().excluded
        };
        assert!(asked("2024-17").is_empty());
        let nothing = "nothing stands in documents with matter “2024-18”";
        assert_eq!(asked("2024-18"), [nothing]);

        let change = [("matter", None), ("client", Some("Acme"))];
        let change = change.map(|(key, value)| (key.to_owned(), value.map(str::to_owned)));
        let changed = service.set_metadata(&id, &change.into()).unwrap();
        assert_eq!(changed.metadata, pairs(&[("client", "Acme")]));
        assert_eq!(service.document_detail(&id).unwrap().summary, changed);
        // Null is dropped by a filter, never let through.
        assert_eq!(asked("2024-17").len(), 1);
        assert!(service.set_metadata("none", &BTreeMap::new()).is_err());
    }

    #[test]
    fn a_removed_document_comes_back_with_what_was_said_of_it() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let lease = file(directory.path(), "lease.txt");
        let told = import(&service, &[lease], &[("client", "Acme")]).unwrap();
        let id = &told[2].document.as_ref().unwrap().id;
        service.app.set_event_date(id, Some("2024-03")).unwrap();
        let ids = [id.clone()];
        assert_eq!(service.collect("Leases", &ids).unwrap().document_ids, ids);
        service.remove_document(id).unwrap();
        assert!(listed(&service).is_empty());
        let back = service.restore_document(id).unwrap();
        assert_eq!(back.metadata, pairs(&[("client", "Acme")]));
        assert_eq!(back.event_date.as_deref(), Some("2024-03"));
        assert_eq!(back.collections, ["Leases"]);
    }

    #[test]
    fn the_kinds_of_knowledge_are_those_of_the_policy_in_the_settings() {
        let directory = tempfile::tempdir().unwrap();
        let service = service(directory.path());
        let rules = service.metadata_rules().unwrap();
        assert_eq!(rules.allowed_knowledge, ["document"]);
        assert!(rules.reserved_keys.contains(&"date".to_owned()));

        let policy = directory.path().join("policy.toml");
        let kinds = "allowed_knowledge_types = [\"document\", \"draft\"]";
        let text = SHIPPED_POLICY.replace("allowed_knowledge_types = [\"document\"]", kinds);
        std::fs::write(&policy, text).unwrap();
        let settings = Settings {
            policy_file: Some(policy.clone()),
            ..Settings::default()
        };
        service.change_settings(&settings).unwrap();
        let rules = service.metadata_rules().unwrap();
        assert_eq!(rules.allowed_knowledge, ["document", "draft"]);

        std::fs::write(&policy, "nonsense").unwrap();
        assert!(service.metadata_rules().is_err());
    }
}
