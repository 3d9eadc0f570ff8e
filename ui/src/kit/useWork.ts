/** The life of an act that may take minutes: it tells how far it is, and can be ended. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Failure, WorkProgress } from "../backend/wire";
import { useEnding } from "./useEnding";

export type WorkState<T> =
  | { state: "idle" }
  | { state: "running"; progress: WorkProgress | null; cancelling: boolean }
  | { state: "done"; value: T }
  | { state: "cancelled" }
  | { state: "failed"; failure: Failure };

export interface Work<T> {
  work: WorkState<T>;
  start: () => void;
  cancel: () => void;
}

/** `run` and `end` are to be kept stable with `useCallback`. */
export function useWork<T>(
  run: (report: (progress: WorkProgress) => void) => Promise<T>,
  end: () => Promise<void>,
): Work<T> {
  const [work, setWork] = useState<WorkState<T>>({ state: "idle" });
  const running = useRef(false);
  const ending = useEnding(end);

  const start = useCallback(() => {
    if (running.current) return;
    running.current = true;
    ending.begin();
    const settle = (settled: WorkState<T>) => {
      running.current = false;
      setWork(settled);
    };
    setWork({ state: "running", progress: null, cancelling: false });
    const report = (progress: WorkProgress) => {
      ending.heard();
      setWork((now) => (now.state === "running" ? { ...now, progress } : now));
    };
    run(report).then(
      (value) => settle({ state: "done", value }),
      (thrown: unknown) => {
        const failure = asFailure(thrown);
        settle(failure.kind === "cancelled" ? { state: "cancelled" } : { state: "failed", failure });
      },
    );
  }, [run, ending]);

  const cancel = useCallback(() => {
    const say = (cancelling: boolean) => setWork((now) => (now.state === "running" ? { ...now, cancelling } : now));
    say(true);
    ending.cancel().catch(() => say(false));
  }, [ending]);

  return { work, start, cancel };
}
