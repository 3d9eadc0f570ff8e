/** Rows in groups: by what is known of their documents, or by what a column says. */

import type { DocumentSummary, TableQuestion } from "../backend/wire";
import { kindInWords } from "../document/words";
import { t } from "../language/language";
import type { TableRow } from "./rows";
import { STATES } from "./words";

/** By what rows are gathered. */
export type GroupBy =
  | { by: "nothing" | "collection" | "kind" }
  | { by: "metadata"; key: string }
  | { by: "value" | "state"; column: number };

export const NO_GROUPS: GroupBy = { by: "nothing" };

/** A line of the sheet: the head of a group, or a row. */
export type Item = { kind: "group"; name: string; rows: TableRow[]; open: boolean } | { kind: "row"; row: TableRow };

export interface Choice {
  group: GroupBy;
  /** Names it in a list. */
  name: string;
  words: string;
}

/** What these documents and questions can be grouped by. */
export function choicesOf(documents: DocumentSummary[], questions: TableQuestion[]): Choice[] {
  const keys = new Set(documents.flatMap(({ metadata }) => Object.keys(metadata)));
  const isCollected = documents.some(({ collections }) => collections.length > 0);
  const choice = (group: GroupBy, words: string): Choice => ({ group, name: nameOf(group), words });
  return [
    choice(NO_GROUPS, t("table.groups.nothing")),
    ...(isCollected ? [choice({ by: "collection" }, t("table.groups.collection"))] : []),
    choice({ by: "kind" }, t("table.groups.kind")),
    ...[...keys].toSorted().map((key) => choice({ by: "metadata", key }, t("table.groups.metadata", { key }))),
    ...questions.map(({ question }, column) => choice({ by: "value", column }, t("table.groups.value", { question }))),
    ...questions.map(({ question }, column) => choice({ by: "state", column }, t("table.groups.state", { question }))),
  ];
}

export function nameOf(group: GroupBy): string {
  if (group.by === "metadata") return `metadata ${group.key}`;
  return "column" in group ? `${group.by} ${group.column}` : group.by;
}

/** The group of a row, in words. */
export function groupOf(row: TableRow, group: GroupBy, documents: Map<string, DocumentSummary>): string {
  const document = documents.get(row.documentId);
  const cell = "column" in group ? row.cells[group.column] : undefined;
  switch (group.by) {
    case "nothing":
      return "";
    case "collection":
      return document?.collections.toSorted().join(", ") || t("table.groups.noCollection");
    case "kind":
      return document ? kindInWords(document.media_type) : t("table.groups.removed");
    case "metadata":
      return document?.metadata[group.key] ?? t("table.groups.notSaid");
    case "value":
      return cell?.words ?? STATES.waiting.words;
    case "state": {
      const words = STATES[cell?.state ?? "waiting"].words;
      return cell?.stale ? t("table.stale", { state: words.toLowerCase() }) : words;
    }
  }
}

/** The rows under the heads of their groups, which stand by their names; each group keeps the order of the rows. */
export function itemsOf(
  rows: TableRow[],
  group: GroupBy,
  documents: Map<string, DocumentSummary>,
  closed: ReadonlySet<string>,
): Item[] {
  if (group.by === "nothing") return rows.map((row) => ({ kind: "row", row }));
  const groups = new Map<string, TableRow[]>();
  for (const row of rows) {
    const name = groupOf(row, group, documents);
    const there = groups.get(name);
    if (there) there.push(row);
    else groups.set(name, [row]);
  }
  const named = [...groups].toSorted(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }));
  return named.flatMap(([name, gathered]): Item[] => {
    const open = !closed.has(name);
    const inside = open ? gathered.map((row): Item => ({ kind: "row", row })) : [];
    return [{ kind: "group", name, rows: gathered, open }, ...inside];
  });
}
