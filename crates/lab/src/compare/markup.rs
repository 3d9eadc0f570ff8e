//! What the report is put together from: paragraphs, tables, figures in words. Every text of a
//! document, a question, an answer or a model's name is escaped here, where it is written.

use super::comparison::{Comparison, ContestantSummary, Estimate};
use super::plot::percent;
use crate::statistics::proportion::Proportion;
use app::html::escaped;
use std::fmt::Write as _;

/// A paragraph of a class of the style sheet; of none where it is empty.
pub(super) fn paragraph(page: &mut String, class: &str, words: &str) {
    let _ = writeln!(page, "<p class=\"{class}\">{}</p>", escaped(words));
}

/// A table; the first cell of each row is its header.
pub(super) fn table(page: &mut String, caption: &str, headers: &[&str], rows: &[Vec<String>]) {
    let _ = write!(page, "<div class=\"wide\"><table>");
    if !caption.is_empty() {
        let _ = write!(page, "<caption>{}</caption>", escaped(caption));
    }
    if !headers.is_empty() {
        page.push_str("<thead><tr>");
        for header in headers {
            let _ = write!(page, "<th scope=\"col\">{}</th>", escaped(header));
        }
        page.push_str("</tr></thead>");
    }
    page.push_str("<tbody>\n");
    for row in rows {
        page.push_str("<tr>");
        for (index, cell) in row.iter().enumerate() {
            let (open, close) = if index == 0 {
                ("th scope=\"row\"", "th")
            } else {
                ("td", "td")
            };
            let _ = write!(page, "<{open}>{}</{close}>", escaped(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}

/// A contestant's number, from 1, and its name.
pub(super) fn numbered(index: usize, one: &ContestantSummary) -> String {
    format!("{} {}", index + 1, one.contestant.name)
}

/// A row for each contestant, which begins with its number and name.
pub(super) fn rows(
    comparison: &Comparison,
    cells: &dyn Fn(&ContestantSummary) -> Vec<String>,
) -> Vec<Vec<String>> {
    let row = |(index, one): (usize, &ContestantSummary)| {
        let mut row = vec![numbered(index, one)];
        row.extend(cells(one));
        row
    };
    comparison.contestants.iter().enumerate().map(row).collect()
}

/// A share with its count and interval.
pub(super) fn share(share: &Proportion) -> String {
    match (share.share, share.interval) {
        (Some(value), Some(interval)) => format!(
            "{} ({} of {})\n{:.1} to {:.1}",
            percent(value),
            share.count,
            share.of,
            interval.low * 100.0,
            interval.high * 100.0
        ),
        _ => "none of this kind".into(),
    }
}

/// A figure with its interval.
pub(super) fn estimate(estimate: &Estimate, decimals: usize) -> String {
    let Some(value) = estimate.value else {
        return "none of this kind".into();
    };
    match estimate.interval {
        Some(interval) => format!(
            "{value:.decimals$}\n{:.decimals$} to {:.decimals$}",
            interval.low, interval.high
        ),
        None => format!("{value:.decimals$}\nno interval"),
    }
}

/// A figure, or a dash.
pub(super) fn or_unknown(number: Option<f64>, decimals: usize) -> String {
    number.map_or_else(
        || "\u{2013}".into(),
        |number| format!("{number:.decimals$}"),
    )
}

/// Millions of bytes, or a dash.
pub(super) fn megabytes(bytes: Option<u64>) -> String {
    or_unknown(bytes.map(|bytes| bytes as f64 / 1e6), 0)
}
