//! Postal addresses, found from their postal code outwards: the town stands
//! beside it, the street in the segments and lines before.

use super::Scene;
use super::flow::Flow;
use super::name::bare;
use language::any;
use regex::Regex;
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::LazyLock;

static UK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b[A-Z]{1,2}\d[A-Z\d]?[ \n]\d[A-Z]{2}\b").expect("a literal pattern")
});
static US: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[,\n ]\s?((?:[A-Z]\.?[A-Z]\.?|[A-Z][a-z]+(?: [A-Z][a-z]+)?)),?[ \n]+(\d{5}(?:-\d{4})?)\b",
    )
    .expect("a literal pattern")
});
/// Code before the town, as on the Continent and in Malaysia; a country
/// letter may stand before it.
static CODE_TOWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\b([A-Z]{1,2})[- ])?\b(\d{5})[ ,]+(\p{Lu}[\p{L}.'’ /-]*\p{L})")
        .expect("a literal pattern")
});

/// Most lines an address goes up from its postal code.
const MAX_LINES_UP: usize = 6;

/// A postal code by its form alone: of the United Kingdom, or four to six digits.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})|(\d{5}-\d{4}|\d{4,6}))\b")
        .expect("a literal pattern")
});

/// The fields of an address that someone marked as one: each from its own
/// words, told apart by the postal code and the commas alone. None where there
/// is nothing but a country.
pub(super) fn parts(flow: &Flow<'_>, range: &Range<usize>) -> Option<Value> {
    let text = flow.slice(range.clone());
    let segments: Vec<&str> = text
        .split([',', '\n'])
        .map(|segment| segment.trim().trim_end_matches(['.', ';']).trim_end())
        .filter(|segment| !segment.is_empty())
        .collect();
    // A number that opens the address is a house's.
    let coded = segments.iter().enumerate().rev().find_map(|(at, segment)| {
        let found = CODE.captures_iter(segment).last()?;
        let code = found.get(0)?;
        let is_house = at == 0 && code.start() == 0;
        (!is_house).then(|| (at, code.range(), found.get(1).is_some()))
    });
    let Some((at, code, is_british)) = coded else {
        let street = segments.join(", ");
        return (!street.is_empty()).then(
            || json!({"street": street, "postal_code": null, "city": null, "country": null}),
        );
    };
    let segment = segments.get(at)?;
    let (before, behind) = (
        segment.get(..code.start)?.trim(),
        segment.get(code.end..)?.trim(),
    );
    let mut earlier: Vec<&str> = segments.get(..at)?.to_vec();
    let mut later = segments.get(at + 1..)?.iter().copied();
    let city = if !behind.is_empty() {
        earlier.extend(Some(before).filter(|before| !before.is_empty()));
        Some(behind)
    } else if is_british && !before.is_empty() {
        Some(before)
    } else {
        // `Frisco, Texas 75034` and `Frisco TX 75034`.
        let state_at = before.rfind(' ').filter(|at| before.len() - at == 3);
        let town = state_at.and_then(|at| before.get(..at));
        match town {
            Some(town) => Some(town),
            None if earlier.len() > 1 => earlier.pop(),
            None => Some(before).filter(|before| !before.is_empty()),
        }
    };
    let is_name = |text: &&str| !text.chars().any(|letter| letter.is_ascii_digit());
    let country = later.next_back().filter(is_name);
    let street = Some(earlier.join(", ")).filter(|street| !street.is_empty());
    Some(json!({
        "street": street,
        "postal_code": segment.get(code)?,
        "city": city,
        "country": country,
    }))
}

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for code in UK.find_iter(&flow.text) {
        let mut parts = before(flow, code.start());
        while parts.last().is_some_and(|part| {
            any(
                |pack| &pack.places.counties,
                &bare(flow.slice(part.clone())),
            )
        }) {
            parts.pop();
        }
        let city = parts.pop();
        offer(scene, &parts, &code.range(), city, None);
    }
    for found in US.captures_iter(&flow.text) {
        let (Some(state), Some(code)) = (found.get(1), found.get(2)) else {
            continue;
        };
        let known = state
            .as_str()
            .split([' ', '.'])
            .any(|word| any(|pack| &pack.places.states, &word.to_lowercase()));
        let short = state
            .as_str()
            .chars()
            .all(|letter| letter.is_uppercase() || letter == '.');
        if known || short {
            let mut parts = before(flow, state.start());
            let city = parts.pop();
            offer(scene, &parts, &code.range(), city, None);
        }
    }
    for found in CODE_TOWN.captures_iter(&flow.text) {
        let (Some(code), Some(town)) = (found.get(2), found.get(3)) else {
            continue;
        };
        let start = found.get(1).map_or(code.start(), |letters| letters.start());
        let country = found.get(1).map(|letters| letters.range());
        let parts = before(flow, start);
        if parts
            .iter()
            .any(|part| has_digit(flow.slice(part.clone())) || part.len() > 3)
        {
            offer(scene, &parts, &code.range(), Some(town.range()), country);
        }
    }
}

