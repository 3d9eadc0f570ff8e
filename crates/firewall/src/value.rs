//! Values: what their type demands, and whether they follow from what they
//! cite.

use crate::body::{AnswerBody, Item};
use crate::evidence_text::evidence_text;
use crate::finding::{Finding, FindingKind, Warning, WarningKind};
use crate::request::CheckRequest;
use crate::words::{contains_run, contains_whole, tokens};
use crate::{currency, date, figure, form, iban, money, period};
use contract::ExtractionMethod;
use serde_json::Value;

/// Ratings above this are doubtful for a partial answer.
const ALMOST_CERTAIN: f64 = 0.95;

/// How documents write per cent, in lower case.
const PERCENT_MARKS: [&str; 7] = [
    "%",
    "percent",
    "per cent",
    "prozent",
    "por ciento",
    "v.h.",
    "pct",
];

pub(crate) fn check(
    body: &AnswerBody,
    request: &CheckRequest<'_>,
    findings: &mut Vec<Finding>,
    warnings: &mut Vec<Warning>,
) {
    let evidence = evidence_text(request.evidence);
    for (at, item) in body.items.iter().enumerate() {
        let pointer = format!("/items/{at}/value");
        let quotes: Vec<&str> = item
            .spans
            .iter()
            .filter_map(|span| span.quote.as_deref())
            .collect();
        let cited = Cited {
            joined: quotes.join(" "),
            quotes,
            evidence: &evidence,
        };
        let verbatim = body.extraction_method == ExtractionMethod::Verbatim;
        let mut problems = typed(item, request, verbatim);
        let is_computed = body.extraction_method == ExtractionMethod::Computed;
        let is_converted = is_computed && is_converted(&item.value, request);
        if !is_converted {
            problems.extend(currency(item, request.answer_type, &cited));
        }
        warnings.extend(
            doubts(item, request.answer_type, &cited)
                .map(|kind| Warning::new(kind, pointer.clone())),
        );
        let grounded = match body.extraction_method {
            ExtractionMethod::Verbatim if cited.states(request.answer_type, &item.value) => None,
            ExtractionMethod::Verbatim => Some(FindingKind::ValueNotInQuotes),
            ExtractionMethod::Computed => {
                let inputs = cited.quotes.iter().any(|quote| figure::has_figure(quote));
                (!inputs && !counts(item, cited.quotes.len())).then_some(FindingKind::MissingInputs)
            }
            ExtractionMethod::Inferred | ExtractionMethod::Na => {
                (!numbers_stand(request.answer_type, &item.value, &cited))
                    .then_some(FindingKind::NumberNotInEvidence)
            }
        };
        problems.extend(grounded);
        findings.extend(
            problems
                .into_iter()
                .map(|kind| Finding::new(kind, pointer.clone())),
        );
        if request.answer_type == "iban"
            && !item
                .value
                .as_str()
                .is_some_and(iban::has_valid_check_digits)
        {
            warnings.push(Warning::new(WarningKind::IbanCheckDigits, pointer));
        }
    }
    if body.answer_found && !body.complete_answer_found && body.confidence > ALMOST_CERTAIN {
        warnings.push(Warning::new(WarningKind::Overconfident, "/confidence"));
    }
}

/// Whether a computed number is how many quotes are cited: a count of things
/// that are named in words.
fn counts(item: &Item, quotes: usize) -> bool {
    let value = item.value.get("value").and_then(Value::as_f64);
    quotes > 0 && value.is_some_and(|value| (value - quotes as f64).abs() < 0.5)
}

/// What the type itself demands, whatever stands in the document. Wrong check
/// digits are the document's own when the IBAN stands there verbatim.
fn typed(item: &Item, request: &CheckRequest<'_>, verbatim: bool) -> Vec<FindingKind> {
    let value = &item.value;
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let fails = match request.answer_type {
        "date" => (
            !text("iso").is_some_and(date::exists),
            FindingKind::InvalidDate,
        ),
        "iban" => {
            let iban = value.as_str().unwrap_or("");
            let fits = iban::has_layout(iban) && (verbatim || iban::has_valid_check_digits(iban));
            (!fits, FindingKind::InvalidIban)
        }
        "amount" => (
            text("currency").is_some_and(|code| !currency::is_code(code)),
            FindingKind::InvalidCurrency,
        ),
        "date_range" => (
            !period::is_period(text("iso_start"), text("iso_end")),
            FindingKind::InvalidPeriod,
        ),
        "duration" => (
            !text("iso").is_some_and(period::is_duration),
            FindingKind::InvalidDuration,
        ),
        "email" => (
            !value.as_str().is_some_and(form::is_email),
            FindingKind::InvalidEmail,
        ),
        "phone" => (
            !value.as_str().is_some_and(form::is_phone),
            FindingKind::InvalidPhone,
        ),
        "url" => (
            !value.as_str().is_some_and(form::is_url),
            FindingKind::InvalidUrl,
        ),
        "address" | "person_name" | "organization" | "text" | "list" => {
            (!form::says_something(value), FindingKind::EmptyValue)
        }
        "tree" => (!form::is_tree(value), FindingKind::InvalidTree),
        "table" => (!rows_fit(value), FindingKind::RowWidth),
        "classification" => {
            let offered = value
                .as_str()
                .is_some_and(|label| request.labels.iter().any(|one| one == label));
            (!offered, FindingKind::UnknownLabel)
        }
        _ => return Vec::new(),
    };
    if fails.0 { vec![fails.1] } else { Vec::new() }
}

