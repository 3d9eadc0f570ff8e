//! How a conversation is written for a model, and where control tokens may
//! stand: only in template parts, never in text that came from a person or a
//! document.

use crate::thinking::{self, Thinking};
use serde::{Deserialize, Serialize};

/// One part of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Written by this program: control tokens are recognised.
    Template(String),
    /// Foreign text: tokenised with control tokens off, so that a document
    /// holding `<|im_end|>` gives those characters and nothing else.
    Text(String),
}

impl Part {
    /// The part's text.
    pub fn as_str(&self) -> &str {
        match self {
            Part::Template(text) | Part::Text(text) => text,
        }
    }
}

/// The fixed text around the system message, the user's message and the
/// beginning of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// `chatml`, or `file` when llama.cpp recognised the file's own.
    pub name: String,
    /// Before the system text.
    pub before_system: String,
    /// Between the system text and the user's.
    pub before_user: String,
    /// Between the user's text and the answer, or the thought before it.
    pub before_answer: String,
    /// What the model does before it answers.
    #[serde(default)]
    pub thinking: Thinking,
}

impl Template {
    /// `ChatML`, as `SmolLM2`, Qwen and many others use it.
    pub fn chatml() -> Template {
        Template {
            name: "chatml".into(),
            before_system: "<|im_start|>system\n".into(),
            before_user: "<|im_end|>\n<|im_start|>user\n".into(),
            before_answer: "<|im_end|>\n<|im_start|>assistant\n".into(),
            thinking: Thinking::None,
        }
    }

    /// Splits a rendered conversation at the two placeholders it was rendered
    /// with. `None` when a placeholder is missing, doubled or out of order.
    pub(crate) fn split(name: &str, rendered: &str, system: &str, user: &str) -> Option<Template> {
        let (before_system, rest) = rendered.split_once(system)?;
        let (before_user, before_answer) = rest.split_once(user)?;
        if before_answer.contains(user) || rest.contains(system) {
            return None;
        }
        Some(Template {
            name: name.into(),
            before_system: before_system.into(),
            before_user: before_user.into(),
            before_answer: before_answer.into(),
            thinking: Thinking::None,
        })
    }

    /// With what this template, as the file writes it, makes of thinking.
    pub(crate) fn thinking_as(mut self, text: &str) -> Template {
        let (thinking, begin) = thinking::of(text);
        self.before_answer.push_str(&begin);
        Template { thinking, ..self }
    }

    /// The parts of a prompt. `user` comes in pieces, each tokenised by
    /// itself: what stays the same over many questions (the passages) first,
    /// and what differs (the question) as the last.
    pub fn render(&self, system: &str, user: &[&str]) -> Vec<Part> {
        let mut parts = vec![
            Part::Template(self.before_system.clone()),
            Part::Text(system.into()),
            Part::Template(self.before_user.clone()),
        ];
        parts.extend(user.iter().map(|text| Part::Text((*text).into())));
        parts.push(Part::Template(self.before_answer.clone()));
        parts
    }
}

/// The part that the question begins with: the last that is no template's.
pub(crate) fn question(parts: &[Part]) -> usize {
    let is_text = |part: &Part| matches!(part, Part::Text(_));
    parts.iter().rposition(is_text).unwrap_or(parts.len())
}

/// The bytes of a prompt, as stored and hashed.
pub fn bytes(parts: &[Part]) -> Vec<u8> {
    parts
        .iter()
        .flat_map(|part| part.as_str().bytes())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renders_the_evidence_before_the_question() {
        let parts = Template::chatml().render("S", &["evidence\n", "question"]);
        assert_eq!(
            String::from_utf8(bytes(&parts)).unwrap(),
            "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nevidence\nquestion<|im_end|>\n<|im_start|>assistant\n"
        );
    }

    #[test]
    fn the_question_is_the_last_piece_of_the_user() {
        let parts = Template::chatml().render("S", &["one", "two", "question"]);
        assert_eq!(parts[question(&parts)], Part::Text("question".into()));
        assert_eq!(question(&[Part::Template("<|im_start|>".into())]), 1);
    }

    #[test]
    fn splits_a_rendered_conversation_at_its_placeholders() {
        let template =
            Template::split("file", "<s>[SYS]!S![/SYS]!U![/INST]", "!S!", "!U!").unwrap();
        assert_eq!(template.before_system, "<s>[SYS]");
        assert_eq!(template.before_user, "[/SYS]");
        assert_eq!(template.before_answer, "[/INST]");
        assert!(Template::split("file", "no placeholders", "!S!", "!U!").is_none());
    }

    #[test]
    fn what_is_put_first_for_a_model_that_thinks_is_a_part_of_the_template() {
        let off = "{% if add_generation_prompt %}{% if not enable_thinking %}<think></think>";
        let template = Template::chatml().thinking_as(off);
        assert_eq!(template.thinking, Thinking::Off);
        let parts = template.render("S", &["question"]);
        let written = "<|im_end|>\n<|im_start|>assistant\n<think></think>";
        assert_eq!(parts.last(), Some(&Part::Template(written.into())));
        assert_eq!(Template::chatml().thinking_as(""), Template::chatml());
    }
}
