//! Holds, periods of retention, what is past them, and documents that were removed.

use super::Service;
use crate::failure::{Failure, Reply};
use crate::wire::{
    DueThing, HoldReason, Keeping, KeptSubject, KeptThing, RemovedDocument, RetentionApplied,
    StandingHold,
};
use app::proof::system_seed;
use app::{Hold, Period, Periods, Subject, Why};
use std::collections::BTreeMap;
use std::sync::PoisonError;

/// Most of what is due that is listed; all of it is counted.
const MAX_DUE: usize = 500;

impl Service {
    /// What is kept, and for how long.
    pub fn keeping(&self) -> Reply<Keeping> {
        let periods = self.app.retention()?;
        let text = |period: Option<Period>| period.map(|period| period.to_string());
        let titles = self.known_titles()?;
        let mut holds = Vec::new();
        for hold in self.app.standing_holds()? {
            holds.push(self.told(hold, &titles)?);
        }
        let all_due = self.app.due()?;
        let due_in_all = all_due.len() as u32;
        let free = all_due.iter().filter(|one| one.held_by.is_none());
        let due_free = free.count() as u32;
        let mut due = Vec::new();
        for one in all_due.into_iter().take(MAX_DUE) {
            due.push(DueThing {
                words: self.words_of(&one.subject, &titles)?,
                subject: shown(one.subject),
                since: one.since,
                kept_until: one.kept_until,
                held_by: one.held_by,
            });
        }
        let removed = self.app.removed_documents()?.into_iter();
        let removed = removed.map(|one| RemovedDocument {
            title: titles.get(&one.id).cloned(),
            id: one.id,
            removed_at: one.removed_at,
        });
        Ok(Keeping {
            documents: text(periods.documents),
            answers: text(periods.answers),
            holds,
            due,
            due_in_all,
            due_free,
            removed: removed.collect(),
        })
    }

    /// Holds a document or an answer.
    pub fn hold(&self, subject: &KeptSubject, why: &HoldReason) -> Reply<()> {
        self.app.hold(&named(subject), &given(why), system_seed)?;
        Ok(())
    }

    /// A hold that stands, by its record.
    pub fn standing_hold(&self, hold: &str) -> Reply<StandingHold> {
        let found = self.find_hold(hold)?;
        self.told(found, &self.known_titles()?)
    }

    /// Ends the hold of a record.
    pub fn release(&self, hold: &str, why: &HoldReason) -> Reply<()> {
        let found = self.find_hold(hold)?;
        self.app
            .release(&found.subject, Some(hold), &given(why), system_seed)?;
        Ok(())
    }

    /// Sets how long documents and answers are kept; null keeps for good. Nothing is erased by that.
    pub fn set_retention(&self, documents: Option<&str>, answers: Option<&str>) -> Reply<()> {
        self.app.set_retention(Periods {
            documents: period(documents)?,
            answers: period(answers)?,
        })?;
        Ok(())
    }

    /// The documents and answers that are past their period and not held.
    pub fn due_and_free(&self) -> Reply<Vec<Subject>> {
        let due = self.app.due()?.into_iter();
        let free = due.filter(|one| one.held_by.is_none());
        Ok(free.map(|one| one.subject).collect())
    }

    /// Erases what is past its period and not held, where that is exactly what a person confirmed.
    ///
    /// # Errors
    ///
    /// Of kind `input` where it is anything else by now; nothing is erased then.
    pub fn apply_retention(&self, confirmed: &[Subject]) -> Reply<RetentionApplied> {
        let applied = self.app.apply_retention_to(confirmed)?;
        let applied = applied.ok_or_else(|| {
            Failure::new(
                "input",
                "Nothing was erased: what is past its period changed while you were asked.",
                "Look at the list again, and confirm what it shows now.",
            )
        })?;
        Ok(RetentionApplied {
            erased: applied.erased.len() as u32,
            held: applied.held.len() as u32,
        })
    }

    /// A document's name for a person: its title where one is known, else the beginning of its id.
    pub fn name_of(&self, id: &str) -> Reply<String> {
        let title = self.known_titles()?.remove(id);
        let id = id.get(..12).unwrap_or(id);
        Ok(title.unwrap_or_else(|| format!("The removed document {id}")))
    }

    fn find_hold(&self, hold: &str) -> Reply<Hold> {
        let standing = self.app.standing_holds()?.into_iter();
        let found = { standing }.find(|one| one.record_id == hold);
        found.ok_or_else(|| {
            Failure::new(
                "input",
                "This hold does not stand any more.",
                "Another program may have ended it.",
            )
        })
    }

    fn told(&self, hold: Hold, titles: &BTreeMap<String, String>) -> Reply<StandingHold> {
        Ok(StandingHold {
            record_id: hold.record_id,
            words: self.words_of(&hold.subject, titles)?,
            subject: shown(hold.subject),
            since: hold.since,
            reason: hold.reason,
            by: hold.by,
        })
    }

