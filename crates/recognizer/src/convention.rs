//! What holds for a whole document, decided from its evidence.

use super::currency;
use super::decimal::{self, Decimal};
use super::flow::Flow;
use language::Language;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
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
    /// What a person should know of that currency: that the document names
    /// others too, or none.
    pub currency_note: Option<&'static str>,
}

impl Convention {
    pub fn of(flows: &[Flow<'_>]) -> Self {
        let texts = || flows.iter().map(|flow| flow.text.as_str());
        let (dates, dates_decided) = date_order(flows);
        let default = if writes_decimal_comma(flows) {
            Decimal::Comma
        } else {
            Decimal::Point
        };
        let (decimal, decimal_decided) = decimal::convention(texts(), default);
        let (currency, currency_note) = assumed_currency(flows);
        Self {
            decimal,
            decimal_decided,
            dates,
            dates_decided,
            currency,
            currency_note,
        }
    }
}

/// Small words of languages that write 1.5, and of those that write 1,5; none
/// that both have.
static SMALL_WORDS: LazyLock<[BTreeSet<&str>; 2]> = LazyLock::new(|| {
    let of = |comma: bool| -> BTreeSet<&str> {
        let packs = Language::ALL.iter().map(|language| language.pack());
        let packs = packs.filter(|pack| pack.decimal_comma == comma);
        packs
            .flat_map(|pack| pack.stop_words.iter().copied())
            .collect()
    };
    let (point, comma) = (of(false), of(true));
    [&point - &comma, &comma - &point]
});

/// Whether the small words of a text are those of languages that write 1,5.
fn writes_decimal_comma(flows: &[Flow<'_>]) -> bool {
    let (mut point, mut comma) = (0_usize, 0_usize);
    let words = flows
        .iter()
        .flat_map(|flow| flow.text.split(|letter: char| !letter.is_alphabetic()));
    for word in words.filter(|word| (2..=3).contains(&word.chars().count())) {
        let lower = word.to_lowercase();
        let [with_point, with_comma] = &*SMALL_WORDS;
        point += usize::from(with_point.contains(lower.as_str()));
        comma += usize::from(with_comma.contains(lower.as_str()));
    }
    comma > point
}

const SEVERAL_CURRENCIES: &str =
    "the figure names no currency, and the document names several: the one named most was taken";
const CURRENCY_OF_COUNTRY: &str =
    "the document names no currency: that of the country of an address or a company was taken";

fn assumed_currency(flows: &[Flow<'_>]) -> (Option<&'static str>, Option<&'static str>) {
    let (currency, several) = main_currency(flows);
    if currency.is_some() {
        return (currency, several.then_some(SEVERAL_CURRENCIES));
    }
    let country = currency::of_country(flows.iter().map(|flow| flow.text.as_str()));
    (country, country.map(|_| CURRENCY_OF_COUNTRY))
}

fn date_order(flows: &[Flow<'_>]) -> (DateOrder, bool) {
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
    let dollars = main_currency(flows).0 == Some("USD");
    (
        if american > 0 && dollars {
            DateOrder::MonthFirst
        } else {
            DateOrder::DayFirst
        },
        false,
    )
}

/// The currency named most often, and whether others are named too; a tie
/// goes to the one named first.
fn main_currency(flows: &[Flow<'_>]) -> (Option<&'static str>, bool) {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut order = Vec::new();
    for code in flows.iter().flat_map(|flow| currency::named_in(&flow.text)) {
        let next = counts.len();
        counts.entry(code).or_insert((0, next)).0 += 1;
        if !order.contains(&code) {
            order.push(code);
        }
    }
    let several = order.len() > 1;
    let most = order.into_iter().max_by_key(|code| {
        counts
            .get(code)
            .map(|(count, first)| (*count, usize::MAX - first))
    });
    (most, several)
}
