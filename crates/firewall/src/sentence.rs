//! Where sentences of generated prose end: for English, German and Spanish,
//! by rules and short word lists.
//!
//! A sentence ends at a line end, at `!`, `?` and their East Asian forms, and
//! at a full stop that is not part of something else: a decimal number, an
//! ISO date, an abbreviation, an initial, a German ordinal. Anchors directly
//! behind the end belong to the sentence.
//!
//! In doubt a sentence ends: two statements taken for one would let the
//! second lend its anchor to the first. The exceptions are therefore closed
//! lists and forms, and an abbreviation that may also end a sentence (`Inc.`,
//! `etc.`) does so before a word that begins one.

use crate::anchor::Mark;
use std::ops::Range;

/// One sentence of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// Bytes in the text, anchors included, without white space around.
    pub range: Range<usize>,
    /// Indices of its marks in the list the text was split with.
    pub marks: Range<usize>,
}

/// Abbreviations that never end a sentence: something has to follow them.
const OPEN_ABBREVIATIONS: &str = "mr mrs ms dr prof rev hon gen col lt sgt capt messrs vs viz e.g i.e cf ca approx resp incl excl \
    hr hrn fr frl dipl ing z.b u.a d.h i.d.r s.o s.u vgl bzw sog evtl ggf inkl zzgl exkl \
    sr sra srta d dña lic ud uds p.ej ee.uu avda pza c";
/// Abbreviations before a number; elsewhere they are words (`no`, `art`).
const NUMBERED_ABBREVIATIONS: &str = "no nos nr núm num fig figs eq sec art arts abs ziff pp pg pág págs p vol tel ext cl para \
    jan feb mar apr jun jul aug sep sept oct okt nov dec dez ene abr ago dic";
/// Abbreviations that may stand at the end of a sentence.
const END_ABBREVIATIONS: &str = "etc inc ltd co corp llc plc jr sr u.s u.k u.n u.s.a e.u a.m p.m usw ff str s.a s.l s.r.l s.p.a b.v n.v a.g e.v \
    m.b.h ges dept univ ph.d m.d b.a m.a d.c bros assn blvd ave rd st mt k.g o.h.g kg";
/// Words that begin sentences and hardly ever names.
const STARTERS: &str = "the a an this that these those it its he she they we you i there here in on at by for from with under if when while \
    where however therefore thus but and or so as after before since until all each every any some no not both our their his her \
    der die das den dem ein eine einer es er sie wir ihr ich dies diese dieser dieses im in am an auf bei für mit nach von vor zu zum zur \
    wenn wann wo aber und oder auch alle jede jeder \
    el la los las un una unos unas lo este esta estos estas en al de del por para con sin si cuando pero y o también se su sus no";
/// Months before which `16.` is a day, not an end.
const MONTHS: &str = "januar jänner februar märz april mai juni juli august september oktober november dezember \
    january february march may june july october december";
/// Words behind which a number with a full stop is a German ordinal.
const ORDINAL_LEADS: &str = "der die das den dem des am im zum zur vom beim bis seit ab jede jeden jeder jedes ihr ihre sein seine unser unsere";

/// Marks that end a sentence.
fn ends(letter: char) -> bool {
    matches!(
        letter,
        '.' | '!' | '?' | '…' | '‽' | '。' | '！' | '？' | '｡' | '؟' | '।'
    )
}

/// Quotation marks and brackets that may stand between the end and the space.
fn closes(letter: char) -> bool {
    matches!(
        letter,
        '"' | '\'' | '”' | '’' | '“' | '»' | '«' | ')' | ']' | '}'
    )
}

/// Splits a text into sentences; `marks` are its anchors, in order. Pieces
/// without a letter, digit or mark are left out.
pub(crate) fn split(text: &str, marks: &[Mark]) -> Vec<Sentence> {
    let mut cuts = Vec::new();
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let next = at + letter.len_utf8();
        if let Some(mark) = marks.iter().find(|mark| mark.range.start == at) {
            at = mark.range.end.max(next);
        } else if matches!(letter, '\n' | '\r' | '\u{2028}' | '\u{2029}') {
            cuts.push(next);
            at = next;
        } else if ends(letter) {
            let run = run_end(text, at);
            if is_end(text, at, run, marks) {
                at = with_marks(text, closers_end(text, run, marks), marks);
                cuts.push(at);
            } else {
                at = run;
            }
        } else {
            at = next;
        }
    }
    cuts.push(text.len());
    pieces(text, marks, &cuts)
}

fn pieces(text: &str, marks: &[Mark], cuts: &[usize]) -> Vec<Sentence> {
    let mut start = 0;
    let mut sentences = Vec::new();
    for cut in cuts {
        let piece = text.get(start..*cut).unwrap_or_default();
        let lead = piece.len() - piece.trim_start().len();
        let range = start + lead..start + lead + piece.trim().len();
        let first = marks.partition_point(|mark| mark.range.start < start);
        let last = marks.partition_point(|mark| mark.range.start < *cut);
        let says = piece.chars().any(char::is_alphanumeric);
        if says || first < last {
            sentences.push(Sentence {
                range,
                marks: first..last,
            });
        }
        start = *cut;
    }
    sentences
}

