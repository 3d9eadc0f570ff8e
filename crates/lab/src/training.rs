//! Reviewed answers as cases that the reader is trained on (docs/reader.md), in the form that
//! `training/prepare.py` reads, and the cases that show what the training gains.
//!
//! ```text
//! reviewed answers ─┬─ of two documents in three ──▶ reviews.jsonl ──▶ training/
//!                   └─ of the third ──▶ held-out/cases.jsonl ──▶ gain
//! ```
//!
//! Which document is held out hangs on its own hash alone, so that one that was held out once is
//! so whenever reviews are written again, whatever else was reviewed by then.
//!
//! # Limits
//!
//! What the reader does not choose (tables, codes, prose) teaches it nothing and is left out, and
//! so is an answer whose quote does not stand in the lines of its document: one from a page that
//! was read again by OCR.

use crate::reviewed::{Exported, export};
use crate::score;
use app::{AppError, ReviewedCase, ReviewedCases, Service};
use contract::Descriptor;
use contract::candidate::Candidate;
use contract::descriptor::Comparison;
use evidence::{Document, EvidenceChunk, Line};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Name of the file of training cases.
const TRAINING: &str = "reviews.jsonl";
/// Folder of the cases that nothing is trained on.
pub(crate) const HELD_OUT: &str = "held-out";
/// Documents whose hash begins with less than this, of 256, are held out: a third.
const HELD_OUT_BELOW: u8 = 85;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrainingExport {
    /// The file of training cases.
    pub training: PathBuf,
    /// How many there are.
    pub cases: u32,
    /// Of them answerable.
    pub answerable: u32,
    /// Documents that they are about.
    pub documents: u32,
    /// Answers of a type that the reader does not choose: no case.
    pub other_types: u32,
    /// Answers whose quote does not stand in the lines of the document: no case.
    pub unplaced: u32,
    /// The cases of the documents that are held out; none where no reviewed document is.
    pub held_out: Option<Exported>,
}

/// Why a reviewed answer teaches the reader nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    OtherType,
    Unplaced,
}

/// A run of characters of a document's text.
type Run = Range<usize>;

/// Writes the reviewed answers of a service into a folder: those to train on as `reviews.jsonl`,
/// and those of the documents that are held out as a folder of cases. Files are in clear, for the
/// person alone, as those of [`crate::export_reviews`].
///
/// # Errors
///
/// As [`crate::export_reviews`].
pub fn export_training(service: &Service, folder: &Path) -> Result<TrainingExport, AppError> {
    let reviewed = service.reviewed_cases()?;
    crate::reviewed::check(&reviewed)?;
    let (held_out, taught): (Vec<_>, Vec<_>) = reviewed
        .cases
        .iter()
        .cloned()
        .partition(|case| is_held_out(&case.document_id));
    let training = folder.join(TRAINING);
    app::make_folder(folder).map_err(|error| crate::prediction::file_error(folder, error))?;
    let mut texts: BTreeMap<String, DocumentText> = BTreeMap::new();
    let mut written = TrainingExport {
        training: training.clone(),
        cases: 0,
        answerable: 0,
        documents: 0,
        other_types: 0,
        unplaced: 0,
        held_out: None,
    };
    let mut lines = String::new();
    let mut documents = std::collections::BTreeSet::new();
    for case in &taught {
        if !texts.contains_key(&case.document_id) {
            let text = DocumentText::of(&service.document(&case.document_id)?);
            texts.insert(case.document_id.clone(), text);
        }
        let Some(text) = texts.get(&case.document_id) else {
            continue;
        };
        match training_case(case, text) {
            Ok(line) => {
                written.cases += 1;
                written.answerable += u32::from(!case.values.is_empty());
                documents.insert(&case.document_id);
                lines.push_str(&line.to_string());
                lines.push('\n');
            }
            Err(LeftOut::OtherType) => written.other_types += 1,
            Err(LeftOut::Unplaced) => written.unplaced += 1,
        }
    }
    written.documents = documents.len() as u32;
    app::write_text(&training, &lines)?;
    if !held_out.is_empty() {
        let held_out = ReviewedCases {
            cases: held_out,
            ..reviewed
        };
        written.held_out = Some(export(service, &held_out, &folder.join(HELD_OUT))?);
    }
    Ok(written)
}

