/** The keywords of a schema (JSON Schema 2020-12 and Attest's own), for completion and explanations. */

import { t } from "../language/language";

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
  type: ["type", t("contracts.keywords.type")],
  title: ["text", t("contracts.keywords.title")],
  description: ["text", t("contracts.keywords.description")],
  properties: ["named", t("contracts.keywords.properties")],
  required: ["names", t("contracts.keywords.required")],
  additionalProperties: ["schema", t("contracts.keywords.additionalProperties")],
  items: ["schema", t("contracts.keywords.items")],
  enum: ["any", t("contracts.keywords.enum")],
  const: ["any", t("contracts.keywords.const")],
  format: ["format", t("contracts.keywords.format")],
  pattern: ["text", t("contracts.keywords.pattern")],
  minLength: ["count", t("contracts.keywords.minLength")],
  maxLength: ["count", t("contracts.keywords.maxLength")],
  minimum: ["number", t("contracts.keywords.minimum")],
  maximum: ["number", t("contracts.keywords.maximum")],
  exclusiveMinimum: ["number", t("contracts.keywords.exclusiveMinimum")],
  exclusiveMaximum: ["number", t("contracts.keywords.exclusiveMaximum")],
  multipleOf: ["number", t("contracts.keywords.multipleOf")],
  minItems: ["count", t("contracts.keywords.minItems")],
  maxItems: ["count", t("contracts.keywords.maxItems")],
  uniqueItems: ["flag", t("contracts.keywords.uniqueItems")],
  prefixItems: ["schemas", t("contracts.keywords.prefixItems")],
  contains: ["schema", t("contracts.keywords.contains")],
  minContains: ["count", t("contracts.keywords.minContains")],
  maxContains: ["count", t("contracts.keywords.maxContains")],
  unevaluatedItems: ["schema", t("contracts.keywords.unevaluatedItems")],
  patternProperties: ["named", t("contracts.keywords.patternProperties")],
  propertyNames: ["schema", t("contracts.keywords.propertyNames")],
  minProperties: ["count", t("contracts.keywords.minProperties")],
  maxProperties: ["count", t("contracts.keywords.maxProperties")],
  dependentRequired: ["any", t("contracts.keywords.dependentRequired")],
  dependentSchemas: ["named", t("contracts.keywords.dependentSchemas")],
  unevaluatedProperties: ["schema", t("contracts.keywords.unevaluatedProperties")],
  anyOf: ["schemas", t("contracts.keywords.anyOf")],
  oneOf: ["schemas", t("contracts.keywords.oneOf")],
  allOf: ["schemas", t("contracts.keywords.allOf")],
  not: ["schema", t("contracts.keywords.not")],
  if: ["schema", t("contracts.keywords.if")],
  then: ["schema", t("contracts.keywords.then")],
  else: ["schema", t("contracts.keywords.else")],
  $ref: ["reference", t("contracts.keywords.dollar_ref")],
  $defs: ["named", t("contracts.keywords.dollar_defs")],
  $schema: ["dialect", t("contracts.keywords.dollar_schema")],
  $id: ["text", t("contracts.keywords.dollar_id")],
  $anchor: ["text", t("contracts.keywords.dollar_anchor")],
  $comment: ["text", t("contracts.keywords.dollar_comment")],
  $dynamicRef: ["reference", t("contracts.keywords.dollar_dynamicRef")],
  $dynamicAnchor: ["text", t("contracts.keywords.dollar_dynamicAnchor")],
  $vocabulary: ["any", t("contracts.keywords.dollar_vocabulary")],
  default: ["any", t("contracts.keywords.default")],
  examples: ["any", t("contracts.keywords.examples")],
  deprecated: ["flag", t("contracts.keywords.deprecated")],
  readOnly: ["flag", t("contracts.keywords.readOnly")],
  writeOnly: ["flag", t("contracts.keywords.writeOnly")],
  contentEncoding: ["text", t("contracts.keywords.contentEncoding")],
  contentMediaType: ["text", t("contracts.keywords.contentMediaType")],
  contentSchema: ["schema", t("contracts.keywords.contentSchema")],
  "x-evidence": ["evidence", t("contracts.keywords.x_evidence")],
  definitions: ["named", t("contracts.keywords.definitions")],
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
