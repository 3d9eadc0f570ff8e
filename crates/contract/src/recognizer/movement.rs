//! What a figure is in a sentence that compares: what holds now, what held
//! before, or the change from one to the other.
//!
//! `fell $8.6 million to $29.4 million from $33.5 million` states three sums,
//! equally near to every word of the question, and only one of them answers
//! "What were the expenses?". Verbs of movement and the small words between
//! the figures say which is which, so code can tell what a tiny model cannot.
//!
//! # Limits
//!
//! English, German and Spanish; one comparison in a sentence. A table says the
//! same by its columns, which are read elsewhere.

use super::date::pattern;
use super::layout::YEAR;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What a figure is in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// What holds in the time spoken of.
    Now,
    /// What it is compared with.
    Before,
    /// The difference between them.
    Change,
}

/// What a question asks for among the figures of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Asked {
    change: bool,
    before: bool,
    years: BTreeSet<String>,
}

/// Stems of verbs and nouns of movement.
const MOVES: &str = r"increas\w*|decreas\w*|r[io]se|risen|rising|grew|grow\w*|f[ae]ll(?:en|ing|s)?|declin\w*|drop\w*|gain\w*|improv\w*|reduc\w*|climb\w*|jump\w*|slipped|went (?:up|down)|gestiegen|stieg\w*|erhöh\w*|gesunken|sank\w*|fiel\w*|verringer\w*|wuchs\w*|gewachsen|zunahme|anstieg|rückgang|zurückg\w*|aument\w*|increment\w*|disminu\w*|creci\w*|baj[óo]\w*|subi[óo]\w*|descen\w*|reduj\w*|caíd\w*|cayó";

static MOVED: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"(?i)\b(?:{MOVES})\b")));
/// Right before a change: the verb itself, or what leads from it to a measure.
static BY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:{MOVES})(?:(?: \p{{L}}+){{0,4}} (?:by|of|um|von|en|de|un))?(?: (?:about|approximately|nearly|some|an? \p{{L}}+|etwa|rund|cerca de))?$"
    ))
});
/// Right before what is compared with.
static THAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:\b(?:compar(?:ed|ing|ison) (?:to|with)|as against|against|versus|relative to|(?:up|down) from|im vergleich (?:zu|mit)|gegenüber|verglichen mit|frente a|comparado con|en comparación con|respecto a)|\bvs\.?)(?: the| an?| den| dem| los| las| el)?$",
    )
});
static FROM: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:from|von|desde|de)$"));
static TO: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:to|auf|hasta|a)$"));
/// Where the words on a figure end and those on what it is compared with begin.
static BREAK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:compared|comparing|versus|vs|against|from|relative to|gegenüber|von|im vergleich|verglichen|frente a|desde|comparado|respecto)\b|;|\. ",
    )
});
/// Right behind what holds now, but for its time and scale.
static COMPARES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^,? ?(?:(?:\p{L}+|(?:19|20)\d\d),? ){0,5}(?:(?:as )?compared|in comparison|versus|vs\.?|against|relative to|(?:up|down) from|im vergleich|gegenüber|verglichen|frente a|comparado|en comparación)\b",
    )
});
static FIRST_OF_TWO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^,? ?(?:\p{L}+ )?(?:and|und|y) [^\d;]{0,12}\d"));
static SECOND_OF_TWO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\d(?: ?%)?(?: (?:million|billion|thousand|Mio\.?|Mrd\.?|millones))?,? (?:and|und|y)(?: \p{L}+)?[ $€£]*$",
    )
});
static TWO_YEARS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b((?:19|20)\d\d),? (?:and|und|y) ((?:19|20)\d\d)\b"));
static ASKS_CHANGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)\b(?:{MOVES}|chang\w*|differ\w*|variation|movement|veränder\w*|unterschied\w*|differenz|variaci\w*|cambi\w*|diferenci\w*)\b"
    ))
});
static ASKS_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:previous\w*|prior|preceding|before|earlier|last (?:year|quarter|month)|compar\w*|vorjahr\w*|vorig\w*|zuvor|vorher\w*|vergleich\w*|anterior\w*|previ[oa]s?|antes)\b",
    )
});

impl Asked {
    /// Reads a question.
    pub fn of(question: &str) -> Self {
        Self {
            change: ASKS_CHANGE.is_match(question),
            before: ASKS_BEFORE.is_match(question),
            years: years(question),
        }
    }

    /// Whether the figure between these words is of the kind that is asked
    /// for, as far as the sentence compares at all.
    pub fn fits(&self, before: &str, after: &str) -> bool {
        let paired = paired_year(before, after).filter(|_| !self.years.is_empty());
        if let Some(year) = paired {
            return self.years.contains(year);
        }
        let Some(role) = role(before, after) else {
            return true;
        };
        // `By how much did it rise?`, `To how much did it rise?`: both are
        // asked with the same words.
        if self.change {
            return true;
        }
        if role == Role::Change {
            return false;
        }
        let (own, rest) = match BREAK.find(after) {
            Some(found) => after.split_at(found.start()),
            None => (after, ""),
        };
        let named = years(own);
        if !self.years.is_empty() && !named.is_empty() {
            return !self.years.is_disjoint(&named);
        }
        match role {
            Role::Before => self.before,
            // The year that is asked about is that of the other figure.
            _ => {
                self.years.is_empty()
                    || !self.years.is_subset(&years(rest))
                    || !self.years.is_disjoint(&years(before))
            }
        }
    }
}

