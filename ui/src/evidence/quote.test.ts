import { describe, expect, it } from "vitest";
import type { Line } from "../backend/wire";
import { findQuote, findWords } from "./quote";

const LINES: Line[] = [
  { number: 7, page: 1, text: "The annual  premium is", bounds: null },
  { number: 8, page: 1, text: " 1,482.50 USD, payable in advance.", bounds: null },
];

/** The quoted part of each line, in order. */
function parts(quote: string): string[] {
  const ranges = findQuote(LINES, quote);
  return LINES.flatMap(({ number, text }) => {
    const range = ranges.get(number);
    return range ? [text.slice(range.start, range.end)] : [];
  });
}

describe("a quote in its lines", () => {
  it("is found inside one line", () => {
    expect(parts("1,482.50 USD")).toEqual(["1,482.50 USD"]);
  });

  it("runs over a line end, with white space counted as one space", () => {
    expect(parts("annual premium is 1,482.50")).toEqual(["annual  premium is", " 1,482.50"]);
  });

  it("covers nothing when one character is off", () => {
    expect(parts("1,482.51 USD")).toEqual([]);
  });

  it("covers nothing when it is empty", () => {
    expect(parts("  ")).toEqual([]);
  });
});

describe("words that are looked for", () => {
  it("are found whatever their case and white space", () => {
    expect(findWords("The Annual  Premium is", "annual premium")).toEqual({ start: 4, end: 19 });
  });

  it("are taken as they stand, not as a pattern", () => {
    expect(findWords("costs 10.5 (net)", "(net)")).toEqual({ start: 11, end: 16 });
    expect(findWords("costs 10x5", "10.5")).toBeNull();
  });
});
