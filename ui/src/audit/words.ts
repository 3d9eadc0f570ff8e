/** What the words of the records mean. */

import type { RecordSummary } from "../backend/wire";

const KINDS: Record<string, string> = {
  import: "Import",
  answer: "Answer",
  remove: "Removal",
  restore: "Restored",
  erase: "Erasure",
  model: "Model",
  batch: "Table of answers",
  review: "Review",
  describe: "Date or metadata",
  vectors: "Search vectors",
  settings: "Settings",
  migrate: "New data format",
  checkpoint_anew: "Checkpoint given up",
  hold: "Hold",
  release: "Hold ended",
  retention: "Periods of retention",
  compact: "File compacted",
  backup: "Backup made",
  backup_restored: "Backup put back",
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

/** The moment in UTC, to the second, as the record has it. */
export function exact(time: string): string {
  return time.replace("T", " ").replace(/Z$/, " UTC");
}
