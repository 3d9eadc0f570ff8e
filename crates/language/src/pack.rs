//! What a pack holds, list by list.

use crate::words::{Named, Words};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The words of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// The language's name, in English and in lower case: `german`. It stands in
    /// records.
    pub name: String,
    /// Words without a meaning of their own.
    pub stop_words: Words,
    /// Letters that tell the language, each set with the words that one of its letters counts for.
    pub letters: Vec<(usize, String)>,
    /// Whether 1,5 is one and a half.
    pub decimal_comma: bool,
    /// Whether 1/5/2020 is the first of May.
    pub day_first: bool,
    /// How questions are asked.
    pub question: Vocabulary,
    /// Words that deny what stands beside them.
    pub denials: Words,
    /// Words that deny what two may or must do: neither.
    pub neither: Words,
    /// Verbs of what somebody may or must: shall, may.
    pub leave: Words,
    /// Phrases of a right to do what stands behind them: entitled to.
    pub rights: Words,
    /// Words that say that something is needed: requires.
    pub needs: Words,
    /// Words before what something is done without: without.
    pub lacks: Words,
    /// Words that say that something is not to be, or is of no effect: to refrain, excluded, void.
    pub refusals: Words,
    /// Words of questions about what a document has or demands, which a denial answers with yes,
    /// too: whether there is a clause, whether consent is needed.
    pub provisions: Words,
    /// Words that begin a condition or an exception, in several words, too.
    pub conditions: Words,
    /// Words that say which version of a statement it is: original, amended.
    pub versions: Words,
    /// Words of a line that adds up the lines above it: total, subtotal.
    pub totals: Words,
    /// Words for the largest of several figures, and the larger of two.
    pub greatest: Words,
    /// Words for the smallest of several figures, and the smaller of two.
    pub least: Words,
    /// Nouns for the times that columns of figures are headed by: year, quarter.
    pub periods: Words,
    /// Words of the beginning of a length of time, or the beginnings of such (`commenc-`).
    pub beginnings: Words,
    /// Words of its end.
    pub ends: Words,
    /// What headings of columns mean, by a name of its own (`unit_price`), with the words that mean
    /// it; the names are the same in all packs.
    pub columns: BTreeMap<String, Words>,
    /// Terms of contracts and invoices, by a name of its own (`amount_due`), with the words for
    /// it, the usual one first; the names are the same in all packs.
    pub glossary: BTreeMap<String, Words>,
    /// Nouns that name a type of answer or the document as such: no line has to say them to
    /// answer a question.
    pub unspecific: Words,
    /// Taxes on sales, and sums without and with them.
    pub tax: Tax,
    /// What else than its sums stands on an invoice.
    pub invoice: Invoice,
    /// Giving notice.
    pub notice: Notice,
    /// Items of invoices and receipts.
    pub items: Items,
    /// Months, days and times.
    pub dates: Dates,
    /// Numbers in words.
    pub numbers: Numbers,
    /// Currencies in words, and of countries.
    pub money: Money,
    /// What names are made of.
    pub names: Names,
}

/// Why a text is no pack, with line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackError(toml::de::Error);

impl std::fmt::Display for PackError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "this is no pack of words: {}", self.0)
    }
}

impl std::error::Error for PackError {}

impl Pack {
    /// Reads a pack: TOML with every list of [`Pack`] and no others. An empty list is
    /// written as such.
    ///
    /// # Errors
    ///
    /// [`PackError`] with the place and what is missing or unknown there.
    pub fn parse(text: &str) -> Result<Pack, PackError> {
        toml::from_str(text).map_err(PackError)
    }

    /// The month that a word (in lower case) names, 1 to 12.
    pub fn month(&self, word: &str) -> Option<u8> {
        let place = self.dates.months.iter().position(|names| names.has(word))?;
        u8::try_from(place + 1).ok()
    }
}

/// How a tax on sales, and the sums without it and with it, are named.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tax {
    /// Names of such taxes, and words for tax as such.
    pub names: Words,
    /// Words that stand beside one and say nothing else: added, payable.
    pub beside: Words,
    /// Words for the whole sum, for what is to be paid in the end, and for paying: total, due.
    pub owed: Words,
    /// Words that say of a sum that it is not the whole: subtotal, before.
    pub partial: Words,
    /// Words before one for a sum without it: excluding.
    pub without: Words,
    /// Words before one for a sum with it: including.
    pub including: Words,
    /// Words beside a word for a sum that is without tax: net.
    pub net: Words,
    /// Words beside a word for a sum that is with tax: gross.
    pub gross: Words,
    /// Words for a sum without tax that stand alone.
    pub net_sums: Words,
    /// Words for a sum with tax that stand alone.
    pub gross_sums: Words,
}

