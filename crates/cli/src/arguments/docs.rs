//! Arguments of `attest docs`.

use super::keeping::{Hold, Release};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Docs {
    /// Import files and folders: text, Markdown, PDF, DOCX, XLSX, ODS, CSV, HTML, EML.
    Add {
        /// Files, and folders with everything in them that can be read; what is skipped is
        /// told with the reason.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Text recognition by an installed Tesseract: auto reads pages that
        /// hold only pictures, always reads every page of a PDF.
        #[arg(long, default_value = "auto")]
        ocr: OcrMode,
        /// Say this of the documents, for `ask --filter`; may be given several times. The key
        /// `knowledge_type` names what a policy may allow.
        #[arg(long = "meta", value_name = "KEY=VALUE")]
        metadata: Vec<String>,
        /// Put the documents into this collection; one that is missing is made.
        #[arg(long, value_name = "NAME")]
        collection: Option<String>,
        /// Give the documents this tag; may be given several times.
        #[arg(long = "tag", value_name = "NAME")]
        tags: Vec<String>,
        /// Return once the documents are in the list: what a search by meaning needs is made by
        /// the window, by the next question, or by the same command without this.
        #[arg(long)]
        no_wait: bool,
    },
    /// Say something of a document, for `ask --filter`.
    Meta {
        /// Its id, or the beginning of it.
        id: String,
        /// `client=Acme`; `client=` takes it back.
        #[arg(required = true, value_name = "KEY=VALUE")]
        metadata: Vec<String>,
    },
    /// List the documents, each with its collections and tags.
    List {
        /// Only those of this collection.
        #[arg(long, value_name = "NAME")]
        collection: Option<String>,
        /// Only those with this tag; given several times, with all of them.
        #[arg(long = "tag", value_name = "NAME")]
        tags: Vec<String>,
    },
    /// Give documents a tag: a word to find them again by.
    Tag {
        /// The tag.
        name: String,
        /// Documents, by the name of the file or the beginning of the id.
        #[arg(required = true, value_name = "DOC")]
        documents: Vec<String>,
    },
    /// Take a tag from documents.
    Untag {
        /// The tag.
        name: String,
        /// Documents, by the name of the file or the beginning of the id.
        #[arg(required = true, value_name = "DOC")]
        documents: Vec<String>,
    },
    /// List the tags, each with how many documents have it.
    Tags,
    /// Put documents into a collection; one that is missing is made.
    Collect(Collect),
    /// Take documents out of a collection; they stay in the list.
    Uncollect {
        /// The collection.
        name: String,
        /// Documents, by the name of the file or the beginning of the id.
        #[arg(required = true, value_name = "DOC")]
        documents: Vec<String>,
    },
    /// List the collections, and what is asked of them where nothing else is named.
    Collections,
    /// Give a collection another name; its documents stay in it.
    RenameCollection {
        /// The collection.
        name: String,
        /// What it is called from now on.
        new_name: String,
    },
    /// Delete a collection; its documents stay in the list.
    DeleteCollection {
        /// The collection.
        name: String,
    },
    /// Import what is new or changed in a folder, until Ctrl-C.
    #[command(
        long_about = "Import what is new or changed in a folder, until Ctrl-C.\n\n\
            The folder and those in it are looked at every 3 seconds. A file is imported once its size \
            and time are those of the look before, so that nobody is writing it. A file that changed is \
            another document, and the earlier one stays; nothing is removed. What is skipped is told once, \
            with the reason."
    )]
    Watch(Watch),
    /// Show one document.
    Show {
        /// Its id, or the beginning of it.
        id: String,
        /// Print its numbered lines.
        #[arg(long)]
        text: bool,
    },
    /// Say which date a document speaks of, for questions that name dates.
    Date {
        /// Its id, or the beginning of it.
        id: String,
        /// `2024-01-31`, or only its year or month; left out, the date is taken back.
        date: Option<String>,
    },
    /// Hold a document: until it is released nobody removes or erases it.
    Hold(Hold),
    /// End a hold over a document.
    Release(Release),
    /// Remove a document from list and search.
    Remove {
        /// Its id, or the beginning of it.
        id: String,
        /// Overwrite its bytes, lines, and the prompts and answers about it.
        #[arg(long)]
        erase: bool,
    },
}

#[derive(Args)]
pub struct Collect {
    /// The collection: a matter, a client, a year.
    pub name: String,
    /// Documents, by the name of the file or the beginning of the id; none: the collection
    /// alone.
    #[arg(value_name = "DOC")]
    pub documents: Vec<String>,
    /// What `attest batch --collection` asks where no questions are named: a set or a file; an
    /// empty text takes it back.
    #[arg(long, value_name = "FILE|SET")]
    pub questions: Option<String>,
    /// Answer type of `attest ask --collection` where none is named; an empty text takes it
    /// back.
    #[arg(long = "type", value_name = "T")]
    pub answer_type: Option<String>,
}

#[derive(Args)]
pub struct Watch {
    /// The folder, with those in it.
    pub folder: PathBuf,
    /// Put the documents into this collection; one that is missing is made.
    #[arg(long, value_name = "NAME")]
    pub collection: Option<String>,
    /// Text recognition by an installed Tesseract, as `docs add --ocr`.
    #[arg(long, default_value = "auto")]
    pub ocr: OcrMode,
    /// Import what is there, and end.
    #[arg(long)]
    pub once: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum OcrMode {
    Auto,
    Never,
    Always,
}

impl From<OcrMode> for app::reading::Ocr {
    fn from(mode: OcrMode) -> Self {
        match mode {
            OcrMode::Auto => Self::Auto,
            OcrMode::Never => Self::Never,
            OcrMode::Always => Self::Always,
        }
    }
}
