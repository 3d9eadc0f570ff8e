/** Words looked for in one document: where they stand, and which finding is in sight. */

import { useCallback, useEffect, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { Failure, Line } from "../backend/wire";

const PAUSE = 200;

export interface Search {
  words: string;
  look: (words: string) => void;
  /** Null while nothing is looked for, or the search is under way. */
  hits: Line[] | null;
  /** Index of the finding in sight. */
  at: number;
  move: (step: 1 | -1) => void;
  failure: Failure | null;
}

interface Found {
  words: string;
  hits: Line[];
  failure: Failure | null;
}

export function useSearch(backend: Backend, documentId: string): Search {
  const [words, look] = useState("");
  const [found, setFound] = useState<Found>({ words: "", hits: [], failure: null });
  const [at, setAt] = useState(0);
  const wanted = words.trim();

  useEffect(() => {
    if (wanted === "") return undefined;
    let current = true;
    const settle = (hits: Line[], failure: Failure | null) => {
      if (!current) return;
      setFound({ words: wanted, hits, failure });
      setAt(0);
    };
    const timer = setTimeout(() => {
      backend.documents.search(documentId, wanted).then(
        (hits) => settle(hits, null),
        (thrown: unknown) => settle([], asFailure(thrown)),
      );
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [backend, documentId, wanted]);

  const settled = wanted !== "" && found.words === wanted;
  const count = settled ? found.hits.length : 0;
  const move = useCallback(
    (step: 1 | -1) => setAt((before) => (count === 0 ? 0 : (before + step + count) % count)),
    [count],
  );
  return { words, look, hits: settled ? found.hits : null, at, move, failure: settled ? found.failure : null };
}
