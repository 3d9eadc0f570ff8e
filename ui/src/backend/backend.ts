/**
 * What the window asks of the service. One half of the forms is generated from
 * Rust (`wire.ts`); this file names the calls. Nothing here knows Tauri.
 */

import type { Collections } from "./collections";
import type { Keeping } from "./keeping";
import type { Reviews, Tables } from "./tables";
import type {
  Administered,
  AnswerType,
  AnswerTypeDetail,
  AskOutcome,
  Attached,
  AuditVerdict,
  BlindChoice,
  BlindState,
  CaseCount,
  CasesFile,
  Check,
  ComparisonProgress,
  CompiledSchema,
  DocumentDetail,
  DocumentSummary,
  FoundLine,
  Explanation,
  Failure,
  HistoryEntry,
  ImportProgress,
  InstanceVerdict,
  KeyFile,
  Line,
  Machine,
  MetadataRules,
  ModelBench,
  ModelFit,
  ModelSummary,
  NewComparison,
  Pace,
  OpenedComparison,
  ParsedQuestion,
  Progress,
  Question,
  RecordDetail,
  RecordFilter,
  RecordSummary,
  Replay,
  Sample,
  SavedCheckpoint,
  SealedCopy,
  Settings,
  Whitespace,
  WorkProgress,
} from "./wire";

/** Comparisons of models or settings. Folders and files are ones that the person chose. */
export interface Comparisons {
  /** Lets the person choose the folder of a finished one; null when they change their mind. */
  choose(): Promise<OpenedComparison | null>;
  /** A finished one, read again. */
  read(folder: string): Promise<OpenedComparison>;
  /** Lets the person choose a file of cases; null when they change their mind. */
  chooseCases(): Promise<CasesFile | null>;
  /** Lets the person choose where a comparison is kept; null when they change their mind. */
  chooseFolder(): Promise<string | null>;
  /** How many cases reviews say. */
  reviewed(): Promise<CaseCount>;
  /** Compares, and goes on with what is in the folder; null when it was cancelled: what is answered stays. */
  compare(wanted: NewComparison, report: (progress: ComparisonProgress) => void): Promise<OpenedComparison | null>;
  /** Ends `compare`. */
  cancel(): Promise<void>;
  /** The next two answers to choose between, without names. */
  blind(folder: string): Promise<BlindState>;
  /** Decides the pair that is shown under this number, and shows the next. */
  decide(folder: string, number: number, choice: BlindChoice): Promise<BlindState>;
}

export interface Documents {
  list(): Promise<DocumentSummary[]>;
  detail(id: string): Promise<DocumentDetail>;
  /** The lines from `first` to `last`, as far as they exist. */
  lines(id: string, first: number, last: number): Promise<Line[]>;
  /** The lines that hold all these words next to each other, in order; case does not count. */
  search(id: string, words: string): Promise<Line[]>;
  /** A drawn page as PNG. `scale`: picture elements a point. */
  /** The lines of all documents in which words are found, best first. */
  searchAll(words: string, limit: number): Promise<FoundLine[]>;
  /**
   * Makes what a search by meaning needs, for all documents that lack it; false where there is no model for it. Waits while
   * a question is being answered.
   */
  embed(report: (progress: WorkProgress) => void): Promise<boolean>;
  /** Ends `embed`, which then fails with kind `cancelled`; what was made stays. */
  cancelEmbed(): Promise<void>;
  picture(id: string, page: number, scale: number): Promise<Blob>;
  /** Lets the person choose files; empty when they change their mind. */
  chooseFiles(): Promise<string[]>;
  /** Lets the person choose a folder; empty when they change their mind. */
  chooseFolder(): Promise<string[]>;
  /**
   * Imports files and whatever can be read in folders, one after the other;
   * resolves when all are through. First every file is told as `waiting`. All of
   * them get the metadata, those that were there before too.
   */
  import(paths: string[], metadata: Record<string, string>, report: (progress: ImportProgress) => void): Promise<void>;
  /** Ends an import at once: what was read already stays, of the file at hand nothing is stored. */
  cancelImport(): Promise<void>;
  metadataRules(): Promise<MetadataRules>;
  /** Says something of a document by key; null takes a key back, and other keys stay. */
  setMetadata(id: string, metadata: Record<string, string | null>): Promise<DocumentSummary>;
  /** Gives a document a tag, or takes it away; of one that differs by capitals alone, that one's name is kept. */
  setTag(id: string, tag: string, on: boolean): Promise<DocumentSummary>;
  /** Takes a document out of list and search; its bytes and records stay. */
  remove(id: string): Promise<void>;
  /** Takes a removal back. */
  restore(id: string): Promise<DocumentSummary>;
  /** Overwrites the document and all text of it; the records stay. Cannot be undone. */
  erase(id: string): Promise<void>;
  sample(): Promise<Sample>;
  /**
   * Calls back with paths dropped on the window or opened with the program, and
   * while files are held over the window; returns the unsubscriber.
   */
  onOpened(received: (paths: string[]) => void, over: (held: boolean) => void): () => void;
}

