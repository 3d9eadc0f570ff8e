//! The report of a comparison: one HTML page that loads nothing, so that it can be filed,
//! printed or sent as it is. What is written into it is escaped in `markup`, and where a heading or
//! a plot holds a name or a question.

use super::comparison::{Comparison, ContestantSummary, Pair};
use super::disagreement::differences;
use super::markup::{estimate, megabytes, numbered, or_unknown, paragraph, rows, share, table};
use super::pair::p_in_words;
use super::plot::{self, percent};
use crate::statistics::proportion::Proportion;
use app::html::escaped;
use evidence::policy::ChooseWith;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#17212b;--soft:#52606d;--line:#c3ccd5;--page:#fff;--band:#f4f6f8;--mark:#0b5394;--good:#1b5e20;--bad:#8a1c1c}\
@media (prefers-color-scheme:dark){:root{--ink:#e6ebf0;--soft:#a9b4bf;--line:#47525d;--page:#14191e;--band:#1d242b;--mark:#8ec5ff;--good:#9be29f;--bad:#ffaaa5}}\
@media print{:root{--ink:#000;--soft:#333;--line:#999;--page:#fff;--band:#fff;--mark:#000;--good:#000;--bad:#000}}\
body{font:15px/1.5 system-ui,'Noto Sans',sans-serif;color:var(--ink);background:var(--page);max-width:68em;margin:2em auto;padding:0 1em}\
h1{font-size:1.5em}h2{font-size:1.15em;border-bottom:1px solid var(--line);margin-top:2.2em}h3{font-size:1em;margin:1.6em 0 .3em}\
p{max-width:46em}.soft{color:var(--soft);font-size:.9em}.wide{overflow-x:auto}\
table{border-collapse:collapse;font-size:.88em;margin:.8em 0;font-variant-numeric:tabular-nums}\
caption{text-align:left;font-weight:600;padding:.2em 0}\
td,th{border:1px solid var(--line);padding:.25em .6em;text-align:left;vertical-align:top;overflow-wrap:break-word}\
th{background:var(--band);font-weight:600}td{white-space:pre-line}\
article{break-inside:avoid;margin-top:1.4em}article table{width:100%;table-layout:fixed}article td,article th{overflow-wrap:anywhere}article th:nth-child(1),article th:nth-child(6){width:15%}article th:nth-child(2){width:20%}article th:nth-child(3),article th:nth-child(4){width:9%}\
.verdict{border-left:4px solid var(--mark);padding-left:.8em}\
svg{max-width:100%;height:auto;font-size:13px;display:block}figure{margin:1em 0}.panels{display:flex;flex-wrap:wrap;gap:1em}\
svg text{fill:var(--ink)}svg .title{font-weight:600}svg .grid{stroke:var(--line)}svg .ideal{stroke:var(--soft);stroke-dasharray:4 4}\
svg .line{stroke:var(--mark);stroke-width:2;fill:none}svg .mark{fill:var(--page);stroke:var(--mark);stroke-width:2.5}";

/// The page.
pub(super) fn page(comparison: &Comparison) -> String {
    let mut page = String::new();
    let title = format!("Comparison of {}", names(comparison).join(" and "));
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{0}</title><style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n",
        escaped(&title)
    );
    in_short(&mut page, comparison);
    contestants(&mut page, comparison);
    right(&mut page, comparison);
    pairs(&mut page, comparison);
    types(&mut page, comparison);
    citations(&mut page, comparison);
    reliability(&mut page, comparison);
    cost(&mut page, comparison);
    differences(&mut page, comparison);
    reading(&mut page, comparison);
    page.push_str("</body></html>\n");
    page
}

fn names(comparison: &Comparison) -> Vec<&str> {
    let contestants = comparison.contestants.iter();
    contestants
        .map(|one| one.contestant.name.as_str())
        .collect()
}

fn in_short(page: &mut String, comparison: &Comparison) {
    let questions = &comparison.questions;
    page.push_str("<h2>In short</h2>\n");
    let words = format!(
        "{} questions on {} documents were asked of each: {} that their document answers, {} that it does not.",
        questions.cases, questions.documents, questions.answerable, questions.unanswerable
    );
    paragraph(page, "", &words);
    for one in &comparison.contestants {
        let words = format!("{}: right on {}", one.contestant.name, share(&one.right));
        paragraph(page, "", &words.replace('\n', ", interval "));
    }
    for pair in &comparison.pairs {
        let words = format!("{} against {}: {}", pair.first, pair.second, pair.verdict);
        paragraph(page, "verdict", &words);
    }
    for remark in &comparison.remarks {
        paragraph(page, "", remark);
    }
}

fn contestants(page: &mut String, comparison: &Comparison) {
    page.push_str("<h2>What was compared</h2>\n");
    let cells = |one: &ContestantSummary| {
        let who = &one.contestant;
        let chooses = match who.choose_with {
            ChooseWith::Reader => "the reader",
            ChooseWith::Model => "the model",
            ChooseWith::Both => "both together",
        };
        let part = &one.model_part;
        vec![
            who.model.clone(),
            who.policy_version.clone(),
            chooses.into(),
            share(&part.any),
            format!("{} / {}", part.weighed.count, part.wrote.count),
        ]
    };
    let headers = [
        "contestant",
        "answer model",
        "policy",
        "who chooses",
        "answers the model had a part in",
        "weighed values / wrote words",
    ];
    table(page, "", &headers, &rows(comparison, &cells));
}

fn right(page: &mut String, comparison: &Comparison) {
    page.push_str("<h2>Right answers</h2>\n<figure>");
    let of = |figure: &dyn Fn(&ContestantSummary) -> Proportion| {
        let contestants = comparison.contestants.iter();
        contestants
            .map(|one| (one.contestant.name.as_str(), figure(one)))
            .collect()
    };
    page.push_str(&plot::shares(&[
        (
            "Right of all: exactly answered, or rightly refused",
            of(&|one| one.right),
        ),
        (
            "Exactly right, of what can be answered",
            of(&|one| one.exact),
        ),
        (
            "Answered all the same, of what cannot be (lower is better)",
            of(&|one| one.false_answers),
        ),
    ]));
    page.push_str("<figcaption class=\"soft\">Dots are shares, lines Wilson's intervals at 95 %.</figcaption></figure>\n");
    let cells = |one: &ContestantSummary| {
        vec![
            share(&one.right),
            share(&one.exact),
            estimate(&one.partial, 3),
            share(&one.exact_when_answered),
            share(&one.missed),
            share(&one.false_answers),
            share(&one.failed),
        ]
    };
    let headers = [
        "contestant",
        "right of all",
        "exactly right of the answerable",
        "with partial credit, 0 to 1",
        "right where it answered",
        "missed",
        "false answers",
        "failed",
    ];
    table(
        page,
        "The same in figures, with intervals at 95 %",
        &headers,
        &rows(comparison, &cells),
    );
}

fn pairs(page: &mut String, comparison: &Comparison) {
    page.push_str("<h2>Two by two</h2>\n");
    let row = |pair: &Pair| {
        let difference = match (pair.difference.value, pair.difference.interval) {
            (Some(value), Some(interval)) => format!(
                "{:+.1}\n{:+.1} to {:+.1}",
                value * 100.0,
                interval.low * 100.0,
                interval.high * 100.0
            ),
            (Some(value), None) => format!("{:+.1}\nno interval", value * 100.0),
            _ => "none of this kind".into(),
        };
        let verdict = if pair.is_significant {
            "significant"
        } else {
            "no significant difference"
        };
        vec![
            format!("{} against {}", pair.first, pair.second),
            pair.cases.to_string(),
            pair.same_answer.to_string(),
            pair.both_right.to_string(),
            pair.only_first.to_string(),
            pair.only_second.to_string(),
            pair.neither.to_string(),
            difference,
            format!(
                "{}\n{}",
                p_in_words(pair.p_value),
                p_in_words(pair.p_value_corrected)
            ),
            verdict.into(),
        ]
    };
    let rows: Vec<Vec<String>> = comparison.pairs.iter().map(row).collect();
    let headers = [
        "pair",
        "questions",
        "same answer",
        "both right",
        "only the first right",
        "only the second right",
        "neither right",
        "difference in percentage points",
        "p, and after Holm's correction",
        "at the level of 0.05",
    ];
    table(page, "", &headers, &rows);
}

/// Shares of a contestant by answer type.
type OfTypes = fn(&ContestantSummary) -> &BTreeMap<String, Proportion>;

fn types(page: &mut String, comparison: &Comparison) {
    page.push_str("<h2>By answer type</h2>\n");
    let names: Vec<String> = comparison
        .contestants
        .iter()
        .enumerate()
        .map(|(index, one)| numbered(index, one))
        .collect();
    let headers: Vec<&str> = ["type"]
        .into_iter()
        .chain(names.iter().map(String::as_str))
        .collect();
    let kinds: [(&str, OfTypes); 2] = [
        ("Exactly right, of what can be answered", |one| {
            &one.exact_by_type
        }),
        ("Rightly refused, of what cannot be", |one| {
            &one.refused_by_type
        }),
    ];
    for (caption, figure) in kinds {
        let mut rows = Vec::new();
        for name in comparison.questions.by_type.keys() {
            let found: Vec<Option<Proportion>> = comparison
                .contestants
                .iter()
                .map(|one| figure(one).get(name).copied())
                .collect();
            if found.iter().any(Option::is_some) {
                let cells = found
                    .iter()
                    .map(|one| one.as_ref().map_or_else(String::new, share));
                rows.push(std::iter::once(name.clone()).chain(cells).collect());
            }
        }
        if !rows.is_empty() {
            table(page, caption, &headers, &rows);
        }
    }
    paragraph(
        page,
        "soft",
        "Single types are not tested for significance: among many tests some find differences by chance alone.",
    );
}

fn citations(page: &mut String, comparison: &Comparison) {
    page.push_str("<h2>Quotes</h2>\n");
    let cells = |one: &ContestantSummary| {
        vec![
            share(&one.valid_citations),
            share(&one.without_citation),
            estimate(&one.evidence_cited, 3),
        ]
    };
    let headers = [
        "contestant",
        "quotes that stand in the lines they name",
        "answers without such a quote",
        "share of the gold evidence cited, 0 to 1",
    ];
    table(page, "", &headers, &rows(comparison, &cells));
}

fn reliability(page: &mut String, comparison: &Comparison) {
    page.push_str(
        "<h2>Stated probability against what was right</h2>\n<figure><div class=\"panels\">",
    );
    for (index, one) in comparison.contestants.iter().enumerate() {
        page.push_str(&plot::reliability(
            index,
            &one.contestant.name,
            &one.reliability.bins,
        ));
    }
    page.push_str(
        "</div><figcaption class=\"soft\">Answers given, in ten bins of their stated probability; the number beside a mark counts \
         them, the line is Wilson's interval at 95 %. On the broken line what is stated is right.</figcaption></figure>\n",
    );
    let cells = |one: &ContestantSummary| {
        vec![
            one.reliability.answers.to_string(),
            or_unknown(one.reliability.expected_calibration_error, 3),
            or_unknown(one.reliability.brier, 3),
        ]
    };
    let headers = [
        "contestant",
        "answers",
        "expected calibration error (0 is best)",
        "Brier score (0 is best)",
    ];
    table(page, "", &headers, &rows(comparison, &cells));
    paragraph(
        page,
        "soft",
        "Over fewer than some hundred answers both figures are mostly chance.",
    );
    let mut bins = Vec::new();
    for (index, one) in comparison.contestants.iter().enumerate() {
        for bin in &one.reliability.bins {
            bins.push(vec![
                numbered(index, one),
                format!(
                    "{:.0} to {:.0} %",
                    bin.from * 100.0,
                    (bin.from + 0.1) * 100.0
                ),
                bin.cases.to_string(),
                percent(bin.predicted),
                percent(bin.right),
            ]);
        }
    }
    if !bins.is_empty() {
        let headers = ["contestant", "bin", "answers", "stated, mean", "right"];
        table(page, "The bins in figures", &headers, &bins);
    }
}

fn cost(page: &mut String, comparison: &Comparison) {
    page.push_str("<h2>Time, memory, energy</h2>\n");
    let cells = |one: &ContestantSummary| {
        let (cost, speed) = (&one.cost, &one.cost.tokens_per_second);
        vec![
            estimate(&cost.median_seconds, 2),
            estimate(&cost.p90_seconds, 2),
            format!("{:.1}", cost.total_seconds),
            format!(
                "{}\n{}",
                cost.loads,
                or_unknown(cost.median_load_seconds, 2)
            ),
            format!(
                "{} / {} / {}\n{} answers",
                or_unknown(speed.read_per_second, 0),
                or_unknown(speed.weighed_per_second, 0),
                or_unknown(speed.written_per_second, 1),
                speed.answers
            ),
            format!(
                "{} / {}",
                megabytes(cost.peak_model_bytes),
                megabytes(cost.peak_reader_bytes)
            ),
            cost.joules_per_answer
                .map_or_else(|| "unknown".into(), |joules| format!("{joules:.1}")),
        ]
    };
    let headers = [
        "contestant",
        "seconds an answer, median",
        "nine of ten within",
        "seconds in all",
        "times loaded, and seconds of it",
        "tokens a second: read / weighed / written",
        "peak memory in MB: model / reader",
        "joules an answer",
    ];
    table(page, "", &headers, &rows(comparison, &cells));
    paragraph(
        page,
        "soft",
        "Seconds go from the question to the record, without loading the model; the first answer of a process, which starts \
         workers, does not count in median and nine of ten. Memory is the most that a worker process held at once, pages of the \
         model's file included.",
    );
}

fn reading(page: &mut String, comparison: &Comparison) {
    let plan = &comparison.plan;
    page.push_str("<h2>How to read this</h2>\n");
    for words in [
        "Right is what the evaluation set's scorer calls exact: the value where there is an answer, a refusal where there is none. \
         A request that failed is never right.",
        "Two contestants are compared by McNemar's exact test on the questions that only one of them answered rightly. With more \
         than two, p-values are corrected by Holm's method. No significant difference does not mean that they are equally good: \
         it means that these questions cannot tell.",
        "Intervals are at 95 %: Wilson's for shares; for means, medians and differences by bootstrap (2,000 draws of whole documents \
         from the seed below). Wilson's intervals and the test take questions for independent of each other; several on one \
         document are less so.",
        "An interval is left out where the cases do not differ, or all are of one document: then they say nothing of the spread. The \
         contestants took turns question by question, each first equally often, and each had processes of its own.",
    ] {
        paragraph(page, "", words);
    }
    let mut rows = vec![
        vec![
            "cases".to_owned(),
            format!(
                "{} of {}, SHA-256 {}",
                plan.cases, plan.cases_file, plan.cases_sha256
            ),
        ],
        vec!["program".into(), plan.program.clone()],
        vec![
            "calibration".into(),
            format!(
                "{}, SHA-256 {}",
                plan.calibration_version, plan.calibration_sha256
            ),
        ],
        vec!["seed".into(), plan.seed.to_string()],
        vec!["made".into(), comparison.made_at.clone()],
    ];
    let models: BTreeSet<(&str, &str)> = plan
        .contestants
        .iter()
        .map(|one| (one.model.as_str(), one.model_sha256.as_str()))
        .collect();
    rows.extend(
        models
            .iter()
            .map(|(name, sha256)| vec![format!("model {name}"), format!("SHA-256 {sha256}")]),
    );
    let policies: BTreeSet<(&str, &str)> = plan
        .contestants
        .iter()
        .map(|one| (one.policy_version.as_str(), one.policy_sha256.as_str()))
        .collect();
    rows.extend(
        policies
            .iter()
            .map(|(name, sha256)| vec![format!("policy {name}"), format!("SHA-256 {sha256}")]),
    );
    table(page, "What it was made of", &[], &rows);
}

#[cfg(test)]
mod tests {
    use super::super::assemble::tests::small;
    use super::*;

    #[test]
    fn what_documents_and_models_say_never_becomes_markup() {
        let hostile = "<img src=x onerror=alert(1)>\"'&<script>\u{202e}";
        let page = page(&small(["<b>a</b>", "b\" onload=\"x"], hostile));
        for (forbidden, _) in [
            ("<img", 0),
            ("<script", 0),
            ("<b>", 0),
            ("\" onload", 0),
            ("\u{202e}", 0),
        ] {
            assert!(!page.contains(forbidden), "{forbidden} in {page}");
        }
        assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
    }

    #[test]
    fn the_page_loads_nothing_and_says_what_the_comparison_says() {
        let comparison = small(["a", "b"], "Bergen");
        let page = page(&comparison);
        assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'"));
        for loaded in ["://", "src=", "href=", "url(", "@import", "<script"] {
            assert!(!page.contains(loaded), "{loaded}");
        }
        assert!(page.contains(&escaped(&comparison.pairs[0].verdict)));
        assert!(page.contains("66.7 % (2 of 3)\n20.8 to 93.9"));
        assert!(page.contains("record-1-a") && page.contains("Gold: Oslo."));
        assert!(page.contains("The document does not answer it."));
        assert!(page.contains("unknown"), "energy");
    }
}
