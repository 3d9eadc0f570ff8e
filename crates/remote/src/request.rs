//! What is sent to a server: one request of chat completions, streamed, at temperature 0.

use crate::server::{Kind, Server};
use provider::{Enforcement, GenerationConfig, SYSTEM};
use serde_json::{Value, json};

/// How the form of what this server writes is enforced.
pub(crate) fn enforcement(kind: Kind) -> Enforcement {
    match kind {
        Kind::Openai => Enforcement::Prompt,
        _ => Enforcement::ServerGrammar,
    }
}

/// What is asked.
pub(crate) struct Asked<'a> {
    /// What the person asks for.
    pub(crate) prompt: &'a str,
    /// What was wrong with the output before; empty at first.
    pub(crate) wrong: &'a str,
    /// The schema, for servers that know no grammar.
    pub(crate) schema: &'a Value,
    /// The grammar, as GBNF text.
    pub(crate) grammar: &'a str,
}

/// The bytes of the request. The same arguments give the same bytes.
pub(crate) fn body(server: &Server, asked: &Asked<'_>, config: &GenerationConfig) -> Vec<u8> {
    let mut said = asked.prompt.to_owned();
    if server.kind == Kind::Openai {
        said.push_str("\nWrite one JSON value that is valid under this JSON Schema:\n");
        said.push_str(&asked.schema.to_string());
    }
    if !asked.wrong.is_empty() {
        said.push('\n');
        said.push_str(asked.wrong);
    }
    let mut body = json!({
        "model": server.model,
        "messages": [
            { "role": "system", "content": SYSTEM },
            { "role": "user", "content": said },
        ],
        "temperature": 0,
        "seed": 0,
        "max_tokens": config.max_output_tokens,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if let Some((name, value)) = constrained(server.kind, asked.grammar) {
        body[name] = value;
    }
    body.to_string().into_bytes()
}

/// What a server is asked in place of the answer model.
pub(crate) struct Drafted<'a> {
    /// The system's message.
    pub(crate) system: &'a str,
    /// The user's message: passages and question.
    pub(crate) user: &'a str,
    /// The grammar, as GBNF text.
    pub(crate) grammar: &'a str,
    /// Tokens of the text, at most.
    pub(crate) max_tokens: u32,
    /// Whether the probabilities of its tokens are wanted.
    pub(crate) weighs: bool,
}

/// The bytes of the request for a draft, or for the probabilities of a text that the grammar
/// prescribes. The same arguments give the same bytes. A server without grammars is never asked
/// ([`crate::Pool`] refuses it).
pub(crate) fn draft_body(model: &str, kind: Kind, asked: &Drafted<'_>) -> Vec<u8> {
    let mut body = json!({
        "model": model,
        "messages": [
            { "role": "system", "content": asked.system },
            { "role": "user", "content": asked.user },
        ],
        "temperature": 0,
        "seed": 0,
        "max_tokens": asked.max_tokens,
        "stream": true,
        "stream_options": { "include_usage": true },
    });
    if asked.weighs {
        body["logprobs"] = json!(true);
        // The chosen token's own stands in the reply beside the likeliest one.
        body["top_logprobs"] = json!(1);
    }
    if let Some((name, value)) = constrained(kind, asked.grammar) {
        body[name] = value;
    }
    body.to_string().into_bytes()
}

/// The field that tells a grammar to a server of this kind, with its value.
fn constrained(kind: Kind, grammar: &str) -> Option<(&'static str, Value)> {
    match kind {
        Kind::LlamaServer => Some(("grammar", json!(grammar))),
        Kind::Vllm => Some(("structured_outputs", json!({ "grammar": grammar }))),
        Kind::VllmGuided => Some(("guided_grammar", json!(grammar))),
        Kind::Sglang => Some(("ebnf", json!(grammar))),
        Kind::Openai => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Servers;

    fn sent(kind: &str, wrong: &str) -> Value {
        let text = format!(
            "[[server]]\nname = \"a\"\naddress = \"http://h\"\nkind = \"{kind}\"\nmodel = \"m\""
        );
        let servers = Servers::read(&text).unwrap();
        let schema = json!({ "const": 1 });
        let asked = Asked {
            prompt: "Say one.",
            wrong,
            schema: &schema,
            grammar: "root ::= \"1\"",
        };
        let config = GenerationConfig::default();
        let bytes = body(servers.find("a").unwrap(), &asked, &config);
        assert_eq!(bytes, body(servers.find("a").unwrap(), &asked, &config));
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn each_kind_is_told_the_grammar_as_it_wants_it() {
        let grammar = json!("root ::= \"1\"");
        for (kind, pointer) in [
            ("llama-server", "/grammar"),
            ("vllm", "/structured_outputs/grammar"),
            ("vllm-guided", "/guided_grammar"),
            ("sglang", "/ebnf"),
        ] {
            let body = sent(kind, "");
            assert_eq!(body.pointer(pointer), Some(&grammar), "{kind}");
            assert_eq!(body["messages"][1]["content"], "Say one.", "{kind}");
        }
    }

    #[test]
    fn a_server_without_grammars_gets_the_schema_in_the_prompt() {
        let body = sent("openai", "It was no JSON.");
        assert_eq!(
            body["messages"][1]["content"],
            "Say one.\nWrite one JSON value that is valid under this JSON Schema:\n{\"const\":1}\nIt was no JSON."
        );
        assert_eq!(enforcement(Kind::Openai), Enforcement::Prompt);
        assert_eq!(enforcement(Kind::Vllm), Enforcement::ServerGrammar);
    }

    /// What a vLLM gets, to the byte: nobody here has one, so whoever has can look.
    #[test]
    fn the_request_to_a_vllm_is_the_one_in_the_documentation() {
        let shown = include_str!("../../../docs/vllm-request.json");
        let shown: Value = serde_json::from_str(shown).unwrap();
        assert_eq!(sent("vllm", ""), shown);
    }
}
