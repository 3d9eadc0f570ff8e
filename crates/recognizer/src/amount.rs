//! Sums of money: with a sign or code beside them, or bare where the line is
//! one of an invoice, receipt or table whose document uses one currency.

use super::decimal::{self, Decimal};
use super::figure::{self, BOUND_NOTE, Figure};
use super::flow::Flow;
use super::scene::{Read, Scene};
use super::{currency, layout, money_column, scale, spelled};
use contract::Value;
use contract::value::Amount;
use regex::Regex;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

// The `M.` of `M.N.` is none.
static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[ \n]?(?i:(thousand|tausend|tsd\.?|k|mil)|(million|millions|millionen|millón|millones|mio\.?|mn|m)|(billion|billions|milliarden?|mrd\.?|bn|mil millones)|(lakhs?)|(crores?))(?:[^[:alpha:].]|\.(?:[^[:alpha:]]|$)|$)",
    )
    .expect("a literal pattern")
});
/// What a sum is for each of: `per claim`, `pro Jahr`, `por persona`.
static PER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^[ \n]?((?:per|pro|je|por|al)[ \n]\p{L}[\p{L}-]+(?:[ \n](?:claim|person|occurrence|event|employee|share|unit|night|year|month|day|hour|week|vehicle|insured))?|p\.[ ]?a\.|a (?:year|month|week|day))",
    )
    .expect("a literal pattern")
});
/// Credit or debit, as accounts mark it.
static SIDE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^ ?(CR|DR|Cr|Dr)\b\.?").expect("a literal pattern"));

/// Digits of a bare figure that ends a row of a table: longer ones are numbers of something.
const LONG_BARE: RangeInclusive<usize> = 5..=9;
const SIGN_NOTE: &str = "several countries write their currency with this sign, and the document does not tell which: none was taken";
const SIDE_NOTE: &str = "marked as credit (CR) or debit (DR); the sign is as the figure is written";

/// A scale word that follows a figure, and the bytes it takes.
pub(super) fn scale_after(text: &str) -> Option<(&'static str, usize)> {
    let found = SCALE.captures(text)?;
    let pick = |index: usize, word| found.get(index).map(|part| (word, part.end()));
    if let Some(billion) = text
        .trim_start()
        .strip_prefix("mil millones")
        .map(|rest| text.len() - rest.len())
    {
        return Some(("billion", billion));
    }
    pick(1, "thousand")
        .or_else(|| pick(2, "million"))
        .or_else(|| pick(3, "billion"))
        .or_else(|| pick(4, "lakh"))
        .or_else(|| pick(5, "crore"))
}

pub(super) fn read(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in figure::find_in(flow, scene.convention) {
        offer(scene, &found);
    }
    worded(scene);
}

fn offer(scene: &mut Scene<'_>, found: &Figure) {
    let flow = scene.flow;
    let text = flow.slice(found.range.clone());
    let mut end = found.signed.end.max(found.end());
    let dash = figure::dash_of_hundredths(flow.slice(end..flow.text.len()));
    end += dash.unwrap_or(0);
    let scale = scale_after(flow.slice(end..flow.text.len()));
    if let Some((_, length)) = scale {
        end += length;
    }
    let after = currency::at_start(flow.slice(end..flow.text.len()));
    end += after.map_or(0, |(_, length)| length);
    let first = found
        .bounds
        .as_ref()
        .map_or(found.range.start, |bounds| bounds.start);
    let sign_at = |end: usize| {
        currency::at_end(flow.slice(0..end)).map(|(code, length)| (code, end - length.min(end)))
    };
    let before = sign_at(found.range.start)
        .or_else(|| sign_at(found.signed.start))
        .or_else(|| sign_at(first));
    let (sign, behind) = (before.map(|(code, _)| code), after.map(|(code, _)| code));
    // `$250 CAD`: the code says whose the sign is.
    let named = match (sign, behind) {
        (Some(currency::DOLLAR), Some(code)) => Some(code),
        _ => sign.or(behind),
    };
    if flow
        .slice(end..flow.text.len())
        .trim_start()
        .starts_with('%')
    {
        return;
    }
    let minus = before
        .filter(|_| found.bounds.is_none())
        .and_then(|(_, start)| minus_before(flow, start));
    let line = flow.line_at(found.range.start);
    let at_start = found.range.start == flow.line_range(line).start;
    let own = flow.line(line);
    let numbers = layout::numbers_section(own, text) || layout::numbers_item(own, text);
    let column = match named {
        None => money_column::of(flow, line, text),
        Some(_) => None,
    };
    if named.is_none() && column.is_none() {
        let is_number = at_start && numbers;
        if is_number || found.bounds.is_some() || !looks_like_money(scene, line, found) {
            return;
        }
    }
    let start = minus
        .or(before.map(|(_, start)| start))
        .map_or(found.signed.start, |start| start.min(found.signed.start))
        .min(first);
    let sign_scale = before.and_then(|(_, start)| currency::scale_of(flow.slice(start..first)));
    let tail = flow.slice(end..flow.text.len());
    let side = SIDE.captures(tail).and_then(|found| found.get(1));
    let per = PER.captures(tail).and_then(|found| found.get(1));
    let mut shown = Vec::new();
    let heading = column.and_then(|column| column.currency);
    let named = named.or(heading.map(|(code, _)| code));
    shown.extend(heading.map(|(_, heading)| (scene.passages.1, heading)));
    let mut unit = scale
        .map(|(word, _)| word.to_owned())
        .or(sign_scale.map(str::to_owned));
    if unit.is_none() && layout::is_tabular(flow.raw(line)) {
        let (flows, number) = scene.passages;
        unit = scale::of_table(flows, (number, line)).map(|(word, at)| {
            shown.push(at);
            word.to_owned()
        });
    }
    if let Some(side) = side {
        end += side.end();
        unit = unit.or_else(|| Some(side.as_str().to_owned()));
    } else if let Some(per) = per {
        let words = per.as_str().replace('\n', " ");
        if unit.is_none() {
            end += per.end();
            unit = Some(words);
        }
    }
    let wording_end = end.min(found.end().max(end));
    let range = start..wording_end;
    let convention = scene.convention;
    let negative = found.negative || minus.is_some();
    let readings = match dash {
        Some(_) => figure::whole(text, negative),
        None => figure::readings_of_money(text, convention, negative),
    };
    for (value, mut notes) in readings {
        let code = match named {
            Some(named) => convention.code(named),
            None => convention.currency,
        };
        notes.extend((named.is_some() && code.is_none()).then(|| SIGN_NOTE.to_owned()));
        if named.is_none() {
            notes.extend(convention.currency_note.map(str::to_owned));
        }
        notes.extend(side.map(|_| SIDE_NOTE.to_owned()));
        notes.extend(found.bounds.as_ref().map(|_| BOUND_NOTE.to_owned()));
        let value = Value::Amount(Amount {
            value,
            currency: code.map(str::to_owned),
            unit: unit.clone(),
        });
        let mut read = Read::new(value, flow.words(range.clone()));
        read.shown.clone_from(&shown);
        read.notes = notes;
        scene.offer_read(&range, read);
    }
}

