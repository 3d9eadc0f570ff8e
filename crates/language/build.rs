//! Lists the packs of `languages/`, so that a language is a file and nothing else: writes
//! `packs.rs` with the text of each, English first, the others in order of their names.

use std::path::{Path, PathBuf};

/// The language that a question is in where nothing tells.
const FIRST: &str = "en.toml";

fn main() -> std::io::Result<()> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&manifest).join("../../languages");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort_by_key(|path| (!path.ends_with(FIRST), path.clone()));
    let texts: Vec<String> = files
        .iter()
        .map(|path| format!("    include_str!({:?}),\n", path.display().to_string()))
        .collect();
    let texts = texts.concat();
    let count = files.len();
    let source = format!("const TEXTS: [&str; {count}] = [\n{texts}];\n");
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&out).join("packs.rs"), source)
}
