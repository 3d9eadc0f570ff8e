/** Ends an act that has begun. */

import { useCallback, useMemo, useRef } from "react";

export interface Ending {
  /** The act was asked for. */
  begin: () => void;
  /** The act told something of itself: it has begun, and can be ended. */
  heard: () => void;
  /** Ends the act; before it has begun, as soon as it does: no order to end may overtake the one to begin. */
  cancel: () => Promise<void>;
}

/** `end` is to be kept stable with `useCallback`. */
export function useEnding(end: () => Promise<void>): Ending {
  const begun = useRef(false);
  const wanted = useRef<(() => void) | null>(null);

  const begin = useCallback(() => {
    begun.current = false;
    wanted.current = null;
  }, []);
  const heard = useCallback(() => {
    begun.current = true;
    wanted.current?.();
    wanted.current = null;
  }, []);
  const cancel = useCallback(() => {
    if (begun.current) return end();
    return new Promise<void>((resolve, reject) => {
      wanted.current = () => void end().then(resolve, reject);
    });
  }, [end]);
  return useMemo(() => ({ begin, heard, cancel }), [begin, heard, cancel]);
}
