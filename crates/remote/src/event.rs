//! Server-sent events (WHATWG HTML, section 9.2), as far as chat completions need them: the
//! `data` of each event, put together from pieces that end anywhere.

/// Reads events from pieces.
#[derive(Default)]
pub(crate) struct Events {
    /// The line that is not whole yet.
    line: Vec<u8>,
    /// The data of the event that is not whole yet.
    data: Vec<u8>,
}

impl Events {
    /// Takes a piece, and gives the data of each event that is whole with it.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        let mut whole = Vec::new();
        for &byte in piece {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = std::mem::take(&mut self.line);
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if line.is_empty() {
                if !self.data.is_empty() {
                    whole.push(std::mem::take(&mut self.data));
                }
            } else if let Some(data) = line.strip_prefix(b"data:") {
                if !self.data.is_empty() {
                    self.data.push(b'\n');
                }
                let data = data.strip_prefix(b" ").unwrap_or(data);
                self.data.extend_from_slice(data);
            }
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_the_same_however_they_are_cut() {
        let stream =
            b": hello\nevent: x\ndata: {\"a\":1}\r\n\r\ndata:two\ndata: lines\n\n\n\ndata: cut off";
        let expected: Vec<Vec<u8>> = vec![b"{\"a\":1}".to_vec(), b"two\nlines".to_vec()];
        for size in 1..=stream.len() {
            let mut events = Events::default();
            let read: Vec<Vec<u8>> = stream
                .chunks(size)
                .flat_map(|piece| events.push(piece))
                .collect();
            assert_eq!(read, expected, "pieces of {size} bytes");
        }
    }
}
