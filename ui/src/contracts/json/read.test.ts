import { describe, expect, it } from "vitest";
import { failurePlace } from "./failurePlace";
import { lineColumn, offsetOf, partAt, partOf, upwards } from "./place";
import { read } from "./read";

function words(text: string): string[] {
  return read(text).faults.map(({ from, to, words }) => `${text.slice(from, to)}: ${words}`);
}

describe("reading JSON", () => {
  it("tells where every value stands", () => {
    const text = '{"a": [1, {"b/c": "x"}], "d": null}';
    const { parts, faults } = read(text);
    expect(faults).toEqual([]);
    expect(parts.map(({ pointer, from, to }) => [pointer, text.slice(from, to)])).toEqual([
      ["", text],
      ["/a", '[1, {"b/c": "x"}]'],
      ["/a/0", "1"],
      ["/a/1", '{"b/c": "x"}'],
      ["/a/1/b~1c", '"x"'],
      ["/d", "null"],
    ]);
  });

  it.each(['"\\u00e9\\n"', "-0.5e+7", "[]", "{}", "[[],{}]", " true ", '{"a":1,"b":{"c":[false]}}', '"\\\\"'])(
    "finds nothing wrong where the engine finds nothing wrong: %s",
    (text) => {
      expect(() => JSON.parse(text) as unknown).not.toThrow();
      expect(words(text)).toEqual([]);
    },
  );

  it.each([
    "",
    "{",
    "[1,]",
    '{"a":1,}',
    "{a:1}",
    '{"a" 1}',
    '{"a":}',
    "{'a':1}",
    '"\\x"',
    '"open',
    "01",
    "1.",
    "[1 2]",
    "{} {}",
    "]",
    '{"a":1]',
    "[,1]",
    '{"a"}',
    "nul",
    '{"a":,"b":1}',
    "{:1}",
    '{"a"::1}',
    "{{}}",
    '"tab\there"',
  ])("finds something wrong where the engine does: %s", (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(words(text)).not.toEqual([]);
  });

  it("says what is wrong, and goes on after it", () => {
    expect(words('{"a": 1 "b": tru, "c": [1,]}')).toEqual([
      '"b": A comma is missing before this.',
      "tru: A text stands in double quotation marks.",
      ",: Nothing follows this comma: take it out.",
    ]);
    expect(words('{\n"a": {')).toEqual([": The object that begins in line 2 is not closed."]);
    expect(words('{"a": 1, "a": 2}')).toEqual(['"a": This key stands here a second time.']);
    expect(read('{"a": 1 "b": 2}').parts.map(({ pointer }) => pointer)).toEqual(["", "/a", "/b"]);
  });

  it("tells what may be written at the end of the text", () => {
    expect(read('{"properties": {"x": {"ty').next).toEqual({ expects: "key", pointer: "/properties/x", from: 22 });
    expect(read('{"type": "st').next).toEqual({ expects: "value", pointer: "/type", from: 9 });
    expect(read('{"type": ["string", ').next).toEqual({ expects: "value", pointer: "/type/1", from: 20 });
    expect(read('{"type": "string"\n  "mi').next).toMatchObject({ expects: "key", pointer: "" });
    expect(read("{} ").next.expects).toBe("nothing");
  });

  it("reads deep nesting without end of the stack", () => {
    expect(read("[".repeat(50_000)).faults).toHaveLength(1);
  });
});

describe("places", () => {
  const text = '{\n  "a": [1, {"b": "é"}]\n}';
  const reading = read(text);

  it("go from offset to pointer and back", () => {
    expect(partAt(reading, text.indexOf('"b"') + 1)?.pointer).toBe("/a/1/b");
    expect(partAt(reading, text.indexOf("1,"))?.pointer).toBe("/a/0");
    expect(partAt(reading, 1)?.pointer).toBe("");
    expect(partOf(reading, "/a/1/nothing/there")?.pointer).toBe("/a/1");
    expect(upwards("/a/b")).toEqual(["/a/b", "/a", ""]);
  });

  it("go from line and column to offset and back", () => {
    const offset = text.indexOf("é");
    expect(lineColumn(text, offset)).toEqual({ line: 2, column: 19 });
    expect(offsetOf(text, 2, 19)).toBe(offset);
    expect(offsetOf(text, 99, 99)).toBe(text.length);
    expect(lineColumn("😀x", 2)).toEqual({ line: 1, column: 2 });
  });

  it("are read from what the compiler says", () => {
    const schema = '{"properties": {"x": {"pattern": "(("}}}';
    const place = (message: string): string | null => {
      const found = failurePlace({ kind: "schema", message, help: "" }, schema, read(schema));
      return found && schema.slice(found.from, found.to);
    };
    expect(place("at `/properties/x`, keyword `pattern`: a regular expression was expected")).toBe('"(("');
    expect(place("at /properties/x: nothing satisfies it")).toBe('{"pattern": "(("}');
    expect(place("at the root of the schema: nothing satisfies it")).toBe("{");
    expect(place("the schema is not JSON: line 1, column 3")).toBe("p");
    expect(place("the rules are too large")).toBeNull();
  });
});
