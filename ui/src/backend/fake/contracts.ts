import { lineColumn, partOf } from "../../contracts/json/place";
import { read } from "../../contracts/json/read";
import type { Contracts } from "../backend";
import type { AnswerType, Failure, InstanceVerdict, Whitespace } from "../wire";
import { compile, parseSchema, violations } from "./contracts_compile";

const AMOUNT = {
  title: "Amount",
  type: "object",
  properties: {
    value: { type: "number", description: "The figure as the document states it." },
    currency: { type: ["string", "null"], pattern: "^[A-Z]{3}$" },
    unit: { type: ["string", "null"] },
  },
  required: ["value", "currency", "unit"],
  additionalProperties: false,
};

const DATE = {
  title: "Date",
  type: "object",
  properties: { iso: { type: "string", pattern: "^\\d{4}(-\\d{2}){0,2}$" }, original: { type: "string" } },
  required: ["iso", "original"],
  additionalProperties: false,
};

const TEXT = { title: "Text", type: "string", minLength: 1, maxLength: 2000 };

const TABLE = {
  title: "Table",
  type: "object",
  properties: {
    headers: { type: "array", items: { type: "string" } },
    rows: { type: "array", items: { type: "array" } },
  },
  required: ["headers", "rows"],
  additionalProperties: false,
};

const BUILT_IN: [name: string, title: string, description: string, schema: object][] = [
  ["text", "Text", "A passage in the document's words.", TEXT],
  ["amount", "Amount", "A sum of money with its currency.", AMOUNT],
  ["date", "Date", "A calendar date.", DATE],
  ["list", "List", "Several values.", TEXT],
  ["table", "Table", "Rows and columns.", TABLE],
];

export function fakeContracts(): Contracts {
  const types: AnswerType[] = BUILT_IN.map(([name, title, description]) => ({
    name,
    title,
    description,
    own: false,
  }));
  const schemas = new Map(BUILT_IN.map(([name, , , schema]) => [name, JSON.stringify(schema, null, 2)]));
  return {
    types: async () => [...types],
    detail: async (name) => {
      const answer_type = types.find((one) => one.name === name);
      const schema = schemas.get(name);
      if (answer_type && schema !== undefined) return { answer_type, schema };
      throw {
        kind: "input",
        message: `There is no type ${name}.`,
        help: "Choose one of the list.",
      } satisfies Failure;
    },
    compile: async (schema, whitespace) => compile(schema, whitespace),
    test: async (schema, whitespace, instance) => test(schema, whitespace, instance),
    save: async (name, schema) => {
      compile(schema, "spaced");
      if (types.some((one) => one.name === name && !one.own)) {
        throw {
          kind: "input",
          message: `The answer type ${name} is built in.`,
          help: "Choose another name.",
        } satisfies Failure;
      }
      const { title, description } = parseSchema(schema);
      const saved = { name, title: String(title ?? name), description: String(description ?? ""), own: true };
      schemas.set(name, schema);
      const there = types.findIndex((one) => one.name === name);
      if (there < 0) types.push(saved);
      else types[there] = saved;
      return saved;
    },
    remove: async (name) => {
      types.splice(
        types.findIndex((one) => one.name === name),
        1,
      );
      schemas.delete(name);
    },
  };
}

/** Leaves the grammar where JSON is broken, at the first violation, or where spaces differ. */
function test(schema: string, whitespace: Whitespace, instance: string): InstanceVerdict {
  compile(schema, whitespace);
  const reading = read(instance);
  const broken = reading.faults.find(({ mild }) => !mild);
  if (broken) return verdict(instance, broken.from, null);
  const value = JSON.parse(instance) as unknown;
  const found = violations(parseSchema(schema), value);
  // That items differ is residual: the grammar lets it through.
  const refused = found.find(({ message }) => !message.includes("twice"));
  if (refused) return verdict(instance, partOf(reading, refused.pointer)?.from ?? 0, found);
  const form = whitespace === "compact" ? JSON.stringify(value) : spaced(value);
  const differs =
    whitespace === "any" ? instance.length : [...instance].findIndex((sign, index) => sign !== form[index]);
  return verdict(instance, differs < 0 ? instance.length : differs, found, whitespace === "any" || instance === form);
}

function verdict(
  instance: string,
  offset: number,
  found: InstanceVerdict["violations"],
  accepted = false,
): InstanceVerdict {
  const reason = accepted ? "accepted" : offset >= instance.length ? "ends too early" : "not allowed here";
  return { accepted, offset, ...lineColumn(instance, offset), reason, violations: found };
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
    .join(", ")}}`;
}
