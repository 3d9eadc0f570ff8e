//! Collections: documents that belong together, a matter, a client, a year.
//!
//! That a document is in a collection is a mark of the document ([`vault::Mark`]): recorded,
//! verified and erased with all that is said of it. Beside the records a collection is a small
//! file (`collections/HASH.json` in the data directory): its name, so that it may be empty, and what is
//! asked of it where nothing else is named. A name of marks without a file is a collection, too.

mod kept;

use crate::batch::QuestionFile;
use crate::document::DocumentSummary;
use crate::error::AppError;
use crate::name::{self, Named};
use crate::service::Service;
use kept::Kept;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use vault::{Mark, MarkChange};

/// A collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Collection {
    /// What it is called.
    pub name: String,
    /// Its documents, by their names.
    pub document_ids: Vec<String>,
    /// Questions that are asked of it where none are named: a set by its name, or a file.
    pub questions: Option<String>,
    /// Answer type of questions that are asked of it, where none is named.
    pub answer_type: Option<String>,
    /// The folder whose files the window imports into it for as long as it is open.
    pub watched_folder: Option<String>,
}

/// What came of putting documents into a collection, or taking them out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Collected {
    /// The collection as it is now.
    pub collection: Collection,
    /// It was not there before.
    pub is_new: bool,
    /// Documents that were put in or taken out; the others were so already.
    pub changed: u32,
}

/// What is asked of a collection where nothing else is named; what is not given stays, and an
/// empty text takes it back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CollectionDefaults {
    /// A set of questions by its name, or a file.
    pub questions: Option<String>,
    /// An answer type.
    pub answer_type: Option<String>,
}

impl From<Kept> for Collection {
    fn from(kept: Kept) -> Collection {
        Collection {
            name: kept.name,
            document_ids: Vec::new(),
            questions: kept.questions,
            answer_type: kept.answer_type,
            watched_folder: kept.watched_folder,
        }
    }
}

impl Service {
    /// Every collection, by name.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`]; [`AppError::File`] and [`AppError::Input`] for a file that is no
    /// collection's.
    pub fn collections(&self) -> Result<Vec<Collection>, AppError> {
        let kept = kept::all(self.shelf())?;
        let mut found: BTreeMap<String, Collection> = kept
            .into_iter()
            .map(|kept| (kept.name.clone(), kept.into()))
            .collect();
        let marked = self.vault().marked(Mark::Collection)?;
        let mut stored = self.vault().documents()?;
        stored.sort_by(|one, other| (&one.title, &one.id).cmp(&(&other.title, &other.id)));
        for (name, ids) in marked {
            let collection = found
                .entry(name.clone())
                .or_insert_with(|| Kept::named(&name).into());
            let members = stored.iter().filter(|one| ids.contains(&one.id));
            collection.document_ids = members.map(|one| one.id.clone()).collect();
        }
        Ok(found.into_values().collect())
    }

    /// The collection of this name; capitals do not count where no other differs by them.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] that names those that are near.
    pub fn find_collection(&self, name: &str) -> Result<Collection, AppError> {
        let mut all = self.collections()?;
        match name::find(name, all.iter().map(|one| one.name.as_str())) {
            Some(found) => Ok(all.swap_remove(found)),
            None => Err(name::unknown(
                Named::Collection,
                name,
                all.iter().map(|one| one.name.as_str()),
            )),
        }
    }

    /// The documents of a collection, of which there is at least one.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`]; [`AppError::Input`] for an empty one.
    pub fn documents_of_collection(&self, name: &str) -> Result<Vec<String>, AppError> {
        let found = self.find_collection(name)?;
        if found.document_ids.is_empty() {
            return Err(AppError::input(
                format!("the collection {:?} holds no document", found.name),
                "`attest docs collect NAME DOC` puts documents into it",
            ));
        }
        Ok(found.document_ids)
    }

    /// The questions of a collection; none where it has none of its own.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`] and [`Service::find_questions`].
    pub fn questions_of_collection(&self, name: &str) -> Result<Option<QuestionFile>, AppError> {
        let found = self.find_collection(name)?;
        let questions = found.questions.as_deref().map(Path::new);
        questions
            .map(|given| self.find_questions(given))
            .transpose()
    }

