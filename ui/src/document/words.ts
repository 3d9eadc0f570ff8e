/** What the list says of a document, in words. */

import type { DocumentSummary, ImportProgress, ImportState, SkipReason } from "../backend/wire";
import { number } from "../kit/format";
import type { Tone } from "../kit/StateWord";

const KINDS: Record<string, string> = {
  text: "Text",
  markdown: "Text (Markdown)",
  pdf: "PDF",
  docx: "Word",
  xlsx: "Sheet (Excel)",
  ods: "Sheet (ODS)",
  csv: "Sheet (CSV)",
  html: "Web page",
  eml: "Mail",
  image: "Picture",
};

export function kindInWords(mediaType: string): string {
  return KINDS[mediaType] ?? mediaType.toUpperCase();
}

export function many(count: number, one: string, more = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : more}`;
}

/** How much of a document could be read. */
export function coverageInWords({ pages, pages_without_text: without }: DocumentSummary): string {
  if (without === 0) return pages === 1 ? "All of it" : "On every page";
  if (without >= pages) return pages === 1 ? "No text" : `None on ${number(pages)} pages`;
  return `${number(without)} of ${number(pages)} without text`;
}

const IMPORT_WORDS: Record<ImportState, { words: string; tone: Tone }> = {
  waiting: { words: "Waiting", tone: "plain" },
  reading: { words: "Reading", tone: "plain" },
  done: { words: "In the list", tone: "good" },
  already_there: { words: "Was there before", tone: "plain" },
  failed: { words: "Not imported", tone: "bad" },
  cancelled: { words: "Not read: stopped", tone: "warn" },
  skipped: { words: "Skipped", tone: "plain" },
};

export function importInWords(state: ImportState): { words: string; tone: Tone } {
  return IMPORT_WORDS[state];
}

const SKIPPED: Record<SkipReason, string> = {
  link: "Links, which are not followed: import what they lead to",
  old_format: "Office formats from before 2007: save them as DOCX or XLSX",
  slides: "Slides, which are not read: save them as PDF",
  unknown_format: "Of no format that is read",
};

/** What was skipped, by its reason, in the order of the reasons above. */
export function skippedByReason(imports: ImportProgress[]): { words: string; names: string[] }[] {
  return (Object.keys(SKIPPED) as SkipReason[])
    .map((reason) => ({ words: SKIPPED[reason], names: imports.filter((one) => one.skipped === reason).map(({ name }) => name) }))
    .filter(({ names }) => names.length > 0);
}

/** How an import ended: `12 files: 9 in the list, 2 not imported.` */
export function outcomeInWords(imports: ImportProgress[]): string {
  const parts: [ImportState, string][] = [
    ["done", "new in the list"],
    ["already_there", "there before"],
    ["failed", "not imported"],
    ["cancelled", "not read because you stopped"],
    ["skipped", "skipped"],
  ];
  const counted = parts
    .map(([state, words]) => ({ words, count: imports.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${number(count)} ${words}`);
  return `${many(imports.length, "file")}: ${counted.join(", ")}.`;
}
