/** The life of one question: idle, asking, and then one of three ends. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/contract";
import type { AskOutcome, Backend, Failure, Progress, Question } from "../backend/contract";

export type AskState =
  | { kind: "idle" }
  | { kind: "asking"; question: string; progress: Progress | null; cancelling: boolean }
  | { kind: "answered"; question: string; outcome: AskOutcome }
  | { kind: "cancelled"; question: string }
  | { kind: "failed"; question: string; failure: Failure };

export interface Asking {
  state: AskState;
  /** Resolves to the outcome, or to null when the question was cancelled or failed. */
  ask: (question: Question) => Promise<AskOutcome | null>;
  cancel: () => void;
}

export function useAsk(backend: Backend): Asking {
  const [state, setState] = useState<AskState>({ kind: "idle" });
  const running = useRef(false);

  const ask = useCallback(
    async (question: Question): Promise<AskOutcome | null> => {
      if (running.current) return null;
      running.current = true;
      const { text } = question;
      setState({ kind: "asking", question: text, progress: null, cancelling: false });
      try {
        const outcome = await backend.ask(question, (progress) =>
          setState((now) => (now.kind === "asking" ? { ...now, progress } : now)),
        );
        setState({ kind: "answered", question: text, outcome });
        return outcome;
      } catch (thrown) {
        const failure = asFailure(thrown);
        const cancelled = failure.kind === "cancelled";
        setState(
          cancelled
            ? { kind: "cancelled", question: text }
            : { kind: "failed", question: text, failure },
        );
        return null;
      } finally {
        running.current = false;
      }
    },
    [backend],
  );

  const cancel = useCallback(() => {
    if (!running.current) return;
    setState((now) => (now.kind === "asking" ? { ...now, cancelling: true } : now));
    backend.cancelAsk().catch(() => {
      setState((now) => (now.kind === "asking" ? { ...now, cancelling: false } : now));
    });
  }, [backend]);

  return { state, ask, cancel };
}
