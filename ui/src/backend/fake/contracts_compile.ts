/** A small stand-in for the grammar compiler: right in form, not in depth. */

import { escaped } from "../../contracts/json/read";
import { keyword } from "../../contracts/keywords";
import type { CompiledSchema, Failure, KeywordReport, RuleSource, Violation, Whitespace } from "../wire";

type Schema = Record<string, unknown>;

const ANNOTATIONS =
  /^(title|description|default|examples|deprecated|readOnly|writeOnly|content\w+|\$comment|\$defs|definitions|\$schema|\$id)$/;
const TEXT = '"\\"" [^\\x00-\\x1F\\"\\\\]* "\\""';
const BODIES: Record<string, string> = {
  string: TEXT,
  number: '"-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)?',
  integer: '"-"? ("0" | [1-9] [0-9]*)',
  boolean: '"true" | "false"',
  null: '"null"',
  array: `"[" (${TEXT} (", " ${TEXT})*)? "]"`,
};

export function parseSchema(text: string): Schema {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw {
      kind: "schema",
      message: "The schema is not JSON: line 1, column 1.",
      help: "Mend it there.",
    } satisfies Failure;
  }
  if (isSchema(parsed)) return parsed;
  throw failure("", null, "an object or a boolean was expected", "replace it with a schema");
}

export function compile(text: string, whitespace: Whitespace): CompiledSchema {
  const schema = parseSchema(text);
  check(schema, "");
  const grammar = new Printer(whitespace === "compact" ? "" : " ");
  grammar.rule("root", null, "the whole answer", "answer");
  grammar.add("answer", "", schema);
  return { gbnf: grammar.lines.join("\n") + "\n", report: report(schema, ""), rules: grammar.rules };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function properties(schema: Schema): [string, Schema][] {
  const held = schema["properties"];
  if (!isSchema(held)) return [];
  return Object.entries(held).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
}

function failure(pointer: string, name: string | null, words: string, help: string): Failure {
  const place = pointer === "" ? "at the root of the schema" : `at \`${pointer}\``;
  return { kind: "schema", message: `${place}${name === null ? "" : `, keyword \`${name}\``}: ${words}`, help };
}

function check(schema: Schema, pointer: string): void {
  const kinds = [schema["type"] ?? []].flat();
  if (kinds.some((kind) => kind !== "object" && !(String(kind) in BODIES))) {
    throw failure(pointer, "type", "names of JSON types was expected", "correct the keyword's value");
  }
  try {
    if (schema["pattern"] !== undefined) new RegExp(String(schema["pattern"]), "u");
  } catch {
    throw failure(pointer, "pattern", "a regular expression was expected", "a bracket without its partner");
  }
  for (const [key, below] of properties(schema)) check(below, `${pointer}/properties/${escaped(key)}`);
}

class Printer {
  readonly lines: string[] = [];
  readonly rules: RuleSource[] = [];

  constructor(private readonly space: string) {}

  rule(rule: string, pointer: string | null, comment: string, body: string): void {
    const first_line = this.lines.length + 1;
    this.lines.push(`# ${comment}`, `${rule} ::= ${body}`);
    this.rules.push({ rule, pointer, first_line, last_line: this.lines.length });
  }

  add(name: string, pointer: string, schema: Schema): void {
    const members = properties(schema);
    const members_rules = members.map(([key]) => ruleName(name, key));
    this.rule(
      name,
      pointer,
      pointer || "an object",
      members.length > 0 ? this.object(members, members_rules) : body(schema),
    );
    members.forEach(([key, below], index) => {
      this.add(members_rules[index] ?? key, `${pointer}/properties/${escaped(key)}`, below);
    });
  }

  private object(members: [string, Schema][], rules: string[]): string {
    const parts = members.map(([key], index) => `"\\"${key}\\":${this.space}" ${rules[index] ?? ""}`);
    return `"{" ${parts.join(` ",${this.space}" `)} "}"`;
  }
}

function ruleName(above: string, key: string): string {
  const name = key.replaceAll(/[^A-Za-z0-9]+/g, "-");
  return above === "answer" ? name : `${above}-${name}`;
}

function body(schema: Schema): string {
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices.map((one) => JSON.stringify(JSON.stringify(one))).join(" | ");
  if (typeof schema["pattern"] === "string") return `"\\"" ${schema["pattern"].replace(/^\^|\$$/g, "")} "\\""`;
  const kinds = [schema["type"] ?? "string"].flat().map(String);
  return kinds.map((kind) => BODIES[kind] ?? '"{" "}"').join(" | ");
}

function report(schema: Schema, pointer: string): KeywordReport[] {
  const own = Object.keys(schema).map((key): KeywordReport => {
    const place = `${pointer}/${escaped(key)}`;
    if (key === "uniqueItems")
      return { pointer: place, enforcement: "residual", reason: "that items differ is left to the validator" };
    const annotation = ANNOTATIONS.test(key) || !keyword(key);
    return { pointer: place, enforcement: annotation ? "annotation" : "enforced" };
  });
  return [
    ...own,
    ...properties(schema).flatMap(([key, below]) => report(below, `${pointer}/properties/${escaped(key)}`)),
  ];
}

/** The first rules that a value breaks: kinds, required and unknown keys, patterns, bounds, repeated items. */
export function violations(schema: Schema, value: unknown, pointer = ""): Violation[] {
  const found: Violation[] = [];
  const bad = (message: string, at = pointer): number => found.push({ pointer: at, message });
  const kinds = [schema["type"] ?? []].flat();
  if (kinds.length > 0 && !kinds.some((kind) => isOf(value, String(kind))))
    bad(`is not of type ${kinds.join(" or ")}`);
  const { enum: choices, pattern, exclusiveMinimum: above, minimum: least } = schema;
  if (Array.isArray(choices) && !choices.includes(value)) bad("is none of the values to choose from");
  if (typeof pattern === "string" && typeof value === "string" && !new RegExp(pattern, "u").test(value))
    bad(`does not match ${pattern}`);
  if (typeof above === "number" && typeof value === "number" && value <= above) bad(`is not above ${above}`);
  if (typeof least === "number" && typeof value === "number" && value < least) bad(`is less than ${least}`);
  if (schema["uniqueItems"] === true && Array.isArray(value) && new Set(value).size < value.length)
    bad("holds an item twice");
  if (!isSchema(value)) return found;
  const members = properties(schema);
  const wanted = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  for (const key of wanted) if (!(key in value)) bad(`lacks the key ${key}`);
  for (const [key, below] of members) {
    if (key in value) found.push(...violations(below, value[key], `${pointer}/${escaped(key)}`));
  }
  if (schema["additionalProperties"] === false) {
    const unknown = Object.keys(value).filter((key) => !members.some(([name]) => name === key));
    for (const key of unknown) bad("is a key that the schema does not have", `${pointer}/${escaped(key)}`);
  }
  return found;
}

function isOf(value: unknown, kind: string): boolean {
  if (kind === "null") return value === null;
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return isSchema(value);
  return kind === "integer" ? Number.isInteger(value) : typeof value === kind;
}
