//! `attest vault`.

use crate::arguments::Vault;
use crate::global::Global;
use app::{AppError, Backup};

pub fn run(global: &Global, vault: Vault) -> Result<u8, AppError> {
    match vault {
        Vault::Backup { place } => {
            let made = global.service(false)?.back_up(&place)?;
            global.print(&made, |made| text_of("backup", made));
        }
        Vault::Restore { file } => {
            let restored = app::restore(&file, &global.data_directory()?)?;
            global.service(false)?.note_restored(&restored)?;
            global.print(&restored, |restored| text_of("restored", restored));
        }
    }
    Ok(0)
}

fn text_of(what: &str, backup: &Backup) -> String {
    format!(
        "{what}: {}\n{} records, all verified; {} bytes\nhead {}\nsha256 {}",
        backup.path.display(),
        backup.records,
        backup.bytes,
        backup.head_hash,
        backup.sha256
    )
}