fn rows_fit(table: &Value) -> bool {
    let width = table.get("headers").and_then(Value::as_array).map(Vec::len);
    let rows = table.get("rows").and_then(Value::as_array);
    rows.is_some_and(|rows| {
        !rows.is_empty() && rows.iter().all(|row| row.as_array().map(Vec::len) == width)
    })
}

/// Whether an amount is in a currency that code converted to.
fn is_converted(value: &Value, request: &CheckRequest<'_>) -> bool {
    let code = value.get("currency").and_then(Value::as_str);
    code.is_some_and(|code| request.converted_to.iter().any(|one| one == code))
}

/// The currency of an amount is one its quotes name; where they name none,
/// one that the evidence names.
fn currency(item: &Item, answer_type: &str, cited: &Cited<'_>) -> Option<FindingKind> {
    let code = item
        .value
        .get("currency")
        .and_then(Value::as_str)
        .filter(|_| answer_type == "amount")?;
    let named = named_currencies(cited);
    let by_country = named.is_empty() && money::is_of_a_country_in(cited.evidence, code);
    (!named.contains(&code) && !by_country).then_some(FindingKind::InvalidCurrency)
}

/// The currencies the quotes name, else those of the evidence.
fn named_currencies(cited: &Cited<'_>) -> Vec<&'static str> {
    let named = money::currencies_in(&cited.joined);
    if named.is_empty() {
        money::currencies_in(cited.evidence)
    } else {
        named
    }
}

/// What a person should look at although nothing is wrong.
fn doubts(
    item: &Item,
    answer_type: &str,
    cited: &Cited<'_>,
) -> impl Iterator<Item = WarningKind> + use<> {
    let text = |key: &str| item.value.get(key).and_then(Value::as_str);
    let date = answer_type == "date"
        && text("iso").is_some_and(|iso| iso.len() == 10)
        && text("original").is_some_and(|original| date::is_ambiguous(original, cited.evidence));
    let no_year = answer_type == "date"
        && text("iso")
            .zip(text("original"))
            .is_some_and(|(iso, original)| iso.len() == 10 && !date::agrees(iso, original));
    let is_amount = answer_type == "amount";
    let code = text("currency").filter(|_| is_amount);
    let shared = is_amount && money::is_of_several_countries(&cited.joined, cited.evidence, code);
    let assumed = code.is_some() && (shared || named_currencies(cited).is_empty());
    [
        date.then_some(WarningKind::AmbiguousDate),
        no_year.then_some(WarningKind::YearOfOtherDates),
        assumed.then_some(WarningKind::CurrencyOfCountry),
        (shared && code.is_none()).then_some(WarningKind::UnclearCurrency),
    ]
    .into_iter()
    .flatten()
}

/// What one item cites.
struct Cited<'a> {
    quotes: Vec<&'a str>,
    joined: String,
    evidence: &'a str,
}

