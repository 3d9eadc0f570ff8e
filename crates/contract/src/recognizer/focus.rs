//! What kind of words a question for text asks for, and how well some words
//! are of that kind.
//!
//! "How long", "which year", "what is the registration number" are all
//! answered with text where nobody gave a type, but not with any text: with a
//! period, a year, a number of that kind. The rules are those of grammar, not
//! of a domain: the question word, and the noun that it asks for, in English,
//! German and Spanish.

use regex::Regex;
use std::sync::LazyLock;

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Focus {
    /// How long: a figure with a unit of time.
    Period,
    /// When: a date or a year.
    Time,
    /// How many, how much.
    Quantity,
    /// What share.
    Share,
    /// A number that names something: registration, docket, telephone.
    Identifier,
    /// Where; which country, river, law.
    Place,
    /// Who.
    Person,
    /// Which company, court, agency.
    Organization,
    /// Why.
    Reason,
    /// Anything else: a term, a name, a phrase.
    Phrase,
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a literal pattern")
}

/// In the order they are tried.
static QUESTIONS: LazyLock<Vec<(Focus, Regex)>> = LazyLock::new(|| {
    [
        (
            Focus::Period,
            r"\b(how long|how much (?:\w+ )?(?:notice|time)|wie lange|cuánto tiempo)\b|\b(?:what|which|welche[rs]?|qué|cuál)\b.{0,40}\b(duration|period|notice period|length of time|dauer|laufzeit|frist|kündigungsfrist|plazo|duración)\b",
        ),
        (
            Focus::Share,
            r"\b(?:what|which|welche[rs]?|qué|wie viel)\b ?(?:the |der |die |el |la )?(percent|percentage|share|proportion|fraction|prozent|anteil|porcentaje)\b",
        ),
        (
            Focus::Quantity,
            r"\b(how many|how much|how often|wie ?viele?|wie oft|wie hoch|cuánt[oa]s?|what (?:amount|quantity|number) of|(?:the|total) number of \w+s|die anzahl|número de)\b",
        ),
        (
            Focus::Time,
            r"\b(when|since when|until when|(?:which|what) (?:\w+ )?(?:year|date|day|month|century)|wann|seit wann|(?:welche[mnrs]?) (?:jahr|tag|monat|datum)|cuándo|qué (?:año|fecha|día|mes))\b",
        ),
        (
            Focus::Identifier,
            r"\b(?:[\p{L}-]+[ -](?:number|no|code|id|identifier|reference|nr)|[\p{L}-]*nummer|[\p{L}-]*kennzeichen|aktenzeichen|número (?:de )?[\p{L}]+)\b",
        ),
        (
            Focus::Place,
            r"\b(where|whence|wo|wohin|woher|a?dónde)\b|\b(?:which|what|in welche[mnrs]?|welche[mnrs]?|qué)\b(?: \w+)?(?:'s)? ?(?:or )?(?:\w+(?:'s)? )?(country|state|city|town|village|place|region|county|province|continent|river|island|district|law|laws|jurisdiction|land|staat|stadt|ort|fluss|insel|recht|país|estado|ciudad|lugar|río|ley)(?:'s)?\b",
        ),
        (
            Focus::Organization,
            r"\b(?:which|what|name of (?:the|an?)|welche[mnrs]?|qué)\b (?:\w+ )?(company|companies|firm|organi[sz]ation|institution|agency|authority|bank|court|insurer|employer|supplier|seller|vendor|manufacturer|publisher|university|firma|unternehmen|gesellschaft|behörde|gericht|versicherer|empresa|organización|tribunal|banco)\b",
        ),
        (
            Focus::Person,
            r"\b(who|whom|whose|who's|wer|wen|wem|wessen|quién|quiénes)\b|\bname of \w+'s (?:\w+ )?\w+\b",
        ),
        (Focus::Reason, r"\b(why|for what reason|warum|weshalb|wieso|por qué)\b"),
    ]
    .into_iter()
    .map(|(focus, text)| (focus, pattern(text)))
    .collect()
});

/// What kind of words a question asks for.
pub fn focus(question: &str) -> Focus {
    let lower = question.to_lowercase().replace('’', "'");
    let asked = QUESTIONS.iter().find(|(_, asks)| asks.is_match(&lower));
    asked.map_or(Focus::Phrase, |(focus, _)| *focus)
}

static PERIOD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:[\p{L}-]+ )?(?:\(?\d+[\d.,]*\)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|thirty|forty|sixty|ninety|ein(?:e[mnrs]?)?|zwei|drei|vier|fünf|sechs|zehn|zwölf|un|una|dos|tres|cuatro|cinco|seis|diez|doce)\b.{0,24}\b(?:days?|weeks?|months?|years?|hours?|minutes?|tage?n?|wochen?|monate?n?|jahre?n?|stunden?|días?|semanas?|mes(?:es)?|años?|horas?)$",
    )
});
static YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:1\d{3}|20\d\d|[5-9]\d\d)$"));
static HOLDS_YEAR: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:1\d{3}|20\d\d)\b"));
static DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?:the )?(?:\d{1,2}(?:st|nd|rd|th|\.)? )?(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|ene|abr|ago|dic)\p{L}*\.?(?: \d{1,2},?)?(?: \d{4})?)$",
    )
});
static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:[$£€]|about |some |over |nearly |fast |etwa )?(?:\d[\d.,]*(?:\s?[×x]\s?\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|dozens?|hundreds?|thousands?|millions?|zwei|drei|vier|fünf|einmal|zweimal|dos|tres|cuatro)\b",
    )
});
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?i:no|nr|number|n°)\.? ?)?[A-Z]{0,6}[ -]?\d[\dA-Z]*(?:[ ./-][\dA-Z]*\d[\dA-Z]*){0,6}$",
    )
});
static PLACE_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:in|at|to|from|near|into|of|by|through|nach|aus|bei|im|en|de|a)(?: the| der| dem| den| la| el)?(?: (?:state|city|laws?|river|town|republic|province|commonwealth|staat|stadt) of(?: the)?)?\s*$",
    )
});
static BODY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:inc|ltd|llc|llp|corp|corporation|company|co|plc|gmbh|ag|kg|s\.?a|bank|court|university|institute|association|society|agency|commission|council|department|ministry|group|trust|foundation|chamber|bhd|b\.?v)\b\.?",
    )
});
static CAUSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:because|due to|in order to|since|so that|owing to|weil|da|wegen|um .* zu|porque|debido)\b",
    )
});

