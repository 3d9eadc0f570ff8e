import { useEffect, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { Failure, FoundLine } from "../backend/wire";

/** Letters from which on it is looked for: fewer stand everywhere. */
export const LEAST = 3;
/** Milliseconds without a key before it is looked for. */
const PAUSE = 150;

export interface Found {
  /** Null: nothing is looked for, or nothing has come back yet. */
  lines: FoundLine[] | null;
  failure: Failure | null;
  /** Words that the lines are of. */
  words: string;
}

const NOTHING: Found = { lines: null, failure: null, words: "" };

/** Lines of all documents in which words are found, as they are written. */
export function useFound(backend: Backend, words: string, limit: number): Found {
  const [found, setFound] = useState<Found>(NOTHING);
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < LEAST) {
      setFound(NOTHING);
      return undefined;
    }
    let current = true;
    const timer = setTimeout(() => {
      backend.documents.searchAll(wanted, limit).then(
        (lines) => current && setFound({ lines, failure: null, words: wanted }),
        (thrown: unknown) => current && setFound({ lines: null, failure: asFailure(thrown), words: wanted }),
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [backend, wanted, limit]);
  return found;
}