/// `-$5.00` and `- RM 5`: the byte at which a minus before the sign, which begins at a byte, stands. Behind
/// another figure it is the dash of a range; with blanks on both sides, in the middle of a cell, it
/// divides words (*Licence - $1,200*).
fn minus_before(flow: &Flow<'_>, start: usize) -> Option<usize> {
    let head = flow.slice(0..start);
    let close = head.trim_end();
    let rest = close.strip_suffix(['-', '−', '–'])?;
    let range = rest
        .trim_end()
        .ends_with(|letter: char| letter.is_ascii_digit());
    let last = rest.char_indices().next_back();
    let begins_cell = last.is_none_or(|(at, letter)| letter == '\n' || flow.is_gap(at));
    let stands_free = last.is_none_or(|(_, letter)| letter.is_whitespace());
    let divides = close.len() < head.len() && !begins_cell;
    (!range && stands_free && !divides).then_some(rest.len())
}

/// A bare figure is taken for money where it has two decimals, or stands in
/// a row of a table and is grouped, decimal, of three or four digits or the last
/// of its row; years, counts, versions and identifiers are not.
fn looks_like_money(scene: &Scene<'_>, line: usize, found: &Figure) -> bool {
    let flow = scene.flow;
    let raw = flow.raw(line);
    let figure = flow.slice(found.range.clone());
    let mark = figure.rfind(['.', ',']);
    let decimals = mark.map_or(0, |at| figure.len() - at - 1);
    let tail = flow.slice(found.range.end..flow.text.len());
    // `23.11.` is a day where 1,5 is written.
    let comma = scene.convention.decimal == Decimal::Comma;
    if comma && decimal::is_short(figure) && tail.starts_with('.') {
        return false;
    }
    if mark.is_some() && decimals == 2 {
        return true;
    }
    let spaced = figure.contains(' ');
    let grouped = spaced || (mark.is_some() && decimals == 3);
    // `(380)` behind a word is a number of something, not a loss.
    let closed = tail.starts_with(')');
    if mark.is_none() && closed && !found.negative {
        return false;
    }
    let columns = layout::figures(raw).len() >= 2 || layout::cells(raw).len() >= 2;
    let is_last = tail
        .lines()
        .next()
        .is_none_or(|rest| rest.trim().is_empty());
    let is_long = is_last && LONG_BARE.contains(&figure.len()) && !figure.starts_with('0');
    let is_plain = (3..=4).contains(&figure.len()) && !is_year(figure) || is_long;
    let of_table = columns
        && (mark.is_some() || is_plain)
        && layout::is_tabular(raw)
        && has_rows_beside(scene, line);
    of_table || (grouped && (layout::is_short(raw) || layout::is_tabular(raw)))
}

/// Whether a line near it is a row of figures too: one row makes no table.
fn has_rows_beside(scene: &Scene<'_>, line: usize) -> bool {
    let flow = scene.flow;
    (line.saturating_sub(3)..=line + 3)
        .filter(|near| *near != line && *near < flow.chunk.lines.len())
        .any(|near| layout::is_tabular(flow.raw(near)))
}

fn is_year(figure: &str) -> bool {
    figure.len() == 4 && (figure.starts_with("19") || figure.starts_with("20"))
}

/// `five hundred dollars`, `zwei Millionen Euro`: sums in words, where no
/// figure follows in parentheses.
fn worded(scene: &mut Scene<'_>) {
    let flow = scene.flow;
    for found in spelled::find(&flow.text) {
        let Some((code, length)) = currency::at_start(flow.slice(found.range.end..flow.text.len()))
        else {
            continue;
        };
        let range = found.range.start..found.range.end + length;
        let value = Value::Amount(Amount {
            value: found.value.into(),
            currency: scene.convention.code(code).map(str::to_owned),
            unit: None,
        });
        scene.offer(&range, value);
    }
}
