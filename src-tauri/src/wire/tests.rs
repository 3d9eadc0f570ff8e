use super::*;
use crate::failure::Failure;
use std::fmt::Write as _;
use ts_rs::{Config, TS};

const GENERATED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/backend/wire.ts");

/// The page's half of the wire: every type with its words, in one file.
fn typescript() -> String {
    /// One declaration with its documentation.
    fn declare<T: TS>(config: &Config, text: &mut String) {
        let documentation = T::docs().unwrap_or_default();
        let _ = write!(text, "\n{documentation}export {}\n", T::decl(config));
    }
    macro_rules! declare_all {
        ($($name:ty),* $(,)?) => {{
            // Whole numbers here stay far below 2^53.
            let config = Config::new().with_large_int("number");
            let mut text = String::from(
                "/* Generated from src-tauri/src/wire by `WIRE=write cargo test` (README); do not edit. */\n",
            );
            $(declare::<$name>(&config, &mut text);)*
            text
        }};
    }
    declare_all![
        Failure,
        DocumentSummary,
        MetadataRules,
        ImportState,
        ImportProgress,
        Bounds,
        Line,
        Page,
        Section,
        Cell,
        Table,
        DocumentDetail,
        Sample,
        Certainty,
        Condition,
        ParsedQuestion,
        Question,
        Stage,
        Progress,
        Status,
        TokenUsage,
        Boundary,
        Citation,
        Response,
        AskOutcome,
        HistoryEntry,
        Round,
        Passage,
        HeldBack,
        StageTime,
        Count,
        NamedHash,
        Explanation,
        AnswerType,
        AnswerTypeDetail,
        Enforcement,
        KeywordReport,
        RuleSource,
        CompiledSchema,
        Whitespace,
        Violation,
        InstanceVerdict,
        ModelSummary,
        ModelFit,
        ModelBench,
        WorkStage,
        WorkProgress,
        RecordFilter,
        RecordSummary,
        RecordContent,
        RecordDetail,
        AuditVerdict,
        Appearance,
        Settings,
        Check,
        Machine,
    ]
}

#[test]
fn the_generated_types_of_the_page_are_current() {
    let wanted = typescript();
    if std::env::var_os("WIRE").is_some_and(|what| what == "write") {
        std::fs::write(GENERATED, &wanted).unwrap();
    }
    let committed = std::fs::read_to_string(GENERATED).unwrap_or_default();
    assert!(
        committed == wanted,
        "ui/src/backend/wire.ts is not what src-tauri/src/wire says; run this test with WIRE=write"
    );
}
