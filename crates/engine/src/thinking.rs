//! Models that think before they answer: whether they can be told not to.
//!
//! A draft begins where the model's answer does, under a grammar that knows no thoughts, and
//! candidates are weighed there. A model that was trained to think first would be asked at a
//! place where it never answers. What its chat template says decides:
//!
//! | the template | what is done |
//! |---|---|
//! | can switch thinking off (`enable_thinking`, as Qwen 3) | the empty thought that it writes then is put first |
//! | begins every answer with a thought (`DeepSeek`-R1, `QwQ`) | the thought is begun, and the model ends it, freely and within 256 tokens |
//! | anything else | nothing |
//!
//! # Limits
//!
//! Templates are programs, and this looks for texts in them: the literal of an empty thought, and a
//! thought behind the last `add_generation_prompt`. One that says it in other words counts as one that does not
//! think.

use serde::{Deserialize, Serialize};

/// Most tokens of a thought; a longer one is ended there. On a processor a small model writes so
/// many in some seconds, and a context of 4,096 has room for them beside the passages.
pub(crate) const MAX_THOUGHT_TOKENS: usize = 256;
/// What a thought begins and ends with.
const OPEN: &str = "<think>";
pub(crate) const CLOSE: &str = "</think>";
/// The word by which a template is told whether to think.
const SWITCH: &str = "enable_thinking";
/// The word by which a template is told to begin an answer.
const ANSWER: &str = "add_generation_prompt";

/// What a model does before it answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Thinking {
    /// It answers.
    #[default]
    None,
    /// It would think, and is told not to.
    Off,
    /// It thinks, without a grammar and within bounds.
    Free,
}

/// What a template makes of thinking, and what is put behind the beginning of an answer for it.
pub(crate) fn of(template: &str) -> (Thinking, String) {
    if let Some(block) = empty_thought(template)
        && template.contains(SWITCH)
    {
        return (Thinking::Off, block);
    }
    let answer = template.rsplit_once(ANSWER).map(|(_, answer)| answer);
    match answer {
        Some(answer) if answer.contains(OPEN) => (Thinking::Free, format!("{OPEN}\n")),
        _ => (Thinking::None, String::new()),
    }
}

/// The white space at the beginning of a literal in a template, as it will be written; and what
/// is left of the literal.
fn white(mut literal: &str) -> (String, &str) {
    let mut found = String::new();
    loop {
        if let Some(rest) = literal.strip_prefix("\\n") {
            found.push('\n');
            literal = rest;
        } else if let Some(rest) = literal.strip_prefix(['\n', ' ']) {
            found.push_str(literal.get(..1).unwrap_or_default());
            literal = rest;
        } else {
            return (found, literal);
        }
    }
}

/// The first thought in a template that has nothing in it, with the white space behind it.
fn empty_thought(template: &str) -> Option<String> {
    template.match_indices(OPEN).find_map(|(at, _)| {
        let (within, rest) = white(template.get(at + OPEN.len()..)?);
        let (behind, _) = white(rest.strip_prefix(CLOSE)?);
        Some(format!("{OPEN}{within}{CLOSE}{behind}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends of templates as the models bring them.
    const QWEN_3: &str = r"{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '<think>\n\n</think>\n\n' }}
    {%- endif %}
{%- endif %}";
    const SMOLLM_3: &str = r#"{%- if enable_thinking is not defined -%}{%- set enable_thinking = true -%}{%- endif -%}
{%- if add_generation_prompt -%}
    {%- if reasoning_mode == "/think" -%}
        {{ "<|im_start|>assistant\n" }}
    {%- elif reasoning_mode == "/no_think" -%}
        {{ "<|im_start|>assistant\n" + "<think>\n\n</think>\n"  }}
    {%- endif -%}
{%- endif -%}"#;
    const DEEPSEEK_R1: &str = r"{% if '</think>' in content %}{% set content = content.split('</think>')[-1] %}{% endif %}
{% if add_generation_prompt and not ns.is_tool %}{{'<｜Assistant｜><think>\n'}}{% endif %}";
    const QWEN_2: &str = r"{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n' }}
{%- endif %}";
    /// It takes thoughts out of what was said before, and begins none.
    const STRIPPING: &str = r"{% if '<think>' in content %}{% set content = content.split('</think>')[-1] %}{% endif %}
{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
    const LLAMA_3: &str = r"{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}";

    #[test]
    fn thinking_is_switched_off_with_the_template_s_own_empty_thought() {
        let off = |block: &str| (Thinking::Off, block.to_owned());
        assert_eq!(of(QWEN_3), off("<think>\n\n</think>\n\n"));
        assert_eq!(of(SMOLLM_3), off("<think>\n\n</think>\n"));
    }

    #[test]
    fn what_cannot_be_switched_off_is_begun() {
        let free = (Thinking::Free, "<think>\n".to_owned());
        assert_eq!(of(DEEPSEEK_R1), free);
        // A switch without the text that it would write is none.
        let unknown = format!("{{# {SWITCH} #}}{DEEPSEEK_R1}");
        assert_eq!(of(&unknown), free);
    }

    #[test]
    fn a_model_that_does_not_think_gets_nothing() {
        for template in [QWEN_2, STRIPPING, LLAMA_3, ""] {
            assert_eq!(of(template), (Thinking::None, String::new()), "{template}");
        }
        // White space stops where a literal does.
        assert_eq!(empty_thought("'<think>\\n x</think>'"), None);
        assert_eq!(
            empty_thought("'<think></think>'"),
            Some("<think></think>".into())
        );
    }
}
