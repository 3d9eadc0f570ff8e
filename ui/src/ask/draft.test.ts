import { describe, expect, it } from "vitest";
import { readDraft, readPartial } from "./draft";

const WHOLE = {
  answer_found: true,
  items: [
    {
      value: { value: 1284.5, currency: "GBP", unit: null },
      spans: [{ anchor: "C0", line_start: 14, line_end: 15, quote: 'The "annual" premium\nis due' }],
    },
    { value: [true, -3e2, {}, []], spans: [] },
  ],
  confidence: 0.8,
};

describe("a draft that breaks off", () => {
  it("is the whole value when nothing is missing, however it is spaced", () => {
    expect(readPartial(JSON.stringify(WHOLE))).toEqual(WHOLE);
    expect(readPartial(JSON.stringify(WHOLE, null, 3))).toEqual(WHOLE);
  });

  it("never fails, and never takes back what it once said, wherever it breaks off", () => {
    const text = JSON.stringify(WHOLE);
    let seen = 0;
    for (let end = 0; end <= text.length; end += 1) {
      const { found, items } = readDraft(text.slice(0, end));
      expect([null, true]).toContain(found);
      expect(items.length).toBeGreaterThanOrEqual(seen);
      seen = items.length;
    }
    expect(seen).toBe(2);
  });

  it("does not show a number that may still grow", () => {
    expect(readPartial('{"value":12')).toEqual({});
    expect(readPartial('{"value":12,')).toEqual({ value: 12 });
    expect(readDraft('{"answer_found":tru').found).toBeNull();
    expect(readDraft('{"answer_found":false}').found).toBe(false);
  });

  it("shows a string as far as it goes, marked as going on", () => {
    expect(readPartial('{"iso":"2025-03')).toEqual({ iso: "2025-03…" });
    expect(readPartial('"a \\"b\\" \\u00e9')).toBe('a "b" é…');
  });

  it("gives quotes with their lines as soon as they are there", () => {
    const text = '{"answer_found":true,"items":[{"spans":[{"anchor":"C1","line_start":7,"line_end":7,"quote":"payable in ad';
    expect(readDraft(text).items).toEqual([
      { value: undefined, quotes: [{ words: "payable in ad…", first: 7, last: 7 }] },
    ]);
  });

  it("reads prose that is made of sentences", () => {
    const span = { anchor: "C0", line_start: 2, line_end: 3, quote: "The fee is due." };
    const { items } = readDraft(JSON.stringify({ answer_found: true, sentences: [span, { spans: [span], text: "It is due." }] }));
    expect(items.map(({ value, quotes }) => [value, quotes[0]?.words])).toEqual([
      [undefined, "The fee is due."],
      ["It is due.", "The fee is due."],
    ]);
  });

  it.each(["", "   ", "no JSON", "{", '{"a"', '{"a":}', "[1,,2]", "}{", "[".repeat(5000), '{"items":{"value":1}}'])(
    "that is nonsense gives no items (%#)",
    (text) => expect(readDraft(text).items).toEqual([]),
  );
});
