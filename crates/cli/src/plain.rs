//! What is written to a terminal: words, and never an order to it.
//!
//! Names of files and texts of documents are other people's. A terminal takes some control
//! characters for orders: to overwrite what it showed before, to rename its window, to answer
//! into the person's own input. So each leaves as the sign of a character that cannot be shown.
//! Everything that the command line writes goes through here: lines to standard error by [`say`],
//! the line that is written anew by [`crate::terminal::Status`], and standard output by
//! [`crate::global::Global::print`].

use std::borrow::Cow;
use std::fmt::Write as _;

/// A text without orders: only line ends and tabulators stay of the control characters.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_order) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(is_order, "\u{fffd}"))
}

/// JSON without orders and with the same values: what stands in its strings is escaped.
pub fn plain_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_order) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 6);
    for one in json.chars() {
        if is_order(one) {
            let _ = write!(out, "\\u{:04x}", u32::from(one));
        } else {
            out.push(one);
        }
    }
    Cow::Owned(out)
}

fn is_order(one: char) -> bool {
    one.is_control() && !matches!(one, '\n' | '\t')
}

/// A line to standard error.
pub fn say(line: &str) {
    eprintln!("{}", plain(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_order_to_a_terminal_is_left_and_json_keeps_its_values() {
        let text = "a\u{1b}]0;owned\u{7}b\r\u{9b}2Jc\u{8}\u{7f}\td\n";
        let shown = plain(text);
        assert!(!shown.contains(is_order));
        assert_eq!(
            shown,
            "a\u{fffd}]0;owned\u{fffd}b\u{fffd}\u{fffd}2Jc\u{fffd}\u{fffd}\td\n"
        );
        assert!(matches!(plain("Größe 1\n"), Cow::Borrowed(_)));
        let json = serde_json::to_string(text).unwrap();
        let written = plain_json(&json);
        assert!(!written.contains(is_order));
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
    }

    #[test]
    fn nothing_is_written_past_it() {
        let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let mut folders = vec![std::path::PathBuf::from(sources)];
        let (mut looked_at, mut past) = (0, Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                looked_at += 1;
                let text = std::fs::read_to_string(&path).unwrap();
                let writes = ["println!(", "print!(", "stdout()", "stderr().lock"];
                let own = ["plain.rs", "terminal.rs", "global.rs"]
                    .iter()
                    .any(|name| path.ends_with(name));
                if !own && writes.iter().any(|write| text.contains(write)) {
                    past.push(path);
                }
            }
        }
        assert!(looked_at > 20, "{looked_at} sources");
        assert_eq!(past, Vec::<std::path::PathBuf>::new());
    }
}
