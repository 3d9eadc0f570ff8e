import { useCallback, useMemo, useState } from "react";
import type { DocumentSummary } from "../backend/wire";

export interface Chosen {
  /** Ids of the documents that are asked, in the order of the list. */
  ids: string[];
  has: (id: string) => boolean;
  set: (ids: string[], chosen: boolean) => void;
  only: (ids: string[]) => void;
}

/** Which documents are asked: all but those left out, so that what is imported next is asked too. */
export function useChosen(list: DocumentSummary[]): Chosen {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(() => list.map(({ id }) => id).filter((id) => !leftOut.has(id)), [list, leftOut]);
  const has = useCallback((id: string) => !leftOut.has(id), [leftOut]);
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
  return { ids, has, set, only };
}
