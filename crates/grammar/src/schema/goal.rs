//! Goals: what one value must satisfy together.
//!
//! A goal is a conjunction of [`Part`]s. Opening it (`open.rs`) gives schemas
//! without combining keywords, facts, and choices that are still open; negations
//! are pushed down to facts, so that nothing has to be taken away from a
//! language that was already lowered.

use super::facts::Types;
use super::source::Loc;
use std::rc::Rc;

/// Schemas whose `unevaluated*` a part counts for: those it was reached from
/// without going into the value. Sorted.
pub(super) type Owners = Vec<Loc>;

/// One member of the conjunction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// A whole schema.
    Whole(Loc, Owners),
    /// A schema without its combining keywords.
    Base(Loc, Owners),
    /// Alternatives that are still open.
    Open(Choice),
    /// A fact that no schema of the document states as such.
    Fact(Fact),
}

/// Alternatives, of which one must hold.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Choice {
    /// `anyOf` of a schema.
    AnyOf(Loc, Owners),
    /// `oneOf` of a schema.
    OneOf(Loc, Owners),
    /// `if`, `then`, `else` of a schema.
    If(Loc, Owners),
    /// One schema of `dependentSchemas` or `dependencies`.
    Depends(Loc, Owners, &'static str, String),
    /// A schema that must fail, and the keyword that asks for it.
    Not(Loc, (Loc, &'static str)),
    /// A value that the value must differ from.
    Differs(Loc),
}

/// Conjunctions of parts, of which one must hold.
pub(super) type Alternatives = Rc<Vec<Vec<Part>>>;

/// A fact about a value. All but `Types` hold for values of other types.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// The value has one of these types.
    Types(Types),
    /// A keyword about strings or numbers fails.
    Fails(Loc, &'static str),
    /// The value is not this scalar.
    Differs(Loc),
    /// Objects: one of these properties is there (true) or absent (false).
    Presence(Vec<(String, bool)>),
    /// Objects: a property, if there, satisfies a part.
    Member(String, Box<Part>),
    /// Objects: some property of the selected ones satisfies a part.
    SomeMember(Select, Box<Part>),
    /// Arrays (true) or objects (false) of at least and at most so many.
    Count(bool, u32, Option<u32>),
    /// Arrays: the item at an index, if there, satisfies a part.
    Item(u32, Box<Part>),
    /// Arrays: of the items from an index on, so many satisfy a part.
    Contains(Box<Part>, u32, u32, Option<u32>),
}

/// Which properties a fact speaks of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Select {
    /// Those whose name matches a pattern.
    Pattern(String),
    /// Those that `additionalProperties` of a schema speaks of.
    Additional(Loc),
    /// Those whose name fails `propertyNames` of a schema.
    BadName(Loc),
}

/// An opened goal.
#[derive(Debug, Clone, Default)]
pub(super) struct Flat {
    pub bases: Vec<(Loc, Owners)>,
    pub facts: Vec<Fact>,
    pub open: Vec<Choice>,
}

/// A goal without alternatives.
pub(super) struct Goal {
    pub bases: Vec<(Loc, Owners)>,
    pub facts: Vec<Fact>,
}

/// What solving a goal came to.
pub(super) enum Solved {
    Nothing,
    Goal(Goal),
    /// One of these, each with the number of its branch.
    Branches(Vec<(Vec<Part>, Option<usize>)>),
}

impl Part {
    pub fn whole(loc: Loc) -> Self {
        Self::Whole(loc, Owners::new())
    }

    /// The value is an object and has the property (true) or lacks it.
    pub fn presence(name: &str, there: bool) -> Self {
        Self::Fact(Fact::Presence(vec![(name.to_owned(), there)]))
    }

    pub fn types(types: Types) -> Self {
        Self::Fact(Fact::Types(types))
    }

    pub fn not(loc: Loc, blame: (Loc, &'static str)) -> Self {
        Self::Open(Choice::Not(loc, blame))
    }

    /// The place in the schema that it comes from, if there is one.
    pub fn loc(&self) -> Option<Loc> {
        match self {
            Self::Whole(loc, _) | Self::Base(loc, _) => Some(*loc),
            Self::Open(choice) => Some(choice.loc()),
            Self::Fact(_) => None,
        }
    }
}

impl Choice {
    pub fn loc(&self) -> Loc {
        match self {
            Self::AnyOf(loc, _)
            | Self::OneOf(loc, _)
            | Self::If(loc, _)
            | Self::Depends(loc, ..)
            | Self::Not(_, (loc, _))
            | Self::Differs(loc) => *loc,
        }
    }

    /// Whether it is left out first when there is too much to combine: what
    /// only takes values away, not what says which there are.
    pub fn is_optional(&self) -> bool {
        !matches!(self, Self::AnyOf(..) | Self::OneOf(..))
    }

    /// The keyword that opens it.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::AnyOf(..) => "anyOf",
            Self::OneOf(..) => "oneOf",
            Self::If(..) => "if",
            Self::Depends(_, _, keyword, _) | Self::Not(_, (_, keyword)) => keyword,
            Self::Differs(_) => "",
        }
    }
}

impl Flat {
    pub fn parts(&self) -> Vec<Part> {
        let bases = self.bases.iter();
        let bases = bases.map(|(loc, owners)| Part::Base(*loc, owners.clone()));
        let facts = self.facts.iter().cloned().map(Part::Fact);
        bases
            .chain(facts)
            .chain(self.open.iter().cloned().map(Part::Open))
            .collect()
    }

    /// Adds what another one says.
    pub fn join(&mut self, more: Self) {
        for base in more.bases {
            Self::push(&mut self.bases, base);
        }
        for fact in more.facts {
            Self::push(&mut self.facts, fact);
        }
        for choice in more.open {
            Self::push(&mut self.open, choice);
        }
    }

    pub fn push<T: PartialEq>(list: &mut Vec<T>, one: T) {
        if !list.contains(&one) {
            list.push(one);
        }
    }
}
