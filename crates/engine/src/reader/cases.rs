//! Tests with the real vocabulary and model: the same tokens and places as in
//! training (`tests/reading.json`, made by `training/cases.py`), and the same
//! scores whatever stands beside a passage.

use super::file::ReaderFile;
use super::passage::{Passage, PlacedWord, question};
use super::reading::{ReadRequest, Reading};
use super::session::ReaderSession;
use crate::catalogue::Catalogue;
use crate::llama;
use crate::protocol::LoadRequest;
use llama_cpp_2::llama_backend::LlamaBackend;
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Case {
    text: String,
    ids: Vec<u32>,
    /// First token, behind the last one, first byte, behind the last one.
    words: Vec<[usize; 4]>,
    lines: Vec<usize>,
    question: Vec<u32>,
}

/// The reader's file; none, with a message, where it is not installed.
fn installed() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let data = folder("ATTEST_HOME")
        .or_else(|| Some(folder("XDG_DATA_HOME")?.join("attest")))
        .or_else(|| Some(folder("HOME")?.join(".local/share/attest")))?;
    let catalogue = Catalogue::built_in().unwrap();
    let path = data
        .join("models")
        .join(&catalogue.default_for("reader")?.file);
    if path.is_file() {
        return Some(path);
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "the reader must be present in CI"
    );
    eprintln!(
        "skipped: {} is missing; scripts/models brings it",
        path.display()
    );
    None
}

#[test]
fn texts_have_the_tokens_and_places_of_training() {
    let Some(path) = installed() else { return };
    let file = ReaderFile::open(&path).unwrap();
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../../../../tests/reading.json")).unwrap();
    assert!(cases.len() > 50);
    for case in cases {
        let asked = question(&file.vocabulary, "amount", &case.text, file.question_tokens);
        assert_eq!(asked, case.question, "question {:?}", case.text);
        let words = case
            .words
            .iter()
            .map(|[first, last, start, end]| PlacedWord {
                tokens: *first..*last,
                start: *start,
                end: *end,
            });
        let expected = Passage {
            ids: case.ids,
            words: words.collect(),
            lines: case.lines,
        };
        let passage = Passage::new(&file.vocabulary, &case.text);
        assert_eq!(passage, expected, "{:?}", case.text);
    }
}

fn read(session: &mut ReaderSession<'_>, passages: &[String]) -> Vec<Reading> {
    read_for("", session, passages).0
}

/// Reads for a run; also how many passages were known at once.
fn read_for(
    run: &str,
    session: &mut ReaderSession<'_>,
    passages: &[String],
) -> (Vec<Reading>, usize) {
    let request = ReadRequest {
        asked: "amount".into(),
        question: "What is the fee of the third year?".into(),
        passages: passages.to_vec(),
        run: run.into(),
    };
    let mut known = None;
    let readings = session.read(&request, &mut |done, _| {
        known = known.or(Some(done));
        Ok(())
    });
    (readings.unwrap(), known.unwrap())
}

#[test]
fn a_passage_has_the_same_scores_alone_among_others_by_any_threads_and_from_what_was_kept() {
    let Some(path) = installed() else { return };
    let backend = LlamaBackend::init().unwrap();
    let mut request = LoadRequest {
        path,
        sha256: String::new(),
        context_tokens: 0,
        threads: 1,
        flash_attention: true,
        template: None,
        gpu_layers: Some(0),
        adapter: None,
    };
    let model = llama::load_model(&backend, &request, None).unwrap();
    let line = |year: u32| format!("Year {year}\tfee\tUSD {},000\n", 7 * year);
    let passages: Vec<String> = [3, 0, 60, 1]
        .map(|years| (0..years).map(line).collect())
        .into();
    let mut session = ReaderSession::new(&backend, &model, &request).unwrap();
    let together = read(&mut session, &passages);
    let windows: Vec<usize> = together.iter().map(|one| one.windows.len()).collect();
    assert_eq!((windows[0], windows[1], windows[3]), (1, 0, 1));
    assert!(windows[2] > 2, "{windows:?}");
    let alone: Vec<Reading> = passages
        .iter()
        .rev()
        .flat_map(|passage| read(&mut session, std::slice::from_ref(passage)))
        .collect();
    assert_eq!(alone.into_iter().rev().collect::<Vec<_>>(), together);
    drop(session);
    request.threads = 3;
    let mut session = ReaderSession::new(&backend, &model, &request).unwrap();
    assert_eq!(read(&mut session, &passages), together);
    // What was read for a run is not encoded again for it, and scores the same; of a passage
    // that has grown at its end all windows but the last are known, too.
    let (readings, known) = read_for("run", &mut session, &passages);
    assert_eq!((known, readings), (1, together.clone()));
    let (readings, known) = read_for("run", &mut session, &passages);
    assert_eq!((known, readings), (4, together.clone()));
    let mut grown = passages.clone();
    grown[2] += &line(61);
    let (warm, known) = read_for("run", &mut session, &grown);
    assert_eq!((known, warm), (3, read(&mut session, &grown)));
    let (readings, known) = read_for("another", &mut session, &passages);
    assert_eq!((known, readings), (1, together));
}
