import { describe, expect, it } from "vitest";
import type { TableCell } from "../backend/wire";
import { matches } from "./filter";
import { moved } from "./moved";
import { compareKeys, rowsOf, sortKey, withCells } from "./rows";

function cell(row: number, column: number, change: Partial<TableCell> = {}): TableCell {
  return {
    row,
    column,
    record_id: `${row}-${column}`,
    state: "sure",
    words: "GBP 5",
    order: 5,
    amount: { value: "5", currency: "GBP", unit: null },
    probability: 0.9,
    stale: false,
    ...change,
  };
}

function rows(cells: TableCell[]) {
  const question = { id: "q", question: "?", answer_type: null, answer_shape: null, labels: [], schema: null };
  return rowsOf({
    summary: { id: "t", title: "T", created: "", documents: 2, questions: 2, batch_id: null },
    documents: [
      { id: "a", title: "a.pdf" },
      { id: "b", title: null },
    ],
    questions: [question, { ...question, id: "r" }],
    cells,
    pace: null,
  });
}

describe("the rows of a table", () => {
  it("hold the cells that are there, and a removed document says so", () => {
    const [first, second] = rows([cell(1, 0)]);
    expect(first?.cells).toEqual([undefined, undefined]);
    expect(second?.cells[0]?.words).toBe("GBP 5");
    expect(second?.title).toBe("a document that was removed");
  });

  it("that get no cell stay as they are", () => {
    const before = rows([]);
    const after = withCells(before, [cell(1, 1), cell(1, 0), cell(9, 0)]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]?.cells.map((one) => one?.column)).toEqual([0, 1]);
  });

  it("are sorted by numbers, then words, then what is missing", () => {
    const keys = [cell(0, 0, { order: 9 }), cell(0, 0, { order: 10 }), cell(0, 0, { order: null, words: "not found" }), null];
    const found = keys.map((one) => {
      const [row] = rows(one ? [one] : []);
      return row && sortKey(row, 0);
    });
    expect(found.toReversed().toSorted(compareKeys)).toEqual([9, 10, "not found", undefined]);
  });

  it("are filtered by what is in any of their cells", () => {
    const [row, other] = rows([cell(0, 0, { state: "check", stale: true }), cell(0, 1), cell(1, 0)]);
    const kinds = (of: typeof row) =>
      (["all", "needs", "failed", "stale", "waiting"] as const).filter((kind) => of && matches(of, { kind, words: "" }));
    expect(kinds(row)).toEqual(["all", "needs", "stale"]);
    expect(kinds(other)).toEqual(["all", "waiting"]);
    expect(row && matches(row, { kind: "all", words: "gbp" })).toBe(true);
    expect(row && matches(row, { kind: "all", words: "eur" })).toBe(false);
  });
});

describe("the keys of the grid", () => {
  const size = { rows: 5, columns: 3 };
  it.each([
    ["ArrowDown", false, { row: 1, column: 0 }],
    ["ArrowDown", true, { row: 4, column: 0 }],
    ["ArrowLeft", false, { row: 0, column: -1 }],
    ["ArrowUp", false, { row: -1, column: 0 }],
    ["PageDown", false, { row: 4, column: 0 }],
    ["End", true, { row: 4, column: 2 }],
  ])("%s leads on and never out", (key, ctrlKey, place) => {
    expect(moved({ row: 0, column: 0 }, { key, ctrlKey }, size)).toEqual(place);
  });

  it("of other kinds lead nowhere", () => {
    expect(moved({ row: 0, column: 0 }, { key: "x", ctrlKey: false }, size)).toBeNull();
  });
});
