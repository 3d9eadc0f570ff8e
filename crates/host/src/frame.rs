//! What goes between two processes: frames with their length in front.
//!
//! | bytes | |
//! |---|---|
//! | 0..3 | `A7 61 74`, so that anything else on the stream is noticed at once |
//! | 3 | what it is: 1 a message, 2 the word to stop the request under way |
//! | 4..8 | length of what follows, in bytes, little-endian |
//! | 8.. | the message; empty for the word to stop |

use std::io::{ErrorKind, Read, Write};

/// As the table above says.
const MAGIC: [u8; 3] = [0xa7, b'a', b't'];
const HEADER_BYTES: usize = 8;
/// Up to this length header and message are one write, so that one wake of the reader is
/// enough; what a pipe of Linux holds.
const ONE_WRITE_BYTES: usize = 64 << 10;

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A message of the protocol spoken.
    Message,
    /// The request under way is not wanted any more.
    Cancel,
}

impl Kind {
    fn byte(self) -> u8 {
        match self {
            Self::Message => 1,
            Self::Cancel => 2,
        }
    }

    fn of(byte: u8) -> Option<Kind> {
        [Self::Message, Self::Cancel]
            .into_iter()
            .find(|kind| kind.byte() == byte)
    }
}

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What it is.
    pub kind: Kind,
    /// The message.
    pub bytes: Vec<u8>,
}

/// Why a stream is not one of frames. No variant holds any of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// Something else stands where a frame should begin.
    #[error("what was said is no frame")]
    NoFrame,
    /// A frame is longer than it may be.
    #[error("a message of {given} bytes is longer than {limit}")]
    TooLong {
        /// Its length, as its header says, in bytes.
        given: u64,
        /// The most that is taken, in bytes.
        limit: u64,
    },
    /// The stream ends inside a frame.
    #[error("the stream ends within a message")]
    Cut,
    /// The system could not read.
    #[error("the stream cannot be read ({0})")]
    Stream(ErrorKind),
}

/// Writes a frame and flushes it.
///
/// # Errors
///
/// The system's; [`ErrorKind::InvalidInput`] for a message of 4 GiB or more.
pub fn write(to: &mut dyn Write, kind: Kind, bytes: &[u8]) -> std::io::Result<()> {
    let length = u32::try_from(bytes.len())
        .map_err(|_| std::io::Error::new(ErrorKind::InvalidInput, "a message of 4 GiB or more"))?;
    let mut start = Vec::with_capacity(HEADER_BYTES + bytes.len().min(ONE_WRITE_BYTES));
    start.extend(MAGIC);
    start.push(kind.byte());
    start.extend(length.to_le_bytes());
    if bytes.len() <= ONE_WRITE_BYTES {
        start.extend_from_slice(bytes);
        to.write_all(&start)?;
    } else {
        to.write_all(&start)?;
        to.write_all(bytes)?;
    }
    to.flush()
}

/// Reads a frame of at most `limit` bytes; none where the stream ends before one. Memory is
/// taken as bytes arrive, whatever the header says.
///
/// # Errors
///
/// [`FrameError`]; the stream is of no more use then.
pub fn read(from: &mut dyn Read, limit: u64) -> Result<Option<Frame>, FrameError> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    fill(from, HEADER_BYTES as u64, &mut header)?;
    if header.is_empty() {
        return Ok(None);
    }
    if !header.starts_with(&MAGIC[..header.len().min(MAGIC.len())]) {
        return Err(FrameError::NoFrame);
    }
    let &[_, _, _, kind, a, b, c, d] = header.as_slice() else {
        return Err(FrameError::Cut);
    };
    let kind = Kind::of(kind).ok_or(FrameError::NoFrame)?;
    let given = u64::from(u32::from_le_bytes([a, b, c, d]));
    if given > limit {
        return Err(FrameError::TooLong { given, limit });
    }
    let mut bytes = Vec::new();
    fill(from, given, &mut bytes)?;
    if (bytes.len() as u64) < given {
        return Err(FrameError::Cut);
    }
    Ok(Some(Frame { kind, bytes }))
}

/// Reads up to `count` bytes; fewer only where the stream ends.
fn fill(from: &mut dyn Read, count: u64, into: &mut Vec<u8>) -> Result<(), FrameError> {
    from.take(count)
        .read_to_end(into)
        .map(drop)
        .map_err(|error| FrameError::Stream(error.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMIT: u64 = 1 << 20;

    #[test]
    fn a_stream_that_ends_within_a_frame_is_cut_and_one_that_ends_before_it_is_over() {
        let mut whole = Vec::new();
        write(&mut whole, Kind::Message, b"hello").unwrap();
        assert_eq!(whole.len(), HEADER_BYTES + 5);
        assert_eq!(read(&mut &whole[..0], LIMIT), Ok(None));
        for end in 1..whole.len() {
            assert_eq!(read(&mut &whole[..end], LIMIT), Err(FrameError::Cut));
        }
    }

    #[test]
    fn what_is_no_frame_is_refused_by_its_first_bytes() {
        for text in ["this is no reply\n", "\u{0}", "\u{a7}at"] {
            assert_eq!(
                read(&mut text.as_bytes(), LIMIT),
                Err(FrameError::NoFrame),
                "{text:?}"
            );
        }
        let unknown = [0xa7, b'a', b't', 9, 0, 0, 0, 0];
        assert_eq!(read(&mut &unknown[..], LIMIT), Err(FrameError::NoFrame));
    }

    #[test]
    fn a_length_over_the_limit_is_refused_before_memory_is_taken() {
        let header = [0xa7, b'a', b't', 1, 0xff, 0xff, 0xff, 0xff];
        let limit = 100;
        assert_eq!(
            read(&mut &header[..], limit),
            Err(FrameError::TooLong {
                given: u64::from(u32::MAX),
                limit
            })
        );
        // Within the limit, but a lie: no more is taken than is there.
        assert_eq!(read(&mut &header[..], u64::MAX), Err(FrameError::Cut));
    }

    proptest! {
        #[test]
        fn frames_come_back_as_they_went_one_after_the_other(
            messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 1..9),
        ) {
            let mut stream = Vec::new();
            for bytes in &messages {
                write(&mut stream, Kind::Message, bytes).unwrap();
                write(&mut stream, Kind::Cancel, &[]).unwrap();
            }
            let mut from = stream.as_slice();
            for bytes in messages {
                let message = Frame { kind: Kind::Message, bytes };
                prop_assert_eq!(read(&mut from, LIMIT), Ok(Some(message)));
                let cancel = Frame { kind: Kind::Cancel, bytes: Vec::new() };
                prop_assert_eq!(read(&mut from, LIMIT), Ok(Some(cancel)));
            }
            prop_assert_eq!(read(&mut from, LIMIT), Ok(None));
        }

        #[test]
        fn any_bytes_are_frames_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut from = bytes.as_slice();
            let mut frames = 0;
            while let Ok(Some(_)) = read(&mut from, LIMIT) {
                frames += 1;
            }
            prop_assert!(frames * HEADER_BYTES <= bytes.len());
        }
    }
}
