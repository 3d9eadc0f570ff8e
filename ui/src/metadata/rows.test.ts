import { describe, expect, it } from "vitest";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { RULES } from "../backend/fake/documents";
import { barredKnowledge, changeOf, faultsOf, inOrder, metadataInWords, metadataOf, offersOf, rowsOf, withRow } from "./rows";
import type { Row } from "./rows";

function rows(...pairs: [key: string, value: string][]): Row[] {
  return pairs.map(([key, value], id) => ({ id, key, value }));
}

describe("rows of metadata", () => {
  it("come from metadata and lead back to them, without spaces around and without empty rows", () => {
    const metadata = { client: "Northwind", matter: "2024-17" };
    expect(metadataOf(rowsOf(metadata))).toEqual(metadata);
    expect(metadataOf(rows([" client ", " Northwind "], ["", " "]))).toEqual({ client: "Northwind" });
  });

  it("that are added have an id of their own", () => {
    const added = withRow(withRow(rows(["client", "Acme"])).slice(1));
    expect(added.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("are compared with what is kept: said anew, changed, taken back, and nothing else", () => {
    const kept = { client: "Acme", matter: "7", constructor: "Brick Ltd" };
    expect(changeOf(kept, { client: "Acme", matter: "8", year: "2024" })).toEqual({ matter: "8", year: "2024", constructor: null });
    expect(changeOf(kept, kept)).toEqual({});
  });
});

describe("what keeps a row from being kept", () => {
  it.each<[string, [string, string], { key?: RegExp; value?: RegExp }]>([
    ["no key", ["", "Acme"], { key: /^Write a key/ }],
    ["no value", ["client", " "], { value: /^Write a value/ }],
    ["a name that a condition has", ["date", "2019"], { key: /condition of its own/ }],
    ["an equals sign", ["a=b", "c"], { key: /equals sign/ }],
    ["a key that is too long", ["é".repeat(201), "c"], { key: /^Too long: 400 bytes/ }],
    ["a value that is too long", ["client", "x".repeat(401)], { value: /^Too long/ }],
  ])("is said at its field: %s", (_, row, { key = /^$/, value = /^$/ }) => {
    const fault = faultsOf(rows(row), RULES).get(0);
    expect(fault?.key ?? "").toMatch(key);
    expect(fault?.value ?? "").toMatch(value);
  });

  it("is a key that stands twice, at the second", () => {
    const faults = faultsOf(rows(["client", "Acme"], [" client", "Bolt"]), RULES);
    expect([...faults]).toEqual([[1, { key: "This key stands in a row above." }]]);
  });

  it("is nothing in rows that are right, as long as can be, or empty", () => {
    const longest = "x".repeat(400);
    expect(faultsOf(rows(["client", "a=b"], [longest, longest], ["", ""]), RULES).size).toBe(0);
    // Without the rules the service alone knows its own names.
    expect(faultsOf(rows(["date", "2019"]), null).size).toBe(0);
  });
});

describe("metadata of documents", () => {
  const acme = { ...LETTER_DOCUMENT, metadata: { client: "Acme", matter: "10" } };
  const other = { ...LETTER_DOCUMENT, id: "c", metadata: { client: "Acme" } };

  it("are offered by key, each value with how many documents have it", () => {
    const offers = offersOf([SAMPLE, acme, other]);
    expect([...offers.keys()]).toEqual(["client", "matter"]);
    expect([...(offers.get("client") ?? [])]).toEqual([["Northwind", 1], ["Acme", 2]]);
    expect(inOrder(["10", "9", "a"])).toEqual(["9", "10", "a"]);
  });

  it("are put into words", () => {
    expect(metadataInWords(acme.metadata)).toBe("client “Acme”, matter “10”");
    expect(metadataInWords({})).toBe("");
  });

  it("say which documents the policy does not let be shown", () => {
    const draft = { ...SAMPLE, metadata: { knowledge_type: "draft" } };
    expect(barredKnowledge(draft, RULES)).toBe("draft");
    expect(barredKnowledge(SAMPLE, RULES)).toBeNull();
    expect(barredKnowledge(SAMPLE, { ...RULES, allowed_knowledge: ["draft"] })).toBe("document");
    expect(barredKnowledge(draft, null)).toBeNull();
  });
});
