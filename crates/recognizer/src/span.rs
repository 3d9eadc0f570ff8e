//! Values that are a run of words and nothing more: what a reader marks in a
//! passage, made a candidate of the type that is asked for.

use super::flow::Flow;
use super::options::Options;
use super::scene::{Read, Scene};
use super::terms::Terms;
use super::{address, code, layout, name};
use crate::convention::Convention;
use contract::candidate::Candidate;
use contract::{Descriptor, Finding, Value};
use evidence::EvidenceChunk;
use std::ops::Range;

/// Longest name or address that stands alone; no part of one may be longer.
const MAX_ALONE_CHARACTERS: usize = 100;

/// Whether a run of words can be a value of this type by itself.
pub fn has_spans(answer_type: &str) -> bool {
    matches!(Descriptor::of(answer_type).finding, Finding::Runs { .. })
}

/// A passage as the reader is given it ([`Passage::text`]).
pub fn passage(chunk: &EvidenceChunk) -> String {
    Flow::new(chunk).with_gaps()
}

/// The value of `answer_type` that the words at `range` of the passage are
/// ([`Passage::candidate_at`]).
pub fn candidate_at(
    answer_type: &str,
    chunk: &EvidenceChunk,
    range: &Range<usize>,
    options: &Options,
) -> Option<Candidate> {
    Passage::of(chunk).candidate_at(answer_type, range, options)
}

/// A passage made running text once, where several of its runs of words are looked at.
pub struct Passage<'a> {
    flow: Flow<'a>,
    text: String,
}

impl<'a> Passage<'a> {
    /// That of a chunk.
    pub fn of(chunk: &'a EvidenceChunk) -> Self {
        let flow = Flow::new(chunk);
        Self {
            text: flow.with_gaps(),
            flow,
        }
    }

    /// The text as the reader is given it: its lines with white space collapsed,
    /// joined by newlines, a tab where a column gap was. Places of candidates are
    /// bytes of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the words at `range` go from one cell of a table into the next, or from the end of
    /// a row into the next row.
    pub fn crosses_cells(&self, range: &Range<usize>) -> bool {
        self.flow.crosses_cells(range)
    }

    /// The value of `answer_type` that the words at `range` are. None where they are none, where
    /// `range` is not on characters, and where it runs over more lines than a span may.
    pub fn candidate_at(
        &self,
        answer_type: &str,
        range: &Range<usize>,
        options: &Options,
    ) -> Option<Candidate> {
        let flow = &self.flow;
        let mut range = trimmed(flow, range);
        if answer_type == "text" {
            range = code::whole(flow, range);
        }
        let wording = flow.words(range.clone());
        if !wording.chars().any(char::is_alphanumeric) {
            return None;
        }
        let value = value_of(answer_type, flow, &range)?;
        let convention = Convention::of(std::slice::from_ref(flow));
        let mut scene = Scene {
            answer_type,
            flow,
            passages: (std::slice::from_ref(flow), 0),
            terms: &Terms::default(),
            convention: &convention,
            options,
            found: Vec::new(),
        };
        scene.offer_read(&range, Read::new(value, wording));
        scene.found.pop().map(|(_, candidate)| candidate)
    }
}

fn value_of(answer_type: &str, flow: &Flow<'_>, range: &Range<usize>) -> Option<Value> {
    let wording = flow.words(range.clone());
    let is_one_name = !runs_on(flow, range);
    match answer_type {
        "text" => Some(Value::Text(wording)),
        "organization" if is_one_name => Some(Value::Text(wording)),
        "person_name" if is_one_name && !wording.contains(',') => {
            name::parts(&wording).map(Value::PersonName)
        }
        "address" => address::parts(flow, range).map(Value::Address),
        _ => None,
    }
}

