//! Pages whose text runs sideways without saying so: a wide table set upwards
//! on an upright page. Columns and tables are looked for in the direction
//! people read, so such a page is turned first, and places are turned back.

use super::glyph::Glyph;
use super::rule::Rule;
use crate::document::Bounds;
use hayro_interpret::kurbo::{Point, Vec2};

/// Share of a page's glyphs that run one way from which the page does.
const MIN_SHARE: f64 = 0.8;

/// A turn by quarters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    /// The direction of writing and the one downwards, both on the page.
    along: Vec2,
    down: Vec2,
    /// What makes all turned places positive.
    offset: Vec2,
}

impl Turn {
    /// None where the text runs from left to right, or in several directions.
    pub(crate) fn of(glyphs: &[Glyph], width: f64, height: f64) -> Option<Self> {
        let along = [
            Vec2::new(0.0, -1.0),
            Vec2::new(0.0, 1.0),
            Vec2::new(-1.0, 0.0),
        ]
        .into_iter()
        .find(|along| {
            let same = glyphs
                .iter()
                .filter(|glyph| glyph.direction.dot(*along) > 0.98);
            same.count() as f64 > MIN_SHARE * glyphs.len() as f64
        })?;
        let down = Vec2::new(-along.y, along.x);
        let back = |axis: Vec2| -(axis.x.min(0.0) * width + axis.y.min(0.0) * height);
        Some(Self {
            along,
            down,
            offset: Vec2::new(back(along), back(down)),
        })
    }

    fn turn(&self, point: Point) -> Point {
        let point = point.to_vec2();
        Point::new(point.dot(self.along), point.dot(self.down)) + self.offset
    }

    fn turn_vector(&self, vector: Vec2) -> Vec2 {
        Vec2::new(vector.dot(self.along), vector.dot(self.down))
    }

    pub(crate) fn turn_glyph(&self, glyph: &mut Glyph) {
        glyph.origin = self.turn(glyph.origin);
        glyph.advance = self.turn_vector(glyph.advance);
        glyph.direction = self.turn_vector(glyph.direction);
    }

    pub(crate) fn turn_rule(&self, rule: Rule) -> Rule {
        let ends = if rule.horizontal {
            [Point::new(rule.from, rule.at), Point::new(rule.to, rule.at)]
        } else {
            [Point::new(rule.at, rule.from), Point::new(rule.at, rule.to)]
        };
        let [a, b] = ends.map(|end| self.turn(end));
        let horizontal = (a.y - b.y).abs() < (a.x - b.x).abs();
        let (at, from, to) = if horizontal {
            (a.y, a.x, b.x)
        } else {
            (a.x, a.y, b.y)
        };
        Rule {
            horizontal,
            at,
            from: from.min(to),
            to: from.max(to),
        }
    }

    /// Turned bounds as they stand on the page.
    pub(crate) fn back(&self, bounds: Bounds) -> Bounds {
        let corner = |x: f32, y: f32| {
            let place = Point::new(f64::from(x), f64::from(y)) - self.offset;
            self.along * place.x + self.down * place.y
        };
        let (a, b) = (
            corner(bounds.left, bounds.top),
            corner(bounds.right, bounds.bottom),
        );
        Bounds {
            left: a.x.min(b.x) as f32,
            top: a.y.min(b.y) as f32,
            right: a.x.max(b.x) as f32,
            bottom: a.y.max(b.y) as f32,
        }
    }
}
