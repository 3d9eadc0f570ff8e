//! Lines of bounded length out of a stream.

use std::io::{self, BufRead, ErrorKind};

/// Longest line, in bytes: a question with a large schema has a thousandth of it.
pub const MAX_LINE_BYTES: usize = 4 << 20;

/// What stands between two line ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// All of it, without its end.
    Whole(Vec<u8>),
    /// It was longer than may be, and is gone.
    TooLong,
}

/// The next line; none where the stream ends. The last line needs no end.
pub(crate) fn next(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut began, mut is_too_long) = (false, false);
    loop {
        let there = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other?,
        };
        if there.is_empty() {
            return Ok(began.then(|| told(line, is_too_long)));
        }
        began = true;
        let end = there.iter().position(|byte| *byte == b'\n');
        let part = there.get(..end.unwrap_or(there.len())).unwrap_or(there);
        if line.len() + part.len() > limit {
            // What was held of it is of no more use.
            is_too_long = true;
            line = Vec::new();
        }
        if !is_too_long {
            line.extend_from_slice(part);
        }
        let read = part.len() + usize::from(end.is_some());
        input.consume(read);
        if end.is_some() {
            return Ok(Some(told(line, is_too_long)));
        }
    }
}

fn told(mut line: Vec<u8>, is_too_long: bool) -> Line {
    if is_too_long {
        return Line::TooLong;
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Line::Whole(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn lines(text: &[u8], buffer: usize, limit: usize) -> Vec<Line> {
        let mut input = BufReader::with_capacity(buffer, text);
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input, limit).unwrap() {
            lines.push(line);
        }
        lines
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn a_line_ends_at_its_end_whatever_the_buffer_and_the_last_needs_none() {
        for buffer in [1, 2, 3, 64] {
            let found = lines(b"one\r\n\ntwo\nthree", buffer, 8);
            assert_eq!(
                found,
                [whole("one"), whole(""), whole("two"), whole("three")],
                "{buffer}"
            );
        }
        assert_eq!(lines(b"", 8, 8), []);
    }

    #[test]
    fn a_line_over_the_limit_is_left_out_and_the_next_one_read() {
        for buffer in [1, 3, 64] {
            let found = lines(b"12345678\n123456789\nnext\n123456789", buffer, 8);
            let expected = [
                whole("12345678"),
                Line::TooLong,
                whole("next"),
                Line::TooLong,
            ];
            assert_eq!(found, expected, "{buffer}");
        }
    }

    #[test]
    fn a_stream_without_any_end_of_line_holds_no_more_than_the_limit() {
        let endless = io::repeat(b'x').take(64 << 20);
        let mut input = BufReader::new(endless);
        assert_eq!(next(&mut input, 1 << 10).unwrap(), Some(Line::TooLong));
        assert_eq!(next(&mut input, 1 << 10).unwrap(), None);
    }
}
