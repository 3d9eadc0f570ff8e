//! Which type and shape answer a question.

use super::frame::{Form, Frame, Phrase};
use super::shape;
use contract::Descriptor;
use contract::answer::AnswerShape;
use contract::descriptor::{Kind, Several};
use language::{Ask, Head};
use serde::{Deserialize, Serialize};

/// How sure the rules are of the answer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// A rule that has no exceptions worth asking about.
    Sure,
    /// The likeliest of several; see `alternatives`.
    Guess,
    /// A model chose among them.
    Model,
    /// An answer of this type was found that is likelier than those of the others.
    Evidence,
    /// A person said so.
    Person,
}

/// What the rules decided.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Decision {
    pub(super) answer_type: &'static str,
    pub(super) shape: AnswerShape,
    pub(super) certainty: Certainty,
    /// Other types it could be, likeliest first.
    pub(super) alternatives: &'static [&'static str],
}

impl Decision {
    fn sure(answer_type: &'static str) -> Decision {
        Decision {
            answer_type,
            shape: shape::of_type(answer_type),
            certainty: Certainty::Sure,
            alternatives: &[],
        }
    }

    fn guess(answer_type: &'static str, alternatives: &'static [&'static str]) -> Decision {
        Decision {
            certainty: Certainty::Guess,
            alternatives,
            ..Decision::sure(answer_type)
        }
    }

    /// Several of them.
    fn several(self) -> Decision {
        match Descriptor::of(self.answer_type).several {
            Several::Values => Decision {
                shape: AnswerShape::Listing,
                ..self
            },
            Several::Names => Decision::guess("list", &["person_name", "organization"]),
            Several::Itself => self,
            Several::Texts => Decision::guess("list", &["text"]),
        }
    }
}

/// The types that may answer a question by its own words, whatever type a person wants; none
/// where it may be any: *what is the frobnitz?* names nothing that is known, *which team* asks
/// for a team.
pub(super) fn asked_types(frame: &Frame<'_>) -> Option<Vec<&'static str>> {
    let decided = decide(frame);
    let is_open = decided.certainty == Certainty::Guess && decided.alternatives.is_empty();
    if is_open && decided.answer_type == "text" {
        let phrase = frame.noun_phrase(frame.rest);
        let of_a_noun = frame.form == Form::Ask(Ask::What)
            && phrase.from == frame.rest
            && phrase.from < phrase.to
            && phrase.before_verb;
        return of_a_noun.then(|| vec![decided.answer_type]);
    }
    let others = decided.alternatives.iter().copied();
    Some(others.chain([decided.answer_type]).collect())
}

/// Decides by rules.
pub(super) fn decide(frame: &Frame) -> Decision {
    let v = frame.vocabulary;
    if frame.says(&v.json) {
        return Decision::sure("json");
    }
    if frame.says(&v.tree) {
        return Decision::guess("tree", &["list", "text"]);
    }
    if frame.says(&v.table) || (frame.form == Form::Give && frame.is(frame.start, &["tabulate"])) {
        return Decision::sure("table");
    }
    if !shape::labels(frame).is_empty() {
        return Decision::guess("classification", &["boolean", "text"]);
    }
    if frame.says(&v.classify) {
        return Decision::guess("classification", &["text"]);
    }
    if frame.says(&v.ranges) {
        return Decision::guess("date_range", &["date", "duration"]);
    }
    let asks_several = matches!(
        frame.form,
        Form::List | Form::Give | Form::Bare | Form::Ask(Ask::What)
    );
    let each = shape::each_of(frame).is_some();
    if asks_several && (each || !shape::attributes(frame).is_empty()) {
        return Decision::guess("table", &["list"]);
    }
    let decided = match frame.form {
        Form::YesNo => return Decision::sure("boolean"),
        Form::Prose => return Decision::guess("text", &["list"]),
        Form::Ask(ask) => by_question_word(frame, ask),
        Form::List => {
            let several = by_noun(frame, frame.noun_phrase(frame.rest)).several();
            match several.answer_type {
                "list" => Decision::sure("list"),
                _ => several,
            }
        }
        Form::Give | Form::Bare => by_noun(frame, frame.noun_phrase(frame.rest)),
    };
    if frame.says(&v.respective) {
        return decided.several();
    }
    decided
}

fn by_question_word(frame: &Frame, ask: Ask) -> Decision {
    let v = frame.vocabulary;
    let phrase = frame.noun_phrase(frame.rest);
    let next = frame.lower(frame.rest);
    match ask {
        Ask::What => by_noun(frame, phrase),
        Ask::When => Decision::sure("date"),
        Ask::Who => {
            if phrase.plural_verb && phrase.after_be && frame.is(frame.rest, &v.be) {
                return Decision::guess("list", &["person_name", "organization"]);
            }
            match frame.head(phrase).and_then(|head| frame.noun_type(head)) {
                Some("organization") if phrase.after_be => {
                    Decision::guess("organization", &["person_name"])
                }
                Some("person_name") if phrase.after_be => Decision::sure("person_name"),
                _ => Decision::guess("person_name", &["organization", "text"]),
            }
        }
        Ask::Where => {
            let place = (phrase.from..phrase.to).any(|index| {
                v.places
                    .iter()
                    .any(|noun| frame.same_noun(frame.lower(index), noun))
            });
            let sited = frame.words.iter().any(|word| v.sited.has(&word.lower));
            if place || sited {
                Decision::guess("address", &["text"])
            } else {
                Decision::guess("text", &["address"])
            }
        }
        Ask::HowMuch | Ask::HowMany if frame.is(frame.rest, &v.percent) => {
            Decision::sure("percentage")
        }
        Ask::HowMuch if v.physical.has(next) => Decision::guess("number", &["amount"]),
        Ask::HowMuch if v.of.contains(&next) => {
            Decision::guess("percentage", &["amount", "number"])
        }
        Ask::HowMuch if ["time", "zeit"].contains(&next) => Decision::sure("duration"),
        Ask::HowMuch => match frame.noun_type(frame.rest) {
            Some("duration") => Decision::guess("duration", &["text", "amount"]),
            Some("amount") => Decision::sure("amount"),
            Some("percentage") => Decision::guess("percentage", &["amount"]),
            _ if frame.is(frame.rest, &v.verbs) => Decision::sure("amount"),
            _ => Decision::guess("amount", &["number"]),
        },
        Ask::HowMany => Decision::sure("number"),
        Ask::HowLong => Decision::sure("duration"),
        Ask::HowOld => Decision::guess("number", &["duration"]),
        // How high is the deductible, how large is the share: sums and rates are no lengths.
        Ask::Measure => match frame.head(phrase).and_then(|head| frame.noun_type(head)) {
            Some("amount") => Decision::sure("amount"),
            Some("percentage") => Decision::sure("percentage"),
            _ => Decision::guess("number", &["text", "amount"]),
        },
        Ask::Prose => Decision::guess("text", &["list"]),
    }
}

/// By the head noun of a phrase.
fn by_noun(frame: &Frame, phrase: Phrase) -> Decision {
    let v = frame.vocabulary;
    if phrase.from == phrase.to {
        return if v.money_verbs.has(frame.lower(phrase.to)) {
            Decision::sure("amount")
        } else {
            Decision::guess("text", &["list"])
        };
    }
    if ["kostet", "cuesta", "cuestan"].contains(&frame.lower(frame.rest)) {
        return Decision::sure("amount");
    }
    let one = of_head(frame, phrase);
    let Some(head) = frame.head(phrase) else {
        return one;
    };
    // "All the premium" is one; "all dates" are several.
    let every = (phrase.from.saturating_sub(2)..phrase.from).any(|index| frame.is(index, &v.all))
        && frame.plural_noun(head);
    let enumerated = frame.plural_noun(head)
        && (phrase.plural_verb
            || frame
                .complement(phrase)
                .is_some_and(|inner| inner.plural_verb && !phrase.after_be)
            || (frame.form == Form::Bare && one.answer_type == "text")
            || (frame.form == Form::Give && one.answer_type == "text"));
    // Costs, expenses and sales are one sum of money.
    let one_sum = one.answer_type == "amount" && !every;
    // "What is the name of the parties" asks for several all the same.
    if (every || enumerated) && !one_sum && !frame.is(head, &v.identifiers) {
        one.several()
    } else if one_sum && enumerated {
        // "What are the costs" asks for a sum, "which losses are insured" for what they are.
        Decision::guess("amount", &["list", "text"])
    } else {
        one
    }
}

fn of_head(frame: &Frame, phrase: Phrase) -> Decision {
    let v = frame.vocabulary;
    let Some(head) = frame.head(phrase) else {
        return Decision::guess("text", &[]);
    };
    let lower = frame.lower(head);
    // Email address, telephone number, IBAN of the account.
    let format = (phrase.from..phrase.to)
        .filter_map(|index| frame.noun_type(index).map(|found| (index, found)))
        .find(|(index, found)| {
            Descriptor::of(found).kind == Kind::Code
                && (*index == head
                    || frame.is(head, &v.identifiers)
                    || frame.noun_type(head) == Some("address"))
        });
    if let Some((_, found)) = format {
        return Decision::sure(found);
    }
    if let Some(decision) = of_complement(frame, phrase, head) {
        return decision;
    }
    if v.identifiers.contains(&lower) && lower != "number" || identifier_compound(frame, head) {
        return Decision::sure("text");
    }
    // What does it cost: the noun phrase is the subject.
    let last = frame.words.len().saturating_sub(1);
    if frame.form == Form::Ask(Ask::What)
        && phrase.after_be
        && (v.money_verbs.has(frame.lower(last)) || v.money_verbs.has(frame.lower(frame.rest)))
    {
        return Decision::sure("amount");
    }
    if frame.says(&v.as_share) && matches!(frame.noun_type(head), Some("amount" | "number")) {
        return Decision::guess("percentage", &["amount", "number"]);
    }
    let before = head.checked_sub(1).filter(|index| *index >= phrase.from);
    if v.changes.has(lower) {
        return of_change(frame, phrase, before);
    }
    let modifier = before.map_or("", |index| frame.lower(index));
    match frame.noun_type(head) {
        Some("percentage") => {
            let other = v.other_rates.iter();
            let mut other = other.filter(|_| lower.starts_with("rate"));
            let other = other.find(|one| one.word == modifier);
            other.map_or_else(
                || generic(frame, "percentage", lower),
                |one| Decision::sure(one.means.as_str()),
            )
        }
        Some("duration") => period(frame, phrase, head),
        Some("date") if v.loose_times.has(lower) => Decision::guess("date", &["text", "number"]),
        Some(found) => generic(frame, found, lower),
        None => coordinated(frame, phrase).unwrap_or_else(|| Decision::guess("text", &[])),
    }
}

/// The increase in revenue, the percentage change in sales.
fn of_change(frame: &Frame, phrase: Phrase, before: Option<usize>) -> Decision {
    let share = before.is_some_and(|index| {
        frame.noun_type(index) == Some("percentage")
            || ["prozentuale", "porcentual"].contains(&frame.lower(index))
    });
    if share {
        return Decision::sure("percentage");
    }
    let what = frame.noun_phrase(phrase.to + 1);
    match frame.head(what).and_then(|index| frame.noun_type(index)) {
        Some(found @ ("amount" | "number" | "percentage" | "duration")) => {
            Decision::guess(found, &["percentage", "number", "text"])
        }
        _ => Decision::guess("text", &["number", "amount"]),
    }
}

/// Selling, general and administrative *expenses*: the noun stands after the
/// last of several modifiers.
fn coordinated(frame: &Frame, phrase: Phrase) -> Option<Decision> {
    let v = frame.vocabulary;
    let comma = frame.words.get(phrase.to).is_some_and(|word| word.breaks);
    if v.head != Head::Last || !comma && !frame.is(phrase.to, &v.and) {
        return None;
    }
    let and = (phrase.to..frame.words.len()).find(|index| frame.is(*index, &v.and))?;
    let last = frame.noun_phrase(and + 1);
    // Further words between the comma and the "and" must be modifiers alone.
    if (phrase.to..and)
        .any(|index| frame.is(index, &v.prepositions) || frame.is(index, &v.articles))
    {
        return None;
    }
    let found = frame.noun_type(frame.head(Phrase {
        before_verb: true,
        ..last
    })?)?;
    Some(Decision::guess(found, &["text", "list"]))
}

/// Name of the company, number of parties, total of the premiums.
fn of_complement(frame: &Frame, phrase: Phrase, head: usize) -> Option<Decision> {
    let v = frame.vocabulary;
    let lower = frame.lower(head);
    let complement = frame.complement(phrase);
    let transparent = v.transparent.contains(&lower);
    let identifier = v.identifiers.contains(&lower);
    if transparent {
        let named = complement
            .and_then(|inner| Some((inner, frame.head(inner)?)))
            .and_then(|(_, index)| frame.noun_type(index))
            .or_else(|| {
                let before = head.checked_sub(1).filter(|index| *index >= phrase.from)?;
                frame.noun_type(before)
            });
        return Some(match named {
            Some(found @ ("person_name" | "organization")) => {
                let one = Decision::guess(found, &["text", "organization", "person_name"]);
                if frame.plural_noun(head) && phrase.plural_verb {
                    one.several()
                } else {
                    one
                }
            }
            _ if v.name_nouns.has(lower) => {
                Decision::guess("text", &["person_name", "organization"])
            }
            _ => Decision::guess("text", &[]),
        });
    }
    if !identifier || frame.noun_type(head) != Some("number") {
        return None;
    }
    let Some(inner) = complement.filter(|_| frame.is(phrase.to, &v.of)) else {
        let figure = (phrase.from..head).all(|index| {
            let word = frame.lower(index);
            v.figure_adjectives.has(word) || word.bytes().all(|byte| byte.is_ascii_digit())
        });
        return Some(if figure {
            Decision::guess("number", &["text"])
        } else {
            Decision::sure("text")
        });
    };
    // The number of parties; but: the number of the policy.
    let several = frame
        .head(inner)
        .is_some_and(|index| frame.plural_noun(index));
    Some(if several {
        Decision::sure("number")
    } else {
        Decision::guess("text", &["number"])
    })
}

/// Tax number, account number; German writes one word.
fn identifier_compound(frame: &Frame, head: usize) -> bool {
    let lower = frame.lower(head);
    frame.noun_type(head) != Some("phone")
        && ["nummer", "kennzeichen", "aktenzeichen"]
            .iter()
            .any(|ending| lower.ends_with(ending))
}

fn period(frame: &Frame, phrase: Phrase, head: usize) -> Decision {
    let (v, lower) = (frame.vocabulary, frame.lower(head));
    if lower == "terms" {
        return Decision::guess("text", &["list"]);
    }
    let named = (phrase.from..head).any(|index| v.range_periods.has(frame.lower(index)));
    let of = frame
        .complement(phrase)
        .is_some_and(|inner| v.range_periods.has(frame.lower(inner.from)));
    match (lower.starts_with("period"), named || of) {
        (true, true) => Decision::guess("date_range", &["duration", "text"]),
        _ if v.loose_times.has(lower) => Decision::guess("duration", &["date_range", "text"]),
        _ => Decision::sure("duration"),
    }
}

fn generic(frame: &Frame, found: &'static str, noun: &str) -> Decision {
    let mut generic = frame.vocabulary.generic.iter();
    if generic.any(|one| frame.same_noun(noun, one)) {
        Decision::guess(found, &["amount", "number", "percentage", "text"])
    } else {
        Decision::sure(found)
    }
}
