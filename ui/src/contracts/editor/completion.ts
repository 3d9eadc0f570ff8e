/** Completion in a schema: keywords where a schema stands, and the values that a keyword knows. */

import { snippet, startCompletion } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { keysOf } from "../json/place";
import { read } from "../json/read";
import type { Next, Reading } from "../json/read";
import { DIALECTS, EVIDENCE, fits, FORMATS, KEYWORDS, positionOf, TYPES } from "../keywords";
import type { Keyword, ValueKind } from "../keywords";

/** What follows the colon; `${}` is where one goes on writing. */
const TEMPLATES: Record<ValueKind, string> = {
  schema: '{ "type": "${}" }',
  schemas: '[{ "type": "${}" }]',
  named: "{\n\t${}\n}",
  type: '"${}"',
  format: '"${}"',
  evidence: '"${}"',
  names: '["${}"]',
  reference: '"${}"',
  dialect: '"${}"',
  flag: "true",
  count: "${1:1}",
  number: "${1:0}",
  text: '"${}"',
  any: "${}",
};

const OWN_TEMPLATES: Record<string, string> = {
  additionalProperties: "false",
  unevaluatedProperties: "false",
  unevaluatedItems: "false",
  enum: "[${}]",
  examples: "[${}]",
  dependentRequired: '{ "${}": [] }',
};

const GOES_ON: ValueKind[] = ["schema", "schemas", "type", "format", "evidence", "names", "reference", "dialect"];

export function completeSchema(context: CompletionContext): CompletionResult | null {
  const before = context.state.sliceDoc(0, context.pos);
  const { next } = read(before);
  const quoted = before[next.from] === '"';
  if (!context.explicit && next.from === context.pos) return null;
  const text = context.state.doc.toString();
  const options = optionsAt(next, read(text), text);
  return options.length === 0 ? null : { from: next.from + (quoted ? 1 : 0), options, validFor: /^[\w$/#:.-]*$/ };
}

function optionsAt(next: Next, whole: Reading, text: string): Completion[] {
  const position = positionOf(keysOf(next.pointer));
  if (next.expects === "key") return position.at === "schema" ? keys(next.pointer, whole, text) : [];
  if (next.expects !== "value") return [];
  if (position.at === "schema") return ["false", "true"].map((word) => value(word, word));
  return position.at === "value" ? values(position.keyword, next.pointer, whole) : [];
}

/** Those first that fit the type beside them. */
function keys(pointer: string, { parts }: Reading, text: string): Completion[] {
  const there = new Set(parts.map((part) => part.pointer));
  const type = parts.find((part) => part.pointer === `${pointer}/type`);
  const kinds = type ? text.slice(type.from, type.to) : "";
  return KEYWORDS.filter(({ name }) => !there.has(`${pointer}/${name}`)).map((keyword, index) => ({
    label: keyword.name,
    info: keyword.meaning,
    boost: (fits(keyword.name, kinds) ? 60 : 0) - index,
    apply: (view, completion, from, to) => applyKey(view, completion, keyword, from, to),
  }));
}

function values({ value: kind }: Keyword, pointer: string, { parts }: Reading): Completion[] {
  const quoted = (texts: string[]): Completion[] => texts.map((text) => value(text, JSON.stringify(text)));
  switch (kind) {
    case "type":
      return quoted(TYPES);
    case "format":
      return quoted(FORMATS);
    case "evidence":
      return quoted(EVIDENCE);
    case "dialect":
      return quoted(DIALECTS);
    case "flag":
      return ["true", "false"].map((text) => value(text, text));
    case "names": {
      const beside = `${pointer.replace(/\/required(\/\d+)?$/, "")}/properties/`;
      return quoted(
        namesUnder(
          beside,
          parts.map((part) => part.pointer),
        ),
      );
    }
    case "reference": {
      const all = parts.map((part) => part.pointer);
      return quoted(
        ["$defs", "definitions"].flatMap((held) => namesUnder(`/${held}/`, all).map((name) => `#/${held}/${name}`)),
      );
    }
    default:
      return [];
  }
}

function namesUnder(above: string, pointers: string[]): string[] {
  return pointers
    .filter((pointer) => pointer.startsWith(above) && !pointer.slice(above.length).includes("/"))
    .map((pointer) => keysOf(pointer).at(-1) ?? "");
}

function value(label: string, text: string): Completion {
  return {
    label,
    apply: (view, _completion, from, to) => {
      const range = token(view, from, to);
      view.dispatch({
        changes: { ...range, insert: text },
        selection: { anchor: range.from + text.length },
        userEvent: "input.complete",
      });
    },
  };
}

function applyKey(view: EditorView, completion: Completion, keyword: Keyword, from: number, to: number): void {
  const range = token(view, from, to);
  const colon = /^\s*:/.test(view.state.sliceDoc(range.to, range.to + 40));
  const rest = colon ? "" : `: ${OWN_TEMPLATES[keyword.name] ?? TEMPLATES[keyword.value]}`;
  snippet(`"${keyword.name}"${rest}`)(view, completion, range.from, range.to);
  if (!colon && GOES_ON.includes(keyword.value) && !(keyword.name in OWN_TEMPLATES)) startCompletion(view);
}

/** The whole token at the cursor, its quotation marks included. */
function token(view: EditorView, from: number, to: number): { from: number; to: number } {
  const quoted = view.state.sliceDoc(Math.max(0, from - 1), from) === '"';
  const line = view.state.doc.lineAt(to);
  const after = quoted ? /^[\w$/#:.-]*"?/ : /^[\w$]*/;
  const rest = after.exec(view.state.sliceDoc(to, line.to))?.[0] ?? "";
  // Without a closing quotation mark nothing of the line belongs to it.
  const taken = quoted && !rest.endsWith('"') ? 0 : rest.length;
  return { from: from - (quoted ? 1 : 0), to: to + taken };
}
