//! Where an answer stands, for the report: by document and page, each page as it looks with the
//! cited lines framed, and the lines around them.

use crate::html::escaped;
use crate::service::Service;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use evidence::{Bounds, MediaType, Page};
use pipeline::words;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Lines shown before and behind a quote.
const AROUND: u32 = 2;
/// Picture elements for each point of a page.
const SCALE: f32 = 1.5;
/// Pages that are drawn at most: a report of hundreds of pictures could not be sent.
const MAX_PICTURES: usize = 12;

/// A citation of the answer, with its number, from 1.
struct Cited<'a> {
    number: usize,
    citation: &'a Value,
}

/// The citations of one page.
type OnPage<'a> = BTreeMap<u32, Vec<Cited<'a>>>;

impl Cited<'_> {
    fn lines(&self) -> (u32, u32) {
        (
            number(self.citation, "line_start"),
            number(self.citation, "line_end"),
        )
    }

    /// Its frames on a page.
    fn boxes(&self, page: u32) -> Vec<Bounds> {
        let boxes = list(self.citation, "boxes").iter();
        let here = boxes.filter(|one| number(one, "page") == page);
        let bounds = here.filter_map(|one| serde_json::from_value(one.get("bounds")?.clone()).ok());
        bounds.collect()
    }
}

