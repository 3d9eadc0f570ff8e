/** Which documents are listed, and in which order. */

import type { DocumentSummary } from "../backend/wire";
import { day } from "../kit/format";
import { kindInWords } from "./words";

export type SortColumn = "title" | "kind" | "pages" | "text" | "lines" | "date" | "imported";

export interface Order {
  column: SortColumn;
  direction: "ascending" | "descending";
}

export const FIRST_ORDER: Order = { column: "imported", direction: "descending" };

const KEYS: Record<SortColumn, (document: DocumentSummary) => string | number | null> = {
  title: ({ title }) => title,
  kind: ({ media_type }) => kindInWords(media_type),
  pages: ({ pages }) => pages,
  text: ({ pages, pages_without_text }) => pages_without_text / Math.max(1, pages),
  lines: ({ lines }) => lines,
  date: ({ event_date }) => event_date,
  imported: ({ imported_at }) => imported_at,
};

/** Sorted by a column, then by title; what has no value there comes last either way. */
export function ordered(documents: DocumentSummary[], { column, direction }: Order): DocumentSummary[] {
  const key = KEYS[column];
  const sign = direction === "ascending" ? 1 : -1;
  return [...documents].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return a === b ? compare(one.title, other.title) : a === null ? 1 : -1;
    return sign * compare(a, b) || compare(one.title, other.title);
  });
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: "base" });
}

/** Every word of the filter stands in the title, another name, the kind, the date, a collection or a tag. */
export function filtered(documents: DocumentSummary[], filter: string): DocumentSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return documents.filter(({ title, media_type, event_date, collections, tags, other_names }) => {
    const date = event_date ? `${event_date} ${day(event_date)}` : "";
    const text = `${title} ${kindInWords(media_type)} ${date} ${collections.join(" ")} ${tags.join(" ")} ${other_names.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
