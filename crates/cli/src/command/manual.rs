//! The hidden `attest manual`: man pages and shell completions, written by the
//! program from its own arguments, for whoever packages it.

use crate::arguments::Arguments;
use crate::global::Global;
use app::AppError;
use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;
use std::path::Path;

/// Where each shell of a Debian system looks, below `share`.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/attest"),
    (Shell::Zsh, "zsh/vendor-completions/_attest"),
    (Shell::Fish, "fish/vendor_completions.d/attest.fish"),
];

/// Writes a page for every command into `share/man/man1` and a file for every
/// shell beside it.
pub fn run(global: &Global, share: &Path) -> Result<u8, AppError> {
    let failed = |error| AppError::File {
        path: share.display().to_string(),
        error,
    };
    let pages = share.join("man/man1");
    std::fs::create_dir_all(&pages).map_err(failed)?;
    // The hidden commands are taken out of the pages, and of what shells offer.
    clap_mangen::generate_to(Arguments::command(), &pages).map_err(failed)?;
    for (shell, name) in COMPLETIONS {
        let path = share.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(share)).map_err(failed)?;
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "attest", &mut text);
        std::fs::write(&path, text).map_err(failed)?;
    }
    global.print(&json!({ "share": share }), |_| {
        format!(
            "man pages and completions written below {}",
            share.display()
        )
    });
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;

    /// Names of the pages that a command and those below it must have.
    fn pages(command: &Command, prefix: &str) -> Vec<String> {
        let name = format!("{prefix}{}", command.get_name());
        let mut names = vec![format!("{name}.1")];
        for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
            names.extend(pages(one, &format!("{name}-")));
        }
        names
    }

    #[test]
    fn every_command_has_a_page_and_every_shell_knows_it() {
        let folder = tempfile::tempdir().unwrap();
        let global = Global::new(&crate::arguments::Common {
            json: true,
            data_dir: None,
            passphrase_file: None,
            threads: None,
            gpu_layers: None,
        });
        run(&global, folder.path()).unwrap();
        let command = Arguments::command();
        let names = pages(&command, "");
        assert!(names.len() > 30, "{names:?}");
        let entries = std::fs::read_dir(folder.path().join("man/man1")).unwrap();
        let mut found: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        found.sort();
        let mut wanted = names.clone();
        wanted.sort();
        assert_eq!(found, wanted);
        for (shell, name) in COMPLETIONS {
            let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
            for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
                assert!(text.contains(one.get_name()), "{shell}: {}", one.get_name());
            }
        }
    }
}
