/** What the list says of a document, in words. */

import type { DocumentSummary, ImportProgress, ImportState, SkipReason } from "../backend/wire";
import { number } from "../kit/format";
import type { Tone } from "../kit/StateWord";
import { t } from "../language/language";

const KINDS: Record<string, string> = {
  text: t("documents.kinds.text"),
  markdown: t("documents.kinds.markdown"),
  pdf: "PDF",
  docx: t("documents.kinds.docx"),
  xlsx: t("documents.kinds.xlsx"),
  ods: t("documents.kinds.ods"),
  csv: t("documents.kinds.csv"),
  html: t("documents.kinds.html"),
  eml: t("documents.kinds.eml"),
  image: t("documents.kinds.image"),
};

export function kindInWords(mediaType: string): string {
  return KINDS[mediaType] ?? mediaType.toUpperCase();
}

/** How much of a document could be read. */
export function coverageInWords({ pages, pages_without_text: without }: DocumentSummary): string {
  if (without === 0) return pages === 1 ? t("documents.coverage.all") : t("documents.coverage.every");
  if (without >= pages) return pages === 1 ? t("documents.coverage.none") : t("documents.coverage.nonePages", { pages: number(pages) });
  return t("documents.coverage.without", { without: number(without), pages: number(pages) });
}

const IMPORT_WORDS: Record<ImportState, { words: string; tone: Tone }> = {
  waiting: { words: t("documents.import.waiting"), tone: "plain" },
  reading: { words: t("documents.import.reading"), tone: "plain" },
  done: { words: t("documents.import.done"), tone: "good" },
  already_there: { words: t("documents.import.there"), tone: "plain" },
  failed: { words: t("documents.import.failed"), tone: "bad" },
  cancelled: { words: t("documents.import.cancelled"), tone: "warn" },
  skipped: { words: t("documents.import.skipped"), tone: "plain" },
};

export function importInWords(state: ImportState): { words: string; tone: Tone } {
  return IMPORT_WORDS[state];
}

const SKIPPED: Record<SkipReason, string> = {
  link: t("documents.skipped.link"),
  old_format: t("documents.skipped.old"),
  slides: t("documents.skipped.slides"),
  unknown_format: t("documents.skipped.unknown"),
};

export function skipInWords(reason: SkipReason): string {
  return SKIPPED[reason];
}

/** What was skipped, by its reason, in the order of the reasons above. */
export function skippedByReason(imports: ImportProgress[]): { words: string; names: string[] }[] {
  return (Object.keys(SKIPPED) as SkipReason[])
    .map((reason) => ({ words: SKIPPED[reason], names: imports.filter((one) => one.skipped === reason).map(({ name }) => name) }))
    .filter(({ names }) => names.length > 0);
}

/** How an import ended: `12 files: 9 in the list, 2 not imported.` */
export function outcomeInWords(imports: ImportProgress[]): string {
  const states = ["done", "already_there", "failed", "cancelled", "skipped"] as const;
  const counted = states
    .map((state) => ({ state, count: imports.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => t(`documents.outcome.${state}`, { count: number(count) }));
  return `${t("documents.files", { count: imports.length })}: ${counted.join(", ")}.`;
}
