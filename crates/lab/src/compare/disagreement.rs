//! The part of the report that shows where contestants differ: each question with its gold, what
//! each of them says, the quotes it stands on, and the record to open.

use super::answer::{Answer, Evidence};
use super::comparison::{Comparison, Difference};
use super::markup::{paragraph, table};
use super::plot::percent;
use app::html::escaped;
use std::fmt::Write as _;

/// All of them, those that decide first.
pub(super) fn differences(page: &mut String, comparison: &Comparison) {
    let _ = writeln!(
        page,
        "<h2>Where they differ ({})</h2>",
        comparison.differences.len()
    );
    if comparison.differences.is_empty() {
        paragraph(page, "", "They gave the same answer to every question.");
        return;
    }
    paragraph(
        page,
        "",
        "Those that one answers rightly and another does not come first. attest audit show RECORD opens the record of an answer, \
         attest audit report RECORD --out FILE its evidence.",
    );
    for difference in &comparison.differences {
        article(page, difference);
    }
}

fn article(page: &mut String, difference: &Difference) {
    let _ = writeln!(page, "<article><h3>{}</h3>", escaped(&difference.question));
    let gold = if difference.answerable {
        format!("Gold: {}", difference.gold.join(" | "))
    } else {
        "The document does not answer it".into()
    };
    let quotes: Vec<String> = difference
        .gold_evidence
        .iter()
        .map(|quote| format!("\u{201c}{quote}\u{201d}"))
        .collect();
    let mut words = format!("{gold}.");
    if !quotes.is_empty() {
        let _ = write!(words, " It stands in {}.", quotes.join(", "));
    }
    paragraph(page, "", &words);
    let words = format!(
        "Case {}, {}, type {}.",
        difference.case, difference.document, difference.answer_type
    );
    paragraph(page, "soft", &words);
    let row = |answer: &Answer| {
        let quote = |one: &Evidence| {
            format!(
                "\u{201c}{}\u{201d} (page {}, line {})",
                one.quote, one.page, one.line_start
            )
        };
        let quotes: Vec<String> = answer.evidence.iter().map(quote).collect();
        let verdict = match (answer.right, answer.partial) {
            (true, _) => "right".to_owned(),
            (false, Some(partial)) if partial > 0.0 => format!("wrong, {partial:.2} of 1 in part"),
            (false, _) => "wrong".to_owned(),
        };
        let words = match (&answer.message, answer.failed) {
            (Some(reason), true) => format!("failed: {reason}"),
            _ => answer.in_words(),
        };
        vec![
            answer.contestant.clone(),
            words,
            verdict,
            answer
                .probability
                .filter(|_| answer.found)
                .map(percent)
                .unwrap_or_default(),
            quotes.join("\n"),
            answer.record_id.clone().unwrap_or_else(|| "none".into()),
        ]
    };
    let rows: Vec<Vec<String>> = difference.answers.iter().map(row).collect();
    let headers = [
        "contestant",
        "answer",
        "verdict",
        "stated",
        "quotes",
        "record",
    ];
    table(page, "", &headers, &rows);
    page.push_str("</article>\n");
}
