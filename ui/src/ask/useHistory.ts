import { useCallback, useState } from "react";
import type { Backend } from "../backend/backend";
import type { HistoryEntry } from "../backend/wire";
import { useLoad } from "../kit/useLoad";
import type { Load } from "../kit/useLoad";

const STEP = 30;
/** Looked through for the questions that were put to some of many documents. */
const LOOKED_THROUGH = 500;

export interface History {
  load: Load<HistoryEntry[]>;
  reload: () => void;
  /** Shows more; null when these are all. */
  more: (() => void) | null;
}

/** Earlier questions about the chosen documents, newest first; about all when all are chosen. */
export function useHistory(backend: Backend, ids: string[], all: boolean): History {
  const [limit, setLimit] = useState(STEP);
  const key = all ? "" : ids.join(",");
  const read = useCallback(async (): Promise<HistoryEntry[]> => {
    const chosen = key === "" ? [] : key.split(",");
    if (chosen.length <= 1) return backend.questions.history(chosen[0] ?? null, limit);
    const entries = await backend.questions.history(null, LOOKED_THROUGH);
    return entries.filter(({ document_ids }) => document_ids.some((id) => chosen.includes(id))).slice(0, limit);
  }, [backend, key, limit]);
  const [load, reload] = useLoad(read);
  const full = load.state === "there" && load.value.length >= limit;
  return { load, reload, more: full ? () => setLimit(limit + STEP) : null };
}
