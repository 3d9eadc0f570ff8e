//! What is measured, and what is told while it is.

use app::{Control, Policy};
use evidence::policy::{ChooseWith, Decoding};
use std::path::PathBuf;

/// What to measure.
#[derive(Debug, Clone)]
pub struct SpeedRequest {
    /// File of the questions, beside their documents: JSON Lines as of `attest compare`.
    pub questions: PathBuf,
    /// Ways of answering.
    pub ways: Vec<Way>,
    /// At most this many questions.
    pub limit: Option<usize>,
}

/// What is done next: a document is read, or a question asked of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeedStep<'a> {
    /// A document, for a way.
    Read(&'a str, &'a str),
    /// A question of a way: which answer of how many, from 0.
    Ask(&'a str, &'a str, usize, usize),
    /// Something goes on.
    Work,
}

/// Hears of each step, and says whether to go on.
pub type OnSpeedStep<'a> = dyn FnMut(SpeedStep<'_>) -> Control + 'a;

/// A way of answering.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Its name.
    pub name: String,
    /// Its policy.
    pub policy: Policy,
}

/// The ways that are measured where nothing else is asked for: as the program ships, where a
/// reader chooses, and with the answer model choosing; `plain`: also without any lever.
pub fn ways(policy: &Policy, plain: bool) -> Vec<Way> {
    let way = |name: &str, choose_with, decoding| Way {
        name: name.to_owned(),
        policy: Policy {
            choose_with,
            decoding,
            ..policy.clone()
        },
    };
    let mut ways = vec![
        way("reader", ChooseWith::Reader, Decoding::Fast),
        way("model", ChooseWith::Model, Decoding::Fast),
    ];
    if plain {
        ways.push(way("model, plain", ChooseWith::Model, Decoding::Plain));
    }
    ways
}
