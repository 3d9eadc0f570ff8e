/** The words of the window as far as they are in the catalogue. Every other language has the same keys. */

export const en = {
  views: {
    label: "Views",
    documents: { title: "Documents", purpose: "Import, read and remove documents" },
    ask: { title: "Ask", purpose: "Put a question to documents" },
    contracts: { title: "Contracts", purpose: "Answer types, schemas and grammars" },
    models: { title: "Models", purpose: "Models on this machine" },
    audit: { title: "Audit", purpose: "The record of everything that was done" },
    settings: { title: "Settings", purpose: "Data, threads, policy, appearance" },
  },
  frame: {
    help: "Help",
    helpOn: "Help on {{title}}",
    helpPage: "Help: {{title}}",
    helpPages: "Pages of the manual",
    close: "Close",
    commands: "Commands",
    offline: "Offline. Nothing leaves this computer.",
    toRead: "{{number}} to read",
    dismiss: "Dismiss",
    drop: "Drop files or folders to import them",
  },
  palette: {
    find: "Find a command",
    placeholder: "What would you like to do?",
    none: "No command has these letters.",
    goTo: "Go to {{title}}",
    importFiles: "Import documents…",
    importFilesAbout: "Choose files",
    importFolder: "Import a folder…",
    importFolderAbout: "Everything readable in it",
    sample: "Open the sample",
    sampleAbout: "An insurance policy with questions to try",
    ask: "Ask {{title}}",
    askAbout: "Put a question to this document",
  },
  ask: {
    about: "An answer is shown only with the lines it stands on.",
    opening: "Opening your documents…",
    start: "Getting started",
    startTitle: "Ask a document, see where the answer stands",
    startOpen: "Open the sample, or import documents of your own.",
    startAsk: "Ask a question about them.",
    startCheck: "Check the answer against the marked lines.",
    startFormats:
      "PDF, Word, Excel, CSV, web pages, mails, text and scans. Files and folders can also be dropped anywhere on this window. " +
      "Nothing leaves this computer.",
    question: "Question",
    placeholder: "What would you like to know?",
    act: "Ask",
    tick: "Tick a document to ask it.",
    enter: "Enter asks {{target}}, Shift+Enter breaks the line.",
    progress: "Progress",
    starting: "Starting",
    stages: {
      retrieve: "Looking for passages that bear on the question",
      load_model: "Loading the model",
      prefill: "The model is reading the passages",
      score: "Weighing the values found in the passages",
      decode: "Writing the answer",
      validate: "Checking the answer against the document",
      record: "Writing the audit record",
    },
    draft: "Unchecked draft",
    draftMark: "Unchecked draft. It is shown as an answer only if it passes the checks.",
    draftNone: "The model finds no answer.",
  },
};

type Same<T> = { [Key in keyof T]: T[Key] extends string ? string : Same<T[Key]> };

/** A whole catalogue: the compiler says what one lacks. */
export type Catalogue = Same<typeof en>;
