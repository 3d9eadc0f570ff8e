//! Damage of every kind: nothing panics, hangs or takes all memory.

use super::*;
use std::time::{Duration, Instant};

/// A small generator with a fixed seed: the same damage on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Reads a file; a panic fails the test by itself, and so does a long wait.
fn survives(bytes: &[u8], what: &str) {
    let start = Instant::now();
    match read("test.pdf", bytes, &ReadLimits::default()) {
        Ok(document) => assert!(!document.lines.is_empty(), "{what}"),
        Err(error) => assert!(
            !error.to_string().is_empty() && !error.help().is_empty(),
            "{what}"
        ),
    }
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{what} took {:?}",
        start.elapsed()
    );
}

#[test]
fn no_damage_makes_it_panic_or_hang() {
    let mut sources = vec![pdf(&[
        sheet(format!("{}{PICTURE}", show(50, 300, "Some text"))),
        sheet(show(9, 9, "More")),
    ])];
    let documents = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/eval/documents");
    for name in [
        "nda_0c3ab1d0c8bb.pdf",
        "usgs_abrasives_2011.pdf",
        "nsf_indirect_cost_sample.pdf",
    ] {
        sources.extend(std::fs::read(documents.join(name)));
    }
    let mut random = Random(7);
    for (index, source) in sources.iter().enumerate() {
        for round in 0..40 {
            let cut = random.below(source.len());
            survives(&source[..cut], &format!("source {index} cut at {cut}"));
            let mut flipped = source.clone();
            for _ in 0..=random.below(30) {
                let at = random.below(flipped.len());
                flipped[at] ^= 1 << random.below(8);
            }
            survives(
                &flipped,
                &format!("source {index} flipped in round {round}"),
            );
            let (from, to) = (random.below(source.len()), random.below(source.len()));
            let mut moved = source.clone();
            let length = random.below(400).min(source.len() - from.max(to));
            moved.copy_within(from..from + length, to);
            survives(&moved, &format!("source {index} moved in round {round}"));
        }
    }
}

#[test]
fn nesting_and_garbage_are_survived() {
    survives(b"%PDF-1.7\n", "header only");
    survives(
        &[b"%PDF-1.7\n".to_vec(), vec![b'['; 200_000]].concat(),
        "many brackets",
    );
    survives(
        &[b"%PDF-1.7\n".to_vec(), b"<<".repeat(100_000)].concat(),
        "many dictionaries",
    );
    let nested = format!("{}{}", "[".repeat(50_000), show(50, 300, "text"));
    survives(&pdf(&[sheet(nested)]), "brackets in a content stream");
    survives(&pdf(&[sheet("q ".repeat(200_000))]), "many saves");
}

#[test]
fn forms_that_draw_each_other_end_at_the_limit() {
    const DEPTH: usize = 30;
    let stream = |dictionary: &str, content: &str| {
        format!(
            "<< {dictionary} /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        )
    };
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 300 400]";
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"
            .to_owned(),
        stream("", "/X Do"),
    ];
    for n in 0..DEPTH {
        let next = format!("{form} /Resources << /XObject << /X {} 0 R >> >>", 6 + n);
        objects.push(stream(&next, "/X Do /X Do"));
    }
    objects.push(stream(form, "q Q"));
    let limits = ReadLimits {
        max_page_operations: 50_000,
        ..ReadLimits::default()
    };
    let error = read("test.pdf", &file_of(&objects, ""), &limits).unwrap_err();
    assert_eq!(
        error.to_string(),
        "test.pdf, page 1: 50001 drawing operations, the limit is 50000"
    );
    // A form that draws itself ends by its depth.
    let own = [
        &objects[..4],
        &[stream(
            &format!("{form} /Resources << /XObject << /X 5 0 R >> >>"),
            "/X Do",
        )],
    ]
    .concat();
    assert_eq!(read_error(&file_of(&own, "")).kind(), "damaged");
}

#[test]
fn page_trees_that_turn_in_circles_and_places_beyond_all_paper_are_survived() {
    let tree = |kids: &str, second: &str| {
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            format!("<< /Type /Pages /Kids [{kids}] /Count 3 >>"),
            format!("<< /Type /Pages /Parent 2 0 R /Kids [{second}] /Count 2 >>"),
        ];
        file_of(&objects, "")
    };
    survives(&tree("2 0 R", ""), "a tree that is its own child");
    survives(
        &tree("3 0 R 3 0 R", "2 0 R 3 0 R"),
        "two that are each other's",
    );
    let far = [
        "1e30",
        "-99999999999999999999",
        "1e-30",
        "3.4e38",
        "0.0000000000001",
    ];
    for number in far {
        let content = format!(
            "{}BT /F1 {number} Tf 1 0 0 1 {number} {number} Tm (far) Tj ET\n{number} 0 m {number} {number} l S\n\
             {number} 0 0 {number} 0 0 cm 0 0 m 10 10 l 5 {number} re f\n{}",
            show(50, 300, "here"),
            show(50, 200, "there")
        );
        survives(&pdf(&[sheet(content)]), number);
        let content = show(50, 300, "here");
        let media: &'static str = "/MediaBox [0 0 1e30 1e30] /UserUnit 1e9";
        survives(
            &pdf(&[Sheet {
                content,
                entries: media,
            }]),
            "a page of no size",
        );
    }
}

#[test]
fn patterns_of_lines_and_of_words_take_no_long_time() {
    let lines: String = (0..1_500)
        .map(|n| stroke((n % 300, 0), (n % 300, 400)) + &stroke((0, n % 400), (300, n % 400)))
        .collect();
    let words: String = (0..3_000)
        .map(|n| show_in("F1", 4, (n * 37) % 290, (n * 53) % 390, "ab 1"))
        .collect();
    survives(&pdf(&[sheet(lines.clone() + &words)]), "lines and words");
    survives(&pdf(&[sheet(words)]), "words");
}

#[test]
fn a_file_of_very_many_pages_is_read() {
    let sheets: Vec<Sheet> = (0..1_000)
        .map(|n| sheet(show(50, 300, &format!("Page {n}"))))
        .collect();
    let document = read_ok(&pdf(&sheets));
    assert_eq!((document.pages.len(), document.lines.len()), (1_000, 1_000));
}
