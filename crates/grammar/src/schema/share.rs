//! Parts that every schema repeats become rules once: `escape` for the escapes
//! of JSON strings, `chars` for any characters of one.

use crate::pattern::string_char;
use crate::rule::{Builder, CharSet, Expr, RuleId};
use std::ops::Range;

/// Replaces repeated parts by rules, but for the rules of evidence.
pub(super) fn share(builder: &mut Builder, evidence: &Range<u32>) {
    let any = string_char(&CharSet::any());
    let Expr::Choice(parts) = &any else { return };
    let Some(escapes) = parts.last().cloned() else {
        return;
    };
    let mut shared = Shared {
        chars: any.repeat(0, None),
        escapes,
        chars_rule: None,
        escape_rule: None,
    };
    let count = builder.len() as u32;
    for id in (0..count).filter(|id| !evidence.contains(id)).map(RuleId) {
        let Some(mut body) = builder.take(id) else {
            continue;
        };
        shared.visit(&mut body, builder);
        builder.define(id, body);
    }
    if let Some(id) = shared.chars_rule {
        let mut body = shared.chars.clone();
        if let Expr::Repeat { body: inner, .. } = &mut body {
            shared.visit(inner, builder);
        }
        builder.define(id, body);
    }
}

struct Shared {
    chars: Expr,
    escapes: Expr,
    chars_rule: Option<RuleId>,
    escape_rule: Option<RuleId>,
}

impl Shared {
    /// Recursion is bounded by the nesting of schemas.
    fn visit(&mut self, expr: &mut Expr, builder: &mut Builder) {
        match expr {
            Expr::Text(_) | Expr::Class(_) | Expr::Rule(_) => {}
            Expr::Repeat {
                body,
                min: 0,
                max: None,
            } if matches!(&self.chars, Expr::Repeat { body: chars, .. } if chars == body) => {
                let comment = "any characters of a JSON string".to_owned();
                let rule = *self
                    .chars_rule
                    .get_or_insert_with(|| builder.declare("chars", Some(comment)));
                *expr = Expr::Rule(rule);
            }
            Expr::Repeat { body, .. } => self.visit(body, builder),
            Expr::Sequence(_) if *expr == self.escapes => {
                let rule = *self.escape_rule.get_or_insert_with(|| {
                    let comment = "a character that JSON strings escape".to_owned();
                    builder.add("escape", Some(comment), self.escapes.clone())
                });
                *expr = Expr::Rule(rule);
            }
            Expr::Sequence(parts) | Expr::Choice(parts) => {
                for part in parts {
                    self.visit(part, builder);
                }
            }
        }
    }
}
