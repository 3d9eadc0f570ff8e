/** The keywords of a schema (JSON Schema 2020-12 and Attest's own), for completion and explanations. */

/** What stands under a keyword; it decides where schemas go on. */
export type ValueKind =
  | "schema"
  | "schemas"
  | "named"
  | "type"
  | "format"
  | "evidence"
  | "names"
  | "reference"
  | "dialect"
  | "flag"
  | "count"
  | "number"
  | "text"
  | "any";

export interface Keyword {
  name: string;
  value: ValueKind;
  meaning: string;
}

const TABLE: Record<string, [ValueKind, string]> = {
  type: ["type", "What kind of value it is"],
  title: ["text", "Name of the type, for people"],
  description: ["text", "One sentence on what it holds"],
  properties: ["named", "The keys of an object, each with its schema"],
  required: ["names", "Keys that must be there"],
  additionalProperties: ["schema", "Other keys: false for none, or a schema"],
  items: ["schema", "Schema of every item of a list"],
  enum: ["any", "The values to choose from"],
  const: ["any", "The only value"],
  format: ["format", "A known form of text, such as a date"],
  pattern: ["text", "Regular expression that the text matches"],
  minLength: ["count", "Fewest characters"],
  maxLength: ["count", "Most characters"],
  minimum: ["number", "Smallest number"],
  maximum: ["number", "Largest number"],
  exclusiveMinimum: ["number", "The number is above this"],
  exclusiveMaximum: ["number", "The number is below this"],
  multipleOf: ["number", "The number is a multiple of this"],
  minItems: ["count", "Fewest items"],
  maxItems: ["count", "Most items"],
  uniqueItems: ["flag", "No item twice"],
  prefixItems: ["schemas", "Schemas of the first items, one after the other"],
  contains: ["schema", "Schema that at least one item satisfies"],
  minContains: ["count", "Fewest items that satisfy `contains`"],
  maxContains: ["count", "Most items that satisfy `contains`"],
  unevaluatedItems: ["schema", "Items that no other keyword looked at"],
  patternProperties: ["named", "Keys by regular expression, each with its schema"],
  propertyNames: ["schema", "Schema of every key"],
  minProperties: ["count", "Fewest keys"],
  maxProperties: ["count", "Most keys"],
  dependentRequired: ["any", "Keys that must be there where another one is"],
  dependentSchemas: ["named", "Schema of the object where a key is there"],
  unevaluatedProperties: ["schema", "Keys that no other keyword looked at"],
  anyOf: ["schemas", "At least one of these schemas"],
  oneOf: ["schemas", "Exactly one of these schemas"],
  allOf: ["schemas", "All of these schemas"],
  not: ["schema", "Not this schema"],
  if: ["schema", "Condition for `then` and `else`"],
  then: ["schema", "Holds where `if` does"],
  else: ["schema", "Holds where `if` does not"],
  $ref: ["reference", "The schema at another place"],
  $defs: ["named", "Schemas to refer to by `$ref`"],
  $schema: ["dialect", "Draft of JSON Schema that is meant"],
  $id: ["text", "Address of this schema, base of references"],
  $anchor: ["text", "Name to refer to"],
  $comment: ["text", "A note; says nothing about values"],
  $dynamicRef: ["reference", "A reference that follows `$dynamicAnchor`"],
  $dynamicAnchor: ["text", "Name for `$dynamicRef`"],
  $vocabulary: ["any", "Vocabularies of a dialect"],
  default: ["any", "Value to assume; says nothing about values"],
  examples: ["any", "Values as examples; says nothing about values"],
  deprecated: ["flag", "No longer to be used; says nothing about values"],
  readOnly: ["flag", "Not to be changed; says nothing about values"],
  writeOnly: ["flag", "Not shown again; says nothing about values"],
  contentEncoding: ["text", "How the text encodes bytes"],
  contentMediaType: ["text", "What the text is, as a media type"],
  contentSchema: ["schema", "Schema of what the text holds"],
  "x-evidence": ["evidence", "Words or places of the evidence; needs evidence to compile"],
  definitions: ["named", "As `$defs`, in older drafts"],
};

/** Keywords that speak of values of these kinds only. */
const OF_KIND: [kind: RegExp, keywords: string[]][] = [
  [/string/, ["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"]],
  [/number|integer/, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
  [
    /array/,
    [
      "items",
      "minItems",
      "maxItems",
      "uniqueItems",
      "prefixItems",
      "contains",
      "minContains",
      "maxContains",
      "unevaluatedItems",
    ],
  ],
  [
    /object/,
    [
      "properties",
      "required",
      "additionalProperties",
      "patternProperties",
      "propertyNames",
      "minProperties",
      "maxProperties",
      "dependentRequired",
      "dependentSchemas",
      "unevaluatedProperties",
    ],
  ],
];

/** Whether a keyword says something about values of this type; `type` as it stands in the schema. */
export function fits(name: string, type: string): boolean {
  const bound = OF_KIND.find(([, keywords]) => keywords.includes(name));
  return !bound || type === "" || bound[0].test(type);
}

export const KEYWORDS: Keyword[] = Object.entries(TABLE).map(([name, [value, meaning]]) => ({
  name,
  value,
  meaning,
}));

export const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Those that the grammar enforces. */
export const FORMATS = [
  "date",
  "time",
  "date-time",
  "duration",
  "email",
  "idn-email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
  "uri",
  "uri-reference",
  "iri",
  "iri-reference",
  "uri-template",
  "json-pointer",
  "relative-json-pointer",
];

export const EVIDENCE = ["span", "quote", "anchor", "line"];

export const DIALECTS = [
  "https://json-schema.org/draft/2020-12/schema",
  "https://json-schema.org/draft/2019-09/schema",
  "http://json-schema.org/draft-07/schema#",
  "http://json-schema.org/draft-06/schema#",
  "http://json-schema.org/draft-04/schema#",
];

export function keyword(name: string): Keyword | null {
  const known = Object.hasOwn(TABLE, name) ? TABLE[name] : undefined;
  return known ? { name, value: known[0], meaning: known[1] } : null;
}

/** What stands at a place of a schema. */
export type Position =
  { at: "schema" } | { at: "names" } | { at: "list" } | { at: "value"; keyword: Keyword } | { at: "data" };

/** Walks from the root of a schema down these keys. */
export function positionOf(keys: string[]): Position {
  return keys.reduce<Position>(step, { at: "schema" });
}

function step(from: Position, key: string): Position {
  if (from.at === "names") return { at: "schema" };
  if (from.at === "list") return { at: "schema" };
  // The types of a list of types, the names of a list of names, the schemas of an old tuple.
  if (from.at === "value") return /^\d+$/.test(key) ? from : { at: "data" };
  if (from.at === "data") return from;
  const known = keyword(key);
  if (!known) return { at: "data" };
  if (known.value === "schema") return { at: "schema" };
  if (known.value === "schemas") return { at: "list" };
  return known.value === "named" ? { at: "names" } : { at: "value", keyword: known };
}