/// Behind `...` or `?!`.
fn run_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let run: usize = rest
        .chars()
        .take_while(|letter| ends(*letter))
        .map(char::len_utf8)
        .sum();
    at + run
}

fn closers_end(text: &str, at: usize, marks: &[Mark]) -> usize {
    let mut end = at;
    for letter in text.get(at..).unwrap_or_default().chars() {
        if !closes(letter) || marks.iter().any(|mark| mark.range.start == end) {
            break;
        }
        end += letter.len_utf8();
    }
    end
}

/// Behind the anchors, and the stops between them, that follow at `at`.
fn with_marks(text: &str, at: usize, marks: &[Mark]) -> usize {
    let mut end = at;
    loop {
        let rest = text.get(end..).unwrap_or_default();
        let gap: usize = rest
            .chars()
            .take_while(|letter| *letter == ' ')
            .map(char::len_utf8)
            .sum();
        if let Some(mark) = marks.iter().find(|mark| mark.range.start == end + gap) {
            end = mark.range.end;
        } else if end > at && rest.starts_with(ends) {
            end = run_end(text, end);
        } else {
            return end;
        }
    }
}

/// Whether the stops at `at..run` end a sentence.
fn is_end(text: &str, at: usize, run: usize, marks: &[Mark]) -> bool {
    let closed = closers_end(text, run, marks);
    let rest = text.get(closed..).unwrap_or_default();
    let marked = marks.iter().any(|mark| mark.range.start == closed);
    let stops = text.get(at..run).unwrap_or_default();
    let word = word_before(text, at);
    let Some(next) = rest.chars().next().filter(|_| !marked) else {
        return true;
    };
    if !next.is_whitespace() {
        // `3.14`, `example.org`, `U.S.A.` go on; `ended.The next` does not.
        return stops != "." && next.is_alphabetic() || runs_on(word, rest);
    }
    if stops != "." {
        return stops.chars().any(|letter| letter != '.') || !begins_lower(rest);
    }
    let following = rest.trim_start();
    if following.is_empty() {
        return true;
    }
    !continues(text, at, word, following)
}

/// `ended.The next`: a word, a stop, and a capitalised word without a space.
fn runs_on(word: &str, rest: &str) -> bool {
    let small = word.chars().count() > 1
        && word
            .chars()
            .all(|letter| letter.is_lowercase() || letter.is_numeric());
    let next: Vec<char> = rest
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    let ends_word = rest.chars().nth(next.len()).is_none_or(char::is_whitespace);
    let capitalised = next.first().is_some_and(|letter| letter.is_uppercase());
    small && capitalised && ends_word
}

/// The run of letters, digits and inner stops before byte `at`.
fn word_before(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let from = before
        .char_indices()
        .rev()
        .take_while(|(_, letter)| {
            letter.is_alphanumeric() || matches!(letter, '.' | '-' | '/' | ',')
        })
        .last()
        .map_or(before.len(), |(index, _)| index);
    before.get(from..).unwrap_or_default()
}

fn begins_lower(rest: &str) -> bool {
    rest.trim_start()
        .chars()
        .next()
        .is_some_and(char::is_lowercase)
}

