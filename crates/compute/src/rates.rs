//! The user's exchange rates.
//!
//! A TOML file, because the program opens no connection and a person must be
//! able to answer for the rate:
//!
//! ```toml
//! base = "EUR"                 # the currency all rates are against
//! date = "2026-11-20"          # the day they were fixed
//! source = "ECB euro foreign exchange reference rates"
//!
//! [rates]                      # one EUR is so many
//! USD = "1.0842"               # as text, or as a number of at most 15 digits
//! JPY = 162.31
//! ```
//!
//! An amount becomes `amount x rate of the target / rate of its currency`,
//! rounded once, half away from zero, to the places of the target currency in
//! ISO 4217 (two for most, none for JPY, three for KWD).

use super::calendar::PartialDate;
use super::error::StepProblem;
use contract::currency;
use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Longest rates file, in bytes.
const MAX_BYTES: usize = 65_536;
/// Longest `source`, in characters.
const MAX_SOURCE: usize = 300;
/// Digits that a binary number keeps for certain.
const MAX_NUMBER_DIGITS: usize = 15;

/// Exchange rates of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// ISO 4217 code of the currency all rates are against.
    pub base: String,
    /// The day they were fixed, `YYYY-MM-DD`.
    pub date: String,
    /// Who fixed them.
    pub source: String,
    /// What one unit of the base is worth, as decimals, by currency.
    pub rates: BTreeMap<String, String>,
}

/// One amount that was converted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conversion {
    /// The amount before, a decimal.
    pub value: String,
    /// Its currency, ISO 4217.
    pub from: String,
    /// The amount after, a decimal.
    pub converted: String,
    /// Its currency, ISO 4217.
    pub to: String,
    /// What one unit of the base is worth in `from`, a decimal.
    pub rate_from: String,
    /// What one unit of the base is worth in `to`, a decimal.
    pub rate_to: String,
    /// The base of both rates, ISO 4217.
    pub base: String,
    /// The day of the rates.
    pub date: String,
    /// Who fixed them.
    pub source: String,
    /// How the result was rounded, in words.
    pub rounding: String,
}