/// As what the reader marks, but only where the words themselves say that they are of
/// the type: names with capitals, addresses with a postal code.
pub(super) fn standing_alone(
    answer_type: &str,
    flow: &Flow<'_>,
    range: &Range<usize>,
) -> Option<Value> {
    let wording = flow.words(range.clone());
    let value = value_of(answer_type, flow, range)?;
    let is_plain = wording.chars().count() <= MAX_ALONE_CHARACTERS
        && wording.chars().all(|one| {
            one.is_alphanumeric() || one == ' ' || one.is_ascii_punctuation() || one == '’'
        });
    let shown = match answer_type {
        "person_name" | "organization" | "address" if !is_plain => false,
        "person_name" => name::is_person(&wording),
        "organization" => wording.starts_with(char::is_uppercase),
        "address" => matches!(&value, Value::Address(one) if one.postal_code.is_some()),
        _ => true,
    };
    shown.then_some(value)
}

/// Whether a range goes on behind the end of a short line, which ends what
/// stands on it: two names below each other are two.
fn runs_on(flow: &Flow<'_>, range: &Range<usize>) -> bool {
    let last = flow.line_at(range.end.saturating_sub(1));
    (flow.line_at(range.start)..last).any(|line| layout::is_short(flow.raw(line)))
}

/// The range without white space and without a mark that closes a clause.
fn trimmed(flow: &Flow<'_>, range: &Range<usize>) -> Range<usize> {
    let text = flow.slice(range.clone());
    let lead = text.len() - text.trim_start().len();
    let kept = text.trim().trim_end_matches([',', ';', ':']).trim_end();
    range.start + lead..range.start + lead + kept.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::Line;
    use serde_json::json;

    fn chunk(text: &str) -> EvidenceChunk {
        let lines = text.lines().zip(1..).map(|(text, number)| Line {
            number,
            page: 1,
            text: text.into(),
            bounds: None,
        });
        EvidenceChunk {
            anchor: "C0".into(),
            chunk_id: "a".into(),
            document_id: "d".into(),
            document_title: "t".into(),
            lines: lines.collect(),
            similarity: 1.0,
            tables: Vec::new(),
        }
    }

    fn marked(answer_type: &str, text: &str, words: &str) -> Candidate {
        let chunk = chunk(text);
        let start = passage(&chunk).find(words).unwrap();
        let range = start..start + words.len();
        candidate_at(answer_type, &chunk, &range, &Options::default()).unwrap()
    }

    #[test]
    fn a_passage_keeps_its_column_gaps_as_tabs_and_its_length() {
        let chunk = chunk("Place  Team\tWon\n1      Canada 6");
        assert_eq!(passage(&chunk), "Place\tTeam\tWon\n1\tCanada 6");
        assert_eq!(passage(&chunk).len(), Flow::new(&chunk).text.len());
    }

    #[test]
    fn words_of_two_cells_or_two_rows_cross_a_border_in_any_layout() {
        for (begin, gap, shown, end) in [
            ("", "\t", "\t", ""),
            ("", "    ", "\t", ""),
            ("", " | ", " | ", ""),
            ("| ", " | ", " | ", " |"),
            ("|", "|", "|", "|"),
        ] {
            let row = |one: &str, other: &str| format!("{begin}{one}{gap}{other}{end}\n");
            let rows = [
                row("Peril", "Limit"),
                row("Fire", "100"),
                row("Hail damage", "200"),
            ];
            let chunk = chunk(&format!("{}\nSigned by Alder\nInc. today.", rows.concat()));
            let passage = Passage::of(&chunk);
            let crosses = |words: &str| {
                let start = passage.text().find(words).unwrap();
                passage.crosses_cells(&(start..start + words.len()))
            };
            assert!(crosses(&format!("Fire{shown}100")), "{gap:?}");
            assert!(
                crosses("Fire") == crosses("Hail damage") && !crosses("Fire"),
                "{gap:?}"
            );
            assert!(!crosses("Alder\nInc."), "{gap:?}");
            let two = passage.text().find("Limit").unwrap();
            let two = two..passage.text().find("Fire").unwrap() + "Fire".len();
            assert!(passage.crosses_cells(&two), "{gap:?}");
            let cells = passage.flow.cells(2);
            let cells: Vec<&str> = cells
                .into_iter()
                .map(|cell| passage.flow.slice(cell))
                .collect();
            assert_eq!(cells, ["Hail damage", "200"], "{gap:?}");
        }
    }

    #[test]
    fn words_are_a_text_with_their_quote_and_place() {
        let found = marked(
            "text",
            "The licence is\nfor use in Spain, only.",
            "use in Spain,",
        );
        assert_eq!(found.items[0].value, json!("use in Spain"));
        assert_eq!(found.items[0].spans[0].line_start, 2);
        let place = found.place.unwrap();
        assert_eq!((place.start, place.end), (19, 31));
    }

    #[test]
    fn a_part_of_a_mail_or_web_address_is_the_whole_of_it() {
        let text = "Write to v.szeto@km-bank.example, or see\nhttps://km-bank.example/claims. Km-bank Ltd answers.";
        for (words, whole) in [
            ("km-bank", "v.szeto@km-bank.example"),
            ("szeto@km", "v.szeto@km-bank.example"),
            ("v.szeto@km-bank.example", "v.szeto@km-bank.example"),
            ("claims", "https://km-bank.example/claims"),
            ("Write to v", "Write to v.szeto@km-bank.example"),
            ("Km-bank", "Km-bank"),
            ("Km-bank Ltd", "Km-bank Ltd"),
        ] {
            let found = marked("text", text, words);
            assert_eq!(found.items[0].value, json!(whole), "{words}");
        }
    }

    #[test]
    fn names_below_each_other_and_beside_each_other_are_no_one_name() {
        let at = |answer_type: &str, text: &str| {
            let chunk = chunk(text);
            candidate_at(answer_type, &chunk, &(0..text.len()), &Options::default())
        };
        assert_eq!(at("organization", "Northwind Mutual\nBlue Heron LLC"), None);
        assert_eq!(at("person_name", "Ada Lovelace, Lovelace & Sons"), None);
        assert!(at("organization", "Northwind Mutual Blue Heron LLC").is_some());
    }

    #[test]
    fn a_marked_name_has_its_parts() {
        let found = marked(
            "person_name",
            "signed by Ada K. Lovelace today",
            "Ada K. Lovelace",
        );
        assert_eq!(
            found.items[0].value,
            json!({"first_name": "Ada", "middle_initial": "K.", "last_name": "Lovelace"})
        );
    }

    #[test]
    fn each_field_of_an_address_comes_from_its_own_words() {
        let fields = |text: &str| {
            let value = marked("address", text, text).items[0].value.json();
            ["street", "postal_code", "city", "country"]
                .map(|key| value[key].as_str().unwrap_or("").to_owned())
        };
        assert_eq!(
            fields("350 Fifth Avenue, New York, 10118, USA"),
            ["350 Fifth Avenue", "10118", "New York", "USA"]
        );
        assert_eq!(
            fields("2591 Dallas Parkway, Suite 102, Frisco, Texas 75034"),
            ["2591 Dallas Parkway, Suite 102", "75034", "Frisco", ""]
        );
        assert_eq!(
            fields("NO.53, JALAN SAGU 18,\n81100 JOHOR BAHRU"),
            ["NO.53, JALAN SAGU 18", "81100", "JOHOR BAHRU", ""]
        );
        assert_eq!(
            fields("10 Downing Street, London SW1A 2AA"),
            ["10 Downing Street", "SW1A 2AA", "London", ""]
        );
        assert_eq!(
            fields("NO 290, JALAN AIR PANAS, SETAPAK, 53200, KUALA LUMPUR."),
            [
                "NO 290, JALAN AIR PANAS, SETAPAK",
                "53200",
                "KUALA LUMPUR",
                ""
            ]
        );
        assert_eq!(
            fields("20 Old Stagecoach Road, Redding, Connecticut\n06896"),
            ["20 Old Stagecoach Road", "06896", "Redding", ""]
        );
        assert_eq!(
            fields("Musterstraße 12, 10115 Berlin, Deutschland"),
            ["Musterstraße 12", "10115", "Berlin", "Deutschland"]
        );
    }
}