impl Cited<'_> {
    /// Whether a value of this type follows from the quotes.
    fn states(&self, answer_type: &str, value: &Value) -> bool {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        match answer_type {
            "amount" | "number" => {
                self.figure(value) && text("unit").is_none_or(|unit| self.unit(unit))
            }
            "percentage" => self.share(value) && text("of").is_none_or(|of| self.words(of)),
            "date" => {
                let original = text("original").unwrap_or("");
                let iso = text("iso").unwrap_or("");
                contains_whole(&self.joined, original)
                    && (date::agrees(iso, original)
                        || date::agrees_without_year(iso, original, &self.joined))
            }
            "date_range" => {
                let original = text("original").unwrap_or("");
                contains_whole(&self.joined, original)
                    && period::period_agrees(text("iso_start"), text("iso_end"), original)
            }
            "duration" => {
                let original = text("original").unwrap_or("");
                contains_whole(&self.joined, original)
                    && text("iso").is_some_and(|iso| period::duration_agrees(iso, original))
            }
            "iban" => value
                .as_str()
                .is_some_and(|iban| !iban.is_empty() && is_written_apart(iban, &self.joined)),
            "boolean" => false,
            "address" | "person_name" | "table" | "tree" => self.leaves(value),
            _ => match value {
                Value::String(text) => self.text(text),
                other => self.leaves(other),
            },
        }
    }

    fn figure(&self, value: &Value) -> bool {
        let number = value.get("value").and_then(Value::as_f64);
        number.is_some_and(|number| {
            self.quotes
                .iter()
                .any(|quote| figure::states(quote, number))
        })
    }

    /// A percentage stands as it is, or as basis points.
    fn share(&self, value: &Value) -> bool {
        let Some(number) = value.get("value").and_then(Value::as_f64) else {
            return false;
        };
        let lower = self.joined.to_lowercase();
        let percent = PERCENT_MARKS.iter().any(|mark| lower.contains(mark));
        let points = ["basis point", "bps", "basispunkt", "puntos básicos"]
            .iter()
            .any(|mark| lower.contains(mark))
            || tokens(&lower).iter().any(|word| word == "bp");
        let stands = |number: f64| {
            self.quotes
                .iter()
                .any(|quote| figure::states(quote, number))
        };
        // Basis points may have decimals: rounded to their hundredths.
        let basis_points = (number * 1e4).round() / 100.0;
        (percent && stands(number)) || (points && stands(basis_points))
    }

    /// A scale may stand in a heading above the quote; any other unit stands
    /// in the quote.
    fn unit(&self, unit: &str) -> bool {
        if unit == "%" {
            let lower = self.joined.to_lowercase();
            return PERCENT_MARKS.iter().any(|mark| lower.contains(mark));
        }
        if let Some(stands) = money::states_scale(&self.joined, unit) {
            return stands || money::states_scale(self.evidence, unit) == Some(true);
        }
        if !unit.chars().any(char::is_alphanumeric) {
            return self.joined.contains(unit);
        }
        self.words(unit)
    }

    /// Text stands in one quote, or runs over the quotes as they are joined.
    fn text(&self, text: &str) -> bool {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.quotes.iter().any(|quote| contains_whole(quote, &text))
            || contains_whole(&self.joined, &text)
    }

    /// The words of a part stand in the quotes one after the other, whatever
    /// punctuation or line end stands between them.
    fn words(&self, part: &str) -> bool {
        contains_run(&tokens(&self.joined), &tokens(part))
    }

    /// Every string and number of a structured value.
    fn leaves(&self, value: &Value) -> bool {
        match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(number) => number.as_f64().is_some_and(|number| {
                self.quotes
                    .iter()
                    .any(|quote| figure::states(quote, number))
            }),
            Value::String(text) => {
                tokens(text).is_empty() && self.joined.contains(text.as_str()) || self.words(text)
            }
            Value::Array(values) => values.iter().all(|value| self.leaves(value)),
            Value::Object(fields) => fields.values().all(|value| self.leaves(value)),
        }
    }
}

/// Whether every number of a value stands somewhere in the evidence. Dates
/// and lengths of time have to be readable from a wording that stands there.
fn numbers_stand(answer_type: &str, value: &Value, cited: &Cited<'_>) -> bool {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let original = text("original").unwrap_or("");
    let stands = || {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        contains_whole(&words(cited.evidence), &words(original))
    };
    match answer_type {
        "date" => stands() && text("iso").is_some_and(|iso| date::agrees(iso, original)),
        "date_range" => {
            stands() && period::period_agrees(text("iso_start"), text("iso_end"), original)
        }
        "duration" => {
            stands() && text("iso").is_some_and(|iso| period::duration_agrees(iso, original))
        }
        "boolean" | "classification" => true,
        _ => leaves_stand(value, cited),
    }
}

fn leaves_stand(value: &Value, cited: &Cited<'_>) -> bool {
    match value {
        Value::Number(number) => number
            .as_f64()
            .is_some_and(|number| figure::states(cited.evidence, number)),
        Value::Array(values) => values.iter().all(|value| leaves_stand(value, cited)),
        Value::Object(fields) => fields.values().all(|value| leaves_stand(value, cited)),
        Value::String(text) => {
            digits_stand(text, cited.evidence) || is_standard_form(text, &cited.quotes)
        }
        Value::Null | Value::Bool(_) => true,
    }
}

fn digits_stand(text: &str, evidence: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_digit())
        .filter(|run| !run.is_empty())
        .all(|run| evidence.contains(run))
}

/// Whether a text is what a quote says in its own way: a day as ISO 8601
/// writes it, the code of a currency, an IBAN without its blanks.
pub(crate) fn is_standard_form(text: &str, quotes: &[&str]) -> bool {
    const DAY: usize = "2024-12-31".len();
    let says = |quote: &&str| {
        text.len() == DAY && date::agrees(text, quote)
            || money::currencies_in(quote).contains(&text)
            || iban::has_layout(text) && is_written_apart(text, quote)
    };
    quotes.iter().any(says)
}

/// Whether a quote has the letters and digits of a text, with blanks and marks
/// between them.
fn is_written_apart(text: &str, quote: &str) -> bool {
    let letters = quote.chars().filter(char::is_ascii_alphanumeric);
    letters
        .collect::<String>()
        .to_ascii_uppercase()
        .contains(text)
}
