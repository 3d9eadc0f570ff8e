//! Yes or no by what a sentence says of a question.
//!
//! Where the reader points at words of a passage for a yes/no question, the sentence
//! around them says that it is so, unless it denies the very words that the question asks for
//! (*is not covered*), refuses them (*excludes flood*), or needs what the question does without (*requires the
//! consent*). What the sentence hangs on (*unless*, *subject to*) is told beside it.

use crate::layout::{Clauses, sentence_around};
use crate::options::Options;
use crate::span::Passage;
use crate::terms::{Terms, contractions};
use contract::{Candidate, Item, Place};
use evidence::EvidenceChunk;
use std::ops::Range;

/// A run of words whose lines are cited and quoted.
const WORDS: &str = "text";
/// Longest condition that is told, in characters.
const LONGEST_CONDITION: usize = 240;

/// What the sentence around a run of words (bytes of [`Passage::text`])
/// says: yes or no, standing on that sentence, or on the run alone where the sentence is too
/// long to be cited. None where neither can be.
pub fn judgement(
    terms: &Terms,
    chunk: &EvidenceChunk,
    run: &Range<usize>,
    options: &Options,
) -> Option<Candidate> {
    let passage = Passage::of(chunk);
    let text = passage.text();
    let sentence = sentence_around(text, run, Clauses::Apart);
    let said = text.get(sentence.clone())?;
    let candidate_at = |range: &Range<usize>| passage.candidate_at(WORDS, range, options);
    let cited = candidate_at(&sentence).or_else(|| candidate_at(run))?;
    let lead = lead_of(text, &sentence);
    let introduced = lead.clone().and_then(|lead| text.get(lead));
    let denied_by_lead =
        introduced.is_some_and(|lead| asks_of_facts(terms) && denies(&contractions(lead)));
    let is_so = !(denied_by_lead || denied(terms, said));
    let lead = lead.and_then(|lead| candidate_at(&lead));
    let parts = lead
        .into_iter()
        .flat_map(|lead| lead.items)
        .chain(cited.items);
    let item = Item {
        value: is_so.into(),
        spans: parts.flat_map(|item| item.spans).collect(),
    };
    let wording = if is_so { "Yes" } else { "No" };
    let mut judged = Candidate::new(vec![item], wording.into(), cited.context);
    judged.place = Some(Place {
        anchor: chunk.anchor.clone(),
        start: run.start,
        end: run.end,
    });
    judged.notes.extend(condition_of(said));
    Some(judged)
}

/// What introduces the list that a sentence is an item of: the paragraph that ends with a
/// colon before it. None where it is no item, or nothing introduces it.
fn lead_of(text: &str, sentence: &Range<usize>) -> Option<Range<usize>> {
    let item = text.get(sentence.clone())?.trim_start();
    let mark = item.split_whitespace().next()?;
    if !is_list_mark(mark) {
        return None;
    }
    let before = text.get(..sentence.start)?;
    let end = before.rfind(":\n")? + 1;
    // Another paragraph of prose between them is no list.
    let between = before.get(end..)?;
    let mut lines = between.lines().filter(|line| !line.trim().is_empty());
    let is_item = |line: &str| {
        let first = line.split_whitespace().next();
        first.is_some_and(is_list_mark) || line.starts_with(' ')
    };
    if !lines.all(is_item) {
        return None;
    }
    let start = before.get(..end)?.rfind("\n\n").map_or(0, |at| at + 2);
    let lead = before.get(start..end)?;
    // The sentence with the colon, not what stands before it in the paragraph.
    let within = lead.rfind(". ").map_or(0, |at| at + 2);
    Some(start + within..end)
}

/// `(a)`, `1.`, `b)`, a bullet or a dash.
fn is_list_mark(word: &str) -> bool {
    const LONGEST: usize = 5;
    let inner = word.trim_start_matches('(');
    let label = inner.trim_end_matches([')', '.']);
    let is_label = inner.len() > label.len()
        && label.chars().count() < LONGEST
        && label.chars().all(char::is_alphanumeric)
        && !label.is_empty();
    is_label || ["•", "-", "–", "*", "·"].contains(&word)
}

