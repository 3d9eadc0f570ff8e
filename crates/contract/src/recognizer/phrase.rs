//! Short texts a question may be answered with: quoted terms, what stands
//! behind a label, names, quantities, identifiers, runs of content words, and
//! sentences that are short enough to be an answer themselves.

use super::flow::{Flow, words_of};
use super::{Scene, name};
use regex::Regex;
use serde_json::json;
use std::ops::Range;
use std::sync::LazyLock;

static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"“[^“”\n]{2,120}”|„[^„“]{2,120}[“”]|"[^"\n]{2,120}"|«[^»\n]{2,120}»"#)
        .expect("a literal pattern")
});
static LABELLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[^:\n]{2,40}: ?([^\n]{1,100})$").expect("a literal pattern")
});
static CAPITALS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\p{Lu}[\p{L}\d'’&-]*(?:[ \n](?:(?:of|the|for|de|von|and|&)[ \n]){0,2}\p{Lu}[\p{L}\d'’&-]*){0,7}").expect("a literal pattern")
});
static QUANTITY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|\d[\d.,]*)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)(?: ?\(\d+%?\))?(?:[ \n-](?:calendar |business |working )?(?:days?|weeks?|months?|years?|hours?|minutes?|times|percent|per cent)\b)?|\b(?:once|twice)\b",
    )
    .expect("a literal pattern")
});
static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:No\.? )?[$£€]?\b\d[\d.,/-]*\d%?(?: (?:×|x) \d+)?|\b\d%?")
        .expect("a literal pattern")
});

const STOP_WORDS: &str = "a an the of in on at to for by with from and or but nor is are was were be been being do does did has have had it \
    its this that these those which who whom whose when where why how as if than then into over under about not no so such also they he she we \
    you i his her their our your there here all any each every both either neither will would shall should can could may might must upon \
    during after before until since while because through between among against without within per via der die das des dem den ein eine \
    einer eines einem einen und oder aber ist sind war waren wird wurde wurden hat hatte haben sich nicht auch auf für mit von zu zur zum im in \
    am an als bei nach vor aus durch über unter um dass er sie es";
/// Longest sentence that is offered whole, in words.
const MAX_SENTENCE_WORDS: usize = 25;
/// Longest run of content words.
const MAX_RUN_WORDS: usize = 5;

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
    for regex in [&*CAPITALS, &*QUANTITY, &*FIGURE] {
        for found in regex.find_iter(&flow.text) {
            offer(scene, &found.range());
        }
    }
    for found in CAPITALS.find_iter(&flow.text) {
        tail_of(scene, &found.range());
        // A name that fills a short line does not go on in the next one.
        if found.as_str().contains('\n') {
            let mut start = found.start();
            for piece in found.as_str().split('\n') {
                offer(scene, &(start..start + piece.len()));
                start += piece.len() + 1;
            }
        }
    }
    for range in name::organizations(flow) {
        offer(scene, &range);
    }
    content_runs(scene);
    short_sentences(scene);
}

fn offer(scene: &mut Scene<'_>, range: &Range<usize>) {
    let text = scene.flow.slice(range.clone());
    let lead = text.len() - text.trim_start().len();
    let kept = text.trim().trim_end_matches([',', ';', ':']);
    let letters = kept.chars().filter(|letter| letter.is_alphanumeric());
    let lone = letters.clone().count() < 2 && !letters.clone().any(char::is_numeric);
    if lone || is_stop_word(kept) {
        return;
    }
    let range = range.start + lead..range.start + lead + kept.len();
    if cuts_word(scene.flow, &range) {
        return;
    }
    let value = json!(kept.split_whitespace().collect::<Vec<_>>().join(" "));
    scene.offer(&range, value);
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

/// `State of New York` also answers as `New York`.
fn tail_of(scene: &mut Scene<'_>, range: &Range<usize>) {
    let text = scene.flow.slice(range.clone());
    if let Some(at) = text.rfind(" of ") {
        let tail = range.start + at + " of ".len();
        let tail = if scene.flow.slice(tail..range.end).starts_with("the ") {
            tail + "the ".len()
        } else {
            tail
        };
        offer(scene, &(tail..range.end));
        offer(scene, &(range.start..range.start + at));
    }
}

/// Maximal runs of words between stop words and punctuation.
fn content_runs(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    let words = words_of(&flow.text, 0);
    let mut run: Option<Range<usize>> = None;
    let mut count = 0;
    for word in words {
        let text = flow.slice(word.clone());
        let inner = text.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '%');
        let opens = text.starts_with(|letter: char| !letter.is_alphanumeric());
        let closes = text.ends_with(|letter: char| !letter.is_alphanumeric() && letter != '%');
        if inner.is_empty() || is_stop_word(inner) || opens {
            if let Some(done) = run.take() {
                finish(scene, &done, count);
            }
            count = 0;
        }
        if !inner.is_empty() && !is_stop_word(inner) {
            let at = word.start + text.find(inner).unwrap_or(0);
            let start = run.as_ref().map_or(at, |run| run.start);
            run = Some(start..at + inner.len());
            count += 1;
            if closes && let Some(done) = run.take() {
                finish(scene, &done, count);
                count = 0;
            }
        }
    }
    if let Some(done) = run {
        finish(scene, &done, count);
    }
}

fn finish(scene: &mut Scene<'_>, run: &Range<usize>, count: usize) {
    if count <= MAX_RUN_WORDS {
        offer(scene, run);
    }
    // `exporting fighting horsemen`: the last two words are often the noun.
    if count > 2 {
        let words = words_of(scene.flow.slice(run.clone()), run.start);
        if let Some(second_last) = words.len().checked_sub(2).and_then(|at| words.get(at)) {
            offer(scene, &(second_last.start..run.end));
        }
    }
}

fn is_stop_word(word: &str) -> bool {
    let lower = word.to_lowercase();
    STOP_WORDS.split_whitespace().any(|stop| stop == lower)
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
