//! One error type for the two surfaces: what happened, where, and what to do.

use crate::keyring::KeyringError;
use contract::{DraftError, RegistryError};
use engine::{CatalogueError, EngineError, ModelError, ServedFault};
use evidence::reader::ReadError;
use firewall::FindingKind;
use pipeline::StageError;
use provider::ProviderError;
use vault::VaultError;

/// Which exit code an error has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The caller gave something that cannot be used: exit code 2.
    BadInput,
    /// It should have worked: exit code 3.
    Failed,
}

/// Everything that can go wrong in a use case. Messages hold no text of a
/// document.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Something the caller gave cannot be used.
    #[error("{message}")]
    Input {
        /// What.
        message: String,
        /// What to do.
        help: String,
    },
    /// A file the caller named cannot be opened.
    #[error("{path}: {error}")]
    File {
        /// The file as the caller named it.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A document cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// A document cannot be read, or not within the limits; told in words,
    /// because another process found it out, or an earlier question.
    #[error("{message}")]
    Document {
        /// What, naming the file.
        message: String,
        /// What to do.
        help: String,
    },
    /// The process that reads a document could not be started, which is no fault of the document.
    #[error("{message}")]
    NotStarted {
        /// What, naming the file.
        message: String,
        /// What to do.
        help: String,
    },
    /// The process that reads a document died of something that is not known to be the document's
    /// doing.
    #[error("{message}")]
    Reader {
        /// What, naming the file.
        message: String,
        /// What to do.
        help: String,
    },
    /// What is stored is not what was imported.
    #[error("{message}")]
    Altered {
        /// What, naming the document.
        message: String,
        /// What to do.
        help: String,
    },
    /// A document was imported and could not be embedded.
    #[error("{message}")]
    Unembedded {
        /// What, naming the file.
        message: String,
        /// What to do.
        help: String,
    },
    /// The vault.
    #[error("{0}")]
    Vault(#[from] VaultError),
    /// A proof, a checkpoint or a signature that is not believed.
    #[error("{0}")]
    Proof(#[from] vault::ProofError),
    /// A time stamp that is not believed.
    #[error("{0}")]
    Stamp(#[from] timestamp::StampError),
    /// What crosses an air gap.
    #[error("{0}")]
    Transfer(#[from] transfer::TransferError),
    /// Key and checkpoint beside the vault.
    #[error("{0}")]
    Seal(#[from] vault::seal::SealError),
    /// The system's keyring.
    #[error("{0}")]
    Keyring(#[from] KeyringError),
    /// A model file.
    #[error("{0}")]
    Model(#[from] ModelError),
    /// The catalogue.
    #[error("{0}")]
    Catalogue(#[from] CatalogueError),
    /// Inference.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// An answer type.
    #[error("{0}")]
    Type(#[from] RegistryError),
    /// A draft or the schema of one.
    #[error("{0}")]
    Draft(#[from] DraftError),
    /// A schema that cannot be compiled.
    #[error("{0}")]
    Schema(#[from] grammar::SchemaError),
    /// A policy file.
    #[error("{0}")]
    Policy(#[from] evidence::policy::PolicyError),
    /// The firewall refused every draft.
    #[error("no draft passed the checks: {}", names(.findings))]
    Refused {
        /// What was found on the last draft, the first reason first.
        findings: Vec<FindingKind>,
    },
    /// Evidence could not be selected.
    #[error("{0}")]
    Select(#[from] evidence::select::SelectError),
    /// Structured output without documents.
    #[error("{0}")]
    Provider(#[from] ProviderError),
    /// Whoever asked for it ended it.
    #[error("cancelled")]
    Cancelled,
    /// An error of resources that are not the service's own.
    #[error("{0}")]
    Resource(Box<dyn std::error::Error + Send + Sync>),
}

/// What the stages of a question know keeps its name there; the rest passes through them unread.
impl From<AppError> for StageError {
    fn from(error: AppError) -> Self {
        match error {
            AppError::Input { message, help } => StageError::Input { message, help },
            AppError::Engine(error) => StageError::Engine(error),
            AppError::Type(error) => StageError::Type(error),
            AppError::Draft(error) => StageError::Draft(error),
            AppError::Schema(error) => StageError::Schema(error),
            AppError::Select(error) => StageError::Select(error),
            AppError::Refused { findings } => StageError::Refused { findings },
            AppError::Resource(error) => StageError::Resource(error),
            own => StageError::Resource(Box::new(own)),
        }
    }
}

impl From<StageError> for AppError {
    fn from(error: StageError) -> Self {
        match error {
            StageError::Input { message, help } => AppError::Input { message, help },
            StageError::Engine(error) => AppError::Engine(error),
            StageError::Type(error) => AppError::Type(error),
            StageError::Draft(error) => AppError::Draft(error),
            StageError::Schema(error) => AppError::Schema(error),
            StageError::Select(error) => AppError::Select(error),
            StageError::Refused { findings } => AppError::Refused { findings },
            StageError::Resource(error) => match error.downcast() {
                Ok(own) => *own,
                Err(other) => AppError::Resource(other),
            },
        }
    }
}

fn names(findings: &[FindingKind]) -> String {
    let names: Vec<String> = findings.iter().map(|kind| kind.name()).collect();
    names.join(", ")
}

impl AppError {
    /// An input error.
    pub fn input(message: impl Into<String>, help: impl Into<String>) -> AppError {
        AppError::Input {
            message: message.into(),
            help: help.into(),
        }
    }

    /// Whether it belongs to one request, so that others may do better: not what every
    /// request would meet, such as a missing model, and not cancelling.
    pub(crate) fn is_of_one_request(&self) -> bool {
        !matches!(
            self,
            AppError::Vault(_)
                | AppError::Model(_)
                | AppError::Catalogue(_)
                | AppError::Engine(
                    EngineError::Cancelled
                        | EngineError::Start(_)
                        | EngineError::Load(_)
                        | EngineError::Altered
                        | EngineError::Served(ServedFault {
                            is_of_one_request: false,
                            ..
                        })
                )
        )
    }

    /// A stable word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            AppError::Input { .. } => "input",
            AppError::File { .. } => "file",
            AppError::Read(_) | AppError::Document { .. } => "document",
            AppError::NotStarted { .. } => "not_started",
            AppError::Reader { .. } => "reader",
            AppError::Altered { .. } => "altered",
            AppError::Unembedded { .. } => "unembedded",
            AppError::Vault(VaultError::Encrypted) => "encrypted",
            AppError::Vault(VaultError::WrongPassphrase) => "wrong_passphrase",
            AppError::Vault(VaultError::Held { .. }) => "held",
            AppError::Vault(_) => "vault",
            AppError::Proof(_) | AppError::Stamp(_) => "proof",
            AppError::Transfer(_) => "transfer",
            AppError::Seal(_) => "seal",
            AppError::Keyring(error) => error.kind(),
            AppError::Engine(EngineError::Cancelled)
            | AppError::Model(ModelError::Cancelled)
            | AppError::Cancelled => "cancelled",
            AppError::Model(_) => "model",
            AppError::Catalogue(_) => "catalogue",
            AppError::Engine(EngineError::Served(fault)) => fault.kind,
            AppError::Engine(_) => "engine",
            AppError::Type(_) => "answer_type",
            AppError::Draft(_) => "draft",
            AppError::Schema(_) => "schema",
            AppError::Policy(_) => "policy",
            AppError::Refused { .. } => "refused",
            AppError::Select(_) => "selection",
            AppError::Provider(error) => error.kind(),
            AppError::Resource(_) => "resource",
        }
    }

    /// Which exit code it has.
    pub fn class(&self) -> Class {
        match self {
            AppError::Input { .. }
            | AppError::File { .. }
            | AppError::Read(_)
            | AppError::Document { .. }
            | AppError::Type(_)
            | AppError::Schema(_)
            | AppError::Proof(_)
            | AppError::Stamp(_)
            | AppError::Transfer(_)
            | AppError::Keyring(_)
            | AppError::Draft(DraftError::Keyword { .. })
            | AppError::Vault(
                VaultError::UnknownDocument { .. }
                | VaultError::UnknownRecord { .. }
                | VaultError::AmbiguousRecord { .. }
                | VaultError::NoVault { .. }
                | VaultError::Taken { .. }
                | VaultError::Encrypted
                | VaultError::WrongPassphrase
                | VaultError::ShortPassphrase
                | VaultError::NotEncrypted
                | VaultError::AlreadyEncrypted
                | VaultError::Held { .. }
                | VaultError::NotHeld { .. }
                | VaultError::SeveralHolds { .. }
                | VaultError::NoReason
                | VaultError::NoPeriod { .. }
                | VaultError::NotCovered { .. }
                | VaultError::SealedBackup { .. }
                | VaultError::NotSealed { .. }
                | VaultError::BackupKeys { .. }
                | VaultError::OtherBackupKeys { .. }
                | VaultError::OlderBackupKeys { .. }
                | VaultError::KeysBeside { .. }
                | VaultError::KeyGone { .. }
                | VaultError::UnknownKeys { .. }
                | VaultError::InvalidInput { .. },
            )
            | AppError::Provider(ProviderError::Schema(_))
            | AppError::Policy(_) => Class::BadInput,
            _ => Class::Failed,
        }
    }

    /// What a person can do about it.
    pub fn help(&self) -> String {
        match self {
            AppError::Input { help, .. }
            | AppError::Document { help, .. }
            | AppError::NotStarted { help, .. }
            | AppError::Reader { help, .. }
            | AppError::Altered { help, .. }
            | AppError::Unembedded { help, .. } => help.clone(),
            AppError::File { error, .. } => match error.kind() {
                std::io::ErrorKind::NotFound => "check the path".into(),
                std::io::ErrorKind::PermissionDenied => "check the file's permissions".into(),
                std::io::ErrorKind::StorageFull => "free some space on the disk".into(),
                _ => "check the path and the disk".into(),
            },
            AppError::Read(error) => error.help().to_string(),
            AppError::Vault(error) => error.help().to_string(),
            AppError::Proof(error) => error.help(),
            AppError::Stamp(error) => error.help().into(),
            AppError::Transfer(error) => error.help().into(),
            AppError::Seal(error) => error.help(),
            AppError::Keyring(error) => error.help().into(),
            AppError::Model(error) => error.help().into(),
            AppError::Catalogue(_) => "the program's own model list is broken: reinstall it".into(),
            AppError::Engine(error) => engine_help(error).into(),
            AppError::Type(_) => "`attest contracts list` prints the types".into(),
            AppError::Draft(_) | AppError::Schema(_) => {
                "`attest grammar compile SCHEMA` shows what a schema becomes".into()
            }
            AppError::Policy(_) => "compare it with the default policy".into(),
            AppError::Refused { .. } => {
                "nothing unchecked is shown; `attest audit show` has the findings".into()
            }
            AppError::Select(_) => "the evidence found is not usable: check the documents".into(),
            AppError::Provider(error) => error.help(),
            AppError::Cancelled => "nothing was changed".into(),
            AppError::Resource(_) => "ask whoever provides the documents and the models".into(),
        }
    }
}

fn engine_help(error: &EngineError) -> &'static str {
    match error {
        EngineError::Context { .. } => {
            "shorten the question or lower max_evidence_tokens in the policy"
        }
        EngineError::Crashed(_) => {
            "ask again; the process is started anew. `attest doctor` checks memory and model"
        }
        EngineError::Load(_) | EngineError::Altered => {
            "`attest models check NAME` says what is wrong with the file"
        }
        EngineError::Served(fault) => fault.help,
        EngineError::Cancelled => "nothing was answered",
        EngineError::TooLong(_) => "raise reserved_output_tokens in the policy",
        _ => "ask again; if it stays, `attest doctor` shows the state of the machine",
    }
}