/// Whether a question neither denies itself nor asks what the document has or demands.
fn asks_of_facts(terms: &Terms) -> bool {
    !denies(&terms.contractions)
        && !terms
            .contractions
            .iter()
            .any(|word| language::any(|pack| &pack.provisions, word))
}

/// Whether one of these words denies or refuses.
fn denies(words: &[String]) -> bool {
    words.iter().any(|word| {
        language::any(|pack| &pack.denials, word) || language::any(|pack| &pack.refusals, word)
    })
}

/// Whether a sentence denies what the question asks: where a denial stands right before a
/// word of the question or a right to it, a refusal near one, or a need of what the question does without, and
/// the question neither denies itself nor asks what the document has.
fn denied(terms: &Terms, sentence: &str) -> bool {
    let is_refusal = |word: &str| language::any(|pack| &pack.refusals, word);
    if !asks_of_facts(terms) {
        return false;
    }
    let asked: Vec<&String> = terms
        .contractions
        .iter()
        .filter(|word| means(word))
        .collect();
    let is_asked = |word: &String| asked.iter().any(|one| same_stem(one, word));
    let said = contractions(sentence);
    let is_denied = said.iter().enumerate().any(|(at, word)| {
        let behind = said.get(at + 1..).unwrap_or_default();
        let near = at.saturating_sub(NEAR)..said.len().min(at + NEAR + 1);
        let near = said.get(near).unwrap_or_default();
        let what = behind_rights(behind).iter().find(|word| means(word));
        let denies = is_denial(word) && what.is_some_and(is_asked);
        let is_neither = language::any(|pack| &pack.neither, word);
        let none_may = is_neither
            && leave_of(behind)
                .iter()
                .filter(|word| means(word))
                .take(TWO_VERBS)
                .any(is_asked);
        denies || none_may || is_refusal(word) && near.iter().any(is_asked)
    });
    is_denied || needs_what_is_left_out(terms, &said)
}

/// Whether a word says more than that something is or is not.
fn means(word: &str) -> bool {
    !language::is_stop_word(word) && !is_denial(word)
}

fn is_denial(word: &str) -> bool {
    language::any(|pack| &pack.denials, word)
}

/// What stands behind a right that these words begin with: *be entitled to* assign; all of them where they
/// begin with none. With it, what is void, and what is needed ([`needs_what_is_left_out`]), *May the agreement be
/// assigned without consent?* is answered with no by 122 of the 173 clauses of assignment in the training contracts of
/// CUAD, and 108 before; one of the 14 allows it in a part. Of 3,231 yes/no questions about
/// clauses of contracts two change, both to the right answer (`examples/judged.rs`).
fn behind_rights(words: &[String]) -> &[String] {
    let begins = words.iter().position(|word| means(word));
    let right = begins.and_then(|at| words.get(at..at + 2));
    let is_right =
        right.is_some_and(|pair| language::any(|pack| &pack.rights, pair.join(" ").as_str()));
    let behind = begins.filter(|_| is_right);
    behind.and_then(|at| words.get(at + 2..)).unwrap_or(words)
}

/// Whether words say that just that is needed which a question does without: *requires the prior written
/// consent*, asked whether something may be done without consent.
fn needs_what_is_left_out(terms: &Terms, said: &[String]) -> bool {
    let mut asked = terms.contractions.iter();
    let left_out = |word: &String| language::any(|pack| &pack.lacks, word);
    if !asked.any(left_out) {
        return false;
    }
    let what: Vec<&String> = asked.filter(|word| means(word)).collect();
    let is_left_out = |word: &String| what.iter().any(|one| same_stem(one, word));
    said.iter().enumerate().any(|(at, word)| {
        let before = said
            .get(at.saturating_sub(DENIED_NEED)..at)
            .unwrap_or_default();
        let behind = said.get(at + 1..).unwrap_or_default();
        language::any(|pack| &pack.needs, word)
            && !before.iter().any(|word| is_denial(word))
            && behind.iter().take(NEAR + 1).any(is_left_out)
    })
}

