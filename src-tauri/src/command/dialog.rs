//! The system's file dialogs: one at a time, and beginning where people keep
//! their files.
//!
//! # Limits
//!
//! The platform's dialog tells endings apart by their case: both common ones
//! are offered. `All files` leaves out names without a dot.

use crate::wire::{KeptThing, StandingHold};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::{
    DialogExt, FileDialogBuilder, FilePath, MessageDialogButtons, MessageDialogKind,
};

/// Whether a dialog is open: it does not keep the person from pressing the
/// button behind it again.
static OPEN: AtomicBool = AtomicBool::new(false);

/// A dialog that may be shown; gives way to the next when dropped.
struct Turn;

impl Turn {
    fn take() -> Option<Self> {
        let free = OPEN.compare_exchange(false, true, Ordering::AcqRel, Ordering::Acquire);
        free.is_ok().then_some(Self)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        OPEN.store(false, Ordering::Release);
    }
}

/// Files to read, in the order of the dialog; none when the person closes it,
/// or another is open.
pub(super) fn files(app: &AppHandle, title: &str, (name, endings): Kind<'_>) -> Vec<PathBuf> {
    let chosen = shown(app, title, |dialog| {
        of_kind(dialog, name, endings)
            .add_filter("All files", &["*"])
            .blocking_pick_files()
    });
    chosen
        .unwrap_or_default()
        .into_iter()
        .filter_map(path_of)
        .collect()
}

/// A file to read, whose name may end otherwise, too.
pub(super) fn any_file(app: &AppHandle, title: &str, (name, endings): Kind<'_>) -> Option<PathBuf> {
    let chosen = shown(app, title, |dialog| {
        of_kind(dialog, name, endings)
            .add_filter("All files", &["*"])
            .blocking_pick_file()
    });
    chosen.and_then(path_of)
}

/// A file to read.
pub(super) fn file(app: &AppHandle, title: &str, (name, endings): Kind<'_>) -> Option<PathBuf> {
    let chosen = shown(app, title, |dialog| {
        of_kind(dialog, name, endings).blocking_pick_file()
    });
    chosen.and_then(path_of)
}

/// A folder.
pub(super) fn folder(app: &AppHandle, title: &str) -> Option<PathBuf> {
    shown(app, title, Dialog::blocking_pick_folder).and_then(path_of)
}

/// Where to write a file.
pub(super) fn place_for(app: &AppHandle, title: &str, name: &str) -> Option<PathBuf> {
    let chosen = shown(app, title, |dialog| {
        dialog.set_file_name(name).blocking_save_file()
    });
    chosen.and_then(path_of)
}

/// Asks whether a document is to be erased for good. Not the page asks: what it shows may have
/// been written by a document.
pub(super) fn may_erase(app: &AppHandle, title: &str) -> bool {
    let Some(_turn) = Turn::take() else {
        return false;
    };
    let words = format!(
        "{title}\n\nIts text and every question and answer that may quote it are overwritten. \
         This cannot be undone."
    );
    asked(app, "Erase a document", words, "Erase for good")
}

/// Asks whether what is past its period of retention is to be erased for good.
pub(super) fn may_erase_due(app: &AppHandle, documents: usize, answers: usize) -> bool {
    let Some(_turn) = Turn::take() else {
        return false;
    };
    let words = format!(
        "Past their period and not held: {documents} documents, {answers} answers.\n\nTheir text and \
         every question and answer that may quote it are overwritten. This cannot be undone."
    );
    asked(
        app,
        "Erase what is past its period",
        words,
        "Erase for good",
    )
}

/// Asks whether a hold is to be ended, for a reason that the page says the person wrote.
pub(super) fn may_release(app: &AppHandle, hold: &StandingHold, reason: &str) -> bool {
    let Some(_turn) = Turn::take() else {
        return false;
    };
    let words = words_of_release(hold, reason);
    asked(app, "End a hold", words, "End the hold")
}

/// Asks whether a key file of sealed backups is to be forgotten.
pub(super) fn may_forget_keys(app: &AppHandle, keys: &Path) -> bool {
    let Some(_turn) = Turn::take() else {
        return false;
    };
    let words = format!(
        "{}\n\nThe file stays as it is. What is erased from now on stays open in the backups that were \
         sealed with it.",
        line_of(&keys.display().to_string())
    );
    asked(app, "Forget a key file", words, "Forget")
}