/// Whether a document is held out of training, by the first byte of its SHA-256.
fn is_held_out(document_id: &str) -> bool {
    let first = document_id.get(..2).unwrap_or_default();
    u8::from_str_radix(first, 16).is_ok_and(|first| first < HELD_OUT_BELOW)
}

/// Lines that an answer is cited to.
struct Cited {
    /// As a passage.
    chunk: EvidenceChunk,
    /// Their characters.
    lines: Run,
    /// Those of the quote, where it stands in them.
    quote: Option<Run>,
}

/// A document as the text that is trained on: its lines with line ends between them.
struct DocumentText {
    characters: Vec<char>,
    /// Each line with the characters that it is.
    lines: Vec<(Line, Run)>,
}

impl DocumentText {
    fn of(document: &Document) -> DocumentText {
        let mut characters: Vec<char> = Vec::new();
        let mut lines = Vec::new();
        for line in &document.lines {
            if !lines.is_empty() {
                characters.push('\n');
            }
            let start = characters.len();
            characters.extend(line.text.chars());
            lines.push((line.clone(), start..characters.len()));
        }
        DocumentText { characters, lines }
    }

    fn words(&self, run: &Run) -> String {
        self.characters
            .get(run.clone())
            .into_iter()
            .flatten()
            .collect()
    }

    /// What evidence names; none where the document has no such lines.
    fn cited(&self, evidence: &Value) -> Option<Cited> {
        let number = |name: &str| u32::try_from(evidence.get(name)?.as_u64()?).ok();
        let (first, last) = (number("line_start")?, number("line_end")?);
        let lines = self
            .lines
            .iter()
            .filter(|(line, _)| (first..=last).contains(&line.number));
        let runs: Vec<&Run> = lines.clone().map(|(_, run)| run).collect();
        let run = runs.first()?.start..runs.last()?.end;
        let quote = evidence.get("quote").and_then(Value::as_str);
        let quote = quote.and_then(|quote| self.find(&run, quote));
        let chunk = EvidenceChunk {
            lines: lines.map(|(line, _)| line.clone()).collect(),
            ..EvidenceChunk::of_words("")
        };
        Some(Cited {
            chunk,
            lines: run,
            quote,
        })
    }

    /// Where words stand within a run, whole words in any white space.
    fn find(&self, within: &Run, words: &str) -> Option<Run> {
        let wanted: Vec<char> = words.chars().filter(|one| !one.is_whitespace()).collect();
        let places = self.visible(within);
        let letters: Vec<char> = places
            .iter()
            .filter_map(|at| self.characters.get(*at).copied())
            .collect();
        if wanted.is_empty() {
            return None;
        }
        let runs = letters.windows(wanted.len()).enumerate();
        let mut runs = runs.filter(|(_, letters)| *letters == wanted.as_slice());
        runs.find_map(|(at, _)| {
            let run = *places.get(at)?..*places.get(at + wanted.len() - 1)? + 1;
            self.is_whole(&run).then_some(run)
        })
    }

    /// Places of the characters of a run that are no white space.
    fn visible(&self, within: &Run) -> Vec<usize> {
        let characters = self.characters.get(within.clone()).into_iter().flatten();
        let characters = within.clone().zip(characters);
        characters
            .filter(|(_, one)| !one.is_whitespace())
            .map(|(at, _)| at)
            .collect()
    }

    /// Whether a run neither begins nor ends inside a word.
    fn is_whole(&self, run: &Run) -> bool {
        let is_letter = |at: Option<usize>| {
            let one = at.and_then(|at| self.characters.get(at));
            one.is_some_and(|one| one.is_alphanumeric())
        };
        let cut_before = is_letter(run.start.checked_sub(1)) && is_letter(Some(run.start));
        let cut_behind = is_letter(run.end.checked_sub(1)) && is_letter(Some(run.end));
        !cut_before && !cut_behind
    }

