/** What is said of documents, as rows that a person writes: checked, compared, put into words. */

import type { DocumentSummary, MetadataRules } from "../backend/wire";
import { t } from "../language/language";

export type Metadata = Record<string, string>;
/** What is to change; null takes a key back. */
export type MetadataChange = Record<string, string | null>;

export interface Row {
  /** Of the row in its form; says nothing of the metadata. */
  id: number;
  key: string;
  value: string;
}

/** What is wrong with a row, at the field it is wrong in. */
export interface Fault {
  key?: string;
  value?: string;
}

export function rowsOf(metadata: Metadata): Row[] {
  return Object.entries(metadata).map(([key, value], id) => ({ id, key, value }));
}

export function withRow(rows: Row[]): Row[] {
  const id = rows.reduce((most, row) => Math.max(most, row.id), -1) + 1;
  return [...rows, { id, key: "", value: "" }];
}

/** The rows as they are kept: spaces around are dropped, and so are rows without a word. */
export function metadataOf(rows: Row[]): Metadata {
  return Object.fromEntries(written(rows).map(({ key, value }) => [key.trim(), value.trim()]));
}

function written(rows: Row[]): Row[] {
  return rows.filter(({ key, value }) => key.trim() !== "" || value.trim() !== "");
}

/** What leads from what is kept to what is written. */
export function changeOf(before: Metadata, after: Metadata): MetadataChange {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const said = Object.entries(after).filter(([key, value]) => before[key] !== value);
  return Object.fromEntries([...gone.map((key): [string, null] => [key, null]), ...said]);
}

/** What keeps rows from being kept, by the id of the row; without rules only what is wrong anywhere. */
export function faultsOf(rows: Row[], rules: MetadataRules | null): Map<number, Fault> {
  const faults = new Map<number, Fault>();
  const seen = new Set<string>();
  for (const row of written(rows)) {
    const [key, value] = [row.key.trim(), row.value.trim()];
    const keyFault = faultOfKey(key, rules) ?? (seen.has(key) ? t("metadata.twice") : undefined);
    const valueFault = value === "" ? t("metadata.writeValue") : faultOfLength(value, rules);
    seen.add(key);
    if (keyFault === undefined && valueFault === undefined) continue;
    faults.set(row.id, {
      ...(keyFault === undefined ? {} : { key: keyFault }),
      ...(valueFault === undefined ? {} : { value: valueFault }),
    });
  }
  return faults;
}

function faultOfKey(key: string, rules: MetadataRules | null): string | undefined {
  if (key === "") return t("metadata.writeKey");
  if (key.includes("=")) return t("metadata.noEquals");
  if (rules?.reserved_keys.includes(key)) return t("metadata.reserved", { key });
  return faultOfLength(key, rules);
}

function faultOfLength(text: string, rules: MetadataRules | null): string | undefined {
  const bytes = new TextEncoder().encode(text).length;
  return rules && bytes > rules.max_bytes ? t("metadata.tooLong", { bytes: rules.max_bytes }) : undefined;
}

/** `client “Northwind”, matter “2024-17”`. */
export function metadataInWords(metadata: Metadata): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} “${value}”`)
    .join(", ");
}

/** What is said of some documents: for each key its values, and of how many documents each is said. */
export type Offers = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function offersOf(documents: DocumentSummary[]): Offers {
  const offers = new Map<string, Map<string, number>>();
  for (const [key, value] of documents.flatMap(({ metadata }) => Object.entries(metadata))) {
    const values = offers.get(key) ?? new Map<string, number>();
    offers.set(key, values.set(value, (values.get(value) ?? 0) + 1));
  }
  return offers;
}

/** In the order of their letters and figures. */
export function inOrder(words: Iterable<string>): string[] {
  return [...words].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
}

/** The kind of knowledge of a document, where the policy does not let it be shown; else null. */
export function barredKnowledge({ metadata }: Pick<DocumentSummary, "metadata">, rules: MetadataRules | null): string | null {
  if (!rules) return null;
  const kind = metadata[rules.knowledge_key] ?? rules.plain_knowledge;
  return rules.allowed_knowledge.includes(kind) ? null : kind;
}
