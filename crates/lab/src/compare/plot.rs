//! The two plots of the report, as SVG inside the page.
//!
//! They are written by hand: two plots of dots and lines are less than what a chart
//! library would have to be told, and the page's style sheet colours them, so that one file
//! serves a light and a dark screen and paper. Nothing is said by colour alone: each contestant
//! has a number and a shape, and every dot its figure beside it.

use crate::statistics::proportion::{Proportion, wilson};
use crate::statistics::reliability::ReliabilityBin;
use app::html::escaped;
use std::fmt::Write as _;

/// Shapes, in the order of the contestants.
const SHAPES: usize = 6;
/// Characters of a name beside a row; the tables have it whole.
const NAME: usize = 30;

/// A mark of one of the shapes, around a point.
fn mark(page: &mut String, shape: usize, (x, y): (f64, f64)) {
    let _ = match shape % SHAPES {
        0 => write!(
            page,
            "<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"
        ),
        1 => write!(
            page,
            "<rect class=\"mark\" x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\"/>",
            x - 4.5,
            y - 4.5
        ),
        2 => polygon(
            page,
            &[(x, y - 6.0), (x + 5.5, y + 4.5), (x - 5.5, y + 4.5)],
        ),
        3 => polygon(
            page,
            &[(x, y - 6.0), (x + 6.0, y), (x, y + 6.0), (x - 6.0, y)],
        ),
        4 => polygon(
            page,
            &[(x, y + 6.0), (x + 5.5, y - 4.5), (x - 5.5, y - 4.5)],
        ),
        _ => write!(
            page,
            "<path class=\"line\" d=\"M{:.1} {:.1}l10 10m0 -10l-10 10\"/>",
            x - 5.0,
            y - 5.0
        ),
    };
}

fn polygon(page: &mut String, corners: &[(f64, f64)]) -> std::fmt::Result {
    let corners: Vec<String> = corners
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    write!(
        page,
        "<polygon class=\"mark\" points=\"{}\"/>",
        corners.join(" ")
    )
}

