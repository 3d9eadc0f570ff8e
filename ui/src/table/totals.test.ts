import { describe, expect, it } from "vitest";
import type { CellAmount, CellState, TableCell } from "../backend/wire";
import type { TableRow } from "./rows";
import { added, isOfAmounts, sumInWords, totalsOf } from "./totals";

function money(value: string, currency: string | null = "USD", unit: string | null = null): CellAmount {
  return { value, currency, unit };
}

function row(index: number, state: CellState | null, amount: CellAmount | null = null, stale = false): TableRow {
  const cell: TableCell = { row: index, column: 0, record_id: `${index}`, state: state ?? "sure", words: "", order: null, amount, probability: null, stale };
  return { index, documentId: `${index}`, title: `${index}.pdf`, cells: [state === null ? undefined : cell] };
}

describe("decimal numbers", () => {
  it("are added exactly, however long", () => {
    expect(added("0.1", "0.2")).toBe("0.3");
    expect(added("9007199254740993", "0.01")).toBe("9007199254740993.01");
    expect(added("-1.5", "1.25")).toBe("-0.25");
    expect(added("0.05", "-0.05")).toBe("0.00");
    expect(added("1", "much")).toBe("1");
  });

  it("are written as in the cells", () => {
    const words = (total: string, currency: string | null, unit: string | null = null) => sumInWords({ currency, unit, total });
    expect(words("1300.5", "USD")).toBe("USD 1300.50");
    expect(words("12.300", "USD", "per month")).toBe("USD 12.30 per month");
    expect(words("40.00", null)).toBe("40");
    expect(words("1300", null, "per claim")).toBe("1300 per claim");
    expect(words("1.2345", "EUR")).toBe("EUR 1.2345");
    expect(words("400", "EUR")).toBe("EUR 400");
  });
});

describe("the totals of a column", () => {
  it("never mix currencies nor what the amounts are for, and name their cells", () => {
    const rows = [
      row(0, "sure", money("0.1")),
      row(1, "check", money("0.2")),
      row(2, "confirmed", money("5", "EUR")),
      row(3, "corrected", money("7", "USD", "per month")),
      row(4, "sure", money("9", null)),
      row(5, "sure", money("1000", null, "per claim")),
      row(6, "sure", money("300", "", "per claim")),
      row(7, "sure", money("2", "", "")),
    ];
    expect(totalsOf(rows, 0)).toEqual({
      sums: [
        { currency: null, unit: null, total: "11", rows: [4, 7], toCheck: 0 },
        { currency: null, unit: "per claim", total: "1300", rows: [5, 6], toCheck: 0 },
        { currency: "EUR", unit: null, total: "5", rows: [2], toCheck: 0 },
        { currency: "USD", unit: null, total: "0.3", rows: [0, 1], toCheck: 1 },
        { currency: "USD", unit: "per month", total: "7", rows: [3], toCheck: 0 },
      ],
      left: [],
    });
  });

  it("leave out what is no answer, and say why", () => {
    const states: (CellState | null)[] = ["unsure", "not_found", "absent", "conflict", "disputed", "rejected", "failed", null];
    const rows = [
      ...states.map((state, index) => row(index, state, money("3"))),
      row(8, "sure", money("3"), true),
      row(9, "sure"),
    ];
    expect(totalsOf(rows, 0)).toEqual({
      sums: [],
      left: [
        { why: "unsure", rows: [0] },
        { why: "not_found", rows: [1, 2] },
        { why: "conflict", rows: [3] },
        { why: "disputed", rows: [4] },
        { why: "rejected", rows: [5] },
        { why: "failed", rows: [6] },
        { why: "other", rows: [9] },
        { why: "stale", rows: [8] },
        { why: "waiting", rows: [7] },
      ],
    });
  });

  it("are there only where there is money", () => {
    expect(isOfAmounts([row(0, "sure")], 0)).toBe(false);
    expect(isOfAmounts([row(0, "sure"), row(1, "sure", money("1"))], 0)).toBe(true);
  });
});
