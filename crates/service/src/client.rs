//! One client: its requests are answered until it ends.

use crate::error::ServeError;
use crate::handler::{Desk, Handler};
use crate::wire::{IsThere, Wire};
use app::CancellationToken;
use std::io::{Read, Write};
use std::sync::Arc;

/// Answers a client until its input ends and the last request is answered, or until nobody reads the
/// answers: then what it asked is cancelled. Whoever calls holds the desk too, so that the service ends
/// outside of this runtime: its processes are waited for on one of their own.
pub(crate) fn attend(
    desk: &Arc<Desk>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    is_there: IsThere,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(ServeError::Start)?;
    let gone = CancellationToken::new();
    let (wire, threads) = Wire::start(input, output, is_there, &gone).map_err(ServeError::Start)?;
    let handler = Handler::new(Arc::clone(desk), gone);
    runtime.block_on(async {
        // Whoever speaks plainly shakes no hands, so none are waited for; `initialize` is
        // answered when it comes.
        let running = rmcp::service::serve_directly(handler, wire, None);
        // It ends with the input, or where nobody reads the answers; both are the threads' to tell.
        let _ = running.waiting().await;
    });
    // Waits for what still ends: a cancelled question writes its record.
    drop(runtime);
    threads.end()
}
