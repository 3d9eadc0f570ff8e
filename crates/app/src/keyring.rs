//! The system's keyring (Secret Service), by the system's own tool for it.
//!
//! `secret-tool` of libsecret is started as a child process: what is kept goes to its standard
//! input, what was kept comes from its standard output, and neither ever stands in an argument or a
//! variable, where other accounts could see it. So this program has no line of D-Bus and links
//! nothing for it; the child alone connects, to the session's bus, which is a local socket, and it
//! has inherited the wall against all others. Processes that read documents or hold a model can
//! start no program and make no socket (`host::wall`), so no keyring is within their reach.

use host::{CancellationToken, Group, Output, RunError, Start};
use std::path::PathBuf;
use std::time::Duration;
use zeroize::Zeroizing;

/// Where Debian, Ubuntu, Fedora and Arch put the tool. A fixed place, so that nobody's `PATH`
/// decides who is handed a key.
const TOOL: &str = "/usr/bin/secret-tool";
/// Long enough for a person who is asked for the keyring's password in its own dialog.
const MAX_TIME: Duration = Duration::from_mins(1);
/// Longest answer that is read: a checkpoint with its key has some 400 bytes, and a search says as
/// much about an item again.
const MAX_ANSWER_BYTES: u64 = 16 << 10;
/// As much as a person reads of a message, in characters.
const MAX_SAID: usize = 200;
/// What every item of this program is found by.
const APPLICATION: [&str; 2] = ["application", "attest"];

/// What is kept in the keyring, and the name that it has there: hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item<'a> {
    /// The key that opens a vault.
    Key(&'a str),
    /// The last checkpoint of the vault whose folder of checkpoints has this name.
    Checkpoint(&'a str),
}

impl<'a> Item<'a> {
    fn attributes(self) -> [&'a str; 6] {
        let [application, attest] = APPLICATION;
        match self {
            Item::Key(name) => [application, attest, "kind", "key", "item", name],
            Item::Checkpoint(name) => [application, attest, "kind", "checkpoint", "vault", name],
        }
    }

    /// What a person sees of it in a program that shows keyrings.
    fn label(self) -> &'static str {
        match self {
            Item::Key(_) => "Attest: key of a vault",
            Item::Checkpoint(_) => "Attest: last checkpoint of a vault",
        }
    }
}

/// Why the keyring did not give or take something.
#[derive(Debug, thiserror::Error)]
pub enum KeyringError {
    /// The tool is not installed.
    #[error("the keyring cannot be asked: there is no {}", .0.display())]
    NoTool(PathBuf),
    /// No keyring answered.
    #[error("no keyring answers: {0}")]
    Silent(String),
    /// The keyring is locked, and nobody unlocked it.
    #[error("the keyring is locked")]
    Locked,
    /// The keyring answers, and does not have it.
    #[error("the keyring has no key for this vault (item {0})")]
    Missing(String),
    /// The keyring answers, and did not take it or gave something else back.
    #[error("the keyring did not keep it: {0}")]
    NotKept(String),
}

impl KeyringError {
    /// A stable word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NoTool(_) => "keyring_tool",
            Self::Silent(_) => "keyring_silent",
            Self::Locked => "keyring_locked",
            Self::Missing(_) => "keyring_item",
            Self::NotKept(_) => "keyring_refused",
        }
    }

    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoTool(_) => {
                "install it (Debian and Ubuntu: libsecret-tools; Fedora and Arch: libsecret), or use the \
                 vault's passphrase (in a terminal, or with --passphrase-file)"
            }
            Self::Silent(_) => {
                "run it in a desktop session, whose keyring runs, or use the vault's passphrase (in a \
                 terminal, or with --passphrase-file)"
            }
            Self::Locked => {
                "unlock the keyring, or use the vault's passphrase (in a terminal, or with \
                 --passphrase-file)"
            }
            Self::Missing(_) => {
                "use the vault's passphrase (in a terminal, or with --passphrase-file); `attest vault \
                 change-key --keyring` then puts the key into the keyring anew"
            }
            Self::NotKept(_) => "unlock the keyring, then try again; nothing was changed",
        }
    }
}

/// The keyring of the account that runs the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyring {
    tool: PathBuf,
    limit: Duration,
}

impl Default for Keyring {
    fn default() -> Self {
        Self {
            tool: TOOL.into(),
            limit: MAX_TIME,
        }
    }
}

impl Keyring {
    /// Asked by another tool, within another time.
    #[cfg(test)]
    pub(crate) fn by(tool: PathBuf, limit: Duration) -> Self {
        Self { tool, limit }
    }

