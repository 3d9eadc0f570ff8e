import { describe, expect, it } from "vitest";
import type { Citation } from "../backend/wire";
import { citationOf } from "./Items";

function citation(quote: string, line = 3): Citation {
  return {
    anchor: "C0",
    document_id: "d",
    document_title: "lease.txt",
    page_number: 1,
    line_start: line,
    line_end: line,
    quote,
    boxes: [],
    boundary: { contiguous: true, ends_mid_sentence: false, starts_mid_sentence: false },
    event_date: null,
    metadata: {},
  } as unknown as Citation;
}

function span(quote: string | null, line = 3) {
  return { anchor: "C0", line_start: line, line_end: line, quote };
}

describe("the citation of a span", () => {
  const citations = [citation("USD 12.50"), citation("USD 13"), citation("USD 12.50 and USD 13"), citation("USD 1", 9)];

  it("has the span's quote where two values stand in one line", () => {
    expect(citationOf(span("USD 12.50"), citations)).toBe(0);
    expect(citationOf(span("USD  13"), citations)).toBe(1);
    expect(citationOf(span("USD 1", 9), citations)).toBe(3);
  });

  it("is that of the whole lines where the span has no quote", () => {
    expect(citationOf(span(null), citations)).toBe(2);
  });

  it("falls back on the lines, then on the anchor, and on none", () => {
    expect(citationOf(span("EUR 5", 9), citations)).toBe(3);
    expect(citationOf(span("EUR 5", 7), [citation("x")])).toBe(0);
    expect(citationOf({ ...span("x"), anchor: "C9" }, citations)).toBe(-1);
  });
});
