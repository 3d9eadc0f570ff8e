//! What holds for a whole document, decided from its evidence.

use super::currency::{self, DOLLAR};
use super::decimal::{self, Decimal};
use super::flow::Flow;
use language::Language;
use regex::Regex;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static NUMERIC_DATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b").expect("a literal pattern")
});
static MONTH_FIRST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}")
        .expect("a literal pattern")
});
/// Which part of `3/4/2018` is the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateOrder {
    /// A date in the document has a first part above 12, or nothing speaks
    /// against the order most of the world uses.
    DayFirst,
    /// A date in the document has a second part above 12, or its written
    /// dates and currency are American.
    MonthFirst,
}

/// Conventions of one body of evidence.
pub(super) struct Convention {
    /// Decimal mark.
    pub decimal: Decimal,
    /// Whether a figure in the evidence decides the decimal mark; else it is
    /// the custom of the document's language.
    pub decimal_decided: bool,
    /// Order of day and month.
    pub dates: DateOrder,
    /// Whether a date in the evidence decides the order; else it is a default.
    pub dates_decided: bool,
    /// The currency that a figure without one has: the one the document names
    /// most, or that of the one country it names.
    pub currency: Option<&'static str>,
    /// The currency that `$` stands for; none where nothing tells.
    dollar: Option<&'static str>,
    /// What a person should know of that currency: that the document names
    /// others too, or none.
    pub currency_note: Option<&'static str>,
    days: OnceCell<Vec<Day>>,
}

/// A day that is written with its year, and where.
pub(super) struct Day {
    /// Year, month and day.
    pub date: [u32; 3],
    /// Number of the passage.
    pub flow: usize,
    /// Number of its line there, from 0.
    pub line: usize,
}

