//! The grammar of a question: what asks, and of which noun.

use super::word::{Word, find_phrase, phrase_at, words};
use language::Language;
use language::{Ask, Head, Vocabulary};

/// What a question is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Begins with a verb, or says "whether".
    YesNo,
    /// Has a question word.
    Ask(Ask),
    /// Asks for several things: list, name.
    List,
    /// Asks for something: give, state.
    Give,
    /// Asks for prose: describe.
    Prose,
    /// A noun phrase alone.
    Bare,
}

/// A question taken apart.
pub(super) struct Frame<'q> {
    pub(super) question: &'q str,
    pub(super) words: Vec<Word>,
    pub(super) language: Language,
    pub(super) vocabulary: &'static Vocabulary,
    pub(super) form: Form,
    /// Where the form's own words begin.
    pub(super) start: usize,
    /// The first word after the form's own words.
    pub(super) rest: usize,
}

/// A noun phrase: its words, and what ended it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) from: usize,
    pub(super) to: usize,
    /// A verb follows, so all words before it belong to the phrase.
    pub(super) before_verb: bool,
    /// The verb before or after it is in the plural.
    pub(super) plural_verb: bool,
    /// It follows a form of "to be": what *is* the premium.
    pub(super) after_be: bool,
}

impl<'q> Frame<'q> {
    /// Takes a question apart.
    pub(super) fn of(question: &'q str, language: Language) -> Frame<'q> {
        let words = words(question);
        let vocabulary = &language.pack().question;
        let start = skip_polite(&words, vocabulary);
        let (form, start, rest) = form_at(&words, start, question, vocabulary);
        Frame {
            question,
            words,
            language,
            vocabulary,
            form,
            start,
            rest,
        }
    }

    /// The lower case of a word; empty after the end.
    pub(super) fn lower(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| word.lower.as_str())
    }

    /// Whether a word is one of a list.
    pub(super) fn is(&self, index: usize, list: &[&str]) -> bool {
        list.contains(&self.lower(index))
    }

    /// Whether a phrase of the list stands anywhere after the form's words.
    pub(super) fn says(&self, phrases: &[&str]) -> bool {
        find_phrase(&self.words, 0, phrases).is_some()
    }

    fn breaks(&self, index: usize) -> bool {
        self.words.get(index).is_none_or(|word| word.breaks)
    }

    /// The noun phrase that begins at `at`, verbs and articles skipped.
    pub(super) fn noun_phrase(&self, at: usize) -> Phrase {
        let v = self.vocabulary;
        let mut from = at;
        let (mut plural_verb, mut after_be) = (false, false);
        while from < self.words.len()
            && (self.is(from, &v.verbs)
                || self.is(from, &v.articles)
                || self.is(from, &v.respective)
                || ["there", "me", "us", "mir", "uns", "me"].contains(&self.lower(from)))
        {
            if from > at && self.breaks(from) {
                break;
            }
            plural_verb |= self.is(from, &v.plural_verbs);
            after_be |= self.is(from, &v.verbs);
            from += 1;
        }
        let mut to = from;
        let mut before_verb = false;
        while to < self.words.len() {
            if to > from && self.words.get(to).is_some_and(|word| word.breaks) {
                break;
            }
            if self.is(to, &v.verbs) {
                before_verb = to > from;
                plural_verb |= self.is(to, &v.plural_verbs);
                break;
            }
            // An article inside ends it too: who gets the money.
            let inner_article = to > from && self.is(to, &v.articles);
            if (self.is(to, &v.prepositions) && to > from) || inner_article {
                break;
            }
            to += 1;
        }
        Phrase {
            from,
            to,
            before_verb,
            plural_verb,
            after_be,
        }
    }

    /// The phrase after "of", where one follows.
    pub(super) fn complement(&self, phrase: Phrase) -> Option<Phrase> {
        let follows = self.is(phrase.to, &self.vocabulary.of) && !self.breaks(phrase.to);
        follows.then(|| self.noun_phrase(phrase.to + 1))
    }

    /// Index of the head noun of a phrase.
    pub(super) fn head(&self, phrase: Phrase) -> Option<usize> {
        let inside = phrase.from..phrase.to;
        let known = |index: &usize| self.noun_type(*index).is_some();
        match self.vocabulary.head {
            Head::Last if phrase.before_verb || phrase.after_be => inside
                .clone()
                .rev()
                .find(|index| !self.after_noun(*index))
                .or(inside.last()),
            // "Which company insures the building": the verb is not known, so
            // the first known noun counts, with those that follow it directly.
            Head::Last => {
                let Some(first) = inside.clone().find(known) else {
                    return inside
                        .clone()
                        .rev()
                        .find(|index| !self.after_noun(*index))
                        .or(inside.last());
                };
                (first..phrase.to).take_while(known).last()
            }
            Head::First => inside.clone().find(known).or(inside.min()),
            Head::Capital => inside
                .clone()
                .find(|index| self.words.get(*index).is_some_and(Word::capital))
                .or_else(|| inside.clone().find(known))
                .or(inside.last()),
        }
    }

    /// English words that stand after their noun: premium payable, fee charged.
    fn after_noun(&self, index: usize) -> bool {
        let lower = self.lower(index);
        let ending = ["ed", "able", "ible", "ly"]
            .iter()
            .any(|ending| lower.len() > 5 && lower.ends_with(ending));
        (ending && self.noun_type(index).is_none())
            || [
                "due", "paid", "made", "given", "take", "set", "here", "there",
            ]
            .contains(&lower)
    }

