/** The life of a comparison that is made here. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { ComparisonProgress, Failure, NewComparison, OpenedComparison } from "../backend/wire";
import { useEnding } from "../kit/useEnding";

export type CompareState =
  | { state: "idle" }
  | { state: "running"; progress: ComparisonProgress | null; cancelling: boolean }
  | { state: "cancelled" }
  | { state: "failed"; failure: Failure };

export interface Comparing {
  run: CompareState;
  /** Resolves to what came of it; null when it was cancelled or failed. */
  start: (wanted: NewComparison) => Promise<OpenedComparison | null>;
  cancel: () => void;
}

export function useCompare(backend: Backend): Comparing {
  const [run, setRun] = useState<CompareState>({ state: "idle" });
  const running = useRef(false);
  const ending = useEnding(useCallback(() => backend.comparisons.cancel(), [backend]));
  const start = useCallback(
    async (wanted: NewComparison): Promise<OpenedComparison | null> => {
      if (running.current) return null;
      running.current = true;
      ending.begin();
      setRun({ state: "running", progress: null, cancelling: false });
      try {
        const done = await backend.comparisons.compare(wanted, (progress) => {
          ending.heard();
          setRun((now) => (now.state === "running" ? { ...now, progress } : now));
        });
        setRun({ state: done ? "idle" : "cancelled" });
        return done;
      } catch (thrown) {
        setRun({ state: "failed", failure: asFailure(thrown) });
        return null;
      } finally {
        running.current = false;
      }
    },
    [backend, ending],
  );
  const cancel = useCallback(() => {
    const say = (cancelling: boolean): void => setRun((now) => (now.state === "running" ? { ...now, cancelling } : now));
    say(true);
    ending.cancel().catch(() => say(false));
  }, [ending]);
  return { run, start, cancel };
}
