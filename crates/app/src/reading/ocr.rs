//! OCR through Tesseract, where it is installed: pictures through its standard
//! input, words with places back through its standard output. Nothing is
//! written to a file.
//!
//! It runs below the worker that reads the document and inherits its limits,
//! each page with a process of its own.

use super::refusal::Refusal;
use super::tesseract;
use evidence::reader::picture::{Picture, render_pages};
use evidence::reader::recognized::{
    RecognizedLine, RecognizedPage, is_picture, recognized_document, with_recognized,
};
use evidence::reader::{ReadError, ReadLimits, read};
use evidence::{Bounds, Document, MediaType, Recognition};
use host::{Group, Start, cancel};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// When pages are read by OCR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ocr {
    /// Pages that hold only pictures, where Tesseract is installed.
    #[default]
    Auto,
    /// No page.
    Never,
    /// Every page of a PDF, in place of its text; an error where Tesseract is
    /// not installed.
    Always,
    /// As `Always`, but only this page, from 1.
    Page(u32),
}

/// What Tesseract is trained on.
const DOTS_PER_INCH: f32 = 300.0;
/// Languages that are expected, of those installed.
const LANGUAGES: [&str; 3] = ["eng", "deu", "spa"];
/// Most bytes of Tesseract's answer to one page.
const MAX_ANSWER_BYTES: u64 = 64 << 20;
/// Most time for one picture, by the clock; its processor time is bounded by what it inherits.
const MAX_TIME: Duration = Duration::from_mins(10);
/// Words of a second look count from this confidence on, in percent.
const MIN_CONFIDENCE: f32 = 30.0;
const INSTALL: &str = "install Tesseract (package tesseract-ocr)";

/// An installed Tesseract.
struct Engine {
    program: PathBuf,
    /// `tesseract 5.3.0`.
    version: String,
    languages: Vec<String>,
}

/// The installed Tesseract's name and version; none where there is none.
pub(super) fn version() -> Option<String> {
    Engine::find().map(|engine| engine.version)
}

/// What it read on a page, in pixels, and how sure it was.
struct Answer {
    /// By page, for pictures of several; most have one.
    pages: BTreeMap<u32, AnswerPage>,
    confidence_sum: f64,
    words: u32,
}

#[derive(Default)]
struct AnswerPage {
    width: f32,
    height: f32,
    lines: Vec<RecognizedLine>,
}

