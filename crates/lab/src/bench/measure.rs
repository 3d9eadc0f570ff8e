//! One case through the project's own compiler and matcher.

use super::case::Case;
use super::form::Form;
use super::text::{self, Separators};
use super::vocabulary::Words;
use super::{canonical, canonical::Departure};
use firewall::Validator;
use grammar::schema::SchemaErrorKind;
use grammar::{Compiled, Limits, MatchError, Matcher, Options, SchemaError};
use grammar::{Formats, TokenMask};
use std::collections::BTreeSet;
use std::time::Instant;

/// What one case gave.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Measured {
    /// Why there is no grammar.
    pub refusal: Option<Refusal>,
    /// Keywords that the grammar leaves to the validator; none: it enforces
    /// the whole schema.
    pub residuals: BTreeSet<String>,
    /// Nanoseconds from the schema to a matcher.
    pub compile_ns: Option<u64>,
    /// Nanoseconds from the schema to the first mask.
    pub first_mask_ns: Option<u64>,
    /// Nanoseconds of each mask.
    pub mask_ns: Vec<u64>,
    /// In the order of the tests.
    pub verdicts: Vec<Verdict>,
    /// Whether the validator can use the schema; none where it was not asked.
    pub validator_usable: Option<bool>,
    /// Where our matcher and llama.cpp's sampler disagree, where they were
    /// compared.
    pub difference: Option<String>,
}

/// Why a schema has no grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub keyword: String,
    pub detail: String,
    /// Nothing satisfies it, which refuses every instance.
    pub unsatisfiable: bool,
}

/// What was said of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Verdict {
    /// By the grammar.
    pub accepted: bool,
    /// Bytes of the instance that were accepted.
    pub byte: usize,
    /// A few characters around that place.
    pub near: String,
    /// By the validator, where it was asked.
    pub valid: Option<bool>,
    /// The limit that the matcher met.
    pub over_limit: Option<String>,
}

pub(crate) fn style_options(form: Form, formats: bool) -> Options<'static> {
    Options::default()
        .with_whitespace(form.whitespace)
        .with_key_order(form.key_order)
        .with_formats(if formats {
            Formats::Assert
        } else {
            Formats::Annotation
        })
}

fn refusal(error: &SchemaError) -> Refusal {
    let last = error.pointer.rsplit('/').next().unwrap_or_default();
    let words = match &error.kind {
        SchemaErrorKind::TooLarge { what, .. } => (*what).to_owned(),
        SchemaErrorKind::Reference { .. } => "$ref".into(),
        _ => error.keyword.clone().unwrap_or_else(|| last.to_owned()),
    };
    Refusal {
        keyword: words,
        detail: error.to_string(),
        unsatisfiable: matches!(error.kind, SchemaErrorKind::Unsatisfiable { .. }),
    }
}

/// Compiles the case's schema and readies a matcher.
pub(crate) fn ready(
    case: &Case,
    words: &Words,
    form: Form,
) -> Result<(Compiled, Matcher), Refusal> {
    let compiled = grammar::compile(&case.schema, &style_options(form, case.formats))
        .map_err(|error| refusal(&error))?;
    let matcher = Matcher::new(
        &compiled.grammar,
        words.vocabulary().clone(),
        &Limits::default(),
    );
    match matcher {
        Ok(matcher) => Ok((compiled, matcher)),
        Err(error) => Err(Refusal {
            keyword: "matcher".into(),
            detail: error.to_string(),
            unsatisfiable: false,
        }),
    }
}