/// What else than its sums stands on an invoice; a word may be a beginning ([`Words::fits`]).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invoice {
    /// Words that head or name whom it is for, of several words, too: customer, bill to.
    pub buyers: Words,
    /// Words that head or name whom it is from, and of questions for that one: seller, issued.
    pub sellers: Words,
    /// Words of a sum that is taken from an account: debited.
    pub debits: Words,
    /// Words for the few hundredths by which a sum in cash is rounded.
    pub roundings: Words,
}

/// How questions ask for the items of an invoice, and what stands beside them there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Items {
    /// Words of a question for all items that say nothing else: purchased, line, list.
    pub beside: Words,
    /// Words that say that something comes later: before.
    pub before: Words,
    /// Words for what is taken off.
    pub reductions: Words,
    /// Words of a line with an amount that is no item and no sum: cash, change, discount.
    pub aside: Words,
}

/// How contracts speak of giving notice; a word may be a beginning ([`Words::fits`]).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Words that speak of it: notice, notify.
    pub names: Words,
    /// Words between a length of time and the notice that it is of: prior, written.
    pub beside: Words,
    /// Words behind a length of time for how long before: before, in advance.
    pub advance: Words,
    /// Words of ending a contract.
    pub ending: Words,
    /// Words of renewing one.
    pub renewing: Words,
    /// Words of what else notice is given of, and of what must be put right: insurance, breach.
    pub of_others: Words,
}

/// What a question word asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the question words say it")]
pub enum Ask {
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Head {
    /// At its end: the annual premium.
    Last,
    /// At its start: el importe total.
    First,
    /// The first word with a capital: die gesamte Prämie.
    Capital,
}

/// What a comparison needs on its right to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Any constant.
    Anything,
    /// A constant that says its unit: "under 5.2" is a section.
    Unit,
    /// A date.
    Date,
}

/// A comparison in words; in a file `["more than", "greater", "anything"]`.
#[derive(Debug, Deserialize)]
pub struct Comparison {
    /// The words.
    pub phrase: String,
    /// The relation's name, as a recorded computation writes it: `greater`.
    pub relation: String,
    /// What must stand on its right.
    pub needs: Needs,
}

/// Which end of a range of dates a word bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
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

