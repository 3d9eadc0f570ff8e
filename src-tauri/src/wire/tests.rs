use super::*;
use crate::failure::Failure;
use std::any::TypeId;
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};

const GENERATED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/backend/wire.ts");

const HEAD: &str = "/* Generated from the types that cross the wire; do not edit.
   WIRE=write cargo test --release --locked --workspace --bin attest-desktop wire */
";

/// Declarations with their documentation, by the name of their type: the order
/// in which a type names its parts differs from one compilation to the next.
struct Declarations {
    config: Config,
    declared: BTreeMap<String, (TypeId, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only what derives has a file to be exported to: numbers, lists and the
        // like have names, but no declarations.
        if T::output_path().is_none() {
            return;
        }
        let (name, id) = (T::ident(&self.config), TypeId::of::<T>());
        if let Some((before, _)) = self.declared.get(&name) {
            assert!(*before == id, "two types are called {name}");
            return;
        }
        let documentation = T::docs().unwrap_or_default();
        let declaration = format!("\n{documentation}export {}\n", T::decl(&self.config));
        self.declared.insert(name, (id, declaration));
        T::visit_dependencies(self);
    }
}

/// The page's half of the wire: what commands take and give, and all that it is
/// made of, with the words of each, in one file.
fn typescript() -> String {
    let mut declarations = Declarations {
        // Whole numbers here stay far below 2^53.
        config: Config::new().with_large_int("number"),
        declared: BTreeMap::new(),
    };
    macro_rules! declare {
        ($($name:ty),* $(,)?) => { $(declarations.visit::<$name>();)* };
    }
    declare![
        Failure,
        app::DocumentSummary,
        app::Collection,
        MetadataRules,
        ImportProgress,
        app::Outline,
        app::Line,
        app::FoundLine,
        Sample,
        app::Understanding,
        Question,
        app::Event,
        app::KeptOutcome,
        app::HistoryEntry,
        app::Explanation,
        AnswerType,
        AnswerTypeDetail,
        CompiledSchema,
        Whitespace,
        InstanceVerdict,
        ModelSummary,
        app::ModelFit,
        app::ModelSpeed,
        app::Work,
        RecordFilter,
        RecordSummary,
        RecordDetail,
        AuditVerdict,
        SealedCopy,
        KeyFile,
        SavedCheckpoint,
        app::Replay,
        Keeping,
        HoldReason,
        RetentionApplied,
        app::Settings,
        app::Administered,
        app::diagnose::Check,
        Machine,
        app::QuestionSet,
        QuestionsRead,
        app::NewTable,
        app::TableSummary,
        app::Table,
        app::TableNews,
        app::QueueRequest,
        app::Queue,
        app::NewReview,
        app::Review,
        app::Standing,
        OpenedComparison,
        NewComparison,
        CasesFile,
        ComparisonProgress,
        BlindState,
        lab::compare::Choice,
        app::Pace,
        WatchNews,
    ];
    let texts = declarations.declared.into_values();
    let texts = texts.map(|(_, declaration)| declaration);
    std::iter::once(HEAD.to_owned()).chain(texts).collect()
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
        "ui/src/backend/wire.ts is not what crosses the wire; run this test with WIRE=write"
    );
}
