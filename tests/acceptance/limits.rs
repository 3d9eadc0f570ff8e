//! What large input costs: an operating-system limit on the whole process holds.

use acceptance::{Scratch, has};
use serde_json::{Value, json};

/// Address space of the process, in KiB: a process that compiles a small schema needs a third of it.
const MAX_KIB: u32 = 600_000;

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "uses ulimit")]
fn a_schema_that_requires_twenty_thousand_names_compiles_in_little_memory() {
    if !has("sh", &["-c", "true"]) {
        return;
    }
    let scratch = Scratch::new();
    let names: Vec<String> = (0..20_000).map(|number| format!("name_{number}")).collect();
    let properties: serde_json::Map<String, Value> = names
        .iter()
        .map(|name| (name.clone(), json!({ "type": "integer" })))
        .collect();
    let declared = json!({ "type": "object", "required": names, "properties": properties });
    let bare = json!({ "type": "object", "required": names });
    for (file, schema) in [("declared.json", declared), ("bare.json", bare)] {
        let schema = scratch.file(file, schema.to_string());
        let limit = format!("ulimit -v {MAX_KIB}; exec \"$@\"");
        let command = scratch.attest(&["grammar", "compile", &schema]);
        let run = command.under("sh", &["-c", &limit, "sh"]).run();
        run.assert_code(0);
        assert!(run.stdout.contains("name_19999"), "{file}");
    }
}
