import { useCallback, useMemo, useState } from "react";
import type { DocumentSummary } from "../backend/wire";

export interface Chosen {
  /** Ids of the documents that are asked, in the order of the list. */
  ids: string[];
  has: (id: string) => boolean;
  set: (ids: string[], chosen: boolean) => void;
  only: (ids: string[]) => void;
  /** By id, the kind of knowledge of documents that the policy does not let be shown. */
  barred: ReadonlyMap<string, string>;
}

/** Up to so many documents are all asked where nobody chose; of more, a person says which. */
export const FEW = 10;

/** What a person said: these and no others, or all but these; null: nothing yet. */
type Said = { kind: "these" | "but"; ids: ReadonlySet<string> } | null;

/**
 * Which documents are asked. Of a few, all but those left out, so that what is imported next is asked too; of many, those
 * that were ticked. None of those barred, which the policy does not let be shown.
 */
export function useChosen(list: DocumentSummary[], barred: ReadonlyMap<string, string>): Chosen {
  const [said, setSaid] = useState<Said>(null);
  const few = list.length <= FEW;
  const has = useCallback(
    (id: string) => {
      if (barred.has(id)) return false;
      if (said === null) return few;
      return said.ids.has(id) === (said.kind === "these");
    },
    [said, few, barred],
  );
  const ids = useMemo(() => list.map(({ id }) => id).filter(has), [list, has]);
  const set = useCallback(
    (changed: string[], chosen: boolean) => {
      setSaid((before) => {
        const base: NonNullable<Said> = before ?? { kind: few ? "but" : "these", ids: new Set() };
        const next = new Set(base.ids);
        for (const id of changed) {
          if (chosen === (base.kind === "these")) next.add(id);
          else next.delete(id);
        }
        return { kind: base.kind, ids: next };
      });
    },
    [few],
  );
  const only = useCallback(
    (wanted: string[]) => {
      const others = list.map(({ id }) => id).filter((id) => !wanted.includes(id));
      setSaid(few ? { kind: "but", ids: new Set(others) } : { kind: "these", ids: new Set(wanted) });
    },
    [list, few],
  );
  return useMemo(() => ({ ids, has, set, only, barred }), [ids, has, set, only, barred]);
}
