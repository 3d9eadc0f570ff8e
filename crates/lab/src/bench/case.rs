//! The cases of a bench: `MaskBench` files and the JSON-Schema-Test-Suite.

use app::{AppError, read_cases, read_json};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// One schema with its instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its name, unique in a bench.
    pub id: String,
    /// The schema.
    pub schema: Value,
    /// The instances.
    pub tests: Vec<Test>,
    /// Whether `format` is an assertion here, as everywhere but in the main
    /// files of the JSON-Schema-Test-Suite, or an annotation.
    pub formats: bool,
}

/// One instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// What the data's author says of it.
    pub valid: bool,
    /// The instance.
    pub data: Value,
}

/// The cases of some files and folders.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cases {
    /// In the order of the paths and of the files' names.
    pub cases: Vec<Case>,
    /// JSON files in folders that hold no cases.
    pub skipped: Vec<PathBuf>,
}

/// Folder names of the suite and the drafts they stand for.
const DRAFTS: [(&str, &str); 6] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    (
        "draft2019-09",
        "https://json-schema.org/draft/2019-09/schema",
    ),
    (
        "draft2020-12",
        "https://json-schema.org/draft/2020-12/schema",
    ),
    ("draft-next", "https://json-schema.org/draft/2020-12/schema"),
];

/// Reads files, and the `.json` and `.jsonl` files in folders.
///
/// # Errors
///
/// [`AppError::File`], [`AppError::Input`] for a named file that holds no
/// cases.
pub fn read(paths: &[PathBuf]) -> Result<Cases, AppError> {
    let mut cases = Cases::default();
    for path in paths {
        if path.is_dir() {
            let mut files = Vec::new();
            list(path, &mut files)?;
            for file in files {
                let name = file.strip_prefix(path).unwrap_or(&file).to_owned();
                match read_file(&file, &name) {
                    Ok(found) => cases.cases.extend(found),
                    Err(AppError::Input { .. }) => cases.skipped.push(file),
                    Err(error) => return Err(error),
                }
            }
        } else {
            let name = path.file_name().map(PathBuf::from).unwrap_or_default();
            cases.cases.extend(read_file(path, &name)?);
        }
    }
    make_unique(&mut cases.cases);
    Ok(cases)
}

fn file_error(path: &Path, error: std::io::Error) -> AppError {
    AppError::File {
        path: path.display().to_string(),
        error,
    }
}

