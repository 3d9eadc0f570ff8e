/** What the words of the records mean. */

import type { Attached, RecordSummary } from "../backend/wire";
import { t } from "../language/language";

const KINDS: Record<string, string> = {
  import: t("audit.kinds.import"),
  answer: t("audit.kinds.answer"),
  remove: t("audit.kinds.remove"),
  restore: t("audit.kinds.restore"),
  erase: t("audit.kinds.erase"),
  model: t("audit.kinds.model"),
  batch: t("audit.kinds.batch"),
  review: t("audit.kinds.review"),
  describe: t("audit.kinds.describe"),
  vectors: t("audit.kinds.vectors"),
  settings: t("audit.kinds.settings"),
  migrate: t("audit.kinds.migrate"),
  checkpoint_anew: t("audit.kinds.checkpoint_anew"),
  hold: t("audit.kinds.hold"),
  release: t("audit.kinds.release"),
  retention: t("audit.kinds.retention"),
  compact: t("audit.kinds.compact"),
  backup: t("audit.kinds.backup"),
  backup_restored: t("audit.kinds.backup_restored"),
  export: t("audit.kinds.export"),
  timestamp: t("audit.kinds.timestamp"),
};

/** The kinds that can be chosen as a filter. */
export const FILTER_KINDS = ["answer", "import", "remove", "erase", "model", "batch", "review", "describe", "settings", "vectors", "migrate"];

/** The decisions that can be chosen as a filter. */
export const FILTER_DECISIONS = ["ship", "review", "conflict", "clarify", "no_answer", "failed"];

export function kindOfRecord(kind: string): string {
  return KINDS[kind] ?? plain(kind);
}

/** `document_sha256` becomes `Document SHA-256`. */
export function plain(name: string): string {
  const words = name.replaceAll("_", " ").replaceAll("sha256", "SHA-256").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

export function titleOf({ kind, words }: RecordSummary): string {
  return words === "" ? kindOfRecord(kind) : words;
}

const STAGES: Record<string, string> = {
  question: t("audit.stages.question"),
  passages: t("audit.stages.passages"),
  choice: t("audit.stages.choice"),
  prompt: t("audit.stages.prompt"),
  grammar: t("audit.stages.grammar"),
  draft: t("audit.stages.draft"),
  computation: t("audit.stages.computation"),
  answer: t("audit.stages.answer"),
  environment: t("audit.stages.environment"),
};

/** The stage of an answer that a fact belongs to. */
export function stageInWords(stage: string): string {
  return STAGES[stage] ?? plain(stage);
}

/** Letters of a text that are shown: the beginning of a hash is enough to tell two apart. */
const SHOWN_LETTERS = 16;

/** A value of a record in a cell of a table. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return t("audit.replayNothing");
  if (typeof value === "string") return value.slice(0, SHOWN_LETTERS);
  if (Array.isArray(value)) return t("audit.replayItems", { count: value.length });
  return JSON.stringify(value);
}

/** The moment in UTC, to the second, as the record has it. */
export function exact(time: string): string {
  return time.replace("T", " ").replace(/Z$/, " UTC");
}

/** What a time stamp that holds says. */
export function stampInWords({ records, time, authority, certificate_sha256 }: Attached): string {
  const counted = t("audit.records", { count: records });
  return t("audit.stamped", { records: counted, time: exact(time), authority, certificate: certificate_sha256 });
}
