/** The list of records, newest first, page by page. Nothing is loaded before `reload` is called. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { Failure, RecordFilter, RecordSummary } from "../backend/wire";

export const PAGE = 50;

export type Filter = Omit<RecordFilter, "before" | "limit" | "batch_id">;

export const NO_FILTER: Filter = { kind: null, document_id: null, decision: null, from_day: null, to_day: null, words: "" };

export function isFiltering(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== null && value.trim() !== "");
}

interface Held {
  /** Null until the first page has arrived. */
  records: RecordSummary[] | null;
  failure: Failure | null;
  /** There may be earlier ones. */
  more: boolean;
  loading: boolean;
}

export interface Records extends Held {
  loadEarlier: () => void;
  /** The first page again; changes with the filter. */
  reload: () => void;
}

const NOTHING: Held = { records: null, failure: null, more: false, loading: true };

export function useRecords(backend: Backend, filter: Filter): Records {
  const [held, setHeld] = useState<Held>(NOTHING);
  const { kind, document_id, decision, from_day, to_day, words } = filter;
  // An answer to an older request is dropped.
  const turn = useRef(0);

  const load = useCallback(
    async (after: RecordSummary[]) => {
      turn.current += 1;
      const mine = turn.current;
      setHeld((before) => ({ ...before, loading: true }));
      try {
        const earliest = after.at(-1)?.sequence ?? null;
        const wanted = { kind, document_id, decision, from_day, to_day, words, batch_id: null };
        const page = await backend.audit.list({ ...wanted, before: earliest, limit: PAGE });
        if (mine !== turn.current) return;
        setHeld({ records: [...after, ...page], failure: null, more: page.length === PAGE, loading: false });
      } catch (thrown) {
        if (mine === turn.current) setHeld((before) => ({ ...before, failure: asFailure(thrown), loading: false }));
      }
    },
    [backend, kind, document_id, decision, from_day, to_day, words],
  );
  const reload = useCallback(() => void load([]), [load]);
  return { ...held, loadEarlier: () => void load(held.records ?? []), reload };
}