/// How questions are asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vocabulary {
    /// How a head noun's type is looked up.
    pub head: Head,
    /// Question words, each with what it asks for.
    pub asks: Vec<Named<Ask>>,
    /// Words that open a yes-or-no question.
    pub yes_no: Words,
    /// Forms of "to be".
    pub be: Words,
    /// Forms of "to be" and helpers in the plural.
    pub plural_verbs: Words,
    /// Helping verbs: they end a noun phrase.
    pub verbs: Words,
    /// Words that end a noun phrase.
    pub prepositions: Words,
    /// The prepositions that join a noun to what it is of.
    pub of: Words,
    /// Articles and determiners.
    pub articles: Words,
    /// Articles of another case than the first, which are left out where what follows them
    /// is asked for on its own: *dem*, *den*, *des*.
    pub case_articles: Words,
    /// Abbreviations before the number of a page that mean something else in other
    /// languages: *S.*
    pub page_marks: Words,
    /// Indefinite articles.
    pub indefinite: Words,
    /// Verbs by which a question asks what a document holds: *contain*, *mention*.
    pub contain: Words,
    /// Nouns for a part of a contract, in the singular where they have one: *clause*, *terms*.
    pub clauses: Words,
    /// What says before a noun that there may be one: *there*, *any*.
    pub there_is: Words,
    /// "Agreed", of what is asked for.
    pub agreed: Words,
    /// What follows "agreed" before what it is about: *about*.
    pub about: Words,
    /// Personal pronouns that need someone to stand for.
    pub pronouns: Words,
    /// Openings of a request that carry no meaning.
    pub polite: Words,
    /// "Whether".
    pub whether: Words,
    /// Imperatives that ask for several things.
    pub list_verbs: Words,
    /// Other imperatives.
    pub give_verbs: Words,
    /// Imperatives that ask for prose.
    pub prose_verbs: Words,
    /// Words that ask for every one.
    pub all: Words,
    /// "Respectively".
    pub respective: Words,
    /// Nouns that say nothing of the kind: the kind is that of what follows "of".
    pub transparent: Words,
    /// Nouns of identifiers: with another noun before them they name a text.
    pub identifiers: Words,
    /// Nouns that are asked for with "where" as an address.
    pub places: Words,
    /// Phrases that ask for a table.
    pub table: Words,
    /// Phrases that ask for a tree.
    pub tree: Words,
    /// Phrases that ask for JSON.
    pub json: Words,
    /// "With columns".
    pub columns: Words,
    /// "With their".
    pub with_their: Words,
    /// "With".
    pub with: Words,
    /// Phrases that ask to choose among labels.
    pub classify: Words,
    /// "And".
    pub and: Words,
    /// "Or".
    pub or: Words,
    /// Phrases of time spans: "between which dates".
    pub ranges: Words,
    /// Comparisons, and what they need.
    pub comparisons: Vec<Comparison>,
    /// Comparatives that end a question and compare with nothing.
    pub comparatives: Words,
    /// "Than".
    pub than: Words,
    /// "Between".
    pub between: Words,
    /// "The sum of".
    pub sum_of: Words,
    /// "Average".
    pub average: Words,
    /// "The difference between".
    pub difference: Words,
    /// "The change in".
    pub change: Words,
    /// "The percentage change in".
    pub percent_change: Words,
    /// "Are there between", of two dates.
    pub time_between: Words,
    /// "Are there", of things that are counted.
    pub there_are: Words,
    /// Nouns whose things documents name one by one.
    pub named_things: Words,
    /// Nouns that name a type of values and nothing that they are of.
    pub value_nouns: Words,
    /// Nouns for the currency of an amount, as programs name a field.
    pub currency_nouns: Words,
    /// Words for a document as a whole, and for standing in it.
    pub whole_words: Words,
    /// "In", before a currency or unit asked for.
    pub into: Words,
    /// "After" a date.
    pub after: Words,
    /// "Before" a date.
    pub before: Words,
    /// "Born".
    pub born: String,
    /// `What is {}?`
    pub what_is: String,
    /// `When {}?`
    pub when: String,
    /// `How many {}?`
    pub how_many: String,
    /// `How long {}?`
    pub how_long: String,
    /// `How much {}?`
    pub how_much: String,
    /// `List all {}.`
    pub list_all: String,
    /// Words for per cent.
    pub percent: Words,
    /// Words for kinds of files, with the media type.
    pub media: Vec<Named<String>>,
    /// Plural nouns for documents.
    pub documents: Words,
    /// "From", "since", "before" of documents: what the date bounds.
    pub dated: Vec<Named<Bound>>,
    /// "If", which makes a deadline one that waits for something.
    pub conditions: Words,
    /// Nouns that may be a sum as well as a figure of another kind.
    pub generic: Words,
    /// Nouns that name a place in the calendar as often as a length of time.
    pub loose_times: Words,
    /// What makes a period one between two dates.
    pub range_periods: Words,
    /// Rates that are no percentages, with the type that they are.
    pub other_rates: Vec<Named<String>>,
    /// Nouns that say that a name is asked for.
    pub name_nouns: Words,
    /// Nouns of what happens to a figure: the figure's own noun stands after them.
    pub changes: Words,
    /// Phrases that ask for a share of something.
    pub as_share: Words,
    /// Adjectives before "number" that leave it a figure.
    pub figure_adjectives: Words,
    /// Things that are measured and not paid.
    pub physical: Words,
    /// Verbs that say that something costs money.
    pub money_verbs: Words,
    /// Verbs and participles that ask "where" for an address.
    pub sited: Words,
    /// Nouns by the type of what they name, no noun in two.
    pub nouns: BTreeMap<String, Words>,
}

/// Months, days and times.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// Names of the twelve months, from January; several forms each.
    pub months: Vec<Words>,
    /// Days of a month in words, from the first.
    pub ordinals: Words,
    /// Words beside a day that comes back: *on 1 May of each year*.
    pub recurring: Words,
    /// Units of time, by the name that a recorded computation gives them
    /// (`days`); of a plural that ends in `s` the singular is enough.
    pub units: Vec<Named<String>>,
}

/// Numbers in words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Words that are added.
    pub added: Vec<Named<i64>>,
    /// Words that multiply what stands before them.
    pub scales: Vec<Named<i64>>,
    /// Words that may stand between two number words.
    pub joints: Words,
    /// Number words that are common words of another kind, or of another
    /// language: never a number alone.
    pub doubtful: Words,
    /// Words behind a figure that are no unit of it, beside the stop words.
    pub no_units: Words,
}

/// Currencies in words, and of countries: ISO 4217 codes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// Words that name a currency beside a figure.
    pub currencies: Vec<Named<String>>,
    /// Countries by the names documents use, and their currency.
    pub countries: Vec<Named<String>>,
    /// Legal forms that companies of one country alone have, and its currency.
    pub legal_forms: Vec<Named<String>>,
    /// What one country alone calls the numbers of those who pay taxes, in capitals, and its currency.
    pub tax_numbers: Vec<Named<String>>,
    /// What `$` stands for in its documents where they do not tell; none where the countries that
    /// speak it each have their own.
    pub dollar: Option<String>,
}

/// What names are made of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// What a company is, where no name stands before it: *a Nevada corporation*.
    pub company_nouns: Words,
    /// Titles before a person's name, without their points.
    pub titles: Words,
    /// Words before a name that is no longer used.
    pub former: Words,
    /// Words of states as they stand before a postal code.
    pub states: Words,
    /// Countries and territories, in whole names.
    pub countries: Words,
}
