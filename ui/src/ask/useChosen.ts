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

/**
 * Which documents are asked: all but those left out, so that what is imported next is asked too;
 * none of those barred, which the policy does not let be shown.
 */
export function useChosen(list: DocumentSummary[], barred: ReadonlyMap<string, string>): Chosen {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const has = useCallback((id: string) => !leftOut.has(id) && !barred.has(id), [leftOut, barred]);
  const ids = useMemo(() => list.map(({ id }) => id).filter(has), [list, has]);
  const set = useCallback((changed: string[], chosen: boolean) => {
    setLeftOut((before) => {
      const next = new Set(before);
      for (const id of changed) {
        if (chosen) next.delete(id);
        else next.add(id);
      }
      return next;
    });
  }, []);
  const only = useCallback(
    (wanted: string[]) => setLeftOut(new Set(list.map(({ id }) => id).filter((id) => !wanted.includes(id)))),
    [list],
  );
  return useMemo(() => ({ ids, has, set, only, barred }), [ids, has, set, only, barred]);
}
