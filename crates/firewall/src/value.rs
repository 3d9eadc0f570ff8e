//! Values: what their type demands, and whether they follow from what they
//! cite.

use crate::CheckRequest;
use crate::finding::{Finding, FindingKind, Warning, WarningKind};
use crate::words::{contains_run, contains_whole, tokens};
use crate::{date, figure, iban};
use contract::{AnswerBody, ExtractionMethod, Item};
use serde_json::Value;

/// Ratings above this are doubtful for a partial answer.
const ALMOST_CERTAIN: f64 = 0.95;

/// How documents write currencies, beside the codes themselves.
const CURRENCY_MARKS: [(&str, &[&str]); 13] = [
    (
        "$",
        &[
            "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "MXN", "TWD", "BRL",
        ],
    ),
    ("£", &["GBP"]),
    ("€", &["EUR"]),
    ("¥", &["JPY", "CNY"]),
    ("₹", &["INR"]),
    ("rm", &["MYR"]),
    ("ringgit", &["MYR"]),
    ("dh", &["MAD", "AED"]),
    ("dhs", &["MAD", "AED"]),
    ("rs", &["INR", "PKR"]),
    ("dollars", &["USD", "AUD", "CAD", "NZD", "SGD", "HKD"]),
    ("pounds", &["GBP"]),
    ("euro", &["EUR"]),
];

/// Other signs, read only where none of the above stands.
const OTHER_MARKS: [(&str, &str); 12] = [
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("฿", "THB"),
    ("₫", "VND"),
    ("₦", "NGN"),
    ("₱", "PHP"),
    ("zł", "PLN"),
    ("kč", "CZK"),
    ("yen", "JPY"),
    ("fr", "CHF"),
];

/// How documents write a scale.
const SCALES: [(&str, &[&str]); 3] = [
    (
        "thousand",
        &[
            "thousand",
            "thousands",
            "tausend",
            "tsd",
            "k",
            "000",
            "000s",
        ],
    ),
    (
        "million",
        &["million", "millions", "millionen", "mio", "mn", "m"],
    ),
    (
        "billion",
        &["billion", "billions", "milliarden", "mrd", "bn"],
    ),
];

pub(crate) fn check(
    body: &AnswerBody,
    request: &CheckRequest<'_>,
    findings: &mut Vec<Finding>,
    warnings: &mut Vec<Warning>,
) {
    let evidence = evidence_text(request);
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
        problems.extend(currency(item, request.answer_type, &cited));
        let grounded = match body.extraction_method {
            ExtractionMethod::Verbatim if cited.states(request.answer_type, &item.value) => None,
            ExtractionMethod::Verbatim => Some(FindingKind::ValueNotInQuotes),
            ExtractionMethod::Computed => {
                (!cited.quotes.iter().any(|quote| figure::has_figure(quote)))
                    .then_some(FindingKind::MissingInputs)
            }
            ExtractionMethod::Inferred | ExtractionMethod::Na => {
                (!numbers_stand(&item.value, &evidence)).then_some(FindingKind::NumberNotInEvidence)
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
        "amount" => {
            let known = |code: &str| contract::currency::CODES.contains(&code);
            (
                text("currency").is_some_and(|code| !known(code)),
                FindingKind::InvalidCurrency,
            )
        }
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

/// The currency of an amount is one its quotes name; where they name none,
/// one that the evidence names.
fn currency(item: &Item, answer_type: &str, cited: &Cited<'_>) -> Option<FindingKind> {
    let code = item
        .value
        .get("currency")
        .and_then(Value::as_str)
        .filter(|_| answer_type == "amount")?;
    let named = currencies_in(&cited.joined);
    let named = if named.is_empty() {
        currencies_in(cited.evidence)
    } else {
        named
    };
    (!named.contains(&code)).then_some(FindingKind::InvalidCurrency)
}

fn currencies_in(text: &str) -> Vec<&'static str> {
    let words: Vec<String> = letter_runs(text);
    let mut found = Vec::new();
    for code in contract::currency::CODES {
        if words.iter().any(|word| word == code) {
            found.push(code);
        }
    }
    let stands = |mark: &str| {
        let symbol = !mark.chars().any(char::is_alphabetic);
        if symbol {
            text.contains(mark)
        } else {
            words.iter().any(|word| word.to_lowercase() == mark)
        }
    };
    found.extend(
        CURRENCY_MARKS
            .iter()
            .filter(|(mark, _)| stands(mark))
            .flat_map(|(_, codes)| codes.iter().copied()),
    );
    found.extend(
        OTHER_MARKS
            .iter()
            .filter(|(mark, _)| stands(mark))
            .map(|(_, code)| *code),
    );
    found
}

/// Runs of letters as written; `RM100.00` has `RM`.
fn letter_runs(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
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
                contains_whole(&self.joined, original) && date::agrees(iso, original)
            }
            "iban" => {
                let plain: String = self
                    .joined
                    .chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect();
                value.as_str().is_some_and(|iban| {
                    !iban.is_empty() && plain.to_ascii_uppercase().contains(iban)
                })
            }
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
        let percent = ["%", "percent", "per cent", "prozent", "v.h.", "pct"]
            .iter()
            .any(|mark| lower.contains(mark));
        let points = lower.contains("basis point") || lower.contains("bps");
        let stands = |number: f64| {
            self.quotes
                .iter()
                .any(|quote| figure::states(quote, number))
        };
        (percent && stands(number)) || (points && stands((number * 100.0).round()))
    }

    /// A scale may stand in a heading above the quote; any other unit stands
    /// in the quote.
    fn unit(&self, unit: &str) -> bool {
        if unit == "%" {
            let lower = self.joined.to_lowercase();
            return ["%", "percent", "per cent", "prozent", "v.h.", "pct"]
                .iter()
                .any(|mark| lower.contains(mark));
        }
        if let Some((_, marks)) = SCALES.iter().find(|(scale, _)| *scale == unit) {
            let pieces = |text: &str| -> Vec<String> {
                let lower = text.to_lowercase();
                lower
                    .split(|letter: char| !letter.is_alphanumeric())
                    .map(|word| {
                        word.trim_start_matches(|letter: char| {
                            letter.is_ascii_digit() && word.chars().any(char::is_alphabetic)
                        })
                        .to_owned()
                    })
                    .collect()
            };
            let stands = |text: &str| {
                pieces(text)
                    .iter()
                    .any(|word| marks.contains(&word.as_str()))
            };
            return stands(&self.joined) || stands(self.evidence);
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

/// Whether every number of a value stands somewhere in the evidence.
fn numbers_stand(value: &Value, evidence: &str) -> bool {
    match value {
        Value::Number(number) => number
            .as_f64()
            .is_some_and(|number| figure::states(evidence, number)),
        Value::Array(values) => values.iter().all(|value| numbers_stand(value, evidence)),
        Value::Object(fields) => fields.values().all(|value| numbers_stand(value, evidence)),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

fn evidence_text(request: &CheckRequest<'_>) -> String {
    let lines = request
        .evidence
        .used_chunks
        .iter()
        .flat_map(|chunk| &chunk.lines);
    lines
        .map(|line| line.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}
