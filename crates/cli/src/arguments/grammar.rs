//! The arguments of `attest grammar`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Grammar {
    /// Compile a JSON Schema to GBNF.
    Compile {
        schema: PathBuf,
        /// Write the grammar here instead of standard output.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write the report (enforced and residual keywords) here.
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
        #[arg(long, default_value = "spaced")]
        whitespace: Whitespace,
        /// Lines of evidence for the x-evidence keywords.
        #[arg(long, value_name = "LINES")]
        evidence: Option<PathBuf>,
    },
    /// Check a GBNF grammar, and instances against it.
    Check {
        grammar: PathBuf,
        /// Files with one instance each; `-` reads standard input.
        instances: Vec<PathBuf>,
    },
    /// Measure the compiler and the matcher on schemas with instances.
    Bench(Bench),
}

#[derive(Args)]
#[command(
    long_about = "Measure the compiler and the matcher on schemas with instances.\n\n\
        A file is a MaskBench case ({\"schema\", \"tests\": [{\"valid\", \"data\"}]}), such cases \
        one a line (.jsonl), or a file of the JSON-Schema-Test-Suite, whose draft is the name \
        of its folder. Each schema is compiled and the tokens of each instance are fed to the \
        matcher, with a mask before each. Exit code 0 says that all were measured, not that \
        all pass."
)]
pub struct Bench {
    /// Files and folders of them.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Whose compiler and matcher.
    #[arg(long, default_value = "attest")]
    pub engine: BenchEngine,
    /// Model whose vocabulary is used (default: the catalogue's).
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// White space of grammars and instances.
    #[arg(long, default_value = "any")]
    pub whitespace: Whitespace,
    /// Order of keys: as defined (the canonical form), or free [default: free
    /// in any white space, otherwise as defined].
    #[arg(long, value_name = "ORDER")]
    pub key_order: Option<KeyOrder>,
    /// Seconds that one schema may take, with its instances.
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout_s: u64,
    /// Only every Nth schema, from the first on.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: usize,
    /// With --engine llama: look only at each next token, not at the whole
    /// mask; the verdicts are the same, and come a hundred times sooner.
    #[arg(long)]
    pub no_masks: bool,
    /// Write the result here as JSON, beside the table.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum BenchEngine {
    /// This program's.
    Attest,
    /// llama.cpp's converter and grammar sampler, in a build that has them.
    Llama,
    /// llama.cpp's sampler on this program's grammars, mask by mask.
    Compare,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum KeyOrder {
    Definition,
    Free,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Whitespace {
    Spaced,
    Compact,
    Any,
}
