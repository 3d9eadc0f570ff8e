//! One raw line -> one clean line.
//!
//! What is removed is what a reader cannot see and a model can: control
//! characters, zero-width characters, bidirectional overrides and the tag
//! characters that spell invisible text. What is kept is what carries
//! meaning: letters in any script, and runs of spaces, because they are the
//! only thing that separates the columns of a table in plain text.

use unicode_normalization::UnicodeNormalization;

/// A line after cleaning.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Cleaned {
    /// NFKC text without trailing white space, every white space character a
    /// plain space, a tab two of them.
    pub(crate) text: String,
    /// How many characters were removed as invisible.
    pub(crate) removed: u32,
}

/// Cleans one line. Idempotent.
pub(crate) fn clean_line(raw: &str) -> Cleaned {
    let mut removed = 0;
    let mut text = String::with_capacity(raw.len());
    // Normalisation first: compatibility forms may turn into white space, and
    // nothing normalises into an invisible character that was not one before.
    for character in raw.nfkc() {
        match character {
            // A tab separates cells; two spaces are what separates them in a
            // line of ours.
            '\t' => text.push_str("  "),
            _ if character.is_whitespace() => text.push(' '),
            _ if is_invisible(character) => removed += 1,
            _ => text.push(character),
        }
    }
    if removed > 0 {
        // A removed joiner can leave two characters that now compose.
        text = text.nfkc().collect();
    }
    text.truncate(text.trim_end().len());
    Cleaned { text, removed }
}

/// Cleans one line of text the way every line of a document is cleaned: NFKC,
/// no control, zero-width or direction characters, every white space a plain
/// space. Never holds a newline. Idempotent.
pub fn clean_text(line: &str) -> String {
    clean_line(line).text
}

/// Characters without any visible form that are no white space.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{00AD}'                   // soft hyphen
            | '\u{034F}'                 // combining grapheme joiner
            | '\u{061C}'                 // Arabic letter mark
            | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' // Hangul fillers
            | '\u{17B4}' | '\u{17B5}'    // Khmer inherent vowels
            | '\u{180B}'..='\u{180F}'    // Mongolian selectors
            | '\u{200B}'..='\u{200F}'    // zero width, direction marks
            | '\u{202A}'..='\u{202E}'    // direction overrides
            | '\u{2060}'..='\u{206F}'    // word joiner, isolates
            | '\u{FE00}'..='\u{FE0F}'    // variation selectors
            | '\u{FEFF}'                 // byte order mark
            | '\u{FFF0}'..='\u{FFFB}'    // unassigned, annotations
            | '\u{1D173}'..='\u{1D17A}'  // musical controls
            | '\u{E0000}'..='\u{E0FFF}'  // tags, more variation selectors
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keeps_columns_and_removes_what_nobody_sees() {
        let cases: &[(&str, &str, u32)] = &[
            ("plain", "plain", 0),
            ("Tea   3.50  \t", "Tea   3.50", 0),
            ("a\tb", "a  b", 0),
            ("a\u{a0}b\u{2009}c", "a b c", 0),
            ("ﬁne ２０", "fine 20", 0),
            ("pay\u{202e}99\u{202c}", "pay99", 2),
            ("zero\u{200b}width\u{ad}", "zerowidth", 2),
            ("bell\u{7}nul\0", "bellnul", 2),
            ("tag\u{e0041}", "tag", 1),
            ("line\u{2028}separator", "line separator", 0),
            ("  indented", "  indented", 0),
            ("Ωμέγα 日本語 العربية", "Ωμέγα 日本語 العربية", 0),
        ];
        for (raw, text, removed) in cases {
            let cleaned = clean_line(raw);
            assert_eq!(
                (cleaned.text.as_str(), cleaned.removed),
                (*text, *removed),
                "{raw:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(raw in any::<String>()) {
            let once = clean_line(&raw).text;
            prop_assert_eq!(&clean_line(&once).text, &once);
        }

        #[test]
        fn a_clean_line_has_no_control_characters_and_no_newline(raw in any::<String>()) {
            let text = clean_line(&raw).text;
            prop_assert!(!text.chars().any(|c| c.is_control() || is_invisible(c)));
        }
    }
}
