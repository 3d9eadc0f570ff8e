import { describe, expect, it } from "vitest";
import type { Line, Page } from "../backend/wire";
import { boxesOf, fitWidth, numbersInWords, pageAt, pageOfLine, pictureScale, sameSpot, startsOf } from "./geometry";

function line(number: number, left: number, top: number, right: number): Line {
  return { number, page: 1, text: "words", bounds: { left, top, right, bottom: top + 10 } };
}

const cited = (first: number, last: number, label: string) => ({ first, last, quote: null, label });
const page = (number: number, first_line: number, last_line: number): Page => ({
  number,
  first_line,
  last_line,
  width: 600,
  height: 800,
  image_only: last_line < first_line,
  label: null,
});

describe("frames", () => {
  it("go around all cited lines that stand below one another", () => {
    const lines = [line(1, 50, 100, 200), line(2, 40, 112, 300), line(3, 50, 124, 120)];
    expect(boxesOf(lines, [cited(1, 2, "1")])).toEqual([
      { left: 37, top: 97, right: 303, bottom: 125, indexes: [0], label: "1" },
    ]);
  });

  it("are two where the lines go on in another column", () => {
    const lines = [line(1, 50, 700, 200), line(2, 320, 100, 500)];
    expect(boxesOf(lines, [cited(1, 2, "1")]).map(({ left, top }) => [left, top])).toEqual([
      [47, 697],
      [317, 97],
    ]);
  });

  it("are none for lines without a place, or on another page", () => {
    expect(boxesOf([{ ...line(1, 0, 0, 1), bounds: null }], [cited(1, 1, "1"), cited(9, 9, "2")])).toEqual([]);
  });

  it("keep the number of their citation", () => {
    const lines = [line(1, 50, 100, 200), line(2, 50, 112, 200)];
    const boxes = boxesOf(lines, [cited(9, 9, "1"), cited(2, 2, "2"), cited(1, 1, "3")]);
    expect(boxes.map(({ indexes, label }) => [indexes, label])).toEqual([
      [[1], "2"],
      [[2], "3"],
    ]);
  });

  it("are shared by citations of the same lines, with all their numbers", () => {
    const lines = [line(1, 50, 100, 200), line(2, 50, 112, 200)];
    const boxes = boxesOf(lines, [cited(1, 1, "1"), cited(2, 2, "2"), cited(1, 1, "3")]);
    expect(boxes.map(({ indexes, label }) => [indexes, label])).toEqual([
      [[0, 2], "1, 3"],
      [[1], "2"],
    ]);
  });

  it.each([
    [["1"], "1"],
    [["1", "2"], "1, 2"],
    [["1", "2", "3", "7"], "1–3, 7"],
    [["C0"], "C0"],
  ])("are numbered %j", (labels, words) => expect(numbersInWords(labels)).toBe(words));
});

describe("the column of pages", () => {
  const pages = [page(1, 1, 10), page(2, 11, 10), page(3, 11, 30)];

  it("knows the page of a line, whatever pages are empty", () => {
    expect(pageOfLine(pages, 10)?.number).toBe(1);
    expect(pageOfLine(pages, 11)?.number).toBe(3);
    expect(pageOfLine(pages, 31)).toBeUndefined();
  });

  it("knows the page at an offset", () => {
    const starts = startsOf(pages, 1);
    expect(starts).toEqual([16, 832, 1648, 2464]);
    expect([0, 831, 832, 1648, 9999].map((offset) => pageAt(starts, offset))).toEqual([0, 0, 1, 2, 2]);
  });

  it("keeps the spot when the scale changes", () => {
    const [before, after] = [startsOf(pages, 1), startsOf(pages, 2)];
    expect(sameSpot(before, after, 832)).toBe(after[1]);
    const middle = sameSpot(before, after, 832 + 408);
    expect(middle).toBeGreaterThan((after[1] ?? 0) + 790);
    expect(middle).toBeLessThan((after[1] ?? 0) + 820);
  });

  it("fills the width, and draws in steps", () => {
    expect(fitWidth(pages, 300)).toBe(0.5);
    expect(pictureScale(1.01, 1)).toBe(1.25);
    expect(pictureScale(1.2, 1)).toBe(1.25);
    expect(pictureScale(9, 2)).toBe(4);
  });
});
