/** What a search by meaning needs is made in the background, after every import; it can be paused. */

import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { Failure, WorkProgress } from "../backend/wire";

export type EmbeddingState =
  | { kind: "idle" }
  | { kind: "running"; progress: WorkProgress }
  | { kind: "paused"; progress: WorkProgress | null }
  | { kind: "failed"; failure: Failure };

export interface Embedding {
  state: EmbeddingState;
  pause: () => void;
  resume: () => void;
}

/** `ready`: whether there are documents and no import is under way; `count`: how many documents there are. */
export function useEmbedding(backend: Backend, ready: boolean, count: number): Embedding {
  const [state, setState] = useState<EmbeddingState>({ kind: "idle" });
  const running = useRef(false);
  const paused = useRef(false);

  const start = useCallback(async () => {
    if (running.current || paused.current) return;
    running.current = true;
    let last: WorkProgress | null = null;
    try {
      await backend.documents.embed((progress) => {
        last = progress;
        setState({ kind: "running", progress });
      });
      setState({ kind: "idle" });
    } catch (thrown) {
      const failure = asFailure(thrown);
      setState(failure.kind === "cancelled" ? { kind: "paused", progress: last } : { kind: "failed", failure });
    } finally {
      running.current = false;
    }
  }, [backend]);

  useEffect(() => {
    if (ready && count > 0) void start();
  }, [ready, count, start]);

  const pause = useCallback(() => {
    paused.current = true;
    void backend.documents.cancelEmbed();
  }, [backend]);
  const resume = useCallback(() => {
    paused.current = false;
    void start();
  }, [start]);
  return { state, pause, resume };
}