    /// Ids of documents as people name them: by the name of the file, or by the beginning of the
    /// id.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what names no document, or several.
    pub fn named_documents(&self, given: &[String]) -> Result<Vec<String>, AppError> {
        let named = |name: &String| self.named_document(name);
        given.iter().map(named).collect()
    }

    /// The id of one document, as [`Service::named_documents`] finds it.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what names no document, or several.
    pub fn named_document(&self, given: &str) -> Result<String, AppError> {
        let titles = self.titles()?;
        let mut called = titles.iter().filter(|(_, title)| *title == given);
        match (called.next(), called.next()) {
            (Some((id, _)), None) => Ok(id.clone()),
            (Some(_), Some(_)) => Err(AppError::input(
                format!("several documents are called {given}"),
                "name it by its id; `attest docs list` prints the ids",
            )),
            (None, _) => self.resolve_document(given),
        }
    }

    /// The collection of this name, made where it is missing.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what is no name, [`AppError::File`].
    pub fn make_collection(&self, given: &str) -> Result<Collected, AppError> {
        let all = self.collections()?;
        let found = name::find(given, all.iter().map(|one| one.name.as_str()));
        if let Some(collection) = found.and_then(|found| all.get(found)) {
            return Ok(Collected {
                collection: collection.clone(),
                is_new: false,
                changed: 0,
            });
        }
        let kept = Kept::named(name::check(Named::Collection, given)?);
        kept.write(self.shelf())?;
        Ok(Collected {
            collection: kept.into(),
            is_new: true,
            changed: 0,
        })
    }

    /// Puts documents into a collection, which is made where it is missing.
    ///
    /// # Errors
    ///
    /// As [`Service::make_collection`]; [`AppError::Vault`] for an id that names no document, and
    /// then none is put in.
    pub fn collect(&self, name: &str, ids: &[String]) -> Result<Collected, AppError> {
        let made = self.make_collection(name)?;
        let mark = vec![(Mark::Collection, made.collection.name.clone())];
        let changes = ids.iter().map(|id| MarkChange {
            document_id: id.clone(),
            set: mark.clone(),
            clear: Vec::new(),
        });
        Ok(Collected {
            changed: self.change_marks(&changes.collect::<Vec<_>>())?,
            collection: self.find_collection(&made.collection.name)?,
            is_new: made.is_new,
        })
    }

    /// Takes documents out of a collection; they stay in the list.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`]; [`AppError::Vault`] for an id that names no document.
    pub fn uncollect(&self, name: &str, ids: &[String]) -> Result<Collected, AppError> {
        let found = self.find_collection(name)?;
        let changes = ids.iter().map(|id| MarkChange {
            document_id: id.clone(),
            set: Vec::new(),
            clear: vec![(Mark::Collection, found.name.clone())],
        });
        Ok(Collected {
            changed: self.change_marks(&changes.collect::<Vec<_>>())?,
            collection: self.find_collection(&found.name)?,
            is_new: false,
        })
    }

    /// Puts a document into the collections, and gives it the other names and tags, that a summary of
    /// it from earlier has.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`] for a document that is not there.
    pub fn mark_as(&self, before: &DocumentSummary) -> Result<(), AppError> {
        let collections = before.collections.iter();
        let names = before.other_names.iter();
        let set = collections
            .map(|name| (Mark::Collection, name.clone()))
            .chain(names.map(|name| (Mark::OtherName, name.clone())))
            .chain(before.tags.iter().map(|name| (Mark::Tag, name.clone())));
        let change = MarkChange {
            document_id: before.id.clone(),
            set: set.collect(),
            clear: Vec::new(),
        };
        self.change_marks(&[change]).map(drop)
    }

