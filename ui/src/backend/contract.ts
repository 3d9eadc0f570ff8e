/**
 * What the window asks of the service, and what comes back. The same shapes
 * leave the Rust commands in `src-tauri`; nothing in this file knows Tauri.
 */

export interface DocumentSummary {
  /** SHA-256 of the source bytes. */
  id: string;
  title: string;
  media_type: string;
  pages: number;
  lines: number;
  /** What a person should know of the reading: pages without text, a fallback encoding. */
  warnings: string[];
  /** RFC 3339, UTC. */
  imported_at: string;
  /** The date it speaks of: `2024-01-31`, or less of it. */
  event_date: string | null;
}

export interface ImportOutcome {
  document: DocumentSummary;
  /** The same bytes had been imported before. */
  already_there: boolean;
}

/** The bundled sample and questions that it answers (and one that it does not). */
export interface Sample {
  path: string;
  questions: string[];
}

export type Stage =
  | "retrieve"
  | "load_model"
  | "prefill"
  | "score"
  | "decode"
  | "validate"
  | "record";

export interface Progress {
  stage: Stage;
  done: number;
  /** Null where the end is not known. */
  total: number | null;
}

export interface Span {
  anchor: string;
  line_start: number;
  line_end: number;
  quote: string | null;
}

export interface Item {
  /** In the JSON form of the answer's type. */
  value: unknown;
  spans: Span[];
}

export interface Answer {
  answer_found: boolean;
  items: Item[];
  extraction_method: string;
  complete_answer_found: boolean;
  conflicting_evidence: boolean;
  /** 0 to 1: the model's own rating, a triage signal and not a probability. */
  confidence: number;
  caveats: string[];
  suggested_clarification?: string | null;
}

export interface Citation {
  anchor: string;
  document_id: string;
  document_title: string;
  page_number: number;
  line_start: number;
  line_end: number;
  /** Recovered from the source lines, never from the model. */
  quote: string | null;
}

export interface PublicResponse {
  request_id: string;
  status: "OK" | "NO_EVIDENCE" | "FAILED";
  answer: Answer | null;
  citations: Citation[];
  token_usage: { prompt: number; completion: number; total: number };
  latency_ms: number;
  answer_type: string;
  answer_shape: string;
  decision: string;
  needs_human_review: boolean;
  flags: string[];
  /** The refusal or the reason of a failure, in words. */
  message: string | null;
}

export interface AskOutcome {
  response: PublicResponse;
  record_id: string;
}

export interface Line {
  /** 1-based, global over the document. */
  number: number;
  page: number;
  text: string;
}

export interface AnswerType {
  name: string;
  title: string;
  description: string;
}

export interface AuditVerdict {
  records: number;
  ok: boolean;
  first_bad: string | null;
}

/** Every command fails with this and nothing else. */
export interface Failure {
  kind: string;
  message: string;
  /** What the person can do about it; may be empty. */
  help: string;
}

export interface Question {
  text: string;
  documentIds: string[];
  /** Null: guessed from the question. */
  answerType: string | null;
}

export interface Backend {
  /** Shown in the header when the data is not real; null for the real service. */
  readonly notice: string | null;
  listDocuments(): Promise<DocumentSummary[]>;
  importDocument(path: string): Promise<ImportOutcome>;
  /** Lets the person choose files; empty when they change their mind. */
  chooseDocuments(): Promise<string[]>;
  /** Calls back with the paths of files dropped on the window; returns the unsubscriber. */
  onDrop(received: (paths: string[]) => void): () => void;
  sampleDocument(): Promise<Sample>;
  answerTypes(): Promise<AnswerType[]>;
  ask(question: Question, onProgress: (progress: Progress) => void): Promise<AskOutcome>;
  cancelAsk(): Promise<void>;
  documentLines(id: string, first: number, last: number): Promise<Line[]>;
  verifyAudit(): Promise<AuditVerdict>;
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
