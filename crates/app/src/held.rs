//! Models as the service holds them while they are loaded, each in a worker of its own.

use engine::{Decoder, Entry};
use host::cancel::Mutex;

/// The purpose of the embedding model in the catalogue.
pub(crate) const EMBEDDING: &str = "embedding";
/// The purpose of the reader.
pub(crate) const READER: &str = "reader";

/// A model that is loaded.
pub(crate) struct Loaded {
    pub entry: Entry,
    pub decoder: Box<dyn Decoder>,
}

/// An encoder that is loaded, by its catalogue entry.
pub(crate) struct Encoder<T: ?Sized> {
    pub entry: Entry,
    pub worker: Box<T>,
}

/// Where an encoder is held; none as long as it was not needed.
pub(crate) type Held<T> = Mutex<Option<Encoder<T>>>;

/// Holds this encoder instead of a worker, for tests.
pub(crate) fn hold<T: ?Sized>(held: &Held<T>, entry: Entry, worker: Box<T>) {
    *held.blocking_lock() = Some(Encoder { entry, worker });
}
