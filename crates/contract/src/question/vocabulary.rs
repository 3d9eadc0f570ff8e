//! What differs between languages, as data. The rules are the same for all.

use crate::step::Relation;

/// What a question word asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// What, which: the noun decides.
    What,
    Who,
    When,
    Where,
    HowMuch,
    HowMany,
    HowLong,
    HowOld,
    /// A measure: how far, how heavy.
    Measure,
    /// Why, how: prose.
    Prose,
}

/// Where the head of a noun phrase stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// At its end: the annual premium.
    Last,
    /// At its start: el importe total.
    First,
    /// The first word with a capital: die gesamte Prämie.
    Capital,
}

/// What a comparison needs on its right to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// Any constant.
    Anything,
    /// A constant that says its unit: "under 5.2" is a section.
    Unit,
    /// A date.
    Date,
}

/// Nouns by the type of what they name.
pub(super) type Lexicon = &'static [(&'static str, &'static [&'static str])];
/// A list of words or phrases in lower case.
pub(super) type Words = &'static [&'static str];

/// The words of one language.
pub(super) struct Vocabulary {
    /// How a head noun's type is looked up.
    pub(super) head: Head,
    /// Words without a meaning of their own.
    pub(super) stop_words: Words,
    /// Question words, each with what it asks for.
    pub(super) asks: &'static [(&'static str, Ask)],
    /// Words that open a yes-or-no question.
    pub(super) yes_no: Words,
    /// Forms of "to be".
    pub(super) be: Words,
    /// Forms of "to be" and helpers in the plural.
    pub(super) plural_verbs: Words,
    /// Helping verbs: they end a noun phrase.
    pub(super) verbs: Words,
    /// Words that end a noun phrase.
    pub(super) prepositions: Words,
    /// The prepositions that join a noun to what it is of.
    pub(super) of: Words,
    /// Articles and determiners.
    pub(super) articles: Words,
    /// Indefinite articles.
    pub(super) indefinite: Words,
    /// Personal pronouns that need someone to stand for.
    pub(super) pronouns: Words,
    /// Openings of a request that carry no meaning.
    pub(super) polite: Words,
    /// "Whether".
    pub(super) whether: Words,
    /// Imperatives that ask for several things.
    pub(super) list_verbs: Words,
    /// Other imperatives.
    pub(super) give_verbs: Words,
    /// Imperatives that ask for prose.
    pub(super) prose_verbs: Words,
    /// Words that ask for every one.
    pub(super) all: Words,
    /// "Respectively".
    pub(super) respective: Words,
    /// Nouns that say nothing of the kind: the kind is that of what follows "of".
    pub(super) transparent: Words,
    /// Nouns of identifiers: with another noun before them they name a text.
    pub(super) identifiers: Words,
    /// Nouns by type.
    pub(super) lexicon: Lexicon,
    /// Nouns that are asked for with "where" as an address.
    pub(super) places: Words,
    /// Phrases that ask for a table, a tree, JSON.
    pub(super) table: Words,
    pub(super) tree: Words,
    pub(super) json: Words,
    /// "With columns".
    pub(super) columns: Words,
    /// "With their".
    pub(super) with_their: Words,
    /// "With".
    pub(super) with: Words,
    /// Phrases that ask to choose among labels.
    pub(super) classify: Words,
    pub(super) and: Words,
    pub(super) or: Words,
    /// Phrases of time spans: "between which dates".
    pub(super) ranges: Words,
    /// Comparisons, and what they need.
    pub(super) comparisons: &'static [(&'static str, Relation, Needs)],
    /// Comparatives that end a question and compare with nothing.
    pub(super) comparatives: Words,
    /// "Than".
    pub(super) than: Words,
    /// "Between".
    pub(super) between: Words,
    /// Phrases of steps.
    pub(super) sum_of: Words,
    pub(super) average: Words,
    pub(super) difference: Words,
    pub(super) change: Words,
    pub(super) percent_change: Words,
    pub(super) time_between: Words,
    pub(super) there_are: Words,
    /// Nouns whose things documents name one by one.
    pub(super) named_things: Words,
    /// "In", before a currency or unit asked for.
    pub(super) into: Words,
    /// "After" and "before" a date.
    pub(super) after: Words,
    pub(super) before: Words,
    /// "Born".
    pub(super) born: &'static str,
    /// `What is {}?`, `When {}?`
    pub(super) what_is: &'static str,
    pub(super) when: &'static str,
    pub(super) how_many: &'static str,
    pub(super) how_long: &'static str,
    pub(super) how_much: &'static str,
    pub(super) list_all: &'static str,
    /// Numbers in words.
    pub(super) numbers: &'static [(&'static str, i64)],
    /// Names of months, from January; several forms each.
    pub(super) months: &'static [&'static [&'static str]; 12],
    /// Words of currencies.
    pub(super) currencies: &'static [(&'static str, &'static str)],
    /// Words for per cent.
    pub(super) percent: Words,
    /// Words for kinds of files, with the media type.
    pub(super) media: &'static [(&'static str, &'static str)],
    /// Plural nouns for documents.
    pub(super) documents: Words,
    /// "From", "since", "before", ... of documents: what the date bounds.
    pub(super) dated: &'static [(&'static str, Bound)],
}

/// Which end of a range of dates a word bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// Within the date.
    Within,
    /// On it or later.
    From,
    /// After it.
    After,
    /// Before it.
    Before,
    /// On it or earlier.
    Until,
}
