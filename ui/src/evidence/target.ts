/** What is to be brought into sight. Another `turn` asks again for the same place. */

import { useCallback, useState } from "react";

export interface Target {
  line: number | null;
  page: number | null;
  turn: number;
}

export function useTarget(): { target: Target; go: (place: { line?: number; page?: number }) => void } {
  const [target, setTarget] = useState<Target>({ line: null, page: null, turn: 0 });
  const go = useCallback(
    ({ line, page }: { line?: number; page?: number }) =>
      setTarget(({ turn }) => ({ line: line ?? null, page: page ?? null, turn: turn + 1 })),
    [],
  );
  return { target, go };
}
