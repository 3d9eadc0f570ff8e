//! Numbers of a goal.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::facts::{Types, read_bound};
use super::number::{self, Bound, Decimal};
use super::source::Loc;
use crate::rule::{CharSet, Expr};

/// Any JSON number.
pub(super) fn any_number() -> Expr {
    let digits = |min| Expr::Class(CharSet::new([('0', '9')])).repeat(min, None);
    let first = Expr::Class(CharSet::new([('1', '9')]));
    let sign = Expr::Class(CharSet::new([('+', '+'), ('-', '-')]));
    let mark = Expr::Class(CharSet::new([('E', 'E'), ('e', 'e')]));
    Expr::sequence([
        Expr::text("-").optional(),
        Expr::choice([Expr::text("0"), Expr::sequence([first, digits(0)])]),
        Expr::sequence([Expr::text("."), digits(1)]).optional(),
        Expr::sequence([mark, sign.optional(), digits(1)]).optional(),
    ])
}

impl Compiler<'_> {
    /// The numbers of a goal.
    pub(super) fn number(
        &mut self,
        bases: &[Loc],
        types: Types,
        _fails: &[(Loc, &'static str)],
        _excluded: &[&serde_json::Value],
    ) -> Result<Option<Expr>, SchemaError> {
        let (mut low, mut high) = (None::<Bound>, None::<Bound>);
        let mut step: Option<i32> = None;
        for loc in bases.iter().copied() {
            let Some(map) = self.source.value(loc).as_object() else {
                continue;
            };
            for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
                let Some(value) = map.get(keyword) else {
                    continue;
                };
                let old = value.is_boolean() && keyword.starts_with("exclusive");
                if !value.is_number() && !old {
                    return Err(self.malformed(loc, keyword, "a number"));
                }
                match read_bound(map, keyword) {
                    None => self.residual(loc, keyword, "the bound has too many digits"),
                    Some(None) => {}
                    Some(bound) if keyword.ends_with("inimum") => {
                        low = number::stricter(low, bound, false);
                    }
                    Some(bound) => high = number::stricter(high, bound, true),
                }
            }
            if let Some(value) = map.get("multipleOf") {
                let positive = value.as_f64().is_some_and(|value| value > 0.0);
                if !positive {
                    return Err(self.malformed(loc, "multipleOf", "a number above 0"));
                }
                let read = Decimal::read(&value.to_string()).and_then(|one| one.power_of_ten());
                match read {
                    Some(power) if power <= 0 => {
                        step = Some(step.map_or(power, |step| step.max(power)));
                    }
                    _ => self.residual(loc, "multipleOf", "this step is left to the validator"),
                }
            }
        }
        let whole = !types.has(Types::FRACTION) || step == Some(0);
        let bounded = low.is_some() || high.is_some();
        let places = step.filter(|step| *step < 0).map(i32::unsigned_abs);
        let found = match (whole, bounded) {
            (true, _) => number::integers(low.as_ref(), high.as_ref()),
            (false, false) if places.is_none() => Some(any_number()),
            (false, _) => number::decimals(low.as_ref(), high.as_ref(), places),
        };
        if found.is_none() {
            self.contradict(bases.first().copied(), "no number lies inside the bounds");
        }
        Ok(found)
    }
}
