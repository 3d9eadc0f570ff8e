//! Collections of documents.

use super::Service;
use crate::failure::Reply;
use crate::wire::QuestionsRead;
use app::{Collection, CollectionDefaults};

impl Service {
    /// Every collection, by name.
    pub fn collections(&self) -> Reply<Vec<Collection>> {
        Ok(self.app.collections()?)
    }

    /// Puts documents into a collection, which is made where it is missing; without documents it
    /// is only made.
    pub fn collect(&self, name: &str, ids: &[String]) -> Reply<Collection> {
        Ok(self.app.collect(name, ids)?.collection)
    }

    /// Takes documents out of a collection; they stay in the list.
    pub fn uncollect(&self, name: &str, ids: &[String]) -> Reply<Collection> {
        Ok(self.app.uncollect(name, ids)?.collection)
    }

    /// Gives a collection another name.
    pub fn rename_collection(&self, name: &str, new_name: &str) -> Reply<Collection> {
        Ok(self.app.rename_collection(name, new_name)?)
    }

    /// Deletes a collection; its documents stay.
    pub fn delete_collection(&self, name: &str) -> Reply<()> {
        self.app.delete_collection(name)?;
        Ok(())
    }

    /// Says which set of questions a collection is asked in a table; none takes it back.
    pub fn set_collection_questions(&self, name: &str, set: Option<&str>) -> Reply<Collection> {
        let defaults = CollectionDefaults {
            questions: Some(set.unwrap_or_default().to_owned()),
            answer_type: None,
        };
        Ok(self.app.set_collection_defaults(name, &defaults)?)
    }

    /// The questions of a collection; none where it has none of its own.
    pub fn collection_questions(&self, name: &str) -> Reply<Option<QuestionsRead>> {
        Ok(self.app.questions_of_collection(name)?.map(Into::into))
    }
}
