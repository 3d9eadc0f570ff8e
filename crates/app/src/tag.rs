//! Tags: words that a person gives documents, to find them again.
//!
//! A tag is a mark of the document ([`vault::Mark`]), as a collection is: recorded, verified and erased
//! with all that is said of it. Unlike one it has no questions and no folder, and there is none without a
//! document.

use crate::error::AppError;
use crate::name::{self, Named};
use crate::service::Service;
use serde::Serialize;
use std::collections::BTreeSet;
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

    /// The documents of the list that have all of these tags, and are in a collection where one is
    /// named, in its order; at least one. Without a tag those of the collection.
    ///
    /// # Errors
    ///
    /// As [`Service::find_tag`] and [`Service::documents_of_collection`]; [`AppError::Input`] where no
    /// document is left.
    pub fn documents_with_tags(
        &self,
        collection: Option<&str>,
        tags: &[String],
    ) -> Result<Vec<String>, AppError> {
        let tags = tags.iter().map(|tag| self.find_tag(tag));
        let tags = tags.collect::<Result<Vec<_>, _>>()?;
        let of_collection = collection.map(|name| self.documents_of_collection(name));
        let of_collection = of_collection.transpose()?;
        if tags.is_empty()
            && let Some(all) = of_collection
        {
            return Ok(all);
        }
        let listed = self.documents()?.into_iter();
        let tagged = listed.filter(|one| tags.iter().all(|tag| one.tags.contains(tag)));
        let tagged: Vec<String> = tagged.map(|one| one.id).collect();
        let found = match of_collection {
            Some(mut ids) => {
                let tagged: BTreeSet<&String> = tagged.iter().collect();
                ids.retain(|id| tagged.contains(id));
                ids
            }
            None => tagged,
        };
        if found.is_empty() {
            let names: Vec<String> = tags.iter().map(|tag| format!("{tag:?}")).collect();
            let place = match collection {
                Some(name) => format!(" in the collection {name:?}"),
                None => String::new(),
            };
            return Err(AppError::input(
                format!(
                    "no document{place} has the tags {} together",
                    names.join(", ")
                ),
                "`attest docs list --tag NAME` lists the documents with one",
            ));
        }
        Ok(found)
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