/// Words from which a run of words is a sentence rather than an answer.
const SENTENCE_WORDS: usize = 9;
/// What is left of the score of words of another kind.
const OTHER_KIND: f64 = 0.05;

/// How well words are of the kind asked for, 0..=1. `before` is what stands
/// before them in their sentence.
pub fn fit(focus: Focus, wording: &str, before: &str) -> f64 {
    let wording = wording.trim();
    let count = wording.split_whitespace().count();
    let sentence = count >= SENTENCE_WORDS;
    let digits = wording.chars().filter(char::is_ascii_digit).count();
    match focus {
        Focus::Period if PERIOD.is_match(wording) => 1.0,
        Focus::Time if YEAR.is_match(wording) || DATE.is_match(wording) => 1.0,
        Focus::Time if HOLDS_YEAR.is_match(wording) && !sentence => 0.4,
        Focus::Quantity if YEAR.is_match(wording) || DATE.is_match(wording) => 0.3,
        Focus::Quantity if FIGURE.is_match(wording) && count <= 4 => 1.0,
        Focus::Quantity if digits > 0 && !sentence => 0.3,
        Focus::Share if wording.contains('%') && count <= 2 => 1.0,
        Focus::Share if FIGURE.is_match(wording) && count <= 4 => 0.5,
        Focus::Identifier if DATE.is_match(wording) || wording.contains(['$', '€', '£', '%']) => {
            0.1
        }
        Focus::Identifier if CODE.is_match(wording) && digits >= 3 => {
            if YEAR.is_match(wording) {
                0.5
            } else {
                1.0
            }
        }
        Focus::Place if is_proper(wording) && digits == 0 => {
            if PLACE_BEFORE.is_match(before) {
                1.0
            } else {
                0.5
            }
        }
        Focus::Person if is_proper(wording) && digits == 0 => {
            if BODY.is_match(wording) {
                0.5
            } else {
                0.9
            }
        }
        Focus::Organization if BODY.is_match(wording) && !sentence => 1.0,
        Focus::Organization if is_proper(wording) => 0.6,
        Focus::Reason if sentence => {
            if CAUSE.is_match(wording) {
                1.0
            } else {
                0.6
            }
        }
        Focus::Phrase if sentence => 0.4,
        Focus::Phrase if digits > 0 && FIGURE.is_match(wording) => 0.4,
        Focus::Phrase => 1.0,
        _ => OTHER_KIND,
    }
}

/// Whether all words but small ones begin with a capital: a name.
fn is_proper(wording: &str) -> bool {
    let mut words = wording.split_whitespace().peekable();
    words.peek().is_some()
        && wording.split_whitespace().count() < SENTENCE_WORDS
        && words.all(|word| {
            let first = word.chars().find(|letter| letter.is_alphanumeric());
            first.is_none_or(char::is_uppercase) || word.chars().count() <= 3
        })
        && wording
            .chars()
            .find(|letter| letter.is_alphanumeric())
            .is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_word_and_its_noun_tell_what_is_asked_for() {
        for (question, expected) in [
            ("How long is the notice period?", Focus::Period),
            ("How much notice must be given?", Focus::Period),
            ("Wie lange läuft der Vertrag?", Focus::Period),
            ("When was the bridge built?", Focus::Time),
            ("In which year did sales fall?", Focus::Time),
            ("How many locations are insured?", Focus::Quantity),
            ("What percentage of staff left?", Focus::Share),
            ("What is the docket number?", Focus::Identifier),
            ("Wie lautet die Rechnungsnummer?", Focus::Identifier),
            ("Which country's law applies?", Focus::Place),
            ("Where was the lease signed?", Focus::Place),
            ("¿Dónde se firmó el contrato?", Focus::Place),
            ("Who signed the lease?", Focus::Person),
            ("What is the name of the company?", Focus::Organization),
            ("Why was the claim refused?", Focus::Reason),
            ("What was the programme called before?", Focus::Phrase),
        ] {
            assert_eq!(focus(question), expected, "{question}");
        }
    }

    #[test]
    fn words_of_the_kind_asked_for_fit_better_than_others() {
        for (focus, good, bad) in [
            (Focus::Period, "thirty (30) days", "the Seller"),
            (Focus::Period, "2 years", "2019"),
            (Focus::Time, "1066", "30 days"),
            (Focus::Time, "12 March 2018", "the building"),
            (Focus::Quantity, "three towers", "Normandy"),
            (Focus::Share, "12.5%", "12"),
            (Focus::Identifier, "HRB 12345", "Munich"),
            (Focus::Identifier, "20-4711", "$2,000"),
            (Focus::Place, "New York", "thirty days"),
            (Focus::Person, "Ada Lovelace", "the engine"),
            (Focus::Organization, "Muster GmbH", "yesterday"),
        ] {
            let before = "it lies in ";
            assert!(
                fit(focus, good, before) > fit(focus, bad, before),
                "{focus:?}: {good} against {bad}"
            );
        }
    }
}
