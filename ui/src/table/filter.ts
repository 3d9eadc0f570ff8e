/** Which rows of a table are shown. */

import type { TableRow } from "./rows";
import { STATES } from "./words";

export type Kind = "all" | "needs" | "not_found" | "failed" | "stale" | "waiting" | "reviewed";

export const KINDS: { kind: Kind; words: string }[] = [
  { kind: "all", words: "All documents" },
  { kind: "needs", words: "With something to check" },
  { kind: "not_found", words: "With something not found" },
  { kind: "failed", words: "With something failed" },
  { kind: "reviewed", words: "With something reviewed" },
  { kind: "stale", words: "With something stale" },
  { kind: "waiting", words: "With something not asked yet" },
];

export interface TableFilter {
  kind: Kind;
  /** Part of the document's name or of an answer. */
  words: string;
}

export const NO_FILTER: TableFilter = { kind: "all", words: "" };

const REVIEWED = ["confirmed", "corrected", "rejected", "absent", "disputed"];

export function matches(row: TableRow, { kind, words }: TableFilter): boolean {
  const wanted = words.trim().toLowerCase();
  const said =
    wanted === "" ||
    row.title.toLowerCase().includes(wanted) ||
    row.cells.some((cell) => cell?.words.toLowerCase().includes(wanted));
  if (!said || kind === "all") return said;
  return row.cells.some((cell) => {
    if (kind === "waiting") return cell === undefined;
    if (!cell) return false;
    if (kind === "needs") return STATES[cell.state].needs;
    if (kind === "stale") return cell.stale;
    if (kind === "reviewed") return REVIEWED.includes(cell.state);
    return cell.state === kind;
  });
}
