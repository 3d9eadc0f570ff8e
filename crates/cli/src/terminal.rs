//! One line of progress on standard error, where somebody watches it.

use crate::plain::plain;
use std::io::{IsTerminal, Write};

/// Back to the beginning of the line, and what stands there is gone.
const ANEW: &str = "\r\x1b[K";
/// What does not fit on the line is not shown, and what comes after this wraps again. So the terminal
/// cuts the line to its own width, of which it alone knows how many columns a letter takes.
const CUT: (&str, &str) = ("\x1b[?7l", "\x1b[?7h");

/// A line that is rewritten in place; nothing where standard error is no terminal.
pub struct Status {
    is_watched: bool,
}

impl Status {
    /// Of this process's standard error.
    pub fn new() -> Status {
        Status {
            is_watched: std::io::stderr().is_terminal(),
        }
    }

    /// Whether somebody watches.
    pub fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Shows this in place of what stood there, cut to the terminal's width: a line that wraps could
    /// not be rewritten.
    pub fn show(&self, line: &str) {
        if self.is_watched {
            eprint!("{}", rewritten(line));
            let _ = std::io::stderr().flush();
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.is_watched {
            eprint!("{ANEW}");
        }
    }
}

fn rewritten(line: &str) -> String {
    let (cut, wrap) = CUT;
    format!("{ANEW}{cut}{}{wrap}", plain(line))
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn a_line_is_cut_by_the_terminal_and_what_follows_wraps_again() {
        assert_eq!(
            rewritten("finding"),
            "\r\u{1b}[K\u{1b}[?7lfinding\u{1b}[?7h"
        );
    }
}
