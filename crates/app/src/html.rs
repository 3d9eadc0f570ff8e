//! Foreign text in pages of HTML.

use std::fmt::Write as _;

/// Text that stands in HTML as it is. Characters that turn the direction of
/// writing are spelled out: they could make a quote read as another. So are
/// control characters, which every reader of HTML changes in its own way.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(one),
            '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{061c}' => spell(&mut safe, one),
            control if control.is_control() => spell(&mut safe, control),
            other => safe.push(other),
        }
    }
    safe
}

fn spell(safe: &mut String, one: char) {
    let _ = write!(safe, "[U+{:04X}]", one as u32);
}

/// The text of a piece of HTML that this program wrote: without its tags, its
/// entities being those that [`escaped`] writes.
pub fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, behind)| behind);
    }
    text.push_str(rest);
    [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text, |text, (entity, letter)| text.replace(entity, letter))
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
        assert_eq!(
            escaped("a\0b\rc\u{85}\nd"),
            "a[U+0000]b[U+000D]c[U+0085]\nd"
        );
    }

    #[test]
    fn the_text_of_what_was_escaped_is_what_it_was() {
        let foreign = "a &lt; <b> & \"c\" &amp;amp;\n";
        let html = format!("<p class=\"x\">{}</p>\n<b>d</b>", escaped(foreign));
        assert_eq!(text_of(&html), format!("{foreign}\nd"));
    }
}