    /// Where the words of a candidate stand that was read in these lines.
    fn place_of(&self, candidate: &Candidate, cited: &Cited) -> Option<Run> {
        let passage = recognizer::passage(&cited.chunk);
        let letters = |text: &str| text.chars().filter(|one| !one.is_whitespace()).count();
        let places = self.visible(&cited.lines);
        // The passage has the same letters with other white space between them.
        let place = candidate.place.as_ref();
        let place = place.filter(|_| places.len() == letters(&passage));
        let Some(place) = place else {
            return self.find(&cited.lines, &candidate.wording);
        };
        let before = letters(passage.get(..place.start)?);
        let count = letters(passage.get(place.start..place.end)?);
        let last = before.checked_add(count)?.checked_sub(1)?;
        Some(*places.get(before)?..*places.get(last)? + 1)
    }

    /// The words that are this value: in the quote where they stand there, else anywhere in the
    /// cited lines.
    fn value_in(&self, value: &Value, cited: &Cited, kind: &str) -> Option<Run> {
        let Cited { lines, quote, .. } = cited;
        if recognizer::has_spans(kind) {
            let quoted = quote.as_ref().and_then(|quote| self.cover(value, quote));
            return quoted.or_else(|| self.cover(value, lines));
        }
        let mut runs = self.read_in(value, cited, kind);
        // An amount whose currency is said elsewhere is a number in these lines.
        let figure = value.get("value").filter(|_| runs.is_empty());
        if let Some(figure) =
            figure.filter(|_| Descriptor::of(kind).comparison == Comparison::Money)
        {
            let number = json!({ "value": figure, "unit": value.get("unit") });
            runs = self.read_in(&number, cited, "number");
        }
        let is_quoted = |run: &&Run| {
            let quote = quote.as_ref();
            quote.is_some_and(|quote| quote.start <= run.start && run.end <= quote.end)
        };
        runs.iter().find(is_quoted).or(runs.first()).cloned()
    }

    /// Where a recogniser reads this value in the cited lines.
    fn read_in(&self, value: &Value, cited: &Cited, kind: &str) -> Vec<Run> {
        let passage = std::slice::from_ref(&cited.chunk);
        let found = recognizer::recognize(kind, passage, &recognizer::Options::default());
        let descriptor = Descriptor::of(kind);
        let same = found.iter().filter(|one| match one.items.as_slice() {
            [item] => score::is_same(descriptor, &item.value.json(), value),
            _ => false,
        });
        same.filter_map(|one| self.place_of(one, cited)).collect()
    }

    /// The run from the first to the last of the texts that a value is made of.
    fn cover(&self, value: &Value, within: &Run) -> Option<Run> {
        let mut texts = Vec::new();
        texts_of(value, &mut texts);
        let runs: Vec<Run> = texts
            .iter()
            .map(|text| self.find(within, text))
            .collect::<Option<_>>()?;
        let start = runs.iter().map(|run| run.start).min()?;
        let end = runs.iter().map(|run| run.end).max()?;
        Some(start..end)
    }
}

/// Every text in a value, but empty ones.
fn texts_of<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) if !text.trim().is_empty() => texts.push(text),
        Value::Array(items) => items.iter().for_each(|one| texts_of(one, texts)),
        Value::Object(parts) => parts.values().for_each(|one| texts_of(one, texts)),
        _ => {}
    }
}

/// A line of the training file.
fn training_case(case: &ReviewedCase, text: &DocumentText) -> Result<Value, LeftOut> {
    let descriptor = Descriptor::of(&case.answer_type);
    // As the program asks its reader for the type.
    let kind = descriptor.asked.ok_or(LeftOut::OtherType)?;
    let mut line = json!({
        "id": case.answer_id,
        "source": "reviews",
        "document_id": case.document_id,
        "question": case.question,
        "type": kind,
        "context": text.characters.iter().collect::<String>(),
        "answers": [],
        "answerable": !case.values.is_empty(),
        "kind": "natural",
    });
    let Some(first) = case.values.first() else {
        return Ok(line);
    };
    let is_list = descriptor.comparison == Comparison::Items;
    let (runs, is_clause) = if let Some(truth) = first.as_bool() {
        line["value"] = truth.into();
        (quotes(case, text), true)
    } else if is_list {
        (items(case, text)?, false)
    } else {
        let words = values(case, text);
        if words.is_empty() {
            (quotes(case, text), true)
        } else {
            (words, false)
        }
    };
    // "No such clause" stands nowhere; anything else has a place.
    let stands_nowhere = first == &Value::Bool(false) && case.evidence.is_empty();
    if runs.is_empty() && !stands_nowhere {
        return Err(LeftOut::Unplaced);
    }
    if is_clause && !runs.is_empty() {
        line["answer_unit"] = "clause".into();
    }
    let answers = runs
        .iter()
        .map(|run| json!({ "text": text.words(run), "start": run.start }));
    line["answers"] = answers.collect();
    Ok(line)
}

