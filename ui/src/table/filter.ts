/** Which rows of a table are shown. */

import { t } from "../language/language";
import type { TableRow } from "./rows";
import { STATES } from "./words";

export type Kind = "all" | "needs" | "not_found" | "failed" | "stale" | "waiting" | "reviewed";

export const KINDS: { kind: Kind; words: string }[] = [
  { kind: "all", words: t("table.kinds.all") },
  { kind: "needs", words: t("table.kinds.needs") },
  { kind: "not_found", words: t("table.kinds.not_found") },
  { kind: "failed", words: t("table.kinds.failed") },
  { kind: "reviewed", words: t("table.kinds.reviewed") },
  { kind: "stale", words: t("table.kinds.stale") },
  { kind: "waiting", words: t("table.kinds.waiting") },
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