fn listed(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// Whether the sentence goes on behind `word.`
fn continues(text: &str, at: usize, word: &str, following: &str) -> bool {
    let lower = word.to_lowercase();
    let lower = lower.trim_start_matches(['.', '-', '/', ',']);
    let next: String = following
        .trim_start_matches(|letter: char| !letter.is_alphanumeric())
        .chars()
        .take_while(|letter| letter.is_alphanumeric())
        .collect();
    let starts = listed(STARTERS, &next.to_lowercase());
    let capital = next
        .chars()
        .next()
        .is_some_and(|letter| letter.is_uppercase() || letter.is_numeric());
    if lower.is_empty() {
        return false;
    }
    if lower.chars().all(char::is_numeric) {
        return number_continues(text, at, lower, &next);
    }
    if listed(OPEN_ABBREVIATIONS, lower) {
        return true;
    }
    if listed(NUMBERED_ABBREVIATIONS, lower) && next.starts_with(char::is_numeric) {
        return true;
    }
    let letters = lower
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .count();
    let initial =
        letters == 1 && lower.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let short = |part: &str| part.chars().count() <= 2 && part.chars().all(char::is_alphabetic);
    let dotted = lower.contains('.') && lower.split('.').all(short);
    if initial || dotted || listed(END_ABBREVIATIONS, lower) {
        return !(starts && capital);
    }
    // An abbreviation that no list has: short, and the text goes on small.
    begins_lower(following) && letters <= 2
}

/// `16. Juli`, `der 3. Absatz`, and the number of a list item at its start.
fn number_continues(text: &str, at: usize, number: &str, next: &str) -> bool {
    let before = text.get(..at - number.len().min(at)).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    if number.len() <= 3 && line.chars().all(|letter| !letter.is_alphanumeric()) {
        return true;
    }
    let day = number
        .parse::<u32>()
        .is_ok_and(|number| (1..=999).contains(&number));
    let lead = line
        .split_whitespace()
        .next_back()
        .unwrap_or_default()
        .to_lowercase();
    day && (listed(MONTHS, &next.to_lowercase())
        || listed(ORDINAL_LEADS, &lead)
        || next.chars().next().is_some_and(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anchor;

    fn sentences(text: &str) -> Vec<String> {
        let marks = anchor::marks(text);
        let found = split(text, &marks);
        found
            .iter()
            .map(|one| text.get(one.range.clone()).unwrap().to_owned())
            .collect()
    }

    #[test]
    fn one_sentence_stays_one() {
        for text in [
            "The fee is 3.50 EUR or 1,250.00 USD.",
            "It was signed on 2024-01-31.",
            "Signed 31.01.2024 by both.",
            "Dr. Smith and Mr. J. R. Jones agreed.",
            "Acme Inc. and Beta Ltd. merged in the U.S. market.",
            "See e.g. No. 5, i.e. the fifth, cf. Fig. 2.",
            "Write to info@example.org or see www.example.org.",
            "Version 1.2.3 is out.",
            "1. The first point.",
            "Am 16. Juli 2002 begann der 3. Absatz.",
            "Das gilt z.B. für Hr. Müller, d.h. bzw. usw. und so weiter.",
            "Der Vertrag vom 1. Januar gilt.",
            "La Sra. García vive en la Avda. del Sol, núm. 5.",
            "El art. 5 de la ley, p.ej. el párrafo 2.",
            "He waited ... and left.",
            "About approx. 5 percent vs. 6 percent.",
            "The meeting is at 5 p.m. on Monday.",
            "He said “Stop” and left.",
            "U.S.A. law applies.",
        ] {
            assert_eq!(sentences(text), [text]);
        }
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        let cases: [(&str, &[&str]); 17] = [
            ("One is. Two is.", &["One is.", "Two is."]),
            ("Is it? Yes! It is.", &["Is it?", "Yes!", "It is."]),
            (
                "It costs 5. The rest is free.",
                &["It costs 5.", "The rest is free."],
            ),
            ("It is 3.5. 4 more come.", &["It is 3.5.", "4 more come."]),
            (
                "By Acme Inc. The fee is due.",
                &["By Acme Inc.", "The fee is due."],
            ),
            (
                "On 2024-01-31. Then more.",
                &["On 2024-01-31.", "Then more."],
            ),
            ("It ended.The next came.", &["It ended.", "The next came."]),
            ("It ended!Then more.", &["It ended!", "Then more."]),
            (
                "The fee is due. the rest is not.",
                &["The fee is due.", "the rest is not."],
            ),
            ("“It is so.” Then more.", &["“It is so.”", "Then more."]),
            ("Line one\nline two", &["Line one", "line two"]),
            ("He waited... Then left.", &["He waited...", "Then left."]),
            ("Das gilt nicht. Es gilt.", &["Das gilt nicht.", "Es gilt."]),
            (
                "No se aplica. ¿Es así? Sí.",
                &["No se aplica.", "¿Es así?", "Sí."],
            ),
            ("これは一。これは二。", &["これは一。", "これは二。"]),
            (
                "The answer is no. Fees are due.",
                &["The answer is no.", "Fees are due."],
            ),
            ("Plan B. The other one.", &["Plan B.", "The other one."]),
        ];
        for (text, expected) in cases {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn anchors_belong_to_the_sentence_they_follow() {
        let cases: [(&str, &[&str]); 5] = [
            ("One. [C0] Two. [C1]", &["One. [C0]", "Two. [C1]"]),
            ("One [C0]. Two [C1].", &["One [C0].", "Two [C1]."]),
            ("One. [C0][C1] Two.[C2]", &["One. [C0][C1]", "Two.[C2]"]),
            ("One [C0] and two.", &["One [C0] and two."]),
            ("One.[C0]Two. [C1]", &["One.[C0]", "Two. [C1]"]),
        ];
        for (text, expected) in cases {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn any_text_is_split_without_loss() {
        for text in [
            "",
            " ",
            ".",
            "...",
            "\n\n",
            "[C0]",
            ". . .",
            "a\u{301}. É",
            "?!?!",
            "x.\u{2029}y",
        ] {
            let joined: String = sentences(text).concat();
            let letters = |text: &str| {
                text.chars()
                    .filter(|one| one.is_alphanumeric())
                    .collect::<String>()
            };
            assert_eq!(letters(&joined), letters(text), "{text:?}");
        }
    }
}
