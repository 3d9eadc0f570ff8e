import { describe, expect, it } from "vitest";
import { findQuote } from "./quote";

const LINES = [
  { number: 7, page: 1, text: "The annual  premium is" },
  { number: 8, page: 1, text: " 1,482.50 USD, payable in advance." },
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
