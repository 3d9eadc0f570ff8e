//! Why a computation has no result.

/// A step that could not be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {}: {problem}", step + 1)]
pub struct StepError {
    /// Which step, from 0.
    pub step: usize,
    /// Why. Nothing of a document stands in it but currency codes.
    pub problem: StepProblem,
}

/// Why a step could not be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepProblem {
    /// There is nothing to do.
    #[error("no steps were given")]
    NoSteps,
    /// A limit was exceeded.
    #[error("{given} {what} are more than the limit of {limit}")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many there may be.
        limit: usize,
    },
    /// An input points to nothing.
    #[error("input {} points to a value that does not exist", input + 1)]
    NoSuchInput {
        /// Which input of the step, from 0.
        input: usize,
    },
    /// An extraction found nothing.
    #[error("no value was extracted for input {}", input + 1)]
    NothingExtracted {
        /// Which input of the step, from 0.
        input: usize,
    },
    /// One value was needed.
    #[error("{count} different values were extracted where one is needed")]
    SeveralValues {
        /// How many.
        count: usize,
    },
    /// The operation takes another number of values.
    #[error("{expected} values are needed, {given} were given")]
    WrongCount {
        /// How many it takes, in words.
        expected: &'static str,
        /// How many there are.
        given: usize,
    },
    /// A value is of a type that the operation does not take.
    #[error("{expected} is needed where the value is of type `{given}`")]
    WrongType {
        /// What the operation takes, in words.
        expected: &'static str,
        /// Type of the value.
        given: String,
    },
    /// Two values are of kinds that do not meet.
    #[error("values of type `{left}` and `{right}` cannot be combined")]
    Kinds {
        /// Type of the one.
        left: String,
        /// Type of the other.
        right: String,
    },
    /// A value does not have the form of its type.
    #[error("a value does not have the form of type `{0}`")]
    Malformed(String),
    /// The units differ and no rule converts them.
    #[error("the values have different units, and no rule converts one into the other")]
    Units,
    /// A month has no fixed number of days.
    #[error("days and months do not convert into each other: a month has 28 to 31 days")]
    MonthsAndDays,
    /// The currencies differ and no rates were given.
    #[error("the values are in {from} and {to}, and no exchange rates were given")]
    NoRates {
        /// ISO 4217 code.
        from: String,
        /// ISO 4217 code.
        to: String,
    },
    /// The rates file has no rate for a currency.
    #[error("the exchange rates have none for {currency}")]
    MissingRate {
        /// ISO 4217 code.
        currency: String,
    },
    /// An amount names no currency, so it cannot be converted.
    #[error("the amount names no currency, so it cannot be converted")]
    NoCurrency,
    /// A partial date or a duration in months leaves it open.
    #[error("a date or duration is not known exactly enough to decide")]
    Undecided,
    /// A date is needed to the day.
    #[error("a date is not known to the day")]
    PartialDate,
    /// Division by zero.
    #[error("the value to divide by is zero")]
    DivisionByZero,
    /// The result has more digits than can be kept, or lies outside the calendar.
    #[error("the result is outside what can be represented exactly")]
    OutOfRange,
    /// A stored computation is of another form.
    #[error("the computation has version {given}; this program reads version {known}")]
    Version {
        /// What it says.
        given: u32,
        /// What this program reads.
        known: u32,
    },
}

impl StepProblem {
    /// What a person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            StepProblem::NoRates { .. } => {
                "give a rates file with both currencies; until then the values stay unconverted"
            }
            StepProblem::MissingRate { .. } => {
                "add the currency to the rates file; until then the values stay unconverted"
            }
            StepProblem::NothingExtracted { .. } | StepProblem::SeveralValues { .. } => {
                "look at the values that were extracted, and ask for one of them by name"
            }
            StepProblem::Undecided | StepProblem::PartialDate => {
                "the document does not say it to the day; compare with a coarser date"
            }
            StepProblem::NoCurrency => "say the currency in the question",
            _ => "change the steps, or ask for the extracted values alone",
        }
    }
}
