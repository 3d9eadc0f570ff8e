//! Limits of every stage. Each has a unit, a default and a reason; going over
//! one is a typed error that carries the limit, never a hang or an abort.

/// What one grammar, one compilation and one matcher may cost. Made from the default:
///
/// ```
/// let limits = grammar::Limits::default().with_max_rules(1_000);
/// assert_eq!(limits.max_rules, 1_000);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a GBNF text. Default 16 MiB: an evidence grammar of 200 KB of
    /// text prints to about 4 MB.
    pub max_text_bytes: usize,
    /// Levels of brackets in one rule, and of schemas in schemas. Default 200:
    /// the stages recurse over nesting, and 200 levels fit any thread's stack.
    pub max_nesting: usize,
    /// Rules of one grammar. Default 500,000.
    pub max_rules: usize,
    /// Elements (texts, classes, references, groups) of one grammar. Default
    /// 4,000,000.
    pub max_elements: usize,
    /// Largest bound in a repetition `{m,n}`. Default 1,000,000: repetition is
    /// counted, not expanded, so that a large bound costs nothing by itself.
    pub max_repetition: u32,
    /// States of an automaton while strings and numbers are compiled. Default
    /// 20,000.
    pub max_automaton_states: usize,
    /// Distinct positions one matcher state may hold. Default 200,000: a quote
    /// may begin at any word of the evidence.
    pub max_positions: usize,
    /// Bytes of memory for a matcher's states and masks, estimated. Default
    /// 512 MiB.
    pub max_matcher_bytes: usize,
    /// Bytes that one call of `forced_bytes` returns at most. Default 4,096.
    pub max_forced_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_text_bytes: 16 << 20,
            max_nesting: 200,
            max_rules: 500_000,
            max_elements: 4_000_000,
            max_repetition: 1_000_000,
            max_automaton_states: 20_000,
            max_positions: 200_000,
            max_matcher_bytes: 512 << 20,
            max_forced_bytes: 4_096,
        }
    }
}

/// A method for each limit that sets it.
macro_rules! setters {
    ($($name:ident, $limit:ident: $kind:ty;)*) => {
        impl Limits {
            $(
                #[doc = concat!("With this [`Limits::", stringify!($limit), "`].")]
                #[must_use]
                pub fn $name(self, $limit: $kind) -> Self {
                    Self { $limit, ..self }
                }
            )*
        }
    };
}

setters! {
    with_max_text_bytes, max_text_bytes: usize;
    with_max_nesting, max_nesting: usize;
    with_max_rules, max_rules: usize;
    with_max_elements, max_elements: usize;
    with_max_repetition, max_repetition: u32;
    with_max_automaton_states, max_automaton_states: usize;
    with_max_positions, max_positions: usize;
    with_max_matcher_bytes, max_matcher_bytes: usize;
    with_max_forced_bytes, max_forced_bytes: usize;
}
