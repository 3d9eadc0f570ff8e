//! Runs of words that stand out by their form: quoted terms, what stands behind
//! a label, cells of tables, and sentences that are short enough to be an answer
//! themselves; as a text, or as the name or address that they can be by themselves.
//! Any other run of words is found by the reader.

use super::flow::Flow;
use super::scene::Scene;
use super::span;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"“[^“”\n]{2,120}”|„[^„“]{2,120}[“”]|"[^"\n]{2,120}"|«[^»\n]{2,120}»"#)
        .expect("a literal pattern")
});
static LABELLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[^:\n]{2,40}: ?([^\n]{1,100})$").expect("a literal pattern")
});

/// Longest sentence that is offered whole, in words.
const MAX_SENTENCE_WORDS: usize = 25;

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for quoted in QUOTED.find_iter(&flow.text) {
        offer(scene, &quoted.range());
        let inner = quoted
            .as_str()
            .trim_matches(|letter: char| "“”„\"«»".contains(letter));
        let inner = inner.trim_end_matches(['.', ',', ';']);
        if let Some(at) = quoted.as_str().find(inner) {
            offer(
                scene,
                &(quoted.start() + at..quoted.start() + at + inner.len()),
            );
        }
    }
    for labelled in LABELLED.captures_iter(&flow.text) {
        if let Some(value) = labelled.get(1) {
            offer(scene, &value.range());
        }
    }
    for line in 0..flow.chunk.lines.len() {
        let cells = flow.cells(line);
        for cell in cells.iter().filter(|_| cells.len() > 1) {
            offer(scene, cell);
        }
    }
    // A sentence may be a text; a name or an address is a part of one.
    if scene.answer_type == "text" {
        short_sentences(scene);
    }
}

fn offer(scene: &mut Scene<'_>, range: &Range<usize>) {
    let text = scene.flow.slice(range.clone());
    let lead = text.len() - text.trim_start().len();
    let kept = text.trim().trim_end_matches([',', ';', ':']);
    let letters = kept.chars().filter(|letter| letter.is_alphanumeric());
    let lone = letters.clone().count() < 2 && !letters.clone().any(char::is_numeric);
    if lone {
        return;
    }
    let range = range.start + lead..range.start + lead + kept.len();
    if cuts_word(scene.flow, &range) {
        return;
    }
    if let Some(value) = span::standing_alone(scene.answer_type, scene.flow, &range) {
        scene.offer(&range, value);
    }
}

/// Whether a range begins or ends inside a word.
fn cuts_word(flow: &Flow<'_>, range: &Range<usize>) -> bool {
    let text = flow.slice(range.clone());
    let joins = |outside: Option<char>, inside: Option<char>| {
        outside.is_some_and(char::is_alphanumeric) && inside.is_some_and(char::is_alphanumeric)
    };
    let before = flow.slice(0..range.start).chars().next_back();
    let after = flow.slice(range.end..flow.text.len()).chars().next();
    joins(before, text.chars().next()) || joins(after, text.chars().next_back())
}

fn short_sentences(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let mut at = 0;
    while at < flow.text.len() {
        let sentence = flow.sentence(&(at..at));
        let end = sentence.end.max(at + 1);
        let count = flow.slice(sentence.clone()).split_whitespace().count();
        if (4..=MAX_SENTENCE_WORDS).contains(&count) && sentence.start >= at.saturating_sub(1) {
            offer(scene, &sentence);
        }
        at = (end..=flow.text.len())
            .find(|next| flow.text.is_char_boundary(*next) && *next > at)
            .unwrap_or(flow.text.len());
        at += flow
            .slice(at..flow.text.len())
            .chars()
            .take_while(|letter| letter.is_whitespace())
            .map(char::len_utf8)
            .sum::<usize>();
    }
}