    /// The type that a noun names.
    pub(super) fn noun_type(&self, index: usize) -> Option<&'static str> {
        let lower = self.lower(index);
        let nouns = self
            .vocabulary
            .nouns
            .iter()
            .flat_map(|(answer_type, nouns)| {
                nouns.iter().map(move |noun| (answer_type.as_str(), *noun))
            });
        let same = nouns.filter(|(_, noun)| self.same_noun(lower, noun));
        // Of the nouns that a compound ends in, the longest is its own.
        same.max_by_key(|(_, noun)| noun.len())
            .map(|(answer_type, _)| answer_type)
    }

    /// Whether a word is a noun in the singular or plural, or (German) ends in it.
    pub(super) fn same_noun(&self, word: &str, noun: &str) -> bool {
        let plural = |endings: &[&str]| {
            word.strip_prefix(noun)
                .is_some_and(|ending| endings.contains(&ending))
        };
        match self.vocabulary.head {
            Head::Last => {
                plural(&["", "s", "es"])
                    || noun
                        .strip_suffix('y')
                        .is_some_and(|stem| word.strip_prefix(stem) == Some("ies"))
            }
            Head::First => plural(&["", "s", "es"]),
            Head::Capital => {
                let (word, noun) = (&folded(word), &folded(noun));
                let plural = |endings: &[&str]| {
                    word.strip_prefix(noun.as_str())
                        .is_some_and(|ending| endings.contains(&ending))
                };
                let compound = noun.chars().count() >= 4
                    && ["", "s", "e", "n", "en", "er", "es"].iter().any(|ending| {
                        word.strip_suffix(ending).is_some_and(|stem| {
                            stem.len() > noun.len() && stem.ends_with(noun.as_str())
                        })
                    });
                plural(&["", "s", "e", "n", "en", "er", "es"]) || compound
            }
        }
    }

    /// Whether a noun is written in the plural.
    pub(super) fn plural_noun(&self, index: usize) -> bool {
        let lower = self.lower(index);
        match self.vocabulary.head {
            Head::Last => {
                let ends = lower.ends_with('s')
                    && lower.len() > 3
                    && !["ss", "us", "is", "ics"]
                        .iter()
                        .any(|ending| lower.ends_with(ending))
                    && !self.words.get(index).is_some_and(|word| word.possessive);
                ends || ["people", "children", "men", "women", "criteria", "persons"]
                    .contains(&lower)
            }
            Head::First => lower.ends_with('s') && lower.len() > 3,
            Head::Capital => lower.ends_with("en") || lower.ends_with("er") || lower.ends_with('e'),
        }
    }

    /// The text from one word to before another, as written.
    pub(super) fn text(&self, from: usize, to: usize) -> &'q str {
        let slice = self.words.get(from..to.min(self.words.len()));
        super::word::text_of(self.question, slice.unwrap_or_default())
    }
}

/// Without umlauts, which come and go with the plural: Betrag, Beträge.
fn folded(word: &str) -> String {
    word.chars()
        .map(|letter| match letter {
            'ä' => 'a',
            'ö' => 'o',
            'ü' => 'u',
            other => other,
        })
        .collect()
}

fn skip_polite(words: &[Word], vocabulary: &Vocabulary) -> usize {
    let mut start = 0;
    // Several may follow each other; each takes a word at least.
    while let Some(length) = vocabulary
        .polite
        .iter()
        .filter_map(|phrase| phrase_at(words, start, phrase))
        .max()
    {
        if start + length >= words.len() {
            break;
        }
        start += length;
    }
    start
}

fn form_at(words: &[Word], start: usize, question: &str, v: &Vocabulary) -> (Form, usize, usize) {
    let is = |at: usize, list: &[&str]| {
        words
            .get(at)
            .is_some_and(|word| list.contains(&word.lower.as_str()))
    };
    let ask_at = |at: usize| {
        v.asks
            .iter()
            .filter_map(|one| Some((phrase_at(words, at, one.word)?, one.means)))
            .max_by_key(|(length, _)| *length)
            .map(|(length, ask)| (Form::Ask(ask), at, at + length))
    };
    if let Some(found) = ask_at(start) {
        return found;
    }
    if is(start, &v.whether) {
        return (Form::YesNo, start, start + 1);
    }
    // A list *of* something is a noun.
    let noun = is(start + 1, &v.of);
    for (verbs, form) in [
        (&v.list_verbs, Form::List),
        (&v.give_verbs, Form::Give),
        (&v.prose_verbs, Form::Prose),
    ] {
        if is(start, verbs) && !noun {
            let pronoun = is(start + 1, &["me", "us", "mir", "uns", "sie", "out"]);
            let rest = start + 1 + usize::from(pronoun);
            return ask_at(rest).unwrap_or((form, start, rest));
        }
    }
    if is(start, &v.yes_no) {
        return (Form::YesNo, start, start);
    }
    // On which date; in the contract, who signs.
    let leading = is(start, &v.prepositions) || is(start, &v.of);
    let begins_clause = |at: &usize| {
        *at <= start + 2
            || words.get(*at).is_some_and(|word| word.breaks)
            || is(at - 1, &v.prepositions)
    };
    if leading {
        let found = (start + 1..words.len())
            .filter(begins_clause)
            .find_map(ask_at);
        if let Some(found) = found {
            return found;
        }
    }
    // A verb first and an article second asks, in German and Spanish.
    let verb_first = v.head != Head::Last && is(start + 1, &v.articles) && question.contains('?');
    if verb_first && !is(start, &v.articles) {
        return (Form::YesNo, start, start);
    }
    (Form::Bare, start, start)
}