    /// The titles of the documents that are in the list, or were removed since the program was
    /// started.
    fn known_titles(&self) -> Reply<BTreeMap<String, String>> {
        let removed = self.removed.lock().unwrap_or_else(PoisonError::into_inner);
        let of_removed = removed
            .iter()
            .map(|(id, one)| (id.clone(), one.title.clone()));
        let mut titles: BTreeMap<String, String> = of_removed.collect();
        drop(removed);
        titles.extend(self.app.titles()?);
        Ok(titles)
    }

    fn words_of(
        &self,
        subject: &Subject,
        titles: &BTreeMap<String, String>,
    ) -> Reply<Option<String>> {
        match subject {
            Subject::Document(id) => Ok(titles.get(id).cloned()),
            Subject::Answer(id) => Ok(self.app.question_of(&self.app.record(id)?)?),
        }
    }
}

fn shown(subject: Subject) -> KeptSubject {
    let (what, id) = match subject {
        Subject::Document(id) => (KeptThing::Document, id),
        Subject::Answer(id) => (KeptThing::Answer, id),
    };
    KeptSubject { what, id }
}

fn named(subject: &KeptSubject) -> Subject {
    match subject.what {
        KeptThing::Document => Subject::Document(subject.id.clone()),
        KeptThing::Answer => Subject::Answer(subject.id.clone()),
    }
}

fn given(why: &HoldReason) -> Why {
    Why {
        reason: why.reason.clone(),
        by: Some(why.by.clone()),
    }
}

fn period(text: Option<&str>) -> Reply<Option<Period>> {
    let parsed = text.map(str::parse::<Period>).transpose();
    Ok(parsed.map_err(app::AppError::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_a_lease() -> (tempfile::TempDir, Service, String) {
        let directory = tempfile::tempdir().unwrap();
        let mut service = Service::open(directory.path().join("data"), None).unwrap();
        service.app = service.app.reading_here();
        let file = directory.path().join("lease.txt");
        std::fs::write(&file, "The rent is USD 5.\n").unwrap();
        let mut ended = Vec::new();
        service
            .import_documents(&[file], &BTreeMap::new(), &mut |news| {
                ended.extend(news.document);
            })
            .unwrap();
        let id = ended.remove(0).id;
        (directory, service, id)
    }

    fn why(reason: &str) -> HoldReason {
        HoldReason {
            reason: reason.to_owned(),
            by: "Ada".to_owned(),
        }
    }

    #[test]
    fn what_is_held_is_told_with_reason_and_name_and_stays_until_it_is_released() {
        let (_directory, service, id) = with_a_lease();
        let subject = KeptSubject {
            what: KeptThing::Document,
            id: id.clone(),
        };
        assert!(service.hold(&subject, &why(" ")).is_err());
        service.hold(&subject, &why("a lawsuit")).unwrap();
        let kept = service.keeping().unwrap();
        let [hold] = kept.holds.as_slice() else {
            panic!("{kept:?}")
        };
        assert_eq!(hold.subject, subject);
        assert_eq!(
            (&hold.words, &hold.reason, &hold.by),
            (
                &Some("lease.txt".to_owned()),
                &Some("a lawsuit".to_owned()),
                &Some("Ada".to_owned())
            )
        );
        assert_eq!(&service.standing_hold(&hold.record_id).unwrap(), hold);
        assert_eq!(service.standing_hold("none").unwrap_err().kind, "input");
        assert!(service.remove_document(&id).is_err());
        assert!(service.erase_document(&id).is_err());
        service
            .release(&hold.record_id, &why("it is over"))
            .unwrap();
        assert!(service.keeping().unwrap().holds.is_empty());
        let again = service.release(&hold.record_id, &why("again"));
        assert_eq!(again.unwrap_err().kind, "input");
        service.remove_document(&id).unwrap();
        let removed = service.keeping().unwrap().removed;
        assert_eq!(removed.len(), 1);
        assert_eq!(removed[0].title.as_deref(), Some("lease.txt"));
        assert_eq!(service.name_of(&id).unwrap(), "lease.txt");
        // What was removed can be erased, and is in no list then.
        service.erase_document(&id).unwrap();
        assert!(service.keeping().unwrap().removed.is_empty());
    }

    #[test]
    fn periods_are_set_and_nothing_is_erased_before_it_is_asked_for() {
        let (_directory, service, id) = with_a_lease();
        assert!(service.set_retention(Some("soon"), None).is_err());
        service.set_retention(Some("10y"), Some("90d")).unwrap();
        let kept = service.keeping().unwrap();
        assert_eq!(
            (kept.documents.as_deref(), kept.answers.as_deref()),
            (Some("10y"), Some("90d"))
        );
        let due = service.due_and_free().unwrap();
        assert_eq!((kept.due.len(), due.as_slice()), (0, [].as_slice()));
        let applied = service.apply_retention(&due).unwrap();
        assert_eq!((applied.erased, applied.held), (0, 0));
        let not_due = [Subject::Document(id.clone())];
        let refused = service.apply_retention(&not_due).unwrap_err();
        assert_eq!(refused.kind, "input");
        service.set_retention(None, Some("90d")).unwrap();
        assert_eq!(service.keeping().unwrap().documents, None);
        assert_eq!(service.list_documents().unwrap()[0].id, id);
    }
}
