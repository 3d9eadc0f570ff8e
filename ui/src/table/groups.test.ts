import { describe, expect, it } from "vitest";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import type { DocumentSummary, TableQuestion } from "../backend/wire";
import { orderOf, turned } from "./columns";
import { choicesOf, itemsOf, nameOf } from "./groups";
import type { GroupBy, Item } from "./groups";
import type { TableRow } from "./rows";

const QUESTION: TableQuestion = { id: "q", question: "What is due?", answer_type: null, answer_shape: null, labels: [], schema: null };
const POLICY: DocumentSummary = { ...SAMPLE, metadata: { client: "Northwind" }, collections: ["b", "a"] };
const KNOWN = new Map([POLICY, LETTER_DOCUMENT].map((one) => [one.id, one]));

function row(index: number, documentId: string, words?: string): TableRow {
  const cell = words === undefined ? undefined : { row: index, column: 0, record_id: "r", state: "check" as const, words, order: null, amount: null, probability: null, stale: index === 3 };
  return { index, documentId, title: `${index}`, cells: [cell] };
}

const ROWS = [row(0, POLICY.id, "USD 10"), row(1, LETTER_DOCUMENT.id), row(2, "gone", "USD 9"), row(3, POLICY.id, "USD 9")];

function told(items: Item[]): string[] {
  return items.map((item) => (item.kind === "group" ? `${item.name}: ${item.rows.length}` : `${item.row.index}`));
}

describe("groups of rows", () => {
  it.each<[GroupBy, string[]]>([
    [{ by: "nothing" }, ["0", "1", "2", "3"]],
    [{ by: "collection" }, ["a, b: 2", "0", "3", "In no collection: 2", "1", "2"]],
    [{ by: "kind" }, ["Mail: 1", "1", "PDF: 2", "0", "3", "Removed documents: 1", "2"]],
    [{ by: "metadata", key: "client" }, ["Northwind: 2", "0", "3", "Not said: 2", "1", "2"]],
    [{ by: "value", column: 0 }, ["Not asked yet: 1", "1", "USD 9: 2", "2", "3", "USD 10: 1", "0"]],
    [{ by: "state", column: 0 }, ["Check: 2", "0", "2", "Not asked yet: 1", "1", "Stale: check: 1", "3"]],
  ])("%o keep the order of the rows", (group, items) => {
    expect(told(itemsOf(ROWS, group, KNOWN, new Set()))).toEqual(items);
  });

  it("that are closed keep their head alone", () => {
    const items = itemsOf(ROWS, { by: "kind" }, KNOWN, new Set(["PDF"]));
    expect(told(items)).toEqual(["Mail: 1", "1", "PDF: 2", "Removed documents: 1", "2"]);
  });

  it("are offered by what the documents have and what was asked", () => {
    const all = choicesOf([POLICY, LETTER_DOCUMENT], [QUESTION]).map(({ group }) => nameOf(group));
    expect(all).toEqual(["nothing", "collection", "kind", "metadata client", "value 0", "state 0"]);
    expect(choicesOf([LETTER_DOCUMENT], []).map(({ group }) => nameOf(group))).toEqual(["nothing", "kind"]);
  });
});

describe("pinned columns", () => {
  it("stand first, at most three, and go back to their place", () => {
    expect(orderOf(turned([], 2), 4)).toEqual([2, 0, 1, 3]);
    expect(turned([2, 0, 1], 3)).toEqual([0, 1, 3]);
    expect(turned([2, 0], 2)).toEqual([0]);
    // A column of a table that was changed since.
    expect(orderOf([7, 1], 3)).toEqual([1, 0, 2]);
  });
});