    /// Gives a collection another name; its documents stay in it.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`]; [`AppError::Input`] for a name that another has.
    pub fn rename_collection(&self, given: &str, other: &str) -> Result<Collection, AppError> {
        let found = self.find_collection(given)?;
        let other = name::check(Named::Collection, other)?.to_owned();
        let all = self.collections()?;
        let mut others = all.iter().filter(|one| one.name != found.name);
        if others.any(|one| name::is_same(&one.name, &other)) {
            return Err(AppError::input(
                format!("there is a collection {other:?} already"),
                "choose another name, or put the documents into it with `attest docs collect`",
            ));
        }
        if other == found.name {
            return Ok(found);
        }
        let kept = Kept {
            name: other.clone(),
            questions: found.questions.clone(),
            answer_type: found.answer_type.clone(),
            watched_folder: found.watched_folder.clone(),
        };
        kept.write(self.shelf())?;
        let changes = found.document_ids.iter().map(|id| MarkChange {
            document_id: id.clone(),
            set: vec![(Mark::Collection, other.clone())],
            clear: vec![(Mark::Collection, found.name.clone())],
        });
        self.change_marks(&changes.collect::<Vec<_>>())?;
        Kept::remove(self.shelf(), &found.name)?;
        self.find_collection(&other)
    }

    /// Deletes a collection; its documents stay. Returns it as it was.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`].
    pub fn delete_collection(&self, name: &str) -> Result<Collection, AppError> {
        let found = self.find_collection(name)?;
        self.uncollect(&found.name, &found.document_ids)?;
        Kept::remove(self.shelf(), &found.name)?;
        Ok(found)
    }

    /// Says what is asked of a collection where nothing else is named.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`]; [`AppError::Input`] for questions and types that cannot
    /// be used.
    pub fn set_collection_defaults(
        &self,
        name: &str,
        defaults: &CollectionDefaults,
    ) -> Result<Collection, AppError> {
        let found = self.find_collection(name)?;
        let mut kept = Kept {
            name: found.name.clone(),
            questions: found.questions,
            answer_type: found.answer_type,
            watched_folder: found.watched_folder,
        };
        if let Some(given) = &defaults.questions {
            kept.questions = self.usable_questions(given)?;
        }
        if let Some(given) = &defaults.answer_type {
            kept.answer_type = match given.trim() {
                "" => None,
                given => Some(self.answer_types()?.find(given)?.name.clone()),
            };
        }
        kept.write(self.shelf())?;
        self.find_collection(&found.name)
    }

    /// Says which folder is watched for a collection; none: none any more. What was imported stays.
    ///
    /// # Errors
    ///
    /// As [`Service::find_collection`]; [`AppError::Input`] for what is no folder, and for one
    /// whose path is no text.
    pub fn watch_for_collection(
        &self,
        name: &str,
        folder: Option<&Path>,
    ) -> Result<Collection, AppError> {
        let found = self.find_collection(name)?;
        let kept = Kept {
            name: found.name.clone(),
            questions: found.questions,
            answer_type: found.answer_type,
            watched_folder: folder.map(watchable).transpose()?,
        };
        kept.write(self.shelf())?;
        self.find_collection(&found.name)
    }

    /// As it is kept: a set's name, or the whole path of a file; none for an empty text.
    fn usable_questions(&self, given: &str) -> Result<Option<String>, AppError> {
        let given = given.trim();
        if given.is_empty() {
            return Ok(None);
        }
        self.find_questions(Path::new(given))?;
        let path = Path::new(given);
        let whole = path.exists().then(|| path.canonicalize().ok()).flatten();
        let whole = whole.map(|path| path.display().to_string());
        Ok(Some(whole.unwrap_or_else(|| given.to_owned())))
    }

    pub(crate) fn change_marks(&self, changes: &[MarkChange]) -> Result<u32, AppError> {
        let now = self.now();
        Ok(self.vault().change_marks(changes, &now)?.len() as u32)
    }
}

/// The path of a folder, as it is kept.
fn watchable(folder: &Path) -> Result<String, AppError> {
    let refused = |why: &str| {
        AppError::input(
            format!("{}: {why}", folder.display()),
            "choose another folder",
        )
    };
    if !folder.is_dir() {
        return Err(refused("there is no such folder"));
    }
    let whole = folder
        .canonicalize()
        .map_err(|_| refused("the folder cannot be opened"))?;
    let text = whole.to_str().map(str::to_owned);
    text.ok_or_else(|| refused("its path is no text"))
}