fn is_country(text: &str) -> bool {
    let bare = bare(text);
    language::all(|pack| &pack.money.countries).any(|country| country.word == bare)
}

fn has_digit(text: &str) -> bool {
    text.chars().any(|letter| letter.is_ascii_digit())
}

fn offer(
    scene: &mut Scene<'_>,
    street: &[Range<usize>],
    code: &Range<usize>,
    city: Option<Range<usize>>,
    country: Option<Range<usize>>,
) {
    let flow = scene.flow;
    let Some(city) = city else { return };
    let text = |range: &Range<usize>| flow.words(range.clone());
    let street_text = street.iter().map(text).collect::<Vec<_>>().join(", ");
    if street_text.is_empty() {
        return;
    }
    let country = country.or_else(|| country_after(flow, code.end.max(city.end)));
    let start = street
        .first()
        .map_or(city.start, |first| first.start)
        .min(city.start)
        .min(code.start);
    let end = code
        .end
        .max(city.end)
        .max(country.as_ref().map_or(0, |range| range.end));
    let value = json!({
        "street": street_text,
        "postal_code": text(code),
        "city": text(&city),
        "country": country.as_ref().map(text),
    });
    scene.offer(&(start..end), value);
}

/// A country in the segments that follow on this or the next line.
fn country_after(flow: &Flow<'_>, at: usize) -> Option<Range<usize>> {
    let line = flow.line_at(at);
    let end = flow.line_range(line + 1).end.max(at);
    let mut start = at;
    for piece in flow.slice(at..end).split([',', '\n']).take(4) {
        let trimmed = piece.trim().trim_end_matches('.');
        if is_country(trimmed) && trimmed.len() > 1 {
            let from = start + piece.find(trimmed)?;
            return Some(from..from + trimmed.len());
        }
        start += piece.len() + 1;
    }
    None
}

/// Segments of the address before byte `at`, in reading order: of the same
/// line, then of the lines above as long as they look like more of it.
fn before(flow: &Flow<'_>, at: usize) -> Vec<Range<usize>> {
    let line = flow.line_at(at);
    let own = flow.line_range(line).start..at;
    let prose = flow.line(line).split_whitespace().count() > 9;
    if prose {
        return prose_segments(flow, at);
    }
    let mut segments = segments_of(flow, own);
    let mut up = line;
    while up > 0 && line - up < MAX_LINES_UP {
        let text = flow.line(up - 1);
        let street_found = segments
            .iter()
            .any(|part| has_digit(flow.slice(part.clone())));
        let open = text.ends_with(',');
        let plain = text.split_whitespace().count() <= 8
            && !text.contains(['(', '#', '@'])
            && !text.is_empty();
        if text.is_empty() || !(open || (plain && !street_found)) {
            break;
        }
        let mut above = segments_of(flow, flow.line_range(up - 1));
        above.append(&mut segments);
        segments = above;
        up -= 1;
        // A label begins the address: `Anschrift: Bahnhofstrasse 99`.
        if text.contains(':') {
            break;
        }
    }
    segments
}

/// Comma-separated segments of a range, a label before a colon cut off.
fn segments_of(flow: &Flow<'_>, range: Range<usize>) -> Vec<Range<usize>> {
    let text = flow.slice(range.clone());
    let skip = text.rfind(": ").map_or(0, |colon| colon + 2);
    let mut start = range.start + skip;
    let mut found = Vec::new();
    for piece in flow.slice(start..range.end).split(',') {
        let trimmed = piece.trim().trim_end_matches('.');
        if !trimmed.is_empty() {
            let from = start + piece.find(trimmed).unwrap_or(0);
            found.push(from..from + trimmed.len());
        }
        start += piece.len() + 1;
    }
    found
}

/// In a sentence, the segments before the code that are capitalised: the
/// town, the street, and what belongs to it.
fn prose_segments(flow: &Flow<'_>, at: usize) -> Vec<Range<usize>> {
    let sentence = flow.sentence(&(at..at));
    let mut found: Vec<Range<usize>> = Vec::new();
    for segment in segments_of(flow, sentence.start..at)
        .into_iter()
        .rev()
        .take(5)
    {
        let run = capital_tail(flow, &segment);
        let whole = run.start == segment.start;
        let street = found.len() < 2 || has_digit(flow.slice(run.clone()));
        if run.is_empty() || !street {
            break;
        }
        found.push(run);
        if !whole {
            break;
        }
    }
    found.reverse();
    found
}

/// The trailing words of a segment that begin with a capital or digit.
fn capital_tail(flow: &Flow<'_>, segment: &Range<usize>) -> Range<usize> {
    let words = super::flow::words_of(flow.slice(segment.clone()), segment.start);
    let mut start = segment.end;
    for word in words.iter().rev() {
        let text = flow.slice(word.clone());
        let fits = text.starts_with(|letter: char| letter.is_uppercase() || letter.is_numeric())
            || matches!(text.to_lowercase().as_str(), "suite" | "unit" | "floor");
        if !fits {
            break;
        }
        start = word.start;
    }
    start..segment.end
}