/// The JSON files below a folder, by name.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), AppError> {
    let entries = std::fs::read_dir(folder).map_err(|error| file_error(folder, error))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    paths.sort();
    for path in paths {
        let is_json = path
            .extension()
            .is_some_and(|extension| extension == "json" || extension == "jsonl");
        // A link to a folder could lead round in a circle.
        if path.is_dir() && !path.is_symlink() {
            list(&path, files)?;
        } else if is_json && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn read_file(path: &Path, name: &Path) -> Result<Vec<Case>, AppError> {
    let not_cases = |what: &str| {
        AppError::input(
            format!("{}: {what}", path.display()),
            "a file holds {\"schema\", \"tests\"}, one such object a line (.jsonl), \
             or the groups of a JSON-Schema-Test-Suite file",
        )
    };
    if path.extension().is_some_and(|one| one == "jsonl") {
        let text = read_cases(path)?;
        return (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| {
                let value = serde_json::from_str(line)
                    .map_err(|_| not_cases(&format!("line {number} is not JSON")))?;
                let fallback = format!("{}:{number}", name.display());
                mask_bench(value, &fallback)
                    .ok_or_else(|| not_cases(&format!("line {number} holds no case")))
            })
            .collect();
    }
    match read_json(path)? {
        Value::Array(groups) => {
            suite(groups, path).ok_or_else(|| not_cases("this is no list of test groups"))
        }
        value => {
            let fallback = name.with_extension("").display().to_string();
            mask_bench(value, &fallback)
                .map(|case| vec![case])
                .ok_or_else(|| not_cases("there is no schema with tests in it"))
        }
    }
}

fn tests(value: Option<Value>) -> Option<Vec<Test>> {
    let Some(Value::Array(list)) = value else {
        return value.is_none().then(Vec::new);
    };
    list.into_iter()
        .map(|mut test| {
            Some(Test {
                valid: test.get("valid")?.as_bool()?,
                data: test.as_object_mut()?.shift_remove("data")?,
            })
        })
        .collect()
}

fn mask_bench(value: Value, fallback: &str) -> Option<Case> {
    let Value::Object(mut object) = value else {
        return None;
    };
    let schema = object.shift_remove("schema")?;
    let id = object.get("id").and_then(Value::as_str);
    Some(Case {
        id: id.unwrap_or(fallback).to_owned(),
        schema,
        tests: tests(object.shift_remove("tests"))?,
        formats: true,
    })
}

/// A file of the suite: its draft and its name come from the path.
fn suite(groups: Vec<Value>, path: &Path) -> Option<Vec<Case>> {
    let parts: Vec<String> = path
        .with_extension("")
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let known = |part: &String| DRAFTS.iter().find(|(folder, _)| folder == part);
    let folder = parts.iter().rposition(|part| known(part).is_some());
    let from = folder.unwrap_or(parts.len().saturating_sub(1));
    let draft = parts.get(from).and_then(known).map(|(_, address)| *address);
    let name = parts.get(from..).unwrap_or_default().join("/");
    let formats = name.contains("/optional/format");
    groups
        .into_iter()
        .map(|group| {
            let Value::Object(mut group) = group else {
                return None;
            };
            let description = group.get("description")?.as_str()?.to_owned();
            let mut schema = group.shift_remove("schema")?;
            if let (Value::Object(schema), Some(draft)) = (&mut schema, draft) {
                name_draft(schema, draft);
            }
            Some(Case {
                id: format!("{name}/{description}"),
                schema,
                tests: tests(group.shift_remove("tests"))?,
                formats,
            })
        })
        .collect()
}

/// `$schema` in front, where it is absent.
fn name_draft(schema: &mut Map<String, Value>, draft: &str) {
    if !schema.contains_key("$schema") {
        schema.shift_insert(0, "$schema".to_owned(), draft.into());
    }
}

/// The second of one name becomes `name#2`.
fn make_unique(cases: &mut [Case]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let count = seen.entry(case.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            case.id = format!("{}#{count}", case.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_suite_file_takes_its_draft_from_its_folder() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("draft7/optional");
        std::fs::create_dir_all(&folder).unwrap();
        let group = |schema: Value| {
            json!({ "description": "one", "schema": schema,
                    "tests": [{ "description": "t", "data": 1, "valid": true }] })
        };
        let groups = json!([group(json!({ "type": "integer" })), group(json!(true))]);
        std::fs::write(folder.join("type.json"), groups.to_string()).unwrap();
        std::fs::write(folder.join("other.json"), "{}").unwrap();
        let read = read(&[directory.path().to_owned()]).unwrap();
        let ids: Vec<&str> = read.cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(
            ids,
            ["draft7/optional/type/one", "draft7/optional/type/one#2"]
        );
        assert_eq!(
            read.cases.first().map(|case| case.schema.to_string()),
            Some(
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"integer"}"#.into()
            )
        );
        assert!(read.cases.iter().all(|case| !case.formats));
        assert_eq!(read.skipped.len(), 1);
    }

    #[test]
    fn a_mask_bench_file_is_one_case_and_a_jsonl_file_many() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        std::fs::write(path("a.json"), r#"{"schema": {}, "tests": []}"#).unwrap();
        let lines = "{\"id\": \"x\", \"schema\": {}, \"tests\": [{\"valid\": false, \"data\": 1}]}\n\n{\"schema\": {}}\n";
        std::fs::write(path("b.jsonl"), lines).unwrap();
        let read = read(&[directory.path().to_owned()]).unwrap();
        let ids: Vec<&str> = read.cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(ids, ["a", "x", "b.jsonl:3"]);
        std::fs::write(path("c.jsonl"), "[]\n").unwrap();
        assert!(matches!(
            super::read(&[path("c.jsonl")]),
            Err(AppError::Input { .. })
        ));
    }
}