fn line(page: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let _ = write!(
        page,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

fn text(page: &mut String, anchor: &str, (x, y): (f64, f64), words: &str) {
    let _ = write!(
        page,
        "<text text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escaped(words)
    );
}

/// A share in percent, with one decimal.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn short(name: &str) -> String {
    if name.chars().count() <= NAME {
        return name.to_owned();
    }
    let cut: String = name.chars().take(NAME - 1).collect();
    cut + "\u{2026}"
}

/// One group of rows: what is counted, and each contestant's share.
pub(super) type Group<'a> = (&'a str, Vec<(&'a str, Proportion)>);

/// Points of the drawing: names stand on the left, figures on the right.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 265.0;
const RIGHT: f64 = 590.0;
const ROW: f64 = 24.0;

/// Shares with their intervals: a row a contestant, a group a figure.
pub(super) fn shares(groups: &[Group<'_>]) -> String {
    let rows: usize = groups.iter().map(|(_, rows)| rows.len()).sum();
    let height = ROW * (rows as f64 + 2.3 * groups.len() as f64);
    let at = |share: f64| LEFT + share * (RIGHT - LEFT);
    let mut page = String::new();
    let _ = write!(
        page,
        "<svg role=\"img\" aria-label=\"Shares with intervals; the tables below have the same figures\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\">"
    );
    let mut y = ROW;
    for (title, rows) in groups {
        let _ = write!(
            page,
            "<text class=\"title\" x=\"0\" y=\"{y:.1}\">{}</text>",
            escaped(title)
        );
        let bottom = y + ROW * (rows.len() as f64 + 0.4);
        for quarter in 0..=4 {
            let x = at(f64::from(quarter) / 4.0);
            line(&mut page, "grid", (x, y + 6.0), (x, bottom));
            text(
                &mut page,
                "middle",
                (x, bottom + 12.0),
                &format!("{} %", quarter * 25),
            );
        }
        for (index, (name, share)) in rows.iter().enumerate() {
            y += ROW;
            let middle = y - 4.0;
            text(
                &mut page,
                "start",
                (18.0, y),
                &format!("{} {}", index + 1, short(name)),
            );
            mark(&mut page, index, (8.0, middle));
            let (Some(value), Some(interval)) = (share.share, share.interval) else {
                text(&mut page, "start", (LEFT, y), "none of this kind");
                continue;
            };
            line(
                &mut page,
                "line",
                (at(interval.low), middle),
                (at(interval.high), middle),
            );
            for end in [interval.low, interval.high] {
                line(
                    &mut page,
                    "line",
                    (at(end), middle - 4.0),
                    (at(end), middle + 4.0),
                );
            }
            mark(&mut page, index, (at(value), middle));
            let words = format!("{} ({} of {})", percent(value), share.count, share.of);
            text(&mut page, "start", (RIGHT + 16.0, y), &words);
        }
        y = bottom + ROW * 1.9;
    }
    page.push_str("</svg>");
    page
}

/// Points of one diagram and of the square in it.
const PANEL: f64 = 272.0;
const SIDE: f64 = 180.0;

/// A reliability diagram of one contestant: what was stated against what was right, each
/// bin with Wilson's interval and its number of answers. None without an answer.
pub(super) fn reliability(index: usize, name: &str, bins: &[ReliabilityBin]) -> String {
    if bins.is_empty() {
        return String::new();
    }
    let (left, top) = (60.0, 28.0);
    let x = |share: f64| left + share * SIDE;
    let y = |share: f64| top + (1.0 - share) * SIDE;
    let mut page = String::new();
    let title = format!("{} {}", index + 1, short(name));
    let _ = write!(
        page,
        "<svg role=\"img\" aria-label=\"Reliability of {}; the table below has the same figures\" viewBox=\"0 0 {PANEL} {PANEL}\" width=\"{PANEL}\">\
         <text class=\"title\" x=\"0\" y=\"14\">{}</text>",
        escaped(&title),
        escaped(&title)
    );
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        line(&mut page, "grid", (x(share), y(0.0)), (x(share), y(1.0)));
        line(&mut page, "grid", (x(0.0), y(share)), (x(1.0), y(share)));
        if step % 2 == 0 {
            text(
                &mut page,
                "middle",
                (x(share), y(0.0) + 15.0),
                &format!("{:.0} %", share * 100.0),
            );
            text(
                &mut page,
                "end",
                (left - 5.0, y(share) + 4.0),
                &format!("{:.0} %", share * 100.0),
            );
        }
    }
    line(&mut page, "ideal", (x(0.0), y(0.0)), (x(1.0), y(1.0)));
    for bin in bins {
        let hits = (bin.right * bin.cases as f64).round() as usize;
        if let Some(interval) = wilson(hits, bin.cases) {
            line(
                &mut page,
                "line",
                (x(bin.predicted), y(interval.low)),
                (x(bin.predicted), y(interval.high)),
            );
        }
        mark(&mut page, index, (x(bin.predicted), y(bin.right)));
        text(
            &mut page,
            "start",
            (x(bin.predicted) + 7.0, y(bin.right) - 6.0),
            &bin.cases.to_string(),
        );
    }
    text(
        &mut page,
        "middle",
        (x(0.5), y(0.0) + 32.0),
        "stated probability",
    );
    let _ = write!(
        page,
        "<text text-anchor=\"middle\" transform=\"translate(10 {:.1}) rotate(-90)\">share right</text></svg>",
        y(0.5)
    );
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_contestant_has_another_shape_and_its_figure_in_words() {
        let rows: Vec<(&str, Proportion)> = ["a", "b", "c", "d", "e", "f"]
            .map(|name| (name, Proportion::new(3, 4)))
            .to_vec();
        let plot = shares(&[("Right", rows)]);
        assert_eq!(plot.matches("75.0 % (3 of 4)").count(), 6);
        // One beside the name and one at the figure.
        assert_eq!(
            [
                plot.matches("<circle").count(),
                plot.matches("<rect").count()
            ],
            [2, 2]
        );
        assert_eq!(
            [
                plot.matches("<polygon").count(),
                plot.matches("<path").count()
            ],
            [6, 2]
        );
    }

    #[test]
    fn names_are_no_markup_and_nothing_of_nothing_is_said() {
        let plot = shares(&[("Right", vec![("<script>", Proportion::new(0, 0))])]);
        assert!(plot.contains("1 &lt;script&gt;") && plot.contains("none of this kind"));
        assert_eq!(reliability(0, "a", &[]), "");
        let bin = ReliabilityBin {
            from: 0.7,
            cases: 4,
            predicted: 0.75,
            right: 0.5,
        };
        assert!(reliability(0, "\"><script>", &[bin]).contains("&quot;&gt;&lt;script&gt;"));
    }
}