/// What the figure between these words is; none where nothing is compared.
pub(super) fn role(before: &str, after: &str) -> Option<Role> {
    let before = before.trim_end_matches(|letter: char| {
        letter.is_whitespace() || letter == '(' || "$€£¥".contains(letter)
    });
    if THAN.is_match(before) {
        return Some(Role::Before);
    }
    if BY.is_match(before) {
        return Some(Role::Change);
    }
    let moved = MOVED.is_match(before);
    if moved && FROM.is_match(before) {
        return Some(Role::Before);
    }
    let is_now = moved && TO.is_match(before) || COMPARES.is_match(after.trim_start());
    is_now.then_some(Role::Now)
}

/// The year of one of two figures that are told together with two years:
/// `$8.9 million and $0.6 million for fiscal years 2019 and 2018`.
fn paired_year<'a>(before: &str, after: &'a str) -> Option<&'a str> {
    let second = SECOND_OF_TWO.is_match(before);
    if !second && !FIRST_OF_TWO.is_match(after) {
        return None;
    }
    let years = TWO_YEARS.captures(after)?;
    Some(years.get(if second { 2 } else { 1 })?.as_str())
}

fn years(text: &str) -> BTreeSet<String> {
    let found = YEAR.find_iter(text);
    found.map(|year| year.as_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figure between square brackets.
    fn parts(sentence: &str) -> (&str, &str) {
        let (before, rest) = sentence.split_once('[').unwrap();
        let (_, after) = rest.split_once(']').unwrap();
        (before, after)
    }

    #[test]
    fn the_words_between_figures_say_which_is_which() {
        for (sentence, expected) in [
            (
                "Costs fell [$8.6 million] to $29.4 million",
                Some(Role::Change),
            ),
            (
                "Costs fell $8.6 million to [$29.4 million] from $33.5 million",
                Some(Role::Now),
            ),
            (
                "Costs fell $8.6 million to $29.4 million from [$33.5 million]",
                Some(Role::Before),
            ),
            (
                "Additions stood at [21,819] compared to 21,417",
                Some(Role::Now),
            ),
            (
                "Additions stood at 21,819 compared to [21,417] for the prior year",
                Some(Role::Before),
            ),
            (
                "Revenue was 5.0 million, up from [4.1 million]",
                Some(Role::Before),
            ),
            (
                "an increase in staff costs of [$3 million]",
                Some(Role::Change),
            ),
            (
                "Der Umsatz stieg um [3 Mio. EUR] auf 12 Mio. EUR",
                Some(Role::Change),
            ),
            (
                "Der Umsatz stieg um 3 Mio. EUR auf [12 Mio. EUR]",
                Some(Role::Now),
            ),
            (
                "Der Umsatz betrug 12 Mio. EUR gegenüber [9 Mio. EUR]",
                Some(Role::Before),
            ),
            (
                "Las ventas aumentaron de 9 a [12 millones]",
                Some(Role::Now),
            ),
            ("The rent is [$1,200] a month", None),
            ("payable from [$500] to $900", None),
        ] {
            let (before, after) = parts(sentence);
            assert_eq!(role(before, after), expected, "{sentence}");
        }
    }

    #[test]
    fn a_question_wants_one_of_them_by_its_words_and_its_year() {
        let told = "Expenses fell $8.6 million to [$29.4 million] from $33.5 million for the year ended December 31, 2018.";
        let old = "Expenses fell $8.6 million to $29.4 million from [$33.5 million] for the year ended December 31, 2018.";
        let change = "Expenses for 2019 fell [$8.6 million] to $29.4 million";
        let fits = |question: &str, sentence| {
            let (before, after) = parts(sentence);
            Asked::of(question).fits(before, after)
        };
        for (question, wanted) in [
            ("What were the expenses in 2019?", [true, false, false]),
            ("What were the expenses?", [true, false, false]),
            ("What were the expenses in 2018?", [false, true, false]),
            ("How much did expenses change?", [true, true, true]),
            (
                "What were the expenses of the previous year?",
                [true, true, false],
            ),
        ] {
            let found = [told, old, change].map(|sentence| fits(question, sentence));
            assert_eq!(found, wanted, "{question}");
        }
        let first = "had sales of [$8.9 million] and $0.6 million for fiscal years 2019 and 2018, respectively";
        let second = "had sales of $8.9 million and [$0.6 million] for fiscal years 2019 and 2018, respectively";
        for (question, wanted) in [
            ("What were sales in 2019?", [true, false]),
            ("What were sales in 2018?", [false, true]),
            ("What were the sales?", [true, true]),
        ] {
            let found = [first, second].map(|sentence| fits(question, sentence));
            assert_eq!(found, wanted, "{question}");
        }
        assert!(fits("What is the rent?", "The rent is [$1,200] a month"));
    }
}
