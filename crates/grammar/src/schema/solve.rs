//! Solving goals: choices are settled until a goal without any is left, or the
//! alternatives of one.

use super::compiler::Compiler;
use super::error::SchemaError;
use super::goal::{Choice, Flat, Goal, Part, Solved};

impl Compiler<'_> {
    /// Settles what has only one way to hold, and leaves out alternatives that
    /// cannot hold beside the rest.
    pub(super) fn solve(&mut self, mut flat: Flat) -> Result<Solved, SchemaError> {
        let mut ways: Option<Vec<Vec<Part>>> = None;
        let mut at = 0;
        let mut shape = None;
        // A reference may lead back to a choice that is settled already.
        let mut settled: Vec<Choice> = Vec::new();
        while let Some(choice) = flat.open.get(at).cloned() {
            if self.overstrained() {
                let reason = "too many combinations: left to the validator";
                self.residual(choice.loc(), choice.keyword(), reason);
                flat.open.remove(at);
                continue;
            }
            let alternatives = self.alternatives(&choice)?;
            let known = match shape.take() {
                Some(known) => known,
                None => self.shape(&flat.parts()),
            };
            let living = self.living(&flat, &known, &alternatives)?;
            shape = Some(known);
            match living {
                None => settled.push(flat.open.remove(at)),
                Some(living) => match <[Vec<Part>; 1]>::try_from(living) {
                    Ok([only]) => {
                        settled.push(flat.open.remove(at));
                        let Some(mut more) = self.open(&only)? else {
                            return Ok(Solved::Nothing);
                        };
                        more.open.retain(|choice| !settled.contains(choice));
                        flat.join(more);
                        (at, shape, ways) = (0, None, None);
                    }
                    Err(living) if living.is_empty() => {
                        let reason =
                            format!("no branch of `{}` can be satisfied", choice.keyword());
                        self.contradict(Some(choice.loc()), reason);
                        return Ok(Solved::Nothing);
                    }
                    Err(_) if self.strained() && choice.is_optional() => {
                        let reason = "too many combinations: left to the validator";
                        self.residual(choice.loc(), choice.keyword(), reason);
                        flat.open.remove(at);
                    }
                    Err(living) => {
                        at += 1;
                        ways.get_or_insert(living);
                    }
                },
            }
        }
        let Some(ways) = ways else {
            let Flat { bases, facts, .. } = flat;
            return Ok(Solved::Goal(Goal { bases, facts }));
        };
        let numbered = matches!(
            flat.open.first(),
            Some(Choice::AnyOf(..) | Choice::OneOf(..))
        );
        flat.open.remove(0);
        let bases = flat.parts();
        let (before, after) = bases.split_at(flat.bases.len());
        let branch = |(index, way): (usize, Vec<Part>)| {
            let parts = before
                .iter()
                .cloned()
                .chain(way)
                .chain(after.iter().cloned());
            (parts.collect(), numbered.then_some(index + 1))
        };
        Ok(Solved::Branches(
            ways.into_iter().enumerate().map(branch).collect(),
        ))
    }
}
