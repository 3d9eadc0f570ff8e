//! Tokens of a text that goes on another one.
//!
//! A vocabulary of the `SentencePiece` kind (Llama 2, Mistral, Phi 3) puts a space before every text
//! that it is given, as if it began there. A prompt is tokenised in parts, and what the grammar
//! forces goes on what was written, so there the space would be one that nobody wrote, and a token
//! that the grammar does not allow. It goes to a mark that is put before the text and taken
//! away again:
//!
//! ```text
//! "fee"        ▁fee
//! "\u{1}fee"   ▁ <0x01> fee     without the first two: fee
//! ```

use llama_cpp_2::token::LlamaToken;
use llama_cpp_2::vocab::LlamaVocab;

/// A control character that no piece of a vocabulary holds, so that it joins with nothing.
const MARK: &[u8] = b"\x01";

/// A text by which a vocabulary shows whether it begins texts with a space.
const PROBE: &[u8] = b"a";

/// How a vocabulary's tokens of a text that goes on another one are found.
pub(crate) struct Joined {
    /// The mark's tokens; empty where the vocabulary begins no text with a space.
    mark: Vec<LlamaToken>,
}

impl Joined {
    /// Asks the vocabulary whether it begins texts with a space.
    pub fn new(vocabulary: &LlamaVocab<'_>) -> Joined {
        let tokens = vocabulary.tokenize(PROBE, false, false);
        let piece = |token: &LlamaToken| vocabulary.token_to_piece(*token, false, None);
        let is_itself = tokens.iter().flat_map(piece).eq(PROBE.iter().copied());
        let mark = if is_itself {
            Vec::new()
        } else {
            vocabulary.tokenize(MARK, false, false)
        };
        Joined { mark }
    }

    /// Tokens of a text behind another one; control tokens are recognised where `special` says so.
    pub fn tokenize(
        &self,
        vocabulary: &LlamaVocab<'_>,
        text: &[u8],
        special: bool,
    ) -> Vec<LlamaToken> {
        if self.mark.is_empty() || text.is_empty() {
            return vocabulary.tokenize(text, false, special);
        }
        let tokens = vocabulary.tokenize(&[MARK, text].concat(), false, special);
        match tokens.strip_prefix(self.mark.as_slice()) {
            Some(behind) => behind.to_vec(),
            // The mark joined with the text: a vocabulary that is not of this kind.
            None => vocabulary.tokenize(text, false, special),
        }
    }
}
