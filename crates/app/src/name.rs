//! Names of collections and tags: what they may be, and which one is meant.

use crate::error::AppError;

/// Longest name in bytes.
const MAX_BYTES: usize = 200;
/// From here on two names are near.
const NEAR: f64 = 0.75;
/// Most names that an error lists.
const MAX_LISTED: usize = 6;

/// What is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Collection,
    Tag,
}

impl Named {
    /// One of them, and several.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Named::Collection => ("collection", "collections"),
            Named::Tag => ("tag", "tags"),
        }
    }

    /// What makes one, and what lists them.
    fn commands(self) -> (&'static str, &'static str) {
        match self {
            Named::Collection => ("attest docs collect NAME DOC", "attest docs collections"),
            Named::Tag => ("attest docs tag NAME DOC", "attest docs tags"),
        }
    }
}

/// The name without spaces around it, where it can be one.
pub(crate) fn check(what: Named, name: &str) -> Result<&str, AppError> {
    let name = name.trim();
    let is_plain = !name.contains(|letter: char| letter == '=' || letter.is_control());
    if name.is_empty() || name.len() > MAX_BYTES || !is_plain {
        return Err(AppError::input(
            format!("this cannot be the name of a {}", what.words().0),
            format!("1 to {MAX_BYTES} bytes, without an equals sign, tabulators and line ends"),
        ));
    }
    Ok(name)
}

/// Whether two names differ by capitals and spaces around them at most.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Index of the one that is meant.
pub(crate) fn find<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
    let exact = known.clone().position(|one| one == name);
    let mut alike = known.enumerate().filter(|(_, one)| is_same(one, name));
    exact.or_else(|| match (alike.next(), alike.next()) {
        (Some((found, _)), None) => Some(found),
        _ => None,
    })
}

/// That there is none of this name, and which are near.
pub(crate) fn unknown<'a>(
    what: Named,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> AppError {
    let ((one, several), (make, list)) = (what.words(), what.commands());
    let wanted = name.trim().to_lowercase();
    let likeness = |one: &str| {
        let one = one.to_lowercase();
        let holds = !wanted.is_empty() && (one.contains(&wanted) || wanted.contains(&one));
        if holds {
            1.0
        } else {
            strsim::jaro_winkler(&one, &wanted)
        }
    };
    let known: Vec<(f64, &str)> = known.map(|one| (likeness(one), one)).collect();
    let mut near: Vec<&(f64, &str)> = known.iter().filter(|(how, _)| *how >= NEAR).collect();
    // Sorted by name already, which decides between equal ones.
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let listed = |names: &mut dyn Iterator<Item = &str>| {
        let quoted: Vec<String> = names
            .take(MAX_LISTED)
            .map(|one| format!("{one:?}"))
            .collect();
        quoted.join(", ")
    };
    let help = if known.is_empty() {
        format!("there is none yet; `{make}` makes one")
    } else if near.is_empty() {
        let all = listed(&mut known.iter().map(|(_, name)| *name));
        let rest = known.len().saturating_sub(MAX_LISTED);
        if rest == 0 {
            format!("the {several} are {all}")
        } else {
            format!("the {several} are {all} and {rest} more; `{list}` lists them")
        }
    } else {
        format!(
            "near it are {}",
            listed(&mut near.iter().map(|(_, name)| *name))
        )
    };
    AppError::input(format!("there is no {one} {name:?}"), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_not_known_is_told_with_those_that_are_near() {
        let known = ["Invoices 2024", "Leases", "Smith"];
        let help = |name: &str| unknown(Named::Collection, name, known.into_iter()).help();
        assert_eq!(help("Leasse"), "near it are \"Leases\"");
        assert_eq!(help("invoices"), "near it are \"Invoices 2024\"");
        assert_eq!(
            help("Xq"),
            "the collections are \"Invoices 2024\", \"Leases\", \"Smith\""
        );
        assert!(
            unknown(Named::Collection, "Leases", [].into_iter())
                .help()
                .contains("none yet")
        );
        let many = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"];
        let error = unknown(Named::Tag, "zzzz", many.into_iter());
        let help = error.help();
        assert!(
            help.contains("the tags are")
                && help.ends_with("and 1 more; `attest docs tags` lists them"),
            "{help}"
        );
    }

    #[test]
    fn capitals_count_only_where_another_differs_by_them() {
        assert_eq!(find("leases", ["Leases", "Smith"].into_iter()), Some(0));
        assert_eq!(find("leases", ["Leases", "leases"].into_iter()), Some(1));
        assert_eq!(find("LEASES", ["Leases", "leases"].into_iter()), None);
        assert_eq!(find("lease", ["Leases"].into_iter()), None);
    }

    #[test]
    fn what_could_not_be_a_key_is_no_name() {
        assert_eq!(
            check(Named::Collection, "  Smith / 2024: leases ").unwrap(),
            "Smith / 2024: leases"
        );
        let long = "x".repeat(MAX_BYTES + 1);
        for wrong in ["", "  ", "a=b", "a\nb", "a\tb", &long] {
            assert!(check(Named::Tag, wrong).is_err(), "{wrong:?}");
        }
    }
}
