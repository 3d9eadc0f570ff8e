//! Files of questions: TOML, JSON Lines, CSV, or a question a line.

use super::csv;
use crate::error::AppError;
use crate::file::read_text_within;
use contract::AnswerShape;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;

/// Most bytes of a file of questions.
const MAX_BYTES: u64 = 64 << 20;

/// One question of a batch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "TableQuestion"))]
#[serde(default)]
pub struct BatchQuestion {
    /// Its name in the table; unique in the batch.
    pub id: String,
    /// The question.
    pub question: String,
    /// The answer type; none: guessed from the question.
    pub answer_type: Option<String>,
    /// The shape; none: the type's own.
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>"))]
    pub answer_shape: Option<AnswerShape>,
    /// Labels for `classification`.
    pub labels: Vec<String>,
    /// A JSON Schema to answer with, instead of a type.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub schema: Option<Value>,
}

/// What a file of questions held.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QuestionFile {
    /// What the questions are for; empty where the file does not say.
    pub title: String,
    /// The questions, in the order of the file.
    pub questions: Vec<BatchQuestion>,
    /// Names of fields that are not used, such as the right answers of a test.
    pub unused_fields: Vec<String>,
}

/// Reads a file of questions by the ending of its name:
///
/// * `.toml`: a `title`, and a table `[[question]]` for each, with the fields of
///   JSON Lines;
/// * `.jsonl`: one JSON object a line with `question`, and where wanted `id`,
///   `type` (or `answer_type`), `shape`, `labels` (a list), `schema` (a JSON
///   Schema);
/// * `.csv`: the same names in the first row, but `schema`; labels separated by
///   commas;
/// * `.txt`: one question a line.
///
/// A question without an id is called `q1`, `q2`, ... by its place.
///
/// # Errors
///
/// [`AppError::File`]; [`AppError::Input`] naming the line that cannot be
/// used, or an id that stands twice.
pub fn read_questions(path: &Path) -> Result<QuestionFile, AppError> {
    let shown = path.display().to_string();
    let text = read_text_within(path, MAX_BYTES, "split the questions over several batches")?;
    parse_questions(&text, &shown, path)
}

/// The questions of a text; `path` says in which form they stand there.
pub(super) fn parse_questions(
    text: &str,
    shown: &str,
    path: &Path,
) -> Result<QuestionFile, AppError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    let (title, rows) = match ending.as_str() {
        "toml" => toml_rows(text, shown)?,
        "jsonl" | "ndjson" => (String::new(), json_rows(text, shown)?),
        "csv" => (String::new(), csv_rows(text, shown)?),
        "txt" => (String::new(), text_rows(text)),
        _ => {
            return Err(AppError::input(
                format!("{shown}: questions are read from .toml, .jsonl, .csv and .txt"),
                "name the file by what it holds",
            ));
        }
    };
    let file = collect(rows, shown)?;
    Ok(QuestionFile { title, ..file })
}

/// A row of the file: where it stands, and its fields.
struct Row {
    line: usize,
    fields: Map<String, Value>,
}

fn bad(shown: &str, line: usize, what: &str, help: &str) -> AppError {
    AppError::input(format!("{shown}, line {line}: {what}"), help)
}

/// A file of questions in TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    title: String,
    #[serde(default)]
    question: Vec<toml::Spanned<Map<String, Value>>>,
}

/// The title, and the rows.
fn toml_rows(text: &str, shown: &str) -> Result<(String, Vec<Row>), AppError> {
    let line_of = |byte: usize| {
        1 + text
            .bytes()
            .take(byte)
            .filter(|byte| *byte == b'\n')
            .count()
    };
    let written: Written = toml::from_str(text).map_err(|error| {
        let line = line_of(error.span().map_or(0, |span| span.start));
        bad(
            shown,
            line,
            error.message(),
            "write a table [[question]] for each, with at least `question`",
        )
    })?;
    let rows = written.question.into_iter().map(|question| Row {
        line: line_of(question.span().start),
        fields: question.into_inner(),
    });
    Ok((written.title, rows.collect()))
}

fn json_rows(text: &str, shown: &str) -> Result<Vec<Row>, AppError> {
    let lines = (1..).zip(text.lines());
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(line, text)| match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Ok(Row { line, fields }),
            _ => Err(bad(
                shown,
                line,
                "this is not a JSON object",
                "write one object a line, with at least `question`",
            )),
        })
        .collect()
}

