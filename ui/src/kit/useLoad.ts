import { useCallback, useEffect, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/wire";

export type Load<T> = { state: "loading" } | { state: "there"; value: T } | { state: "failed"; failure: Failure };

/**
 * Loads something whenever `load` changes (keep it stable with `useCallback`),
 * and again on `reload`. An answer to an older request is dropped.
 */
export function useLoad<T>(load: () => Promise<T>): [Load<T>, () => void] {
  const [held, setHeld] = useState<Load<T>>({ state: "loading" });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setHeld({ state: "there", value }),
      (thrown: unknown) => current && setHeld({ state: "failed", failure: asFailure(thrown) }),
    );
    return () => {
      current = false;
    };
  }, [load, turn]);
  return [held, useCallback(() => setTurn((before) => before + 1), [])];
}
