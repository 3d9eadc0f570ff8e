import { useEffect, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/wire";

const PAUSE_MS = 300;

export interface Later<T> {
  /** The last that was got; it stays while newer work runs or fails. */
  value: T | null;
  /** Why the newest work failed. */
  failure: Failure | null;
  pending: boolean;
}

/**
 * Does work once nothing newer has come for a moment; what older work returns
 * is dropped. Keep `work` stable with `useMemo`; null: there is nothing to do.
 */
export function useLater<T>(work: (() => Promise<T>) | null): Later<T> {
  const [held, setHeld] = useState<{ work: unknown; value: T | null; failure: Failure | null }>({
    work: null,
    value: null,
    failure: null,
  });
  useEffect(() => {
    if (!work) return undefined;
    let newest = true;
    const timer = setTimeout(() => {
      work().then(
        (value) => newest && setHeld({ work, value, failure: null }),
        (thrown: unknown) => newest && setHeld(({ value }) => ({ work, value, failure: asFailure(thrown) })),
      );
    }, PAUSE_MS);
    return () => {
      newest = false;
      clearTimeout(timer);
    };
  }, [work]);
  const current = held.work === work;
  return { value: held.value, failure: current ? held.failure : null, pending: work !== null && !current };
}