impl Service {
    /// The citations of a response, grouped by document and page.
    pub(super) fn report_sources(&self, page: &mut String, response: &Value) {
        let citations = list(response, "citations");
        if citations.is_empty() {
            return;
        }
        page.push_str("<h2>Where it stands</h2>\n");
        let mut documents: Vec<(&str, OnPage<'_>)> = Vec::new();
        for (citation, number_of) in citations.iter().zip(1..) {
            let id = text(citation, "document_id");
            if !documents.iter().any(|(known, _)| *known == id) {
                documents.push((id, OnPage::new()));
            }
            let found = documents.iter_mut().find(|(known, _)| *known == id);
            if let Some((_, pages)) = found {
                let cited = Cited {
                    number: number_of,
                    citation,
                };
                let on_page = pages.entry(number(citation, "page_number")).or_default();
                on_page.push(cited);
            }
        }
        let mut pictures = 0;
        for (id, pages) in &documents {
            let first = pages.values().flatten().next();
            let title = first.map_or("", |one| text(one.citation, "document_title"));
            let _ = writeln!(page, "<h3>{}</h3>", escaped(title));
            for (number_of, cited) in pages {
                let (has_pages, drawn) = self.page_with_boxes(id, *number_of, cited, &mut pictures);
                if has_pages {
                    let _ = writeln!(page, "<h4>Page {number_of}</h4>");
                }
                page.push_str(&drawn);
                quotes(page, cited);
                self.lines_around(page, id, cited);
            }
        }
    }

    /// Whether the document has pages, and the page with the cited lines framed; nothing for
    /// formats whose pages cannot be drawn.
    fn page_with_boxes(
        &self,
        id: &str,
        number_of: u32,
        cited: &[Cited<'_>],
        pictures: &mut usize,
    ) -> (bool, String) {
        let Ok(frame) = self.vault().frame(id) else {
            return (true, String::new());
        };
        let has_pages = frame.pages.len() > 1 || frame.media_type == MediaType::Pdf;
        let is_drawn = matches!(frame.media_type, MediaType::Pdf | MediaType::Image);
        let page = frame.pages.iter().find(|page| page.number == number_of);
        let Some(page) = page.filter(|_| is_drawn) else {
            return (has_pages, String::new());
        };
        if *pictures >= MAX_PICTURES {
            let note = "<p class=\"source\">This page is not drawn here: the report holds enough pictures.</p>\n";
            return (has_pages, note.to_owned());
        }
        let scale = if frame.media_type == MediaType::Image {
            1.0
        } else {
            SCALE
        };
        let drawn = match self.page_picture(id, number_of, scale) {
            Ok(png) => {
                *pictures += 1;
                picture(&png, page, cited)
            }
            Err(_) => "<p class=\"source\">The page could not be drawn.</p>\n".to_owned(),
        };
        (has_pages, drawn)
    }

    /// The lines around what is cited, each once, those cited marked with their numbers.
    fn lines_around(&self, page: &mut String, id: &str, cited: &[Cited<'_>]) {
        let mut wanted = BTreeSet::new();
        for one in cited {
            let (first, last) = one.lines();
            wanted.extend(first.saturating_sub(AROUND).max(1)..=last.saturating_add(AROUND));
        }
        let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else {
            return;
        };
        let Ok(lines) = self.document_lines(id, *first, *last) else {
            page.push_str(
                "<p class=\"source\">The document was removed; the quotes are as recorded.</p>\n",
            );
            return;
        };
        page.push_str("<ol class=\"lines\">");
        for line in lines.iter().filter(|line| wanted.contains(&line.number)) {
            let here = cited.iter().filter(|one| {
                let (first, last) = one.lines();
                (first..=last).contains(&line.number)
            });
            let numbers: Vec<String> = here.map(|one| one.number.to_string()).collect();
            let class = if numbers.is_empty() {
                ""
            } else {
                " class=\"cited\""
            };
            let _ = write!(
                page,
                "<li{class}><span>{}</span><b>{}</b>{}</li>",
                line.number,
                numbers.join(","),
                escaped(&line.text)
            );
        }
        page.push_str("</ol>\n");
    }
}

/// The quotes of a page with their numbers; those of the same lines stand together.
fn quotes(page: &mut String, cited: &[Cited<'_>]) {
    let mut places: BTreeMap<(u32, u32), Vec<&Cited<'_>>> = BTreeMap::new();
    for one in cited {
        places.entry(one.lines()).or_default().push(one);
    }
    for ((first, last), here) in places {
        page.push_str("<blockquote>");
        for one in here {
            let quote = escaped(text(one.citation, "quote"));
            let _ = write!(page, "<p><b>{}</b> {quote}</p>", one.number);
        }
        let lines = words::lines(first, last);
        let _ = writeln!(page, "</blockquote>\n<p class=\"source\">{lines}</p>");
    }
}

/// A page's picture with a frame around each cited run of lines. The frames are drawn in the
/// page's own measures, and without any style in the markup, which a strict policy forbids.
fn picture(png: &[u8], page: &Page, cited: &[Cited<'_>]) -> String {
    let (width, height) = (page.width.max(1.0), page.height.max(1.0));
    let mut out = format!(
        "<div class=\"page\"><img alt=\"Page {}\" src=\"data:image/png;base64,{}\">\
         <svg viewBox=\"0 0 {width:.2} {height:.2}\" aria-hidden=\"true\">",
        page.number,
        STANDARD.encode(png)
    );
    let letters = width / 50.0;
    for one in cited {
        for bounds in one.boxes(page.number) {
            let (left, top) = (bounds.left.clamp(0.0, width), bounds.top.clamp(0.0, height));
            let (right, bottom) = (
                bounds.right.clamp(left, width),
                bounds.bottom.clamp(top, height),
            );
            let _ = write!(
                out,
                "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{:.2}\" height=\"{:.2}\"></rect>\
                 <text x=\"{:.2}\" y=\"{bottom:.2}\" font-size=\"{letters:.2}\">{}</text>",
                right - left,
                bottom - top,
                (left - 2.0 * letters).max(0.0),
                one.number
            );
        }
    }
    out.push_str("</svg></div>\n");
    out
}

/// The members of a list; none where there is no such list.
pub(super) fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let found = value.get(name).and_then(Value::as_array);
    found.map(Vec::as_slice).unwrap_or_default()
}

/// A text; empty where there is no such text.
pub(super) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A number from 1; 1 where there is none.
fn number(value: &Value, name: &str) -> u32 {
    let found = value.get(name).and_then(Value::as_u64);
    let found = found.and_then(|found| u32::try_from(found).ok());
    found.unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn page() -> Page {
        serde_json::from_value(
            json!({ "number": 2, "first_line": 1, "last_line": 9, "width": 200.0,
            "height": 400.0, "image_only": false, "label": null }),
        )
        .unwrap()
    }

    #[test]
    fn a_frame_stands_at_its_place_and_only_on_its_own_page() {
        let bounds = json!({ "left": 20.0, "top": 100.0, "right": 120.0, "bottom": 120.0 });
        let boxes = json!([{ "page": 2, "bounds": bounds }, { "page": 3, "bounds": bounds }]);
        let citation = json!({ "boxes": boxes });
        let cited = [Cited {
            number: 4,
            citation: &citation,
        }];
        let drawn = picture(b"png", &page(), &cited);
        let frame = "<rect x=\"20.00\" y=\"100.00\" width=\"100.00\" height=\"20.00\"></rect>";
        assert_eq!(drawn.matches("<rect").count(), 1, "{drawn}");
        assert!(drawn.contains("viewBox=\"0 0 200.00 400.00\""), "{drawn}");
        assert!(drawn.contains(frame), "{drawn}");
        assert!(drawn.contains(">4</text>"), "{drawn}");
        assert!(!drawn.contains("style="), "{drawn}");
        assert!(drawn.contains("base64,cG5n"), "{drawn}");
    }

    #[test]
    fn quotes_of_the_same_lines_stand_together_and_are_escaped() {
        let citation = |line: u32, quote: &str| json!({ "line_start": line, "line_end": line, "quote": quote });
        let citations = [citation(7, "a < b"), citation(3, "c"), citation(7, "d")];
        let cited: Vec<Cited<'_>> = citations
            .iter()
            .zip(1..)
            .map(|(citation, number)| Cited { number, citation })
            .collect();
        let mut out = String::new();
        quotes(&mut out, &cited);
        assert_eq!(out.matches("<blockquote>").count(), 2);
        assert!(
            out.contains("<p><b>1</b> a &lt; b</p><p><b>3</b> d</p>"),
            "{out}"
        );
        assert!(out.find("line 3").unwrap() < out.find("line 7").unwrap());
    }
}
