//! `attest docs collect` and what else is done with collections, and `attest docs tag`.

use crate::arguments::Collect;
use crate::collection_text as text;
use crate::global::Global;
use crate::plain::say;
use app::{AppError, CollectionDefaults, DocumentSummary, Service};
use serde_json::json;

pub fn collect(global: &Global, service: &Service, given: Collect) -> Result<u8, AppError> {
    // What is wrong is told before the collection is made.
    let ids = service.named_documents(&given.documents)?;
    let mut collected = service.collect(&given.name, &ids)?;
    let defaults = CollectionDefaults {
        questions: given.questions,
        answer_type: given.answer_type,
    };
    if defaults != CollectionDefaults::default() {
        let name = &collected.collection.name;
        collected.collection = service.set_collection_defaults(name, &defaults)?;
    }
    global.print(&collected, |collected| text::collected(collected, "put in"));
    Ok(0)
}

pub fn uncollect(
    global: &Global,
    service: &Service,
    name: &str,
    documents: &[String],
) -> Result<u8, AppError> {
    let ids = service.named_documents(documents)?;
    let collected = service.uncollect(name, &ids)?;
    global.print(&collected, |collected| {
        text::collected(collected, "taken out")
    });
    Ok(0)
}

pub fn list(global: &Global, service: &Service) -> Result<u8, AppError> {
    global.print(&service.collections()?, |all| text::collections(all));
    Ok(0)
}

pub fn rename(
    global: &Global,
    service: &Service,
    name: &str,
    new_name: &str,
) -> Result<u8, AppError> {
    let renamed = service.rename_collection(name, new_name)?;
    global.print(&renamed, |renamed| {
        text::collections(std::slice::from_ref(renamed))
    });
    Ok(0)
}

pub fn delete(global: &Global, service: &Service, name: &str) -> Result<u8, AppError> {
    let deleted = service.delete_collection(name)?;
    let shown = json!({ "deleted": deleted.name, "documents": deleted.document_ids });
    global.print(&shown, |_| text::deleted(&deleted));
    Ok(0)
}

/// Gives documents a tag.
pub fn tag(
    global: &Global,
    service: &Service,
    name: &str,
    documents: &[String],
) -> Result<u8, AppError> {
    let tagged = service.tag(name, &service.named_documents(documents)?)?;
    global.print(&tagged, |tagged| text::tagged(tagged, "got"));
    Ok(0)
}

/// Takes a tag from documents.
pub fn untag(
    global: &Global,
    service: &Service,
    name: &str,
    documents: &[String],
) -> Result<u8, AppError> {
    let tagged = service.untag(name, &service.named_documents(documents)?)?;
    global.print(&tagged, |tagged| text::tagged(tagged, "lost"));
    Ok(0)
}

/// Lists the tags.
pub fn tags(global: &Global, service: &Service) -> Result<u8, AppError> {
    global.print(&service.tags()?, |tags| text::tags(tags));
    Ok(0)
}

/// The documents of a collection and with tags, as far as they are named.
pub fn narrowed(
    service: &Service,
    collection: Option<&str>,
    tags: &[String],
) -> Result<Vec<DocumentSummary>, AppError> {
    let mut documents = service.documents()?;
    if let Some(name) = collection {
        let found = service.find_collection(name)?;
        documents.retain(|one| one.collections.contains(&found.name));
    }
    for tag in tags {
        let found = service.find_tag(tag)?;
        documents.retain(|one| one.tags.contains(&found));
    }
    Ok(documents)
}

/// The name of the collection that documents are put into, which is made where it is missing.
pub fn named(service: &Service, given: Option<&str>) -> Result<Option<String>, AppError> {
    let Some(given) = given else { return Ok(None) };
    let made = service.make_collection(given)?;
    if made.is_new {
        say(&format!("new collection: {}", made.collection.name));
    }
    Ok(Some(made.collection.name))
}