export interface Questions {
  /** How the rules understand a question; quick, no model. */
  parse(question: Question): Promise<ParsedQuestion>;
  /** How long an answer of this type takes on this machine; null where nothing was asked yet. */
  pace(answerType: string | null): Promise<Pace | null>;
  ask(question: Question, report: (progress: Progress) => void): Promise<AskOutcome>;
  cancel(): Promise<void>;
  /** Earlier questions, newest first; null: about any document. */
  history(documentId: string | null, limit: number): Promise<HistoryEntry[]>;
  /** An earlier answer as it was shown. */
  outcome(recordId: string): Promise<AskOutcome>;
  explain(recordId: string): Promise<Explanation>;
  /** The evidence report as a self-contained HTML page. */
  report(recordId: string): Promise<string>;
  /** Asks where to, and writes a self-contained HTML page; null when the person changes their mind. */
  saveReport(recordId: string): Promise<string | null>;
}

export interface Contracts {
  types(): Promise<AnswerType[]>;
  detail(name: string): Promise<AnswerTypeDetail>;
  /** Fails with kind `schema`; `help` says what to do, `message` names the place. */
  compile(schema: string, whitespace: Whitespace): Promise<CompiledSchema>;
  test(schema: string, whitespace: Whitespace, instance: string): Promise<InstanceVerdict>;
  /** Keeps a schema as an answer type of the person's own. */
  save(name: string, schema: string): Promise<AnswerType>;
  remove(name: string): Promise<void>;
}

export interface Models {
  list(): Promise<ModelSummary[]>;
  fit(name: string): Promise<ModelFit>;
  /** Reads the whole file and compares its hash; says what was found. */
  check(name: string, report: (progress: WorkProgress) => void): Promise<Check>;
  /** Takes some seconds; longer for a large model that is not loaded yet. */
  bench(name: string, report: (progress: WorkProgress) => void): Promise<ModelBench>;
  /** Ends the check or the bench of a model, which then fails with kind `cancelled`. */
  cancelTrial(name: string): Promise<void>;
  /** Lets the person choose a GGUF file and registers it; null when they change their mind. */
  add(report: (progress: WorkProgress) => void): Promise<ModelSummary | null>;
  /** Ends `add`, which then fails with kind `cancelled`; while the file is being chosen it does nothing. */
  cancelAdd(): Promise<void>;
}