/// What stands behind the first verb of leave or duty of these words, where it comes before the
/// subject is over: *Neither Party shall* sell or assign. Of 84 clauses of assignment in the training contracts
/// of CUAD 38 deny that one may assign in the words that [`denied`] knows without it, and 16 more so. Of 2,573
/// yes/no questions about training contracts 4 change: to the right answer in one, to the wrong one in three, whose "sentence" is
/// a whole paragraph there.
fn leave_of(words: &[String]) -> &[String] {
    let is_leave = |word: &String| language::any(|pack| &pack.leave, word);
    let verb = words.iter().take(SUBJECT).position(is_leave);
    verb.and_then(|verb| words.get(verb + 1..))
        .unwrap_or_default()
}

/// Words of a subject, at most: *party to this agreement or its affiliates* are seven.
const SUBJECT: usize = 8;
/// Verbs that stand together: *transfer or assign*.
const TWO_VERBS: usize = 2;

/// Words before a need within which a denial belongs to it: *does not further require*.
const DENIED_NEED: usize = 2;

/// How many words a refusal may stand from what it refuses.
const NEAR: usize = 5;

/// Whether two words begin alike: *cover* and *covered*, *disclose* and *disclosure*.
fn same_stem(one: &str, other: &str) -> bool {
    const STEM: usize = 5;
    let shared = one.chars().zip(other.chars());
    let shared = shared.take_while(|(left, right)| left == right).count();
    let shorter = one.chars().count().min(other.chars().count());
    shared >= STEM || shared == shorter && shorter >= STEM - 1
}

/// What a sentence hangs on (*unless*, *subject to*), in words for a person; none where it
/// says no condition.
pub fn condition_of(sentence: &str) -> Option<String> {
    condition(sentence).map(|words| format!("It depends on what the sentence says: “{words}”."))
}

