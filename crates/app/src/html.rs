//! Foreign text in pages of HTML.

use std::fmt::Write as _;

/// Text that stands in HTML as it is. Characters that turn the direction of
/// writing are spelled out: they could make a quote read as another.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' => {
                let _ = write!(safe, "[U+{:04X}]", one as u32);
            }
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_document_becomes_markup_or_turns_the_text_around() {
        assert_eq!(
            escaped("<script>\"a\" & b\u{202e}"),
            "&lt;script&gt;&quot;a&quot; &amp; b[U+202E]"
        );
    }
}
