/** What the words of the records mean. */

import type { RecordSummary } from "../backend/wire";
import type { Tone } from "../kit/StateWord";

const KINDS: Record<string, string> = {
  import: "Import",
  answer: "Answer",
  remove: "Removal",
  restore: "Restored",
  erase: "Erasure",
  model: "Model",
  batch: "Table of answers",
};

/** The kinds that can be chosen as a filter. */
export const FILTER_KINDS = ["answer", "import", "remove", "erase", "model", "batch"];

const DECISIONS: Record<string, { words: string; tone: Tone }> = {
  ship: { words: "Answered", tone: "good" },
  review: { words: "Needs a check", tone: "warn" },
  conflict: { words: "Conflicting", tone: "warn" },
  clarify: { words: "Too vague", tone: "warn" },
  no_answer: { words: "Not found", tone: "warn" },
  failed: { words: "Failed", tone: "bad" },
  cancelled: { words: "Cancelled", tone: "plain" },
};

/** The record calls a cancelled question failed, with its reason; the filter finds both as failed. */
export const FILTER_DECISIONS = Object.keys(DECISIONS).filter((decision) => decision !== "cancelled");

export function kindOfRecord(kind: string): string {
  return KINDS[kind] ?? plain(kind);
}

export function decisionInWords(decision: string): { words: string; tone: Tone } {
  return DECISIONS[decision] ?? { words: plain(decision), tone: "plain" };
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
