//! Glyphs in the order they were drawn -> fragments: stretches of text on one
//! baseline without a wide gap.
//!
//! White space is decided by geometry, not by space characters: producers
//! place cells with spaces, with jumps or with both, and leave spaces out
//! between words. A gap wider than [`WORD_GAP`] sizes is a space, one wider
//! than [`CELL_GAP`] sizes ends the fragment. In letter-spaced text the usual gap is
//! taken off first.

use super::glyph::{Glyph, up};
use crate::document::Bounds;
use hayro_interpret::kurbo::{Point, Vec2};

/// Baselines closer than this many sizes are one (superscripts included).
pub(crate) const BASELINE: f64 = 0.35;
/// A fragment goes on while the next glyph starts no farther before its end
/// than this, in sizes (kerning, accents), nor behind it than [`CELL_GAP`].
const BACKWARD: f64 = -0.6;
/// Gap, in sizes, that separates words.
pub(crate) const WORD_GAP: f64 = 0.18;
/// Gap, in sizes, that separates cells; justified text stays below it.
pub(crate) const CELL_GAP: f64 = 1.6;
/// A raised or lowered mark: at most this part of the size, its baseline
/// within these many sizes, and close to its word.
const MARK_SIZE: f64 = 0.8;
const MARK_BASELINE: f64 = 0.6;
const MARK_GAP: f64 = 0.5;
/// Parts of the size a line takes above and below its baseline.
const ASCENT: f64 = 0.8;
const DESCENT: f64 = 0.22;
/// Letter spacing is looked for in fragments with this many gaps.
const MIN_SPACED_GAPS: usize = 5;

/// A word and where it starts and ends along the line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) left: f64,
    pub(crate) right: f64,
}

/// A piece of a line.
#[derive(Debug, Clone)]
pub(crate) struct Fragment {
    /// The words, joined by spaces.
    pub(crate) text: String,
    pub(crate) words: Vec<Word>,
    pub(crate) bounds: Bounds,
    /// Unit vector of the writing direction.
    pub(crate) direction: Vec2,
    /// Start and end along the direction, and the baseline across it at both:
    /// lines of a scan are seldom level.
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) baseline: f64,
    pub(crate) end_baseline: f64,
    pub(crate) size: f64,
    pub(crate) bold: bool,
    /// A space character was drawn before or behind it.
    pub(crate) spaced: bool,
    /// Characters without white space, and how many of them are hidden.
    pub(crate) characters: u32,
    pub(crate) hidden: u32,
}

impl Fragment {
    /// Whether this fragment begins on the baseline that another one ends on.
    pub(crate) fn on_baseline_of(&self, other: &Self) -> bool {
        same_direction(self.direction, other.direction)
            && (self.baseline - other.end_baseline).abs() <= BASELINE * self.size.max(other.size)
    }

    /// Whether the text runs from left to right, as nearly all does.
    pub(crate) fn is_upright(&self) -> bool {
        self.direction.x > 0.98
    }
}

pub(crate) fn same_direction(a: Vec2, b: Vec2) -> bool {
    a.dot(b) > 0.98
}

/// A glyph that shows something, with the gap before it.
struct Letter<'a> {
    glyph: &'a Glyph,
    gap: f64,
    /// A space character stood before it.
    spaced: bool,
}

struct Builder<'a> {
    letters: Vec<Letter<'a>>,
    direction: Vec2,
    start: f64,
    end: f64,
    baseline: f64,
    end_baseline: f64,
    size: f64,
    spaced: bool,
}

/// Cuts the glyphs of a page into fragments, in drawing order.
pub(crate) fn fragments(glyphs: &[Glyph]) -> Vec<Fragment> {
    let mut done = Vec::new();
    let mut open: Option<Builder<'_>> = None;
    let mut spaced = false;
    for glyph in glyphs {
        if glyph
            .text
            .chars()
            .all(|c| c.is_whitespace() || c.is_control())
        {
            spaced = true;
            continue;
        }
        if let Some(builder) = &mut open
            && builder.continues(glyph)
        {
            builder.push(glyph, spaced);
        } else {
            done.extend(open.take().map(|builder| builder.finish(spaced)));
            open = Some(Builder::new(glyph, spaced));
        }
        spaced = false;
    }
    done.extend(open.map(|builder| builder.finish(spaced)));
    done
}

fn along(direction: Vec2, point: Point) -> f64 {
    direction.dot(point.to_vec2())
}

fn across(direction: Vec2, point: Point) -> f64 {
    Vec2::new(-direction.y, direction.x).dot(point.to_vec2())
}

impl<'a> Builder<'a> {
    fn new(glyph: &'a Glyph, spaced: bool) -> Self {
        let start = along(glyph.direction, glyph.origin);
        Self {
            letters: vec![Letter {
                glyph,
                gap: 0.0,
                spaced: false,
            }],
            direction: glyph.direction,
            start,
            end: start + glyph.advance.dot(glyph.direction),
            baseline: across(glyph.direction, glyph.origin),
            end_baseline: across(glyph.direction, glyph.origin),
            size: glyph.size,
            spaced,
        }
    }

    fn continues(&self, glyph: &Glyph) -> bool {
        let size = self.size.max(glyph.size);
        let gap = along(self.direction, glyph.origin) - self.end;
        let offset = (across(self.direction, glyph.origin) - self.end_baseline).abs();
        let is_mark = self.size.min(glyph.size) <= MARK_SIZE * size && gap <= MARK_GAP * size;
        let tolerance = if is_mark { MARK_BASELINE } else { BASELINE };
        same_direction(self.direction, glyph.direction)
            && offset <= tolerance * size
            && (BACKWARD * size..=CELL_GAP * size).contains(&gap)
    }

