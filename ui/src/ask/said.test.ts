import { describe, expect, it } from "vitest";
import type { CellState, TableCell } from "../backend/wire";
import { saidBy } from "./said";

function cell(words: string, state: CellState): TableCell {
  return { row: 0, column: 0, record_id: "r", state, words, order: null, amount: null, probability: null, stale: false };
}

describe("what documents say", () => {
  it("is counted by value, and what is no value is not", () => {
    const cells = [
      cell("Acme  Ltd", "sure"),
      cell("Bolt", "check"),
      cell("ACME Ltd", "confirmed"),
      cell("not found", "not_found"),
      cell("failed", "failed"),
    ];
    expect(saidBy(cells)).toEqual([
      { words: "Acme  Ltd", documents: 2 },
      { words: "Bolt", documents: 1 },
    ]);
  });
});
