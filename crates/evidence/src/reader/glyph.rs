//! The device that the PDF interpreter draws on: it keeps every glyph's text
//! and place and paints nothing.
//!
//! It also meters the work. The interpreter has no budget of its own, so a
//! page that draws for ever is stopped from here, by unwinding with
//! [`Exhausted`] to the `catch_unwind` around the page. No panic hook runs.

use super::rule::Rule;
use hayro_interpret::font::{Glyph as FontGlyph, GlyphRun};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Vec2};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
};

/// A glyph in page space: points, origin at the top left, y downwards.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Glyph {
    /// Its text; U+FFFD where the file does not say.
    pub(crate) text: String,
    /// Start of its advance, on the baseline.
    pub(crate) origin: Point,
    /// From its origin to the next glyph's.
    pub(crate) advance: Vec2,
    /// Unit vector of the writing direction.
    pub(crate) direction: Vec2,
    /// Font size as it appears on the page.
    pub(crate) size: f64,
    pub(crate) bold: bool,
    /// Not visible to a reader: render mode 3, transparent, or white on white.
    pub(crate) hidden: bool,
}

/// The payload of the unwinding that ends a page over budget.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exhausted {
    /// `glyphs` or `drawing operations`.
    pub(crate) what: &'static str,
    pub(crate) limit: u64,
}

/// Coloured areas remembered for the white-on-white check. Beyond this many
/// the page counts as coloured everywhere.
const MAX_PAINTED_AREAS: usize = 5_000;
/// Drawn lines remembered. A page with more holds a drawing, not a table.
const MAX_RULES: usize = 4_000;
/// Elements of one path looked at for lines.
const MAX_PATH_ELEMENTS: usize = 4_000;
/// Thickest filled area, in points, that is a line.
const MAX_RULE: f64 = 3.0;
/// Shortest line, in points.
const MIN_RULE: f64 = 4.0;
/// Channel value (0..=1) from which a colour is white.
const WHITE: f32 = 0.97;
/// Alpha (0..=1) under which paint cannot be seen.
const TRANSPARENT: f32 = 0.02;
/// Hayro's glyph space: thousandths of the size.
const UNITS: f64 = 1000.0;

/// Collects the glyphs of one page.
pub(crate) struct Collector {
    pub(crate) glyphs: Vec<Glyph>,
    /// Pictures drawn.
    pub(crate) images: u32,
    /// Straight lines drawn across or down.
    pub(crate) rules: Vec<Rule>,
    painted: Vec<Rect>,
    operations: u64,
    max_operations: u64,
    max_glyphs: u64,
}

impl Collector {
    pub(crate) fn new(max_glyphs: u64, max_operations: u64) -> Self {
        Self {
            glyphs: Vec::new(),
            images: 0,
            rules: Vec::new(),
            painted: Vec::new(),
            operations: 0,
            max_operations,
            max_glyphs,
        }
    }

    fn spend(&mut self) {
        self.operations += 1;
        if self.operations > self.max_operations {
            exhausted("drawing operations", self.max_operations);
        }
    }

    fn paint_area(&mut self, area: Rect) {
        if self.painted.len() < MAX_PAINTED_AREAS {
            self.painted.push(area);
        }
    }

    /// Remembers a line from a point to another one, where it is straight.
    fn add_rule(&mut self, a: Point, b: Point) {
        let (wide, high) = ((a.x - b.x).abs(), (a.y - b.y).abs());
        let finite = [a.x, a.y, b.x, b.y]
            .iter()
            .all(|v| v.is_finite() && v.abs() < 1e6);
        if !finite || self.rules.len() >= MAX_RULES {
            return;
        }
        if wide >= MIN_RULE && high <= 1.0 {
            self.rules.push(Rule {
                horizontal: true,
                at: f64::midpoint(a.y, b.y),
                from: a.x.min(b.x),
                to: a.x.max(b.x),
            });
        } else if high >= MIN_RULE && wide <= 1.0 {
            self.rules.push(Rule {
                horizontal: false,
                at: f64::midpoint(a.x, b.x),
                from: a.y.min(b.y),
                to: a.y.max(b.y),
            });
        }
    }

    /// Lines of a path that is stroked: its straight pieces.
    fn add_strokes(&mut self, path: &BezPath, transform: Affine) {
        let (mut start, mut at) = (Point::ZERO, Point::ZERO);
        for element in path.elements().iter().take(MAX_PATH_ELEMENTS) {
            let to = match element {
                PathEl::MoveTo(point) => {
                    start = *point;
                    at = *point;
                    continue;
                }
                PathEl::LineTo(point) => *point,
                PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => {
                    at = *point;
                    continue;
                }
                PathEl::ClosePath => start,
            };
            self.add_rule(transform * at, transform * to);
            at = to;
        }
    }

    /// Lines of a path that is filled: its thin areas.
    fn add_thin_areas(&mut self, path: &BezPath, transform: Affine) {
        let mut area: Option<Rect> = None;
        let elements = path.elements().iter().take(MAX_PATH_ELEMENTS);
        for element in elements.chain([&PathEl::MoveTo(Point::ZERO)]) {
            let point = match element {
                PathEl::MoveTo(point) => {
                    if let Some(area) = area.take() {
                        self.add_thin_area(area);
                    }
                    *point
                }
                PathEl::LineTo(point) | PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => {
                    *point
                }
                PathEl::ClosePath => continue,
            };
            let point = transform * point;
            let here = Rect::from_points(point, point);
            area = Some(area.map_or(here, |area| area.union_pt(point)));
        }
    }