/// Reads a document, with OCR as `ocr` says. `on_page` hears of each page that
/// OCR has read.
pub(super) fn read_with_ocr(
    file: &str,
    bytes: &[u8],
    ocr: Ocr,
    on_page: &mut dyn FnMut(),
) -> Result<Document, Refusal> {
    let limits = ReadLimits::default();
    if ocr == Ocr::Never {
        return Ok(read(file, bytes, &limits)?);
    }
    if is_picture(bytes) {
        return read_picture(file, bytes, &limits);
    }
    let document = match read(file, bytes, &limits) {
        Ok(document) if document.media_type != MediaType::Pdf => return Ok(document),
        Ok(document) => Some(document),
        Err(ReadError::NoText { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let textless = |page: &evidence::Page| page.image_only;
    let wanted: Option<Vec<u32>> = document.as_ref().map(|document| {
        let chosen = |page: &&evidence::Page| match ocr {
            Ocr::Always => true,
            Ocr::Page(number) => page.number == number,
            Ocr::Auto | Ocr::Never => textless(page),
        };
        let pages = document.pages.iter().filter(chosen);
        pages.map(|page| page.number).collect()
    });
    if let (Some(document), Some([])) = (&document, wanted.as_deref()) {
        return Ok(document.clone());
    }
    let Some(engine) = Engine::find() else {
        return without_engine(file, document, ocr);
    };
    let recognized = recognize_pdf(&engine, file, bytes, wanted.as_deref(), on_page)?;
    finish(file, bytes, document, recognized, &limits)
}

/// A document as it is, with a hint; an error where it would be empty, or
/// where OCR was demanded.
fn without_engine(file: &str, document: Option<Document>, ocr: Ocr) -> Result<Document, Refusal> {
    match document {
        Some(mut document) if ocr == Ocr::Auto => {
            document.warnings.push(format!(
                "Pictures can be read by OCR, which is not installed: {INSTALL}, remove the document and add it again."
            ));
            Ok(document)
        }
        _ => Err(Refusal {
            message: format!("{file}: its words stand in pictures, and no OCR is installed"),
            help: format!("{INSTALL} and add it again"),
        }),
    }
}

/// The pages that were read, and those on which OCR failed.
struct Recognized {
    pages: Vec<RecognizedPage>,
    recognition: Recognition,
    failed: Vec<u32>,
}

fn recognize_pdf(
    engine: &Engine,
    file: &str,
    bytes: &[u8],
    wanted: Option<&[u32]>,
    on_page: &mut dyn FnMut(),
) -> Result<Recognized, Refusal> {
    let (mut pages, mut failed) = (Vec::new(), Vec::new());
    let (mut sum, mut words) = (0.0, 0);
    let is_wanted = |page: u32| wanted.is_none_or(|wanted| wanted.contains(&page));
    let count = render_pages(file, bytes, DOTS_PER_INCH, &is_wanted, &mut |picture| {
        match engine.read(&picture.to_pgm(), Some(&picture)) {
            Some(answer) => {
                sum += answer.confidence_sum;
                words += answer.words;
                let lines = answer.pages.into_values().flat_map(|page| page.lines);
                pages.push(RecognizedPage {
                    number: picture.page,
                    width: picture.page_width,
                    height: picture.page_height,
                    lines: lines.collect(),
                });
            }
            None => failed.push(picture.page),
        }
        on_page();
        true
    })?;
    let seen = |page: &u32| {
        failed.contains(page)
            || pages
                .iter()
                .any(|read: &RecognizedPage| read.number == *page)
    };
    let unseen: Vec<u32> = (1..=count)
        .filter(|page| is_wanted(*page) && !seen(page))
        .collect();
    failed.extend(unseen);
    failed.sort_unstable();
    let recognition = engine.recognition(pages.iter().map(|page| page.number), sum, words);
    Ok(Recognized {
        pages,
        recognition,
        failed,
    })
}

fn finish(
    file: &str,
    bytes: &[u8],
    document: Option<Document>,
    recognized: Recognized,
    limits: &ReadLimits,
) -> Result<Document, Refusal> {
    let Recognized {
        pages,
        recognition,
        failed,
    } = recognized;
    let mut document = match (document, pages.is_empty()) {
        (None, true) => {
            return Err(Refusal {
                message: format!(
                    "{file}: its words stand in pictures, and OCR failed on every page"
                ),
                help: "open it in a PDF reader and see whether its pages can be read".into(),
            });
        }
        (Some(document), true) => document,
        (Some(document), false) => with_recognized(document, pages, recognition, limits)?,
        (None, false) => {
            let media_type = MediaType::Pdf;
            recognized_document(file, bytes, media_type, pages, recognition, limits)
                .map_err(no_words)?
        }
    };
    if !failed.is_empty() {
        let pages: Vec<String> = failed.iter().map(u32::to_string).collect();
        document
            .warnings
            .push(format!("OCR failed: page {}.", pages.join(", ")));
    }
    Ok(document)
}

/// A picture file: Tesseract opens it itself.
fn read_picture(file: &str, bytes: &[u8], limits: &ReadLimits) -> Result<Document, Refusal> {
    let Some(engine) = Engine::find() else {
        return Err(Refusal {
            message: format!("{file}: this is a picture, and no OCR is installed to read it"),
            help: format!("{INSTALL} and add it again"),
        });
    };
    let Some(answer) = engine.read(bytes, None) else {
        return Err(Refusal {
            message: format!("{file}: the picture cannot be read by OCR"),
            help: "open it in a picture viewer and save it again as PNG".into(),
        });
    };
    let recognition = engine.recognition(
        answer.pages.keys().copied(),
        answer.confidence_sum,
        answer.words,
    );
    let pages = answer
        .pages
        .into_iter()
        .map(|(number, page)| RecognizedPage {
            number,
            width: page.width,
            height: page.height,
            lines: page.lines,
        })
        .collect();
    recognized_document(file, bytes, MediaType::Image, pages, recognition, limits).map_err(no_words)
}

/// Where OCR was done and found nothing, installing it is no help.
fn no_words(error: ReadError) -> Refusal {
    match error {
        ReadError::NoText { file, .. } => Refusal {
            message: format!("{file}: OCR found no words in it"),
            help: "see whether there are words in it, and scan it anew at 300 dots per inch".into(),
        },
        other => other.into(),
    }
}

impl Engine {
    /// The Tesseract on the path, with what it says of itself.
    fn find() -> Option<Engine> {
        let program = tesseract::find()?;
        let ask = |argument: &str| -> Option<String> {
            let output = run_tesseract(&program, &[argument], Vec::new())?;
            // Older ones say it on the other stream.
            Some(String::from_utf8_lossy(&output.bytes).into_owned() + &output.end.last_words)
        };
        let version = ask("--version")?.lines().next()?.trim().to_owned();
        let listed = ask("--list-langs")?;
        let installed: Vec<&str> = listed.lines().skip(1).map(str::trim).collect();
        let mut languages: Vec<String> = LANGUAGES
            .iter()
            .filter(|language| installed.contains(language))
            .map(|language| (*language).to_owned())
            .collect();
        if languages.is_empty() {
            let other = installed
                .iter()
                .find(|name| !name.is_empty() && **name != "osd")?;
            languages.push((*other).to_owned());
        }
        Some(Engine {
            program,
            version,
            languages,
        })
    }

    fn recognition(
        &self,
        pages: impl Iterator<Item = u32>,
        confidence_sum: f64,
        words: u32,
    ) -> Recognition {
        Recognition {
            engine: self.version.clone(),
            languages: self.languages.clone(),
            pages: pages.collect(),
            confidence_percent: (confidence_sum / f64::from(words.max(1)))
                .round()
                .clamp(0.0, 100.0) as u32,
        }
    }

    /// Reads a picture file; none when it fails. A picture without a word is
    /// looked at again with a threshold of its own for each part, which finds
    /// faint print beside dark edges, and some noise.
    fn read(&self, file: &[u8], drawn: Option<&Picture>) -> Option<Answer> {
        let plain = self.run(file, drawn, &[], 0.0)?;
        if plain.words > 0 {
            return Some(plain);
        }
        let adaptive = ["-c", "thresholding_method=1"];
        let second = self.run(file, drawn, &adaptive, MIN_CONFIDENCE);
        Some(second.unwrap_or(plain))
    }

    /// One run. Places are in points: by the scale of the page it was drawn
    /// from, else a pixel is a point.
    fn run(
        &self,
        file: &[u8],
        drawn: Option<&Picture>,
        options: &[&str],
        min_confidence: f32,
    ) -> Option<Answer> {
        let languages = self.languages.join("+");
        let mut arguments = vec!["stdin", "stdout", "-l", &languages];
        let dpi = drawn.map(|picture| format!("{:.0}", picture.scale * 72.0));
        if let Some(dpi) = &dpi {
            arguments.extend(["--dpi", dpi]);
        }
        arguments.extend(options);
        arguments.push("tsv");
        let text = run_tesseract(&self.program, &arguments, file.to_vec())?.bytes;
        let text = String::from_utf8_lossy(&text);
        let scale = drawn.map_or(1.0, |picture| picture.scale);
        Some(parse(&text, scale, min_confidence))
    }
}

/// What Tesseract says, and none where it fails. It is killed with the worker that it runs
/// below.
fn run_tesseract(program: &Path, arguments: &[&str], input: Vec<u8>) -> Option<host::Output> {
    let start = Start {
        kind: "ocr",
        program,
        arguments,
        // Its threads wait for each other by spinning.
        environment: &[("OMP_THREAD_LIMIT", "1")],
        group: Group::Inherited,
    };
    let output = host::run(
        &start,
        input,
        MAX_ANSWER_BYTES,
        MAX_TIME,
        &cancel::current(),
    )
    .ok()?;
    output.end.status?.success().then_some(output)
}

/// Reads Tesseract's table: a row for each page, block, paragraph, line and
/// word; the words of a line are joined by spaces.
fn parse(table: &str, scale: f32, min_confidence: f32) -> Answer {
    let mut answer = Answer {
        pages: BTreeMap::new(),
        confidence_sum: 0.0,
        words: 0,
    };
    let mut last = None;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.splitn(12, '\t').collect();
        let number = |at: usize| fields.get(at).and_then(|field| field.parse::<f32>().ok());
        let place = [6, 7, 8, 9].map(|at| number(at).unwrap_or(0.0) / scale);
        let [left, top, width, height] = place;
        let page = answer
            .pages
            .entry(number(1).unwrap_or(1.0) as u32)
            .or_default();
        match fields.first() {
            Some(&"1") => (page.width, page.height) = (width, height),
            Some(&"5") => {
                let text = fields.get(11).map_or("", |text| text.trim());
                let confidence = number(10).unwrap_or(0.0);
                if text.is_empty() || confidence < min_confidence {
                    continue;
                }
                let line = fields.get(1..5).map(|keys| keys.join("."));
                let bounds = Bounds {
                    left,
                    top,
                    right: left + width,
                    bottom: top + height,
                };
                match page.lines.last_mut().filter(|_| line == last) {
                    Some(line) => extend(line, text, bounds),
                    None => page.lines.push(RecognizedLine {
                        text: text.to_owned(),
                        bounds,
                    }),
                }
                last = line;
                answer.confidence_sum += f64::from(confidence.max(0.0));
                answer.words += 1;
            }
            _ => {}
        }
    }
    answer
}

fn extend(line: &mut RecognizedLine, word: &str, bounds: Bounds) {
    line.text.push(' ');
    line.text.push_str(word);
    line.bounds = Bounds {
        left: line.bounds.left.min(bounds.left),
        top: line.bounds.top.min(bounds.top),
        right: line.bounds.right.max(bounds.right),
        bottom: line.bounds.bottom.max(bounds.bottom),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
        1\t1\t0\t0\t0\t0\t0\t0\t2000\t1000\t-1\t\n\
        4\t1\t1\t1\t1\t0\t100\t50\t400\t40\t-1\t\n\
        5\t1\t1\t1\t1\t1\t100\t50\t200\t40\t96.5\tTotal\n\
        5\t1\t1\t1\t1\t2\t320\t55\t180\t45\t90.5\tdue\n\
        5\t1\t1\t1\t1\t3\t500\t55\t10\t45\t10\t \n\
        5\t1\t1\t1\t2\t1\t100\t150\t200\t40\t80\t1,482.50\n\
        1\t2\t0\t0\t0\t0\t0\t0\t600\t400\t-1\t\n\
        5\t2\t1\t1\t2\t1\t10\t20\t30\t40\t50\tpage\n\
        rubbish\n";

    #[test]
    fn words_become_lines_with_places_in_points() {
        let answer = parse(TABLE, 2.0, 0.0);
        let first = &answer.pages[&1];
        assert_eq!((first.width, first.height), (1000.0, 500.0));
        let texts: Vec<&str> = first.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Total due", "1,482.50"]);
        let bounds = first.lines[0].bounds;
        assert_eq!(
            (bounds.left, bounds.top, bounds.right, bounds.bottom),
            (50.0, 25.0, 250.0, 50.0)
        );
        assert_eq!(answer.pages[&2].lines.len(), 1);
        assert_eq!(answer.words, 4);
        assert!((answer.confidence_sum - 317.0).abs() < 1e-6);
        assert_eq!(parse(TABLE, 2.0, 85.0).words, 2);
    }

    #[test]
    fn an_empty_answer_is_a_page_without_lines() {
        assert!(parse("", 1.0, 0.0).pages.is_empty());
    }
}
