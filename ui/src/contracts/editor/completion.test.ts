import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { describe, expect, it } from "vitest";
import { completeSchema } from "./completion";

// jsdom measures no text; CodeMirror asks for it.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

/** What is offered at the `|` of a text, best first. */
function offered(text: string): string[] {
  const at = text.indexOf("|");
  const state = EditorState.create({ doc: text.replace("|", "") });
  const options = completeSchema(new CompletionContext(state, at, true))?.options ?? [];
  return [...options].sort((one, other) => (other.boost ?? 0) - (one.boost ?? 0)).map(({ label }) => label);
}

/** The text after the first thing offered that has this label was taken. */
function taken(text: string, label: string): string {
  const at = text.indexOf("|");
  const view = new EditorView({ doc: text.replace("|", "") });
  const result = completeSchema(new CompletionContext(view.state, at, true));
  const option = result?.options.find((one) => one.label === label);
  if (!option || typeof option.apply !== "function") throw new Error(`${label} is not offered`);
  option.apply(view, option, result?.from ?? 0, at);
  return view.state.doc.toString();
}

describe("completion in a schema", () => {
  it("offers keywords where a schema stands, and not those that are there", () => {
    expect(offered('{"type": "object", |}')).toContain("properties");
    expect(offered('{"type": "object", |}')).not.toContain("type");
    expect(offered('{"properties": {"x": {"anyOf": [{"|')).toContain("const");
  });

  it("offers those first that fit the type", () => {
    expect(offered('{"x": 1, "type": "number", "|"}').slice(0, 9)).toContain("minimum");
    expect(offered('{"type": "number", "|"}').indexOf("minimum")).toBeLessThan(
      offered('{"type": "number", "|"}').indexOf("minLength"),
    );
  });

  it("offers no keywords as names of properties, nor in values", () => {
    expect(offered('{"properties": {"|')).toEqual([]);
    expect(offered('{"const": {"|')).toEqual([]);
    expect(offered('{"title": "|')).toEqual([]);
  });

  it("offers the values that a keyword knows", () => {
    expect(offered('{"type": "|"}')).toEqual(["string", "number", "integer", "boolean", "object", "array", "null"]);
    expect(offered('{"type": ["string", "|')).toContain("null");
    expect(offered('{"format": "|"')).toContain("date-time");
    expect(offered('{"x-evidence": |')).toEqual(["span", "quote", "anchor", "line"]);
    expect(offered('{"uniqueItems": |')).toEqual(["true", "false"]);
    expect(offered('{"properties": {"a": {}, "b": {"title": "x"}}, "required": ["|')).toEqual(["a", "b"]);
    expect(offered('{"$defs": {"code": {"type": "string"}}, "items": {"$ref": "|')).toEqual(["#/$defs/code"]);
  });

  it("writes the whole token, and the colon only where it is missing", () => {
    expect(taken('{"ty|"}', "type")).toBe('{"type": ""}');
    expect(taken('{"ty|": "object"}', "type")).toBe('{"type": "object"}');
    expect(taken("{mini|}", "minimum")).toBe('{"minimum": 0}');
    expect(taken('{"type": "str|"}', "string")).toBe('{"type": "string"}');
    expect(taken('{"type": "str|, "title": "x"}', "string")).toBe('{"type": "string", "title": "x"}');
    expect(taken('{"additionalProperties": fa|}', "false")).toBe('{"additionalProperties": false}');
  });
});
