//! `attest serve`.

use crate::arguments::Serve;
use crate::exit::FAILED;
use crate::global::Global;
use crate::plain::say;
use app::AppError;

pub fn run(global: &Global, _: &Serve) -> Result<u8, AppError> {
    let service = global.service(false)?;
    match service::serve(service, std::io::stdin(), std::io::stdout()) {
        Ok(()) => Ok(0),
        Err(error) => {
            say(&format!("error: {error}"));
            say("hint: check who started this program, and what it reads and writes");
            Ok(FAILED)
        }
    }
}