/// What the sentence hangs on, from the first word of it to the end, white space collapsed.
fn condition(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let text = words.join(" ");
    let lower = text.to_lowercase();
    // Lower case may have other lengths: then nothing is told of a place that is not known.
    if lower.len() != text.len() {
        return None;
    }
    let found = language::all(|pack| &pack.conditions);
    let is_word = |at: usize, length: usize| {
        let edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        let before = lower.get(..at).and_then(|part| part.chars().next_back());
        let behind = lower
            .get(at + length..)
            .and_then(|part| part.chars().next());
        edge(before) && edge(behind)
    };
    let places = found.flat_map(|words| {
        let places = lower.match_indices(words);
        places.filter(|(at, words)| is_word(*at, words.len()))
    });
    let first = places.map(|(at, _)| at).min()?;
    let told: String = text.get(first..)?.chars().take(LONGEST_CONDITION).collect();
    Some(told.trim_end_matches(['.', ';', ',']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_scene::chunk;
    use contract::Value;
    use serde_json::json;

    fn judged(question: &str, lines: &[&str], words: &str) -> Candidate {
        let chunk = chunk("C0", lines);
        let at = Passage::of(&chunk).text().find(words).unwrap();
        judgement(
            &Terms::of(question),
            &chunk,
            &(at..at + words.len()),
            &Options::default(),
        )
        .unwrap()
    }

    fn says(question: &str, line: &str, words: &str) -> bool {
        let found = judged(question, &["Clause one. ", line, "It rains."], words);
        found.items[0].value == Value::Boolean(true)
    }

    #[test]
    fn a_sentence_that_denies_or_refuses_what_is_asked_says_no() {
        for (question, line, words, expected) in [
            ("Is flood covered?", "Flood is covered.", "Flood", true),
            (
                "Is flood covered?",
                "The policy excludes flood.",
                "flood",
                false,
            ),
            (
                "Is flood covered?",
                "Flood is covered, but not hail.",
                "Flood",
                true,
            ),
            (
                "Is there a clause on assignment?",
                "No party may assign this.",
                "assign",
                true,
            ),
            ("Is flood covered?", "Flood is not covered.", "Flood", false),
            ("Is flood excluded?", "Flood is not covered.", "Flood", true),
            (
                "May the agreement be assigned without consent?",
                "Neither Party shall sell or assign this Agreement without the consent of the other.",
                "assign",
                false,
            ),
            (
                "May the agreement be assigned without consent?",
                "Neither the fee nor its date matters where a Party shall assign this Agreement.",
                "assign",
                true,
            ),
            (
                "May the agreement be assigned without consent?",
                "The Consultant shall not be entitled to assign its rights.",
                "assign",
                false,
            ),
            (
                "May the agreement be assigned without consent?",
                "Any other assignment requires the prior written consent of the Owner.",
                "assignment",
                false,
            ),
            (
                "May the agreement be assigned without consent?",
                "An assignment to an Affiliate does not require the consent of the Owner.",
                "assignment",
                true,
            ),
            (
                "May the agreement be assigned without consent?",
                "Any purported assignment shall be null and void.",
                "assignment",
                false,
            ),
            (
                "May the agreement be assigned?",
                "Any assignment requires the prior written consent of the Owner.",
                "assignment",
                true,
            ),
            (
                "Is any right or licence granted?",
                "No right or licence is granted to the Recipient.",
                "licence",
                false,
            ),
            (
                "May the tenant sublet?",
                "The tenant may not sublet the flat.",
                "sublet",
                false,
            ),
            (
                "Ist Hochwasser gedeckt?",
                "Hochwasser ist nicht gedeckt.",
                "Hochwasser",
                false,
            ),
            (
                "¿Está cubierta la inundación?",
                "La inundación está cubierta.",
                "inundación",
                true,
            ),
        ] {
            assert_eq!(says(question, line, words), expected, "{question} {line}");
        }
    }

    #[test]
    fn an_item_of_a_list_says_what_its_introduction_says() {
        let lines = [
            "This policy does not insure loss caused by any of the following:",
            "",
            "(a) War.",
            "(b) Flood, storm surge or rising ground water.",
        ];
        let found = judged("Is damage by flood covered?", &lines, "Flood");
        assert_eq!(found.items[0].value, json!(false));
        let cited = found.items[0].spans.iter().map(|span| span.line_start);
        assert_eq!(cited.collect::<Vec<_>>(), [1, 4]);
        let excluded = judged("Is flood excluded?", &lines, "Flood");
        assert_eq!(excluded.items[0].value, json!(true));
        let insured = ["The insurer pays for:", "", "- Theft.", "- Flood."];
        let found = judged("Is flood covered?", &insured, "Flood");
        assert_eq!(found.items[0].value, json!(true));
    }

    #[test]
    fn the_whole_sentence_is_cited_and_its_condition_told() {
        let lines = [
            "Rain is wet. The tenant may sublet the flat,",
            "provided that the landlord agrees in writing.",
            "Snow is cold.",
        ];
        let found = judged("May the tenant sublet?", &lines, "may sublet");
        let span = &found.items[0].spans[0];
        assert_eq!((span.line_start, span.line_end), (1, 2));
        let quote = span.quote.as_deref().unwrap();
        assert!(quote.ends_with("provided that the landlord agrees in writing."));
        let told =
            "It depends on what the sentence says: “provided that the landlord agrees in writing”.";
        assert_eq!(found.notes, [told]);
        let plain = judged("Is rain wet?", &lines, "Rain");
        assert!(plain.notes.is_empty());
    }
}
