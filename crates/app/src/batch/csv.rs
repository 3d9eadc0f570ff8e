//! CSV by RFC 4180: read for questions, written for tables.
//!
//! # Formulas
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a
//! formula, and a document could say one. So a text that begins with one of
//! these, or with a tabulator or carriage return (which some programs drop),
//! is written with an apostrophe before it, unless the whole text is a plain
//! number such as `-8.79`. Columns of numbers hold numbers only and are
//! written as they are.
//!
//! Where a person's settings part columns by semicolons or tabulators, the same
//! file has other cells: each piece of a text after one of these, and after a
//! line end, is looked at in the same way.

use super::columns::Entry;

/// Fields of each record and the line it begins on; the number of the line
/// where a quoted field is broken. Line ends are CRLF or LF. Lines without any
/// character are left out.
pub(super) fn parse(text: &str) -> Result<Vec<(usize, Vec<String>)>, usize> {
    let mut records = Vec::new();
    let (mut fields, mut field) = (Vec::new(), String::new());
    let (mut line, mut first_line) = (1, 1);
    let (mut quoted, mut was_quoted) = (false, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if quoted {
            match character {
                '"' if characters.peek() == Some(&'"') => {
                    characters.next();
                    field.push('"');
                }
                '"' => (quoted, was_quoted) = (false, true),
                other => {
                    line += usize::from(other == '\n');
                    field.push(other);
                }
            }
            continue;
        }
        match character {
            '"' if field.is_empty() && !was_quoted => quoted = true,
            ',' => {
                fields.push(std::mem::take(&mut field));
                was_quoted = false;
            }
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' => {
                if !fields.is_empty() || !field.is_empty() || was_quoted {
                    fields.push(std::mem::take(&mut field));
                    records.push((first_line, std::mem::take(&mut fields)));
                }
                was_quoted = false;
                line += 1;
                first_line = line;
            }
            _ if was_quoted => return Err(line),
            other => field.push(other),
        }
    }
    if quoted {
        return Err(first_line);
    }
    if !fields.is_empty() || !field.is_empty() || was_quoted {
        fields.push(field);
        records.push((first_line, fields));
    }
    Ok(records)
}

/// One record, with its line end.
pub(super) fn print(entries: &[Entry]) -> String {
    let fields: Vec<String> = entries.iter().map(field).collect();
    fields.join(",") + "\r\n"
}

fn field(entry: &Entry) -> String {
    match entry {
        Entry::Empty => String::new(),
        Entry::Text(text) => text_field(text),
        Entry::Whole(number) => number.to_string(),
        Entry::Number(number) => number.to_string(),
        Entry::Truth(truth) => truth.to_string(),
    }
}

/// A text as a field, quoted where it must be and never a formula; see the module.
pub fn text_field(text: &str) -> String {
    quote(&defuse(text))
}

/// What parts cells in one program or another, beside the comma, which is quoted.
const PARTING: [char; 4] = [';', '\t', '\r', '\n'];

/// No formula; see the module.
fn defuse(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    if text.starts_with(['\t', '\r']) {
        out.push('\'');
    }
    for piece in text.split_inclusive(PARTING) {
        if begins_formula(piece) && !is_plain_number(piece.trim_end_matches(PARTING)) {
            out.push('\'');
        }
        out.push_str(piece);
    }
    out
}

/// Whether a cell with this piece would be a formula. Quotes and spaces before it are dropped by
/// some programs, and signs of double width are read as those of one.
fn begins_formula(piece: &str) -> bool {
    piece.trim_start_matches([' ', '"']).starts_with([
        '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
    ])
}

fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && text.parse::<f64>().is_ok()
}

fn quote(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        let texts = ["a", "", "a,b", "say \"so\"", "two\r\nlines", " space ", "é"];
        let entries: Vec<Entry> = texts
            .iter()
            .map(|text| Entry::Text((*text).to_owned()))
            .collect();
        let printed = print(&entries) + &print(&[Entry::Text("last".into())]);
        let records = parse(&printed).unwrap();
        assert_eq!(records[0].1, texts);
        assert_eq!(records[1], (3, vec!["last".to_owned()]));
    }

    #[test]
    fn a_text_is_never_a_formula() {
        for (text, written) in [
            ("=1+2", "'=1+2"),
            ("+49 30 123", "'+49 30 123"),
            ("-x", "'-x"),
            ("-1+1", "'-1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "\"'\r'=1\""),
            ("-8.79", "-8.79"),
            ("-", "'-"),
            ("-.", "'-."),
            ("-1.2.3", "'-1.2.3"),
            ("a=1", "a=1"),
            ("a;=1+2", "a;'=1+2"),
            ("a\t@SUM(A1)", "a\t'@SUM(A1)"),
            ("a\n=1+2", "\"a\n'=1+2\""),
            ("a\r\n+1;x", "\"a\r\n'+1;x\""),
            ("a; \"=1\"", "\"a;' \"\"=1\"\"\""),
            ("5;-3", "5;-3"),
            ("5;-3;-x", "5;-3;'-x"),
            ("\u{ff1d}1+2", "'\u{ff1d}1+2"),
            ("a;b - c", "a;b - c"),
            (
                "=HYPERLINK(\"x\",\"y\")",
                "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"",
            ),
        ] {
            assert_eq!(field(&Entry::Text(text.into())), written);
        }
        assert_eq!(
            print(&[Entry::Number(-8.79), Entry::Whole(-1)]),
            "-8.79,-1\r\n"
        );
    }

    #[test]
    fn a_broken_quote_is_named_by_its_line() {
        assert_eq!(parse("a\n\"b\nc"), Err(2));
        assert_eq!(parse("a\n\"b\" c"), Err(2));
        assert_eq!(parse("a\"b\n").unwrap()[0].1, ["a\"b"]);
        assert_eq!(parse("\n\n").unwrap(), []);
    }
}
