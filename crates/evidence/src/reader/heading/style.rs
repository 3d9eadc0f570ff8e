//! Headings of a PDF, by how lines look and where they stand.

use super::level::{drop_ordinary, levels};
use super::section::Heading;
use super::wording::{Kind, MAX_HEADING_CHARACTERS, MAX_HEADING_WORDS, classify, has_money};
use crate::document::Line;
use std::collections::{BTreeMap, BTreeSet};

/// How a line of a PDF looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Style {
    /// Font size in points.
    pub(crate) size: f64,
    pub(crate) bold: bool,
}

/// Size, relative to the body's, from which a line is a heading by its size.
const LARGE: f64 = 1.15;
/// When more than this share of the lines is bold or large, that is how the
/// document writes (forms, slides).
const MAX_STYLED_SHARE: f64 = 0.25;

/// Headings of a PDF: larger or bolder than the body, or numbered.
pub(crate) fn of_pdf(lines: &[Line], styles: &[Style]) -> Vec<Heading> {
    let body = body_size(lines, styles);
    let short = |text: &str| {
        let words = text.split_whitespace().count();
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        words <= MAX_HEADING_WORDS
            && text.chars().count() <= MAX_HEADING_CHARACTERS
            && letters >= 3
            && !text.ends_with([',', ';', '-'])
            && !text.contains("  ")
            && !has_money(text)
            && !is_page_mark(text)
    };
    let looks_so = |line: &Line, style: &Style| {
        (style.size >= body * LARGE || style.bold) && short(&line.text)
    };
    let share = lines
        .iter()
        .zip(styles)
        .filter(|(l, s)| looks_so(l, s))
        .count() as f64
        / lines.len().max(1) as f64;
    let trust_style = share <= MAX_STYLED_SHARE;
    let usual_gap = usual_gap(lines);
    let mut found = Vec::new();
    let mut previous: Option<&Line> = None;
    for (line, style) in lines.iter().zip(styles) {
        let by_words = classify(&line.text);
        let by_style = looks_so(line, style);
        let apart = stands_apart(previous, line, style.size, usual_gap);
        let accepted = match &by_words {
            Some((Kind::Keyword(_) | Kind::Capitals, _)) => by_style || apart,
            Some((Kind::Numbered(_), _)) => by_style || (apart && !line.text.contains("  ")),
            None => by_style && trust_style && ends_open(&line.text),
        };
        if accepted {
            let (kind, title) =
                by_words.unwrap_or_else(|| (Kind::Capitals, line.text.trim().to_owned()));
            found.push((
                kind,
                Heading {
                    line: line.number,
                    level: 1,
                    title,
                },
            ));
        }
        previous = Some(line);
    }
    drop_running(lines, &mut found);
    levels(drop_ordinary(found, lines.len()))
}

/// Pages on which the same title stands from which it is a running head.
const MIN_RUNNING_PAGES: usize = 3;

/// Drops what stands on many pages: the document's name, "Table of Contents"
/// links.
fn drop_running(lines: &[Line], found: &mut Vec<(Kind, Heading)>) {
    let mut pages: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for line in lines {
        let text = line.text.trim();
        if text.len() <= MAX_HEADING_CHARACTERS * 4 {
            pages.entry(text.to_owned()).or_default().insert(line.page);
        }
    }
    found.retain(|(_, heading)| {
        let text = lines
            .get(heading.line as usize - 1)
            .map_or("", |line| line.text.trim());
        pages
            .get(text)
            .is_none_or(|pages| pages.len() < MIN_RUNNING_PAGES)
    });
}

/// Whether a line begins something new: on a new page, behind a wide gap, or
/// behind the end of a sentence. A line that a sentence runs into is none,
/// whatever its words.
fn stands_apart(previous: Option<&Line>, line: &Line, size: f64, usual_gap: f64) -> bool {
    let Some(previous) = previous.filter(|previous| previous.page == line.page) else {
        return true;
    };
    previous.text.trim_end().ends_with(['.', ':', ';'])
        || gap(previous, line).is_some_and(|gap| gap < 0.0 || gap > usual_gap + 0.35 * size)
}

fn gap(previous: &Line, line: &Line) -> Option<f64> {
    Some(f64::from(line.bounds?.top) - f64::from(previous.bounds?.bottom))
}

/// The median distance between lines, in points.
fn usual_gap(lines: &[Line]) -> f64 {
    let pairs = lines.windows(2).filter_map(|pair| match pair {
        [a, b] if a.page == b.page => gap(a, b),
        _ => None,
    });
    let mut gaps: Vec<f64> = pairs.collect();
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(0.0)
}

/// "Page 8 of 11" is set apart on every page and heads nothing.
fn is_page_mark(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default().to_lowercase();
    matches!(word.as_str(), "page" | "seite" | "p.")
        && words
            .next()
            .is_some_and(|n| n.starts_with(|c: char| c.is_numeric()))
}

/// A title ends without a full stop.
fn ends_open(text: &str) -> bool {
    !text.ends_with(['.', ':', '!'])
        && text.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
}

/// The size most characters are set in.
fn body_size(lines: &[Line], styles: &[Style]) -> f64 {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for (line, style) in lines.iter().zip(styles) {
        *counts.entry((style.size * 4.0).round() as i64).or_default() += line.text.len();
    }
    counts
        .iter()
        .max_by_key(|(_, count)| **count)
        .map_or(10.0, |(size, _)| *size as f64 / 4.0)
}