    /// The same keyring, asked for no longer than this.
    #[must_use]
    pub fn within(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// Whether a keyring answers.
    ///
    /// # Errors
    ///
    /// [`KeyringError::NoTool`], [`KeyringError::Silent`].
    pub fn check(&self) -> Result<(), KeyringError> {
        // No item is of this kind, so nothing is found and nothing is unlocked.
        let [application, attest] = APPLICATION;
        let output = self.run(&["search", application, attest, "kind", "none"], None)?;
        if output.end.status.is_some_and(|status| status.success()) {
            return Ok(());
        }
        Err(KeyringError::Silent(said(&output)))
    }

    /// What is kept; none where the keyring does not have it. Where the keyring is locked, the
    /// system may ask the person to unlock it.
    ///
    /// # Errors
    ///
    /// [`KeyringError::NoTool`], [`KeyringError::Silent`], [`KeyringError::Locked`].
    pub fn find(&self, item: Item<'_>) -> Result<Option<Zeroizing<String>>, KeyringError> {
        let found = self.run_on("lookup", item)?;
        if found.end.status.is_some_and(|status| status.success()) {
            let text = std::str::from_utf8(&found.bytes);
            return text
                .map(|text| Some(Zeroizing::new(text.to_owned())))
                .map_err(|_| KeyringError::Silent("what it gave is no text".to_owned()));
        }
        if !found.end.last_words.trim().is_empty() {
            return Err(KeyringError::Silent(said(&found)));
        }
        // Without a word: it is not there, or it is locked and stayed so. A search names what it
        // may not give.
        let named = self.run_on("search", item)?;
        if !named.end.status.is_some_and(|status| status.success()) {
            return Err(KeyringError::Silent(said(&named)));
        }
        if named.bytes.is_empty() {
            Ok(None)
        } else {
            Err(KeyringError::Locked)
        }
    }

    /// Keeps a text in place of what was kept under this name, and reads it back.
    ///
    /// # Errors
    ///
    /// [`KeyringError`]; but for [`KeyringError::NotKept`], which says that the keyring answers,
    /// what was kept before stays.
    pub fn keep(&self, item: Item<'_>, text: &Zeroizing<String>) -> Result<(), KeyringError> {
        let label = format!("--label={}", item.label());
        let mut arguments = vec!["store", &label];
        arguments.extend(item.attributes());
        let stored = self.run(&arguments, Some(text.clone()))?;
        if !stored.end.status.is_some_and(|status| status.success()) {
            self.check()?;
            return Err(KeyringError::NotKept(said(&stored)));
        }
        match self.find(item)? {
            Some(found) if found == *text => Ok(()),
            _ => Err(KeyringError::NotKept("it gives another text back".into())),
        }
    }

    /// Forgets what is kept under this name; false where it was not there, or is locked.
    ///
    /// # Errors
    ///
    /// [`KeyringError::NoTool`], [`KeyringError::Silent`].
    pub fn forget(&self, item: Item<'_>) -> Result<bool, KeyringError> {
        let cleared = self.run_on("clear", item)?;
        if cleared.end.status.is_some_and(|status| status.success()) {
            return Ok(true);
        }
        if cleared.end.last_words.trim().is_empty() {
            Ok(false)
        } else {
            Err(KeyringError::Silent(said(&cleared)))
        }
    }

    fn run_on(&self, command: &str, item: Item<'_>) -> Result<Output, KeyringError> {
        let mut arguments = vec![command];
        arguments.extend(item.attributes());
        self.run(&arguments, None)
    }

    fn run(
        &self,
        arguments: &[&str],
        input: Option<Zeroizing<String>>,
    ) -> Result<Output, KeyringError> {
        let start = Start {
            kind: "keyring",
            program: &self.tool,
            arguments,
            // Its messages are shown among ours.
            environment: &[("LC_ALL", "C.UTF-8")],
            group: Group::Own,
        };
        let input = Input(input);
        let token = CancellationToken::new();
        let run = host::run(&start, input, MAX_ANSWER_BYTES, self.limit, &token);
        run.map_err(|error| match error {
            RunError::Start(error) if error.kind() == std::io::ErrorKind::NotFound => {
                KeyringError::NoTool(self.tool.clone())
            }
            other => KeyringError::Silent(format!("{}: {other}", self.tool.display())),
        })
    }
}

/// What the tool is given to read; overwritten when it was read.
struct Input(Option<Zeroizing<String>>);

impl AsRef<[u8]> for Input {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().map_or(&[], |text| text.as_bytes())
    }
}