fn csv_rows(text: &str, shown: &str) -> Result<Vec<Row>, AppError> {
    let records = csv::parse(text).map_err(|line| {
        bad(
            shown,
            line,
            "a quoted field does not end, or goes on after its quotes",
            "write a quote in a quoted field twice",
        )
    })?;
    let mut records = records.into_iter();
    let header: Vec<String> = records
        .next()
        .map(|(_, fields)| fields)
        .unwrap_or_default()
        .iter()
        .map(|name| name.trim().to_lowercase())
        .collect();
    records
        .filter(|(_, fields)| fields.iter().any(|field| !field.trim().is_empty()))
        .map(|(line, fields)| {
            if fields.len() > header.len() {
                return Err(bad(
                    shown,
                    line,
                    "the row has more fields than the first row has names",
                    "quote fields that hold commas",
                ));
            }
            let fields = header
                .iter()
                .zip(fields)
                .filter(|(name, field)| !name.is_empty() && !field.trim().is_empty())
                .map(|(name, field)| {
                    let value = if name == "labels" {
                        field.split(',').map(str::trim).collect()
                    } else {
                        Value::String(field)
                    };
                    (name.clone(), value)
                })
                .collect();
            Ok(Row { line, fields })
        })
        .collect()
}

fn text_rows(text: &str) -> Vec<Row> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(line, text)| Row {
            line,
            fields: Map::from_iter([("question".to_owned(), text.trim().into())]),
        })
        .collect()
}

fn collect(rows: Vec<Row>, shown: &str) -> Result<QuestionFile, AppError> {
    let mut file = QuestionFile::default();
    let (mut ids, mut unused) = (BTreeSet::new(), BTreeSet::new());
    for (place, row) in (1..).zip(rows) {
        let line = row.line;
        let mut question = read_row(row, shown, &mut unused)?;
        if question.id.is_empty() {
            question.id = format!("q{place}");
        }
        if !ids.insert(question.id.clone()) {
            return Err(bad(
                shown,
                line,
                &format!("the id {} stands twice", question.id),
                "give each question an id of its own, or none",
            ));
        }
        file.questions.push(question);
    }
    file.unused_fields = unused.into_iter().collect();
    Ok(file)
}