/// Where the value stands, once for each of the cited places that hold it.
fn values(case: &ReviewedCase, text: &DocumentText) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for cited in case.evidence.iter().filter_map(|one| text.cited(one)) {
        for value in &case.values {
            let found = text.value_in(value, &cited, &case.answer_type);
            runs.extend(found.filter(|run| !runs.contains(run)));
        }
    }
    runs
}

/// Where each item of a list stands.
fn items(case: &ReviewedCase, text: &DocumentText) -> Result<Vec<Run>, LeftOut> {
    let mut runs = Vec::new();
    let lists = case.values.iter().filter_map(Value::as_array);
    for item in lists.flatten() {
        let mut cited = case.evidence.iter().filter_map(|one| text.cited(one));
        let found = cited.find_map(|cited| text.cover(item, &cited.lines));
        runs.push(found.ok_or(LeftOut::Unplaced)?);
    }
    Ok(runs)
}

/// Where the quotes stand.
fn quotes(case: &ReviewedCase, text: &DocumentText) -> Vec<Run> {
    let cited = case.evidence.iter().filter_map(|one| text.cited(one));
    cited.filter_map(|cited| cited.quote).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::reader::{ReadLimits, read};

    const LEASE: &str = "Lease of 1 March 2024\n\nbetween Ada  Byron (tenant)\nand Köln & Söhne GmbH.\n\
        The rent is EUR 1,200.00, the deposit\nEUR 75.00. It may not be sublet.\nGST 6%  1.26\n";

    fn case(answer_type: &str, values: Vec<Value>, evidence: &[(u32, u32, &str)]) -> ReviewedCase {
        let evidence = evidence.iter().map(
            |(first, last, quote)| json!({ "line_start": first, "line_end": last, "quote": quote }),
        );
        ReviewedCase {
            answer_id: "a".into(),
            document_id: "d".into(),
            title: "lease.txt".into(),
            question: "What?".into(),
            answer_type: answer_type.into(),
            values,
            evidence: evidence.collect(),
            conflict: false,
        }
    }

    fn line(case: &ReviewedCase) -> Result<Value, LeftOut> {
        let document = read("lease.txt", LEASE.as_bytes(), &ReadLimits::default()).unwrap();
        training_case(case, &DocumentText::of(&document))
    }

    /// The words that are marked; each stands where the line says.
    fn marked(case: &ReviewedCase) -> Vec<String> {
        let line = line(case).unwrap();
        let context: Vec<char> = line["context"].as_str().unwrap().chars().collect();
        let answers = line["answers"].as_array().unwrap();
        let words = answers.iter().map(|answer| {
            let text = answer["text"].as_str().unwrap();
            let start = answer["start"].as_u64().unwrap() as usize;
            let there: String = context[start..start + text.chars().count()]
                .iter()
                .collect();
            assert_eq!(there, text);
            text.to_owned()
        });
        words.collect()
    }

    #[test]
    fn a_value_is_marked_where_it_stands() {
        let amount = |value: f64| json!({ "value": value, "currency": "EUR", "unit": null });
        let both = "The rent is EUR 1,200.00, the deposit EUR 75.00.";
        for (found, words) in [
            (
                case(
                    "amount",
                    vec![amount(1200.0)],
                    &[(5, 5, "The rent is EUR 1,200.00")],
                ),
                "EUR 1,200.00",
            ),
            // Of two amounts in the quote the one that was answered.
            (
                case("amount", vec![amount(75.0)], &[(5, 6, both)]),
                "EUR 75.00",
            ),
            (
                case(
                    "date",
                    vec![json!({ "iso": "2024-03-01", "original": "1 March 2024" })],
                    &[(1, 1, "Lease of 1 March 2024")],
                ),
                "1 March 2024",
            ),
            // The currency is said elsewhere: of two figures the one that was answered.
            (
                case(
                    "amount",
                    vec![json!({ "value": 1.26, "currency": "MYR", "unit": null })],
                    &[(7, 7, "GST 6%  1.26")],
                ),
                "1.26",
            ),
            // Characters count, not bytes, and white space is as it stands there.
            (
                case(
                    "organization",
                    vec![json!("Köln & Söhne GmbH")],
                    &[(4, 4, "and Köln & Söhne GmbH.")],
                ),
                "Köln & Söhne GmbH",
            ),
            (
                case(
                    "text",
                    vec![json!("Ada Byron")],
                    &[(3, 3, "between Ada Byron (tenant)")],
                ),
                "Ada  Byron",
            ),
        ] {
            assert_eq!(marked(&found), [words], "{}", found.answer_type);
            assert_eq!(line(&found).unwrap().get("answer_unit"), None);
        }
    }

    #[test]
    fn a_list_is_all_its_items_or_no_case() {
        let list = |items: Value| {
            case(
                "list",
                vec![items],
                &[(3, 4, "between Ada Byron (tenant) and Köln & Söhne GmbH.")],
            )
        };
        assert_eq!(
            marked(&list(json!(["Ada Byron", "Köln & Söhne GmbH"]))),
            ["Ada  Byron", "Köln & Söhne GmbH"]
        );
        assert_eq!(
            line(&list(json!(["Ada Byron", "Ada Lovelace"]))),
            Err(LeftOut::Unplaced)
        );
    }

    #[test]
    fn a_judgement_marks_its_quote_and_what_is_not_there_nothing() {
        let quote = "It may not be sublet.";
        let no = line(&case("boolean", vec![json!(false)], &[(6, 6, quote)])).unwrap();
        assert_eq!(
            (&no["value"], &no["answer_unit"]),
            (&json!(false), &json!("clause"))
        );
        assert_eq!(no["answers"][0]["text"], json!(quote));
        let nowhere = line(&case("boolean", vec![json!(false)], &[])).unwrap();
        assert_eq!(
            (&nowhere["answerable"], &nowhere["answers"]),
            (&json!(true), &json!([]))
        );
        let absent = line(&case("amount", Vec::new(), &[])).unwrap();
        assert_eq!(
            (&absent["answerable"], &absent["answers"]),
            (&json!(false), &json!([]))
        );
    }

    #[test]
    fn words_that_are_not_the_value_are_a_clause() {
        // A person said it in other words than the document.
        let found = line(&case(
            "text",
            vec![json!("Miss Byron")],
            &[(3, 3, "Ada Byron (tenant)")],
        ))
        .unwrap();
        assert_eq!(found["answer_unit"], json!("clause"));
        assert_eq!(found["answers"][0]["text"], json!("Ada  Byron (tenant)"));
        // What does not stand in the lines, or in no line, is no case.
        for evidence in [(3, 3, "another document"), (90, 91, "Ada Byron")] {
            let found = line(&case("text", vec![json!("Miss Byron")], &[evidence]));
            assert_eq!(found, Err(LeftOut::Unplaced));
        }
    }

    #[test]
    fn a_type_that_the_reader_does_not_choose_is_no_case() {
        for kind in ["url", "table", "cited_text"] {
            let found = line(&case(kind, vec![json!("x")], &[(1, 1, "Lease")]));
            assert_eq!(found, Err(LeftOut::OtherType), "{kind}");
        }
        let period = line(&case("date_range", Vec::new(), &[])).unwrap();
        assert_eq!(period["type"], json!("date"), "as the reader is asked");
    }

    #[test]
    fn a_third_of_all_hashes_is_held_out() {
        let held_out = (0..=255u8).filter(|first| is_held_out(&format!("{first:02x}ab")));
        assert_eq!(held_out.count(), 85);
        assert!(is_held_out("00") && !is_held_out("ff") && !is_held_out(""));
    }
}