/// What is held, since when and why, as the vault has it; last what the page says.
fn words_of_release(hold: &StandingHold, reason: &str) -> String {
    let what = match hold.subject.what {
        KeptThing::Document => "Document",
        KeptThing::Answer => "Question",
    };
    let subject = hold.words.as_deref().unwrap_or(&hold.subject.id);
    let by = hold.by.as_deref().map(|by| format!(" by {}", line_of(by)));
    let why = hold.reason.as_deref().map(line_of);
    format!(
        "{what}: {}\nHeld since {}{}: {}\n\nWhat was held may be removed and erased then.\n\n\
         Reason given for ending it: {}",
        line_of(subject),
        hold.since,
        by.unwrap_or_default(),
        why.as_deref().unwrap_or("the reason was erased"),
        line_of(reason),
    )
}

/// The beginning of a text as one line: nothing in it can pass for a line of the dialog.
fn line_of(text: &str) -> String {
    /// Letters that are shown.
    const SHOWN: usize = 200;
    let is_plain = |letter: &char| !letter.is_control() && !is_direction(*letter);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().filter(is_plain).take(SHOWN).collect()
}

/// Letters that are not seen, and turn others around.
fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Asks whether files are to be imported that were handed over in a directory which others can
/// write to.
pub fn may_open(app: &AppHandle, files: &[PathBuf]) -> bool {
    /// Names that are shown; the others are counted.
    const SHOWN: usize = 10;
    let Some(_turn) = Turn::take() else {
        return false;
    };
    let names = files.iter().take(SHOWN);
    let mut words: Vec<String> = names.map(|path| path.display().to_string()).collect();
    if files.len() > SHOWN {
        words.push(format!("and {} more", files.len() - SHOWN));
    }
    let words = format!(
        "Another start of Attest asks to import:\n\n{}\n\nOthers can write to the data directory, \
         so this may not have been you.",
        words.join("\n")
    );
    asked(app, "Import files", words, "Import")
}

fn asked(app: &AppHandle, title: &str, words: String, act: &str) -> bool {
    let buttons = MessageDialogButtons::OkCancelCustom(act.to_owned(), "Cancel".to_owned());
    let dialog = app.dialog().message(words).title(title).buttons(buttons);
    dialog.kind(MessageDialogKind::Warning).blocking_show()
}

type Dialog = FileDialogBuilder<tauri::Wry>;
/// What files are called, and their endings in lower case.
type Kind<'a> = (&'a str, &'a [&'a str]);

fn shown<T>(app: &AppHandle, title: &str, show: impl FnOnce(Dialog) -> Option<T>) -> Option<T> {
    let _turn = Turn::take()?;
    let mut dialog = app.dialog().file().set_title(title);
    // Without one, it opens at the files used last, where no folder can be
    // chosen.
    if let Ok(home) = app.path().home_dir() {
        dialog = dialog.set_directory(home);
    }
    show(dialog)
}

fn of_kind(dialog: Dialog, name: &str, endings: &[&str]) -> Dialog {
    let endings = in_both_cases(endings);
    let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
    dialog.add_filter(name, &endings)
}

fn in_both_cases(endings: &[&str]) -> Vec<String> {
    let both = |ending: &&str| [(*ending).to_owned(), ending.to_uppercase()];
    endings.iter().flat_map(both).collect()
}

fn path_of(file: FilePath) -> Option<PathBuf> {
    file.into_path().ok()
}

#[cfg(test)]
mod tests {
    use super::{Turn, in_both_cases, words_of_release};
    use crate::wire::{KeptSubject, KeptThing, StandingHold};

    #[test]
    fn one_dialog_is_open_at_a_time() {
        let first = Turn::take();
        assert!(first.is_some() && Turn::take().is_none());
        drop(first);
        assert!(Turn::take().is_some());
    }

    #[test]
    fn ending_a_hold_shows_what_is_held_and_the_page_writes_no_line_of_it() {
        let hold = StandingHold {
            record_id: "r".into(),
            subject: KeptSubject {
                what: KeptThing::Document,
                id: "d1".into(),
            },
            words: Some("lease.txt".into()),
            since: "2026-01-31T12:00:00Z".into(),
            reason: Some("a lawsuit".into()),
            by: Some("Ada".into()),
        };
        let words = words_of_release(&hold, "over\n\nDocument: another\u{202e}");
        assert_eq!(
            words,
            "Document: lease.txt\nHeld since 2026-01-31T12:00:00Z by Ada: a lawsuit\n\n\
             What was held may be removed and erased then.\n\n\
             Reason given for ending it: over Document: another"
        );
        let erased = StandingHold {
            words: None,
            reason: None,
            by: None,
            ..hold
        };
        let words = words_of_release(&erased, &"x".repeat(1000));
        assert!(
            words.starts_with(
                "Document: d1\nHeld since 2026-01-31T12:00:00Z: the reason was erased\n"
            )
        );
        assert!(words.ends_with(&format!(": {}", "x".repeat(200))));
    }

    #[test]
    fn endings_are_offered_in_both_cases() {
        assert_eq!(in_both_cases(&["pdf"]), ["pdf", "PDF"]);
    }
}
