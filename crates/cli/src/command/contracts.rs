//! `attest contracts`.

use crate::arguments::Contracts;
use crate::global::Global;
use app::AppError;
use contract::published;
use serde_json::{Value, json};

pub fn run(global: &Global, contracts: Contracts) -> Result<u8, AppError> {
    let registry = global.service(true)?.answer_types()?;
    match contracts {
        Contracts::List => {
            let types: Vec<Value> = registry
                .list()
                .map(|entry| {
                    json!({ "name": entry.name, "title": entry.title, "description": entry.description,
                            "shape": entry.shape })
                })
                .collect();
            global.print(&types, |_| {
                let line = |entry: &contract::AnswerType| {
                    format!(
                        "{:<16} {:<14} {}",
                        entry.name, entry.title, entry.description
                    )
                };
                registry.list().map(line).collect::<Vec<_>>().join("\n")
            });
        }
        Contracts::Show {
            name,
            schema,
            grammar,
        } => {
            // `response`, `amount.answer`, `amount.response`.
            if schema && let Some(published) = published::schema(&registry, &name) {
                global.print(&published, |schema| format!("{schema:#}"));
                return Ok(0);
            }
            let entry = registry.find(&name)?;
            if grammar {
                let compiled = grammar::compile(&entry.value_schema, &grammar::Options::default())?;
                let gbnf = grammar::gbnf::print(&compiled.grammar);
                global.print(&json!({ "name": name, "gbnf": gbnf }), |_| gbnf.clone());
            } else {
                global.print(&entry.value_schema, |schema| format!("{schema:#}"));
            }
        }
    }
    Ok(0)
}
