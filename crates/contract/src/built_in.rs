//! The types that this version ships, by name.

use crate::descriptor::{Descriptor, Quantity};
use crate::value::{code, figure, judgement, name, structure, time, words};
use crate::{category, cited, structured, support, verification};

/// All of them: values, family by family, and the contracts beside them.
pub(crate) fn all() -> impl Iterator<Item = &'static Descriptor> {
    let values = (words::TYPES.iter())
        .chain(&figure::TYPES)
        .chain(&time::TYPES)
        .chain(&code::TYPES)
        .chain(&name::TYPES)
        .chain(&judgement::TYPES)
        .chain(&structure::TYPES);
    let others = [
        &category::TYPE,
        &cited::TYPE,
        &structured::TYPE,
        &support::TYPE,
        &verification::TYPE,
    ];
    values.chain(others)
}

impl Descriptor {
    /// What is known of a type; of one that this version does not ship,
    /// [`Descriptor::OWN`].
    pub fn of(answer_type: &str) -> &'static Descriptor {
        Self::find(answer_type).unwrap_or(&Descriptor::OWN)
    }

    /// The built-in type of this name.
    pub fn find(answer_type: &str) -> Option<&'static Descriptor> {
        all().find(|one| one.name == answer_type)
    }

    /// The types that this version ships.
    pub fn built_in() -> impl Iterator<Item = &'static Descriptor> {
        all()
    }

    /// The type whose strings have this `format` of JSON Schema.
    pub fn of_format(format: &str) -> Option<&'static Descriptor> {
        all().find(|one| one.format == Some(format))
    }
}

impl Quantity {
    /// What code computes with values of a type as; none where it does not.
    pub fn of(answer_type: &str) -> Option<Quantity> {
        Descriptor::of(answer_type).quantity
    }

    /// The type that such values have.
    pub fn answer_type(self) -> &'static str {
        all()
            .find(|one| one.quantity == Some(self))
            .unwrap_or(&Descriptor::OWN)
            .name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_types_share_a_name_a_quantity_or_a_format() {
        let mut names = BTreeSet::new();
        let (mut quantities, mut formats) = (BTreeSet::new(), BTreeSet::new());
        for one in all() {
            assert!(names.insert(one.name), "{}", one.name);
            assert!(
                one.quantity.is_none_or(|it| quantities.insert(it)),
                "{}",
                one.name
            );
            assert!(
                one.format.is_none_or(|it| formats.insert(it)),
                "{}",
                one.name
            );
        }
        assert_eq!(names.len(), 25);
        assert_eq!(quantities.len(), 5);
    }

    #[test]
    fn a_quantity_and_its_type_name_each_other() {
        for quantity in [
            Quantity::Money,
            Quantity::Figure,
            Quantity::Share,
            Quantity::Date,
            Quantity::Time,
        ] {
            assert_eq!(Quantity::of(quantity.answer_type()), Some(quantity));
        }
    }

    #[test]
    fn what_is_not_shipped_is_a_persons_own() {
        assert_eq!(Descriptor::of("clause").shape, Descriptor::OWN.shape);
        assert_eq!(Quantity::of("clause"), None);
    }
}
