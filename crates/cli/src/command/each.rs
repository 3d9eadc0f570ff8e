//! `attest ask --each`.

use crate::collection_text as text;
use crate::exit;
use crate::global::Global;
use crate::interrupt::Interrupt;
use crate::plain::say;
use crate::terminal::Status;
use app::{AppError, AskRequest, CellState, Service, TableNews};

/// Asks each document of the request, and prints the table.
pub fn run(global: &Global, service: &Service, request: &AskRequest) -> Result<u8, AppError> {
    let interrupt = Interrupt::watch();
    let status = Status::new();
    let answer = service.ask_each(request, &mut |news| {
        if let TableNews::Progress {
            done,
            total,
            reading,
            document,
            ..
        } = news
        {
            let what = if reading { "reading" } else { "asking" };
            status.show(&format!("{what} {done}/{total}  {document}"));
        }
        interrupt.control()
    });
    status.clear();
    let answer = answer?;
    global.print(&answer, text::each);
    if !answer.finished {
        say("stopped: the documents in the table were asked, the others were not");
    }
    let has_failed = answer.rows.iter().any(|row| row.state == CellState::Failed);
    Ok(if answer.finished && !has_failed {
        0
    } else {
        exit::FAILED
    })
}
