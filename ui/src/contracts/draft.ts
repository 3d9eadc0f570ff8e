/** A type being looked at or written; kept while the window is open. */

import type { AnswerType } from "../backend/wire";
import { read } from "./json/read";
import { t } from "../language/language";

export interface Draft {
  /** Stays the same, also when the draft is saved. */
  key: string;
  origin: "built-in" | "own" | "new";
  /** Key of the type registry; of a new one as far as it is written. */
  name: string;
  schema: string;
  /** As the service keeps it; null: never saved. */
  saved: string | null;
  /** What stands in the box of the instance tester. */
  instance: string;
}

/** One row of the list. */
export interface Entry {
  id: string;
  title: string;
  name: string;
  own: boolean;
  unsaved: boolean;
}

export function isUnsaved({ schema, saved }: Draft): boolean {
  return schema !== saved;
}

/** Its id in the list: a saved type's name; names hold no hyphen, so a new one's key is none. */
export function entryId({ origin, key, name }: Draft): string {
  return origin === "new" ? key : name;
}

/** The `title` of a schema, where it has one; also while the rest is being written. */
export function titleOf(schema: string): string {
  const part = read(schema).parts.find(({ pointer }) => pointer === "/title");
  try {
    const title = part ? (JSON.parse(schema.slice(part.from, part.to)) as unknown) : "";
    return typeof title === "string" ? title : "";
  } catch {
    return "";
  }
}

/** New drafts, then the person's own types, then those built in; as far as they hold these letters. */
export function entriesOf(types: AnswerType[], drafts: Draft[], letters: string): Entry[] {
  const fresh = drafts.filter(({ origin }) => origin === "new");
  const all: Entry[] = [
    ...fresh.map((draft) => ({
      id: draft.key,
      title: titleOf(draft.schema) || t("contracts.newType"),
      name: draft.name,
      own: true,
      unsaved: true,
    })),
    ...types.map(({ name, title, own }) => {
      const draft = drafts.find((one) => one.origin !== "new" && one.name === name);
      return { id: name, title, name, own, unsaved: draft ? isUnsaved(draft) : false };
    }),
  ];
  const wanted = letters.trim().toLowerCase();
  return all.filter(({ title, name }) => `${title} ${name}`.toLowerCase().includes(wanted));
}
