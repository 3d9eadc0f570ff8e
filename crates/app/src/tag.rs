//! Tags: words that a person gives documents, to find them again.
//!
//! A tag is a mark of the document ([`vault::Mark`]), as a collection is: recorded, verified and erased
//! with all that is said of it. Unlike one it has no questions and no folder, and there is none without a
//! document.

use crate::error::AppError;
use crate::name::{self, Named};
use crate::service::Service;
use serde::Serialize;
use vault::{Mark, MarkChange};

/// A tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tag {
    /// What it is called.
    pub name: String,
    /// Documents in the list that have it.
    pub documents: u32,
}

/// What came of giving documents a tag, or taking it from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tagged {
    /// What it is called.
    pub name: String,
    /// Documents that got or lost it; the others were so already.
    pub changed: u32,
}

impl Service {
    /// Every tag that a document in the list has, by name.
    ///
    /// # Errors
    ///
    /// [`AppError::Vault`].
    pub fn tags(&self) -> Result<Vec<Tag>, AppError> {
        let vault = self.vault();
        let listed = vault.documents()?;
        let marked = vault.marked(Mark::Tag)?.into_iter();
        let tags = marked.map(|(name, ids)| Tag {
            name,
            documents: listed.iter().filter(|one| ids.contains(&one.id)).count() as u32,
        });
        Ok(tags.filter(|tag| tag.documents > 0).collect())
    }

    /// The tag of this name; capitals do not count where no other differs by them.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] that names those that are near.
    pub fn find_tag(&self, name: &str) -> Result<String, AppError> {
        let mut all = self.tags()?;
        let names = all.iter().map(|one| one.name.as_str());
        if let Some(found) = name::find(name, names.clone()) {
            return Ok(all.swap_remove(found).name);
        }
        Err(name::unknown(Named::Tag, name, names))
    }

    /// The name that a tag has or gets: of one that differs by capitals alone, that one's.
    ///
    /// # Errors
    ///
    /// [`AppError::Input`] for what is no name.
    pub fn name_of_tag(&self, given: &str) -> Result<String, AppError> {
        let all = self.tags()?;
        let found = name::find(given, all.iter().map(|one| one.name.as_str()));
        match found.and_then(|found| all.get(found)) {
            Some(tag) => Ok(tag.name.clone()),
            None => Ok(name::check(Named::Tag, given)?.to_owned()),
        }
    }

    /// Gives documents a tag.
    ///
    /// # Errors
    ///
    /// As [`Service::name_of_tag`]; [`AppError::Vault`] for an id that names no document, and then
    /// none gets it.
    pub fn tag(&self, given: &str, ids: &[String]) -> Result<Tagged, AppError> {
        let name = self.name_of_tag(given)?;
        let marks = ids.iter().map(|id| MarkChange {
            document_id: id.clone(),
            set: vec![(Mark::Tag, name.clone())],
            clear: Vec::new(),
        });
        let changed = self.change_marks(&marks.collect::<Vec<_>>())?;
        Ok(Tagged { name, changed })
    }

    /// Takes a tag from documents.
    ///
    /// # Errors
    ///
    /// As [`Service::find_tag`]; [`AppError::Vault`] for an id that names no document.
    pub fn untag(&self, given: &str, ids: &[String]) -> Result<Tagged, AppError> {
        let name = self.find_tag(given)?;
        let marks = ids.iter().map(|id| MarkChange {
            document_id: id.clone(),
            set: Vec::new(),
            clear: vec![(Mark::Tag, name.clone())],
        });
        let changed = self.change_marks(&marks.collect::<Vec<_>>())?;
        Ok(Tagged { name, changed })
    }
}
