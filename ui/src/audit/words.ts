/** What the words of the records mean. */

import type { RecordSummary } from "../backend/wire";
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
