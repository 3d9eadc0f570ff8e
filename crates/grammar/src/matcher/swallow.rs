//! What a state swallows: a loop over a class goes on over any text of it, so
//! all tokens over the class are allowed for one reason.

/// A state goes on over any text of a class, up to some length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Swallow {
    /// Index into the program's wide classes.
    pub class: u32,
    /// Characters; `u32::MAX`: any number.
    pub room: u32,
}

/// What is known about what a state swallows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swallows {
    New,
    Nothing,
    This(Swallow),
}
