//! Who holds the service that requests are put to: a process that serves and nothing else, or the
//! window, which can lock its vault at any moment.

use app::{AppError, Service};
use std::sync::Arc;

/// Holds a service, and lends it to one request at a time.
pub trait Holder: Send + Sync + 'static {
    /// The service for one request, which lets go of it when it ends.
    ///
    /// # Errors
    ///
    /// Where there is none now: what the request is answered.
    fn lend(&self) -> Result<Arc<dyn Lent>, AppError>;
}

/// A service while a request has it.
pub trait Lent: Send + Sync {
    /// The service.
    fn service(&self) -> &Service;

    /// Whether it was called back: a question under way ends at the next thing that it tells.
    fn is_over(&self) -> bool;
}

/// A service that is there for requests alone.
pub(crate) struct Own(pub Arc<Service>);

impl Holder for Own {
    fn lend(&self) -> Result<Arc<dyn Lent>, AppError> {
        Ok(Arc::new(Own(Arc::clone(&self.0))))
    }
}

impl Lent for Own {
    fn service(&self) -> &Service {
        &self.0
    }

    fn is_over(&self) -> bool {
        false
    }
}