    fn push(&mut self, glyph: &'a Glyph, spaced: bool) {
        let at = along(self.direction, glyph.origin);
        // A mark before its text ("1 Rounded to ...") is a word of its own.
        let spaced = spaced || self.size <= MARK_SIZE * glyph.size;
        self.letters.push(Letter {
            glyph,
            gap: at - self.end,
            spaced,
        });
        self.end = self.end.max(at + glyph.advance.dot(self.direction));
        // The main size decides, not that of a footnote mark; and the
        // baseline is that of the main size.
        if glyph.size > self.size * 1.05 {
            self.size = glyph.size;
            self.baseline = across(self.direction, glyph.origin);
        }
        // The baseline follows the text, but not its raised marks.
        if glyph.size > MARK_SIZE * self.size {
            self.end_baseline = across(self.direction, glyph.origin);
        }
    }

    /// The usual gap between letters, where it is wide enough to be letter
    /// spacing.
    fn letter_spacing(&self) -> f64 {
        let mut gaps: Vec<f64> = self
            .letters
            .iter()
            .skip(1)
            .filter(|l| !l.spaced)
            .map(|l| l.gap)
            .collect();
        if gaps.len() < MIN_SPACED_GAPS {
            return 0.0;
        }
        gaps.sort_by(f64::total_cmp);
        let median = gaps.get(gaps.len() / 2).copied().unwrap_or(0.0);
        if median > 0.08 * self.size {
            median
        } else {
            0.0
        }
    }

    fn finish(&self, spaced: bool) -> Fragment {
        let spacing = self.letter_spacing();
        let mut words: Vec<Word> = Vec::new();
        let mut bounds: Option<Bounds> = None;
        let (mut characters, mut hidden, mut bold) = (0_u32, 0_u32, 0_u32);
        for letter in &self.letters {
            let left = along(self.direction, letter.glyph.origin);
            let right = left + letter.glyph.advance.dot(self.direction);
            let overlaps = letter.gap < -0.2 * self.size;
            match words.last_mut() {
                Some(word) if !parts_words(letter, spacing, self.size) => {
                    push_letter(&mut word.text, &letter.glyph.text, overlaps);
                    word.right = word.right.max(right);
                }
                _ => words.push(Word {
                    text: letter.glyph.text.clone(),
                    left,
                    right,
                }),
            }
            characters += 1;
            hidden += u32::from(letter.glyph.hidden);
            bold += u32::from(letter.glyph.bold);
            bounds = Some(merge(bounds, glyph_bounds(letter.glyph)));
        }
        Fragment {
            text: join(&words),
            words,
            bounds: bounds.unwrap_or(Bounds {
                left: 0.0,
                top: 0.0,
                right: 0.0,
                bottom: 0.0,
            }),
            direction: self.direction,
            start: self.start,
            end: self.end,
            baseline: self.baseline,
            end_baseline: self.end_baseline,
            size: self.size,
            bold: bold * 10 >= characters * 7,
            spaced: self.spaced || spaced,
            characters,
            hidden,
        }
    }
}

fn join(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}

fn parts_words(letter: &Letter<'_>, spacing: f64, size: f64) -> bool {
    letter.spaced || letter.gap - spacing > WORD_GAP * size
}

/// Appends a letter; a spacing accent drawn over or under its letter (TeX)
/// becomes the combining one, which NFKC then composes.
fn push_letter(text: &mut String, letter: &str, overlaps: bool) {
    if overlaps
        && let Some(accent) = text.chars().next_back().and_then(combining)
        && letter.chars().all(char::is_alphabetic)
    {
        text.pop();
        text.push_str(letter);
        text.push(accent);
    } else if overlaps
        && let Some(accent) = single(letter).and_then(combining)
        && text.ends_with(char::is_alphabetic)
    {
        text.push(accent);
    } else {
        text.push_str(letter);
    }
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' | '\u{2CB}' => '\u{300}',
        '´' | '\u{2CA}' => '\u{301}',
        'ˆ' => '\u{302}',
        '˜' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30A}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        _ => return None,
    })
}

fn glyph_bounds(glyph: &Glyph) -> Bounds {
    let up = up(glyph) * glyph.size;
    let end = glyph.origin + glyph.advance;
    let corners = [
        glyph.origin + up * ASCENT,
        glyph.origin - up * DESCENT,
        end + up * ASCENT,
        end - up * DESCENT,
    ];
    let fold = |pick: fn(&Point) -> f64, join: fn(f64, f64) -> f64| {
        corners.iter().map(pick).reduce(join).unwrap_or(0.0) as f32
    };
    Bounds {
        left: fold(|p| p.x, f64::min),
        top: fold(|p| p.y, f64::min),
        right: fold(|p| p.x, f64::max),
        bottom: fold(|p| p.y, f64::max),
    }
}

pub(crate) fn merge(bounds: Option<Bounds>, more: Bounds) -> Bounds {
    bounds.map_or(more, |bounds| Bounds {
        left: bounds.left.min(more.left),
        top: bounds.top.min(more.top),
        right: bounds.right.max(more.right),
        bottom: bounds.bottom.max(more.bottom),
    })
}