export interface Audit {
  list(filter: RecordFilter): Promise<RecordSummary[]>;
  detail(id: string): Promise<RecordDetail>;
  /** `noted`: the hash of a last record that was noted elsewhere; null: none. */
  verify(noted: string | null, report: (progress: WorkProgress) => void): Promise<AuditVerdict>;
  /** Ends `verify`, which then fails with kind `cancelled`. */
  cancelVerify(): Promise<void>;
  /**
   * Asks where to, and writes all records as JSON Lines, with contents also what they bind by their hashes; null when the
   * person changes their mind.
   */
  export(withContents: boolean): Promise<string | null>;
  /** Asks for a folder, and writes what the vault holds into a new one in it; null when the person changes their mind. */
  exportVault(): Promise<string | null>;
  /** Asks for a folder, and copies the vault into a file in it; null when the person changes their mind. */
  backUp(): Promise<string | null>;
  /**
   * Asks for a folder, and copies the vault sealed into a file in it, under keys in one of the key files that the vault has, or,
   * for null, in a new one, whose place is asked for, too; null when the person changes their mind.
   */
  backUpSealed(keys: string | null): Promise<SealedCopy | null>;
  /** The key files of sealed backups, as they are now. */
  keyFiles(): Promise<KeyFile[]>;
  /** Asks in a native dialog; fails with kind `cancelled` when the person changes their mind. */
  forgetKeys(path: string): Promise<void>;
  /** Asks where to, and writes a signed checkpoint of the records; null when the person changes their mind. */
  saveCheckpoint(): Promise<SavedCheckpoint | null>;
  /** Asks where to, and writes a request for a time stamp of the records; null when the person changes their mind. */
  requestStamp(): Promise<string | null>;
  /** Asks for an authority's answer and its certificate, and attaches the time stamp; null when the person changes their mind. */
  attachStamp(): Promise<Attached | null>;
  /** Gives a recorded answer again and compares; records nothing. */
  replay(recordId: string, report: (progress: WorkProgress) => void): Promise<Replay>;
  /** Ends `replay`, which then fails with kind `cancelled`. */
  cancelReplay(): Promise<void>;
  /** Asks where to, and writes the evidence pack of an answer; null when the person changes their mind. */
  savePack(recordId: string): Promise<string | null>;
}

export interface Desk {
  /**
   * Whether the vault is encrypted and not open: everything else fails then, with kind `encrypted`. The first time the system's
   * keyring is asked, where that one opens the vault.
   */
  isLocked(): Promise<boolean>;
  /** Whether the vault is encrypted, open or not. */
  isEncrypted(): Promise<boolean>;
  /** Opens the vault; fails with kind `wrong_passphrase`. */
  unlock(passphrase: string): Promise<void>;
  /** Whether the system's keyring opens the vault, beside its passphrase. */
  isInKeyring(): Promise<boolean>;
  /** Opens the vault by the keyring; fails with a kind that begins with `keyring_`. */
  unlockByKeyring(): Promise<void>;
  /** Ends what is being asked and imported, and forgets the key. */
  lock(): Promise<void>;
  /** What counts: the administrator's where locked, else the person's, else the administrator's. */
  settings(): Promise<Settings>;
  /** What of it an administrator set; null where no file of theirs is there. */
  administered(): Promise<Administered | null>;
  change(settings: Settings): Promise<void>;
  machine(): Promise<Machine>;
  /** As `attest doctor`. */
  checks(): Promise<Check[]>;
  /** Lets the person choose a file of this kind; null when they change their mind. */
  chooseFile(kind: "policy" | "rates"): Promise<string | null>;
  /** Lets the person choose where documents and records lie; the program starts again there. */
  chooseDataDirectory(): Promise<string | null>;
  copy(text: string): Promise<void>;
}

export interface Backend {
  /** Shown when the data is not real; null for the real service. */
  readonly notice: string | null;
  readonly documents: Documents;
  readonly collections: Collections;
  readonly questions: Questions;
  readonly contracts: Contracts;
  readonly models: Models;
  readonly audit: Audit;
  readonly keeping: Keeping;
  readonly tables: Tables;
  readonly reviews: Reviews;
  readonly comparisons: Comparisons;
  readonly desk: Desk;
}

/** Turns whatever was thrown into a failure that can be shown. */
export function asFailure(thrown: unknown): Failure {
  if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
    const { kind, message, help } = thrown as Partial<Record<keyof Failure, unknown>>;
    return {
      kind: typeof kind === "string" ? kind : "unexpected",
      message: String(message),
      help: typeof help === "string" ? help : "",
    };
  }
  return { kind: "unexpected", message: String(thrown), help: "" };
}
