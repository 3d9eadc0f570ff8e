//! A reply of chat completions, put together from its events.

use serde::Deserialize;

/// What a server wrote.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Reply {
    /// The text.
    pub(crate) text: String,
    /// Why it ended; `None`: it did not.
    pub(crate) finish: Option<String>,
    /// Tokens of the prompt; 0 where the server does not say.
    pub(crate) prompt_tokens: u32,
    /// Of those, tokens that the server had read before; 0 where it does not say.
    pub(crate) cached_tokens: u32,
    /// Tokens of the text; 0 where the server does not say.
    pub(crate) completion_tokens: u32,
    /// Its tokens with their log probabilities; empty unless they were asked for.
    pub(crate) weighed: Vec<WeighedToken>,
    /// Whether the stream said that it is over.
    pub(crate) is_over: bool,
}

/// A token, and how probable the server's model found it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WeighedToken {
    /// Its length in bytes of the text.
    pub(crate) bytes: usize,
    /// Natural logarithm of its probability among all tokens, whatever the grammar allowed.
    pub(crate) log_probability: f64,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Tokens>,
    error: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Delta,
    finish_reason: Option<String>,
    logprobs: Option<Logprobs>,
}

#[derive(Deserialize)]
struct Logprobs {
    content: Option<Vec<Logprob>>,
}

#[derive(Deserialize)]
struct Logprob {
    token: String,
    #[serde(rename = "logprob")]
    log_probability: f64,
    /// A token may be part of a character; then its text is not its bytes.
    bytes: Option<Vec<u8>>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
}

#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u32,
    #[serde(default)]
    completion_tokens: u32,
    prompt_tokens_details: Option<PromptTokens>,
}

#[derive(Deserialize)]
struct PromptTokens {
    cached_tokens: Option<u32>,
}

impl Reply {
    /// Takes the data of one event.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words without its text.
    pub(crate) fn take(&mut self, data: &[u8]) -> Result<(), &'static str> {
        if data == b"[DONE]" {
            self.is_over = true;
            return Ok(());
        }
        let chunk: Chunk =
            serde_json::from_slice(data).map_err(|_| "an event is no chunk of a completion")?;
        if chunk.error.is_some() {
            return Err("it reports an error in the middle of its reply");
        }
        if let Some(usage) = chunk.usage {
            self.prompt_tokens = usage.prompt_tokens;
            self.completion_tokens = usage.completion_tokens;
            let details = usage.prompt_tokens_details;
            self.cached_tokens = details.and_then(|one| one.cached_tokens).unwrap_or(0);
        }
        for choice in chunk.choices {
            if let Some(content) = choice.delta.content {
                self.text.push_str(&content);
            }
            let content = choice.logprobs.and_then(|one| one.content);
            for token in content.unwrap_or_default() {
                self.weighed.push(WeighedToken {
                    bytes: token.bytes.map_or(token.token.len(), |bytes| bytes.len()),
                    log_probability: token.log_probability,
                });
            }
            self.finish = choice.finish_reason.or(self.finish.take());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_text_are_put_together_and_the_rest_is_told() {
        let mut reply = Reply::default();
        for data in [
            r#"{"choices":[{"delta":{"role":"assistant","content":null},"finish_reason":null}]}"#,
            r#"{"choices":[{"delta":{"content":"{\"n\":"}}]}"#,
            r#"{"choices":[{"delta":{"content":"4}"}}]}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#,
            "[DONE]",
        ] {
            reply.take(data.as_bytes()).unwrap();
        }
        let expected = Reply {
            text: r#"{"n":4}"#.into(),
            finish: Some("stop".into()),
            prompt_tokens: 9,
            cached_tokens: 0,
            completion_tokens: 4,
            weighed: Vec::new(),
            is_over: true,
        };
        assert_eq!(reply, expected);
    }

    #[test]
    fn what_is_no_chunk_is_an_error() {
        let wrong = |data: &str| Reply::default().take(data.as_bytes()).unwrap_err();
        assert!(wrong("hello").contains("no chunk"));
        assert!(wrong(r#"{"choices":1}"#).contains("no chunk"));
        assert!(wrong(r#"{"error":{"message":"out of memory"}}"#).contains("reports an error"));
    }
}