/// Why a rates file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RatesError {
    /// Not TOML, or not these keys.
    #[error("the rates file is not in its form (base, date, source, [rates]): {0}")]
    Form(String),
    /// Too long.
    #[error("the rates file has {given} bytes; the limit is {MAX_BYTES}")]
    TooLong {
        /// Bytes.
        given: usize,
    },
    /// Not a currency.
    #[error("`{0}` in the rates file is no ISO 4217 code")]
    Currency(String),
    /// Not a date.
    #[error("`date` in the rates file is no date of the form YYYY-MM-DD")]
    Date,
    /// No source.
    #[error(
        "`source` in the rates file must say in 1 to {MAX_SOURCE} characters who fixed the rates"
    )]
    Source,
    /// Not a positive decimal.
    #[error("the rate of {0} is no positive decimal; write it as text, such as \"1.0842\"")]
    Rate(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    base: String,
    date: DateText,
    source: String,
    rates: BTreeMap<String, RateText>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum DateText {
    Text(String),
    Date(toml::value::Datetime),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RateText {
    Text(String),
    Whole(i64),
    Number(f64),
}

impl Rates {
    /// Reads a rates file.
    pub fn parse(text: &str) -> Result<Rates, RatesError> {
        if text.len() > MAX_BYTES {
            return Err(RatesError::TooLong { given: text.len() });
        }
        let file: File =
            toml::from_str(text).map_err(|error| RatesError::Form(error.message().into()))?;
        let date = match file.date {
            DateText::Text(text) => text,
            DateText::Date(date) => date.to_string(),
        };
        let mut rates = BTreeMap::new();
        for (code, rate) in file.rates {
            let text = match rate {
                RateText::Text(text) => Some(text),
                RateText::Whole(whole) => Some(whole.to_string()),
                RateText::Number(number) => short_enough(&number.to_string()),
            };
            rates.insert(code.clone(), text.ok_or(RatesError::Rate(code))?);
        }
        Rates {
            base: file.base,
            date,
            source: file.source,
            rates,
        }
        .checked()
    }

    /// Checks what a file or a stored computation says.
    pub(super) fn checked(self) -> Result<Rates, RatesError> {
        let known = |code: &str| currency::CODES.binary_search(&code).is_ok();
        if !known(&self.base) {
            return Err(RatesError::Currency(self.base));
        }
        if PartialDate::parse(&self.date)
            .and_then(PartialDate::number)
            .is_none()
        {
            return Err(RatesError::Date);
        }
        if !(1..=MAX_SOURCE).contains(&self.source.trim().chars().count()) {
            return Err(RatesError::Source);
        }
        for (code, rate) in &self.rates {
            if !known(code) {
                return Err(RatesError::Currency(code.clone()));
            }
            let usable = Decimal::from_str_exact(rate).is_ok_and(|rate| {
                rate > Decimal::ZERO && (*code != self.base || rate == Decimal::ONE)
            });
            if !usable {
                return Err(RatesError::Rate(code.clone()));
            }
        }
        Ok(self)
    }

    /// Converts an amount.
    pub(super) fn convert(
        &self,
        value: Decimal,
        from: &str,
        to: &str,
    ) -> Result<(Decimal, Conversion), StepProblem> {
        let (rate_from, rate_to) = (self.rate(from)?, self.rate(to)?);
        let places = minor_units(to);
        // Multiplied first: the one division and the rounding come last.
        let converted = value
            .checked_mul(rate_to)
            .and_then(|product| product.checked_div(rate_from))
            .ok_or(StepProblem::OutOfRange)?
            .round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
        let conversion = Conversion {
            value: value.normalize().to_string(),
            from: from.into(),
            converted: converted.normalize().to_string(),
            to: to.into(),
            rate_from: rate_from.to_string(),
            rate_to: rate_to.to_string(),
            base: self.base.clone(),
            date: self.date.clone(),
            source: self.source.clone(),
            rounding: format!("half away from zero, to {places} decimal places"),
        };
        Ok((converted, conversion))
    }

    fn rate(&self, code: &str) -> Result<Decimal, StepProblem> {
        if code == self.base {
            return Ok(Decimal::ONE);
        }
        self.rates
            .get(code)
            .and_then(|rate| Decimal::from_str_exact(rate).ok())
            .ok_or_else(|| StepProblem::MissingRate {
                currency: code.into(),
            })
    }

    /// The rates that stored conversions used; none where there are none, or
    /// where they contradict each other.
    pub(super) fn of_conversions<'a>(
        conversions: impl Iterator<Item = &'a Conversion>,
    ) -> Option<Rates> {
        let mut found: Option<Rates> = None;
        for one in conversions {
            let rates = found.get_or_insert_with(|| Rates {
                base: one.base.clone(),
                date: one.date.clone(),
                source: one.source.clone(),
                rates: BTreeMap::new(),
            });
            if (&rates.base, &rates.date, &rates.source) != (&one.base, &one.date, &one.source) {
                return None;
            }
            for (code, rate) in [(&one.from, &one.rate_from), (&one.to, &one.rate_to)] {
                let kept = rates
                    .rates
                    .entry(code.clone())
                    .or_insert_with(|| rate.clone());
                if kept != rate {
                    return None;
                }
            }
        }
        found?.checked().ok()
    }
}

/// The shortest decimal of a binary number is what was written only up to 15
/// digits.
fn short_enough(text: &str) -> Option<String> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (digits <= MAX_NUMBER_DIGITS).then(|| text.to_owned())
}

/// Decimal places of a currency (ISO 4217, minor units).
fn minor_units(code: &str) -> u32 {
    match code {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}