fn read_row(
    mut row: Row,
    shown: &str,
    unused: &mut BTreeSet<String>,
) -> Result<BatchQuestion, AppError> {
    let line = row.line;
    let mut take = |names: &[&str]| {
        let mut taken = None;
        for name in names {
            let value = row.fields.shift_remove(*name);
            taken = taken.or(value.filter(|value| !value.is_null()));
        }
        taken
    };
    let wrong = |name: &str| {
        bad(
            shown,
            line,
            &format!("`{name}` is not what it should be"),
            "`id`, `question`, `type` and `shape` are text, `labels` is a list of texts, `schema` an object",
        )
    };
    let word = |name: &str, value: Option<Value>| match value {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim().to_owned())),
        Some(Value::Number(number)) if name == "id" => Ok(Some(number.to_string())),
        Some(_) => Err(wrong(name)),
    };
    let question = BatchQuestion {
        id: word("id", take(&["id"]))?.unwrap_or_default(),
        question: word("question", take(&["question"]))?.unwrap_or_default(),
        answer_type: word("type", take(&["type", "answer_type"]))?,
        answer_shape: word("shape", take(&["shape", "answer_shape"]))?
            .map(|name| {
                serde_json::from_value(Value::String(name.replace('-', "_")))
                    .map_err(|_| wrong("shape"))
            })
            .transpose()?,
        labels: match take(&["labels"]) {
            None => Vec::new(),
            Some(value) => serde_json::from_value(value).map_err(|_| wrong("labels"))?,
        },
        schema: take(&["schema"]),
    };
    if question.question.is_empty() {
        return Err(bad(
            shown,
            line,
            "there is no `question`",
            "ask something in each row",
        ));
    }
    unused.extend(row.fields.into_iter().map(|(name, _)| name));
    Ok(question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(name: &str, text: &str) -> Result<QuestionFile, AppError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read_questions(&path)
    }

    #[test]
    fn json_lines_hold_all_that_a_question_may_have() {
        let text = concat!(
            "{\"id\": \"rent\", \"question\": \" What is the rent? \", \"type\": \"amount\", \"shape\": \"listing\"}\n\n",
            "{\"question\": \"Which?\", \"answer_type\": \"classification\", \"labels\": [\"a\", \"b\"], \"expected\": [1]}\n",
            "{\"id\": 7, \"question\": \"What?\", \"schema\": {\"type\": \"object\"}, \"type\": null}\n",
        );
        let file = read("q.jsonl", text).unwrap();
        assert_eq!(file.unused_fields, ["expected"]);
        let [rent, which, what] = file.questions.as_slice() else {
            panic!("three questions");
        };
        assert_eq!(rent.question, "What is the rent?");
        assert_eq!(rent.answer_type.as_deref(), Some("amount"));
        assert_eq!(rent.answer_shape, Some(AnswerShape::Listing));
        assert_eq!((which.id.as_str(), which.labels.len()), ("q2", 2));
        assert_eq!(which.answer_type.as_deref(), Some("classification"));
        assert_eq!((what.id.as_str(), &what.answer_type), ("7", &None));
        assert_eq!(what.schema, Some(json!({"type": "object"})));
    }

    #[test]
    fn toml_holds_a_title_and_a_table_a_question() {
        let text = "title = \"Leases\"\n\n[[question]]\nid = \"rent\"\nquestion = \"What is the rent?\"\n\
                    type = \"amount\"\nnote = 1\n\n[[question]]\nquestion = \"Which?\"\nlabels = [\"a\", \"b\"]\n";
        let file = read("q.toml", text).unwrap();
        assert_eq!((file.title.as_str(), file.questions.len()), ("Leases", 2));
        assert_eq!(file.questions[0].answer_type.as_deref(), Some("amount"));
        assert_eq!(file.questions[1].id, "q2");
        assert_eq!(file.questions[1].labels, ["a", "b"]);
        assert_eq!(file.unused_fields, ["note"]);
    }

    #[test]
    fn csv_names_its_fields_in_the_first_row() {
        let text = "\u{feff}ID,Question,type,labels,note\r\nr,\"What is, say, the \"\"rent\"\"?\",amount,,x\r\n,Which?,classification,\"a, b\"\r\n,,,\r\n";
        let file = read("q.csv", text).unwrap();
        assert_eq!(file.unused_fields, ["note"]);
        assert_eq!(file.questions.len(), 2);
        assert_eq!(file.questions[0].question, "What is, say, the \"rent\"?");
        assert_eq!(file.questions[0].id, "r");
        assert_eq!(file.questions[1].id, "q2");
        assert_eq!(file.questions[1].labels, ["a", "b"]);
    }

    #[test]
    fn text_holds_a_question_a_line() {
        let file = read("q.txt", "What is the rent?\n\n  Who pays?\n").unwrap();
        let words: Vec<_> = file
            .questions
            .iter()
            .map(|question| (question.id.as_str(), question.question.as_str()))
            .collect();
        assert_eq!(words, [("q1", "What is the rent?"), ("q2", "Who pays?")]);
    }

    #[test]
    fn a_row_that_cannot_be_used_is_named_by_its_line() {
        for (name, text, line) in [
            ("q.jsonl", "{\"question\": \"a\"}\nnot JSON", "line 2"),
            ("q.jsonl", "{\"id\": \"a\"}", "line 1"),
            ("q.jsonl", "{\"question\": [\"a\"]}", "line 1"),
            (
                "q.jsonl",
                "{\"question\": \"a\", \"shape\": \"cube\"}",
                "line 1",
            ),
            (
                "q.jsonl",
                "{\"question\": \"a\", \"labels\": \"b\"}",
                "line 1",
            ),
            (
                "q.jsonl",
                "{\"id\":\"x\",\"question\":\"a\"}\n{\"id\":\"x\",\"question\":\"b\"}",
                "line 2",
            ),
            (
                "q.toml",
                "[[question]]\nquestion = 'a'\n\n[[question]]\nid = 'b'\n",
                "line 4",
            ),
            ("q.toml", "[[question]]\nquestion = \n", "line 2"),
            ("q.toml", "[[questions]]\nquestion = 'a'\n", "line 1"),
            ("q.csv", "question\n\"a\"b\n", "line 2"),
            ("q.csv", "question\n\"a\n", "line 2"),
            ("q.csv", "question\na,b\n", "line 2"),
            ("q.pdf", "a", ""),
        ] {
            let error = read(name, text).unwrap_err();
            assert!(matches!(error, AppError::Input { .. }), "{name} {text}");
            assert!(error.to_string().contains(line), "{error}");
            assert!(!error.help().is_empty());
        }
    }
}
