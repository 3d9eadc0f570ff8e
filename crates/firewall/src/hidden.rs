//! Characters that a person does not see and a program does.

use serde_json::Value;

/// Whether a character has no visible form and is no white space, or changes
/// the direction of what stands around it: Unicode's categories Cc and Cf as
/// far as text meets them, fillers and variation selectors.
pub(crate) fn is_hidden(letter: char) -> bool {
    let code = u32::from(letter);
    let ranges = [
        (0x00, 0x08),
        (0x0B, 0x0C),
        (0x0E, 0x1F),
        (0x7F, 0x9F),
        (0x600, 0x605),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
        (0x2028, 0x202E),
        (0x2060, 0x206F),
        (0xFE00, 0xFE0F),
        (0xFFF0, 0xFFFB),
        (0x1_BCA0, 0x1_BCA3),
        (0x1_D173, 0x1_D17A),
        (0xE_0000, 0xE_0FFF),
    ];
    let single = [0xAD, 0x34F, 0x61C, 0x6DD, 0x70F, 0x3164, 0xFEFF, 0xFFA0];
    ranges
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&code))
        || single.contains(&code)
}

/// JSON Pointer of the first string, or key, that holds hidden characters;
/// line ends and tabs are white space and pass.
pub(crate) fn place(value: &Value) -> Option<String> {
    let hides = |text: &str| text.chars().any(is_hidden);
    let mut open: Vec<(String, &Value)> = vec![(String::new(), value)];
    while let Some((pointer, value)) = open.pop() {
        match value {
            Value::String(text) if hides(text) => return Some(pointer),
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                open.extend(items.map(|(at, item)| (format!("{pointer}/{at}"), item)));
            }
            Value::Object(fields) => {
                if fields.keys().any(|key| hides(key)) {
                    return Some(pointer);
                }
                let fields = fields.iter().rev();
                open.extend(fields.map(|(key, item)| {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    (format!("{pointer}/{key}"), item)
                }));
            }
            _ => {}
        }
    }
    None
}

/// The same over an answer, but for the words of the question itself: what a
/// person typed is theirs.
pub(crate) fn in_answer(draft: &Value) -> Option<String> {
    let fields = draft.as_object()?;
    fields
        .iter()
        .filter(|(key, _)| *key != "keywords_found")
        .find_map(|(key, value)| {
            if key.chars().any(is_hidden) {
                return Some(String::new());
            }
            place(value)
                .map(|pointer| format!("/{}{pointer}", key.replace('~', "~0").replace('/', "~1")))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn finds_the_first_string_with_hidden_characters() {
        let clean = json!({"a": "two\nlines\tand a tab", "b": ["é", 1, null]});
        assert_eq!(place(&clean), None);
        for hidden in [
            '\u{200b}',
            '\u{202e}',
            '\u{feff}',
            '\u{0}',
            '\u{e0041}',
            '\u{ad}',
        ] {
            let value = json!({"a": "x", "b/c": [1, {"d": format!("x{hidden}y")}]});
            assert_eq!(place(&value).as_deref(), Some("/b~1c/1/d"), "{hidden:?}");
        }
        assert_eq!(place(&json!({"k\u{200d}": 1})).as_deref(), Some(""));
    }
}
