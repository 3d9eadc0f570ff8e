//! The window's service while another program of the same person has it for a request.

use super::Service;
use app::CancellationToken;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The service for one request. What is made in the background waits for it, as for a question of
/// the window's own.
pub struct Lent {
    service: Arc<Service>,
    token: CancellationToken,
}

impl Service {
    /// Lends itself to a request.
    pub fn lent(self: Arc<Self>) -> Lent {
        self.asking.fetch_add(1, Ordering::AcqRel);
        let token = self.lent_cancels.token();
        Lent {
            service: self,
            token,
        }
    }

    /// Questions that are being answered, the window's own and others.
    #[cfg(test)]
    pub fn questions_under_way(&self) -> usize {
        self.asking.load(Ordering::Acquire)
    }
}

impl Lent {
    /// The service below the window's.
    pub fn app(&self) -> &app::Service {
        &self.service.app
    }

    /// Whether all that was under way was ended.
    pub fn is_over(&self) -> bool {
        self.token.is_cancelled()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.service.asking.fetch_sub(1, Ordering::AcqRel);
    }
}