fn nanos(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Measures a case.
pub(crate) fn measure(case: &Case, words: &Words, form: Form) -> Measured {
    let mut measured = Measured::default();
    let start = Instant::now();
    let (compiled, matcher) = match ready(case, words, form) {
        Ok(ready) => ready,
        Err(refusal) => {
            measured.refusal = Some(refusal);
            return measured;
        }
    };
    let compile_ns = nanos(start);
    measured.compile_ns = Some(compile_ns);
    let keyword = |pointer: &str| pointer.rsplit('/').next().unwrap_or_default().to_owned();
    measured.residuals = compiled
        .report
        .residuals()
        .map(|(pointer, _)| keyword(pointer))
        .collect();
    let separators = Separators::of(form.whitespace);
    for test in &case.tests {
        let text = text::write(&test.data, separators);
        let tokens = words.tokenize(&text);
        let verdict = follow(&matcher, &tokens, &text, &mut measured.mask_ns);
        measured.verdicts.push(verdict);
    }
    let first = measured.mask_ns.first();
    measured.first_mask_ns = first.map(|mask| compile_ns + mask);
    ask_validator(case, &mut measured);
    measured
}

/// Feeds an instance, with a mask before each token and at the end.
fn follow(matcher: &Matcher, tokens: &[u32], text: &str, mask_ns: &mut Vec<u64>) -> Verdict {
    let mut matcher = matcher.clone();
    let mut verdict = Verdict::default();
    let result = (|| {
        for token in tokens {
            let start = Instant::now();
            let allowed = matcher.mask()?.is_allowed(*token);
            mask_ns.push(nanos(start));
            if !allowed {
                return Ok(false);
            }
            matcher.accept_token(*token)?;
            let length = matcher.vocabulary().bytes(*token).map_or(0, <[u8]>::len);
            verdict.byte += length;
        }
        let start = Instant::now();
        let ends = ends(&matcher.vocabulary().clone(), matcher.mask()?);
        mask_ns.push(nanos(start));
        Ok(ends)
    })();
    match result {
        Ok(accepted) => verdict.accepted = accepted,
        Err(MatchError::TooLarge { what, given, limit }) => {
            verdict.over_limit = Some(format!("{what} {given} is above the limit of {limit}"));
        }
        // The mask allowed what the matcher then refused: said as it is.
        Err(error) => verdict.over_limit = Some(format!("mask and matcher disagree: {error}")),
    }
    Verdict {
        near: near(text, verdict.byte),
        ..verdict
    }
}

impl Verdict {
    /// What a grammar said that took so many bytes of a text.
    pub fn new(accepted: bool, byte: usize, text: &str) -> Verdict {
        Verdict {
            accepted,
            byte,
            near: near(text, byte),
            ..Verdict::default()
        }
    }
}

fn ends(vocabulary: &grammar::Vocabulary, mask: &TokenMask) -> bool {
    let ends = vocabulary.end_tokens();
    ends.iter().any(|token| mask.is_allowed(*token))
}

/// Characters shown before and after the place of a refusal.
const NEAR_BEFORE: usize = 24;
const NEAR_AFTER: usize = 24;

fn near(text: &str, byte: usize) -> String {
    let bytes = text.as_bytes();
    let before = String::from_utf8_lossy(bytes.get(..byte).unwrap_or(bytes)).into_owned();
    let after = String::from_utf8_lossy(bytes.get(byte..).unwrap_or_default()).into_owned();
    let skip = before.chars().count().saturating_sub(NEAR_BEFORE);
    let before: String = before.chars().skip(skip).collect();
    let after: String = after.chars().take(NEAR_AFTER).collect();
    format!("{before}⟨{after}⟩")
}

/// Asks the firewall's validator about what the grammar accepts.
pub(crate) fn ask_validator(case: &Case, measured: &mut Measured) {
    if measured.verdicts.iter().all(|verdict| !verdict.accepted) {
        return;
    }
    let validator = Validator::new(&case.schema, case.formats);
    measured.validator_usable = Some(validator.is_some());
    let Some(validator) = validator else { return };
    for (test, verdict) in case.tests.iter().zip(&mut measured.verdicts) {
        if verdict.accepted {
            verdict.valid = Some(validator.is_valid(&test.data));
        }
    }
}

/// For each valid instance of a case that is refused as given: what must be
/// changed in it, or none where nothing was found.
pub(crate) fn explain(
    case: &Case,
    words: &Words,
    form: Form,
    refused: &[usize],
) -> Vec<Option<Departure>> {
    let Ok((_, matcher)) = ready(case, words, form) else {
        return vec![None; refused.len()];
    };
    let separators = Separators::of(form.whitespace);
    let ranks = canonical::ranks(&case.schema);
    let one = |index: &usize| {
        let test = case.tests.get(*index)?;
        canonical::explain(&test.data, separators, &matcher, &ranks).unwrap_or(None)
    };
    refused.iter().map(one).collect()
}