impl Convention {
    pub fn of(flows: &[Flow<'_>]) -> Self {
        let texts = || flows.iter().map(|flow| flow.text.as_str());
        let language = language_of(flows);
        let default = if language.pack().decimal_comma {
            Decimal::Comma
        } else {
            Decimal::Point
        };
        let (decimal, decimal_decided) = decimal::convention(texts(), default);
        let currencies = Currencies::of(flows, language);
        let (dates, dates_decided) = date_order(flows, currencies.most() == Some("USD"));
        Self {
            decimal,
            decimal_decided,
            dates,
            dates_decided,
            currency: currencies.assumed(),
            dollar: currencies.dollar,
            currency_note: currencies.note(),
            days: OnceCell::new(),
        }
    }

    /// All days of the evidence that are written with their year, in order; looked for when they are
    /// first wanted.
    pub fn days(&self, find: impl FnOnce() -> Vec<Day>) -> &[Day] {
        self.days.get_or_init(find)
    }

    /// The ISO code of what [`currency::at_end`] and [`currency::at_start`] found; none of a sign
    /// of several countries, where nothing tells whose it is.
    pub fn code(&self, found: &'static str) -> Option<&'static str> {
        meant(found, self.dollar)
    }
}

/// What a code or [`DOLLAR`] means where that stands for this currency.
fn meant(found: &'static str, dollar: Option<&'static str>) -> Option<&'static str> {
    if found == DOLLAR { dollar } else { Some(found) }
}

/// Small words by the language that alone has them.
static SMALL_WORDS: LazyLock<BTreeMap<&str, Language>> = LazyLock::new(|| {
    let mut found = BTreeMap::new();
    for language in Language::ALL {
        for &word in language.pack().stop_words.iter() {
            found
                .entry(word)
                .and_modify(|other| *other = None)
                .or_insert(Some(language));
        }
    }
    let own = found.into_iter();
    own.filter_map(|(word, language)| Some((word, language?)))
        .collect()
});

/// The language whose small words a text has most; where none has more than the first, that one.
fn language_of(flows: &[Flow<'_>]) -> Language {
    let mut counts = Language::ALL.map(|language| (0_usize, language));
    let words = flows
        .iter()
        .flat_map(|flow| flow.text.split(|letter: char| !letter.is_alphabetic()));
    for word in words.filter(|word| (2..=3).contains(&word.chars().count())) {
        let language = SMALL_WORDS.get(word.to_lowercase().as_str());
        for (count, one) in &mut counts {
            *count += usize::from(language == Some(one));
        }
    }
    let mut most = counts[0];
    for next in counts {
        if next.0 > most.0 {
            most = next;
        }
    }
    most.1
}

const SEVERAL_CURRENCIES: &str =
    "the figure names no currency, and the document names several: the one named most was taken";
const CURRENCY_OF_COUNTRY: &str =
    "the document names no currency: that of the country of an address or a company was taken";

/// What a document says of currencies.
struct Currencies {
    /// What is named, in order, and how often; `$` as what it stands for.
    named: Vec<(&'static str, usize)>,
    dollar: Option<&'static str>,
    /// The one that is named in words alone (*all amounts in euros*).
    worded: Option<&'static str>,
    country: Option<&'static str>,
}

impl Currencies {
    fn of(flows: &[Flow<'_>], language: Language) -> Self {
        let found = flows.iter().flat_map(|flow| currency::named_in(&flow.text));
        let found: Vec<&str> = found.collect();
        let usual = language.pack().money.dollar.as_deref();
        // Both are looked for line by line: only where somebody asks for them.
        let worded = if found.is_empty() {
            only(
                flows
                    .iter()
                    .flat_map(|flow| currency::worded_in(&flow.text)),
            )
        } else {
            None
        };
        let country = if found.is_empty() || usual.is_none() {
            currency::of_country(flows.iter().map(|flow| flow.text.as_str()))
        } else {
            None
        };
        let dollar = dollar(&found, country, usual);
        let mut named: Vec<(&str, usize)> = Vec::new();
        for code in found.into_iter().filter_map(|code| meant(code, dollar)) {
            match named.iter_mut().find(|(other, _)| *other == code) {
                Some((_, count)) => *count += 1,
                None => named.push((code, 1)),
            }
        }
        Self {
            named,
            dollar,
            worded,
            country,
        }
    }

    /// The currency named most often; a tie goes to the one named first.
    fn most(&self) -> Option<&'static str> {
        let most = self.named.iter().map(|(_, count)| *count).max()?;
        let mut named = self.named.iter();
        named
            .find(|(_, count)| *count == most)
            .map(|(code, _)| *code)
    }

    fn assumed(&self) -> Option<&'static str> {
        self.most().or(self.worded).or(self.country)
    }

    fn note(&self) -> Option<&'static str> {
        match (self.named.len(), self.country) {
            (0, _) if self.worded.is_some() => None,
            (0, country) => country.map(|_| CURRENCY_OF_COUNTRY),
            (several, _) => (several > 1).then_some(SEVERAL_CURRENCIES),
        }
    }
}

/// What `$` stands for. Where the document's language has a usual currency for it, the one of its currencies that the
/// document names in another way, else the usual one. Where each country has its own, that of the one country that the
/// document shows itself to be of; to name US dollars beside it says there that it means others.
fn dollar(
    named: &[&'static str],
    country: Option<&'static str>,
    usual: Option<&'static str>,
) -> Option<&'static str> {
    let is_dollar = |code: &&'static str| currency::is_dollar(code);
    let named = named.iter().copied().filter(is_dollar);
    match usual {
        Some(usual) => only(named).or(Some(usual)),
        None => country
            .filter(is_dollar)
            .or_else(|| only(named.filter(|code| *code != "USD"))),
    }
}

/// The one that all of them are.
fn only(mut codes: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let first = codes.next()?;
    codes.all(|other| other == first).then_some(first)
}

fn date_order(flows: &[Flow<'_>], dollars: bool) -> (DateOrder, bool) {
    let (mut day, mut month, mut american) = (0, 0, 0);
    for flow in flows {
        for parts in NUMERIC_DATE.captures_iter(&flow.text) {
            let part = |index: usize| {
                parts
                    .get(index)
                    .and_then(|found| found.as_str().parse::<u32>().ok())
                    .unwrap_or(0)
            };
            match (part(1), part(2)) {
                (13..=31, 1..=12) => day += 1,
                (1..=12, 13..=31) => month += 1,
                _ => {}
            }
        }
        american += MONTH_FIRST.find_iter(&flow.text).count();
    }
    if day != month {
        return (
            if day > month {
                DateOrder::DayFirst
            } else {
                DateOrder::MonthFirst
            },
            true,
        );
    }
    (
        if american > 0 && dollars {
            DateOrder::MonthFirst
        } else {
            DateOrder::DayFirst
        },
        false,
    )
}