    fn add_thin_area(&mut self, area: Rect) {
        let center = area.center();
        if area.height() <= MAX_RULE && area.width() > 2.0 * area.height() {
            self.add_rule(Point::new(area.x0, center.y), Point::new(area.x1, center.y));
        } else if area.width() <= MAX_RULE && area.height() > 2.0 * area.width() {
            self.add_rule(Point::new(center.x, area.y0), Point::new(center.x, area.y1));
        }
    }

    fn is_hidden(&self, visibility: Visibility, at: Point) -> bool {
        match visibility {
            Visibility::Visible => false,
            Visibility::Invisible => true,
            Visibility::White => {
                self.painted.len() < MAX_PAINTED_AREAS
                    && !self.painted.iter().any(|area| area.contains(at))
            }
        }
    }

    fn push_run(&mut self, run: &GlyphRun<'_, '_>, transform: Affine, visibility: Visibility) {
        let bold = run.glyphs().first().is_some_and(|glyph| is_bold(glyph));
        let vertical = run.writing_mode() == WritingMode::Vertical;
        for glyph in run.glyphs() {
            self.spend();
            let Some(mut glyph) = place(glyph, transform * glyph.transform(), vertical) else {
                continue;
            };
            if self.glyphs.len() as u64 >= self.max_glyphs {
                exhausted("glyphs", self.max_glyphs);
            }
            glyph.bold = bold;
            // The middle of the letter, where its background would be.
            let middle = glyph.origin + glyph.advance * 0.5 + up(&glyph) * (glyph.size * 0.3);
            glyph.hidden = self.is_hidden(visibility, middle);
            self.glyphs.push(glyph);
        }
    }

    /// Fill-and-stroke text arrives twice; the second time adds nothing.
    fn repeats_last_run(&self, run: &GlyphRun<'_, '_>, transform: Affine) -> bool {
        let count = run.glyphs().len();
        let Some(start) = self.glyphs.len().checked_sub(count) else {
            return false;
        };
        self.glyphs
            .iter()
            .skip(start)
            .zip(run.glyphs())
            .all(|(old, new)| {
                let origin = transform * new.transform() * Point::ZERO;
                (origin - old.origin).hypot() < 0.01 && text_of(new) == old.text
            })
    }
}

fn exhausted(what: &'static str, limit: u64) -> ! {
    std::panic::resume_unwind(Box::new(Exhausted { what, limit }))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visibility {
    Visible,
    Invisible,
    White,
}

fn visibility(paint: &Paint<'_>, mode: &DrawMode) -> Visibility {
    if matches!(mode, DrawMode::Invisible) {
        return Visibility::Invisible;
    }
    let Paint::Color(color) = paint else {
        return Visibility::Visible;
    };
    let [red, green, blue, alpha] = color.to_rgba().components();
    if alpha < TRANSPARENT {
        Visibility::Invisible
    } else if red > WHITE && green > WHITE && blue > WHITE {
        Visibility::White
    } else {
        Visibility::Visible
    }
}

fn text_of(glyph: &FontGlyph<'_>) -> String {
    match glyph.as_unicode() {
        Some(BfString::Char(character)) => character.to_string(),
        Some(BfString::String(text)) => text,
        None => char::REPLACEMENT_CHARACTER.to_string(),
    }
}

fn is_bold(glyph: &FontGlyph<'_>) -> bool {
    let FontGlyph::Outline(outline) = glyph else {
        return false;
    };
    let Some(font) = outline.font_data() else {
        return false;
    };
    let named = font.postscript_name.is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        ["bold", "black", "heavy", "demi"]
            .iter()
            .any(|word| name.contains(word))
    });
    named || font.weight.is_some_and(|weight| weight >= 600)
}

/// The direction letters stand up in.
pub(crate) fn up(glyph: &Glyph) -> Vec2 {
    Vec2::new(glyph.direction.y, -glyph.direction.x)
}

/// None where the transform is degenerate (a size of zero or not finite).
fn place(glyph: &FontGlyph<'_>, transform: Affine, vertical: bool) -> Option<Glyph> {
    let [run_x, run_y, rise_x, rise_y, x, y] = transform.as_coeffs();
    let rise = Vec2::new(rise_x, rise_y);
    let size = rise.hypot() * UNITS;
    let across = Vec2::new(run_x, run_y);
    let width = match glyph {
        FontGlyph::Outline(outline) => outline.advance_width(),
        FontGlyph::Type3(type3) => type3.advance_width(),
    };
    let width = f64::from(width.unwrap_or(500.0));
    let (direction, advance) = if vertical {
        (-rise, -rise * UNITS)
    } else {
        (across, across * width)
    };
    let length = direction.hypot();
    let finite = [x, y, size, advance.x, advance.y]
        .iter()
        .all(|value| value.is_finite() && value.abs() < 1e6);
    (finite && size > 1e-3 && length > 0.0).then(|| Glyph {
        text: text_of(glyph),
        origin: Point::new(x, y),
        advance,
        direction: direction / length,
        size,
        bold: false,
        hidden: false,
    })
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend();
        let fills = matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..));
        if visibility(&props.paint, mode) != Visibility::Visible {
            return;
        }
        if fills {
            self.add_thin_areas(path, props.transform);
            self.paint_area(props.transform.transform_rect_bbox(path.bounding_box()));
        }
        if matches!(mode, DrawMode::Stroke(_) | DrawMode::FillAndStroke(..)) {
            self.add_strokes(path, props.transform);
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        self.spend();
        if matches!(mode, DrawMode::Stroke(_)) && self.repeats_last_run(run, props.transform) {
            return;
        }
        self.push_run(run, props.transform, visibility(&props.paint, mode));
    }

    fn draw_image(&mut self, _: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.spend();
        self.images = self.images.saturating_add(1);
        // Pictures are painted on the unit square of their space.
        self.paint_area(
            props
                .transform
                .transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)),
        );
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.spend();
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.spend();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.spend();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