/// The last thing that the tool said of why it failed. It names no secret: those go the other way.
fn said(output: &Output) -> String {
    let words = output.end.last_words.trim();
    let last = words.lines().next_back().unwrap_or_default();
    let last = last.strip_prefix("secret-tool: ").unwrap_or(last).trim();
    if last.is_empty() {
        output.end.told()
    } else {
        last.chars().take(MAX_SAID).collect()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    /// A keyring whose tool is this script.
    fn with(directory: &Path, script: &str) -> Keyring {
        let tool = directory.join("secret-tool");
        std::fs::write(&tool, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o700)).unwrap();
        Keyring::by(tool, Duration::from_secs(20))
    }

    const ITEM: Item<'_> = Item::Key("00ff");

    #[test]
    fn what_is_kept_is_given_and_taken_by_the_streams_alone() {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let kept = directory.path().join("kept");
        let script = format!(
            "printf '%s\\n' \"$*\" >>'{log}'; tr '\\0' '\\n' </proc/$$/environ >>'{log}'
             case \"$1\" in
             store) cat >'{kept}' ;;
             lookup) [ -f '{kept}' ] && cat '{kept}' ;;
             clear) rm '{kept}' 2>/dev/null ;;
             esac",
            log = log.display(),
            kept = kept.display()
        );
        let keyring = with(directory.path(), &script);
        assert_eq!(keyring.find(ITEM).unwrap(), None);
        let text = Zeroizing::new("wisteria\nmagnolia".to_owned());
        keyring.keep(ITEM, &text).unwrap();
        assert_eq!(keyring.find(ITEM).unwrap(), Some(text));
        assert!(keyring.forget(ITEM).unwrap());
        assert!(!keyring.forget(ITEM).unwrap());
        let seen = std::fs::read_to_string(log).unwrap();
        assert!(
            seen.contains("lookup application attest kind key item 00ff"),
            "{seen}"
        );
        assert!(
            seen.contains(
                "store --label=Attest: key of a vault application attest kind key item 00ff"
            ),
            "{seen}"
        );
        assert!(!seen.contains("wisteria") && !seen.contains("magnolia"));
    }

    #[test]
    fn each_way_to_fail_has_its_own_word_and_says_what_to_do() {
        let directory = tempfile::tempdir().unwrap();
        let none = Keyring::by(directory.path().join("none"), Duration::from_secs(20));
        let told = none.find(ITEM).unwrap_err();
        assert_eq!(told.kind(), "keyring_tool");
        assert!(told.to_string().contains("there is no /"), "{told}");
        assert_eq!(none.check().unwrap_err().kind(), "keyring_tool");

        let cases = [
            // No bus, or no service on it.
            (
                "echo 'secret-tool: no bus' >&2; exit 1",
                "keyring_silent",
                "no bus",
            ),
            // The item is named, and not given.
            (
                "[ \"$1\" = search ] && echo '[/1]' || exit 1",
                "keyring_locked",
                "is locked",
            ),
            // It cannot be searched either.
            (
                "[ \"$1\" = search ] && echo gone >&2; exit 1",
                "keyring_silent",
                "gone",
            ),
            ("printf '\\377'", "keyring_silent", "no text"),
            ("head -c 100000 /dev/zero", "keyring_silent", "more than"),
            ("kill -9 $$", "keyring_silent", "signal"),
        ];
        for (script, kind, words) in cases {
            let told = with(directory.path(), script).find(ITEM).unwrap_err();
            assert_eq!(told.kind(), kind, "{script}: {told}");
            assert!(told.to_string().contains(words), "{script}: {told}");
            assert!(told.help().contains("passphrase"), "{script}");
        }

        let text = Zeroizing::new("wisteria".to_owned());
        let refuses =
            "[ \"$1\" = search ] || { echo 'secret-tool: a locked collection' >&2; exit 1; }";
        let told = with(directory.path(), refuses)
            .keep(ITEM, &text)
            .unwrap_err();
        assert_eq!(told.kind(), "keyring_refused", "{told}");
        assert!(told.to_string().contains("a locked collection"), "{told}");
        let forgets = "[ \"$1\" = lookup ] && echo other; exit 0";
        let told = with(directory.path(), forgets)
            .keep(ITEM, &text)
            .unwrap_err();
        assert_eq!(told.kind(), "keyring_refused", "{told}");
        let told = with(directory.path(), "exit 1")
            .keep(ITEM, &text)
            .unwrap_err();
        assert_eq!(told.kind(), "keyring_silent", "{told}");
    }

    #[test]
    fn a_tool_that_hangs_is_ended() {
        let directory = tempfile::tempdir().unwrap();
        let keyring = with(directory.path(), "sleep 600").within(Duration::from_millis(50));
        let told = keyring.find(ITEM).unwrap_err();
        assert_eq!(told.kind(), "keyring_silent", "{told}");
        assert!(told.to_string().contains("no end after"), "{told}");
    }
}
