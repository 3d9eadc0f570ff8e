/** The life of one question: idle, asking or opening an earlier one, and then one of three ends. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { AskOutcome, Failure, Progress, Question, Stage } from "../backend/wire";
import { useEnding } from "../kit/useEnding";

export type AskState =
  | { kind: "idle" }
  | { kind: "asking"; question: string; progress: Progress | null; draft: string; cancelling: boolean }
  | { kind: "opening" }
  | { kind: "answered"; outcome: AskOutcome }
  | { kind: "cancelled"; question: string }
  | { kind: "failed"; question: string; failure: Failure };

export interface Asking {
  state: AskState;
  /** Resolves to the outcome, or to null when the question was cancelled or failed. */
  ask: (question: Question) => Promise<AskOutcome | null>;
  cancel: () => void;
  /** Shows an earlier answer as it was. */
  open: (recordId: string) => Promise<AskOutcome | null>;
  /** Takes what is shown off the table. */
  clear: () => void;
}

export function useAsk(backend: Backend): Asking {
  const [state, setState] = useState<AskState>({ kind: "idle" });
  const running = useRef(false);
  const opened = useRef("");
  const ending = useEnding(useCallback(() => backend.questions.cancel(), [backend]));

  const ask = useCallback(
    async (question: Question): Promise<AskOutcome | null> => {
      if (running.current) return null;
      running.current = true;
      ending.begin();
      const { text } = question;
      setState({ kind: "asking", question: text, progress: null, draft: "", cancelling: false });
      try {
        const outcome = await backend.questions.ask(question, (progress) => {
          ending.heard();
          setState((now) => (now.kind === "asking" ? withProgress(now, progress) : now));
        });
        setState({ kind: "answered", outcome });
        return outcome;
      } catch (thrown) {
        const failure = asFailure(thrown);
        const cancelled = failure.kind === "cancelled";
        setState(cancelled ? { kind: "cancelled", question: text } : { kind: "failed", question: text, failure });
        return null;
      } finally {
        running.current = false;
      }
    },
    [backend, ending],
  );

  const cancel = useCallback(() => {
    if (!running.current) return;
    const say = (cancelling: boolean) => setState((now) => (now.kind === "asking" ? { ...now, cancelling } : now));
    say(true);
    ending.cancel().catch(() => say(false));
  }, [ending]);

  const open = useCallback(
    async (recordId: string): Promise<AskOutcome | null> => {
      if (running.current) return null;
      opened.current = recordId;
      setState({ kind: "opening" });
      const settle = (next: AskState) => {
        if (opened.current === recordId && !running.current) setState(next);
      };
      try {
        const outcome = await backend.questions.outcome(recordId);
        settle({ kind: "answered", outcome });
        return outcome;
      } catch (thrown) {
        settle({ kind: "failed", question: "", failure: asFailure(thrown) });
        return null;
      }
    },
    [backend],
  );

  const clear = useCallback(() => {
    if (!running.current) setState({ kind: "idle" });
  }, []);
  return { state, ask, cancel, open, clear };
}

/** Stages after which a draft is written from its start: the one before was refused, or belongs to an earlier round. */
const BEFORE_A_DRAFT: Stage[] = ["retrieve", "load_model", "prefill", "validate"];

function withProgress(now: Extract<AskState, { kind: "asking" }>, progress: Progress): AskState {
  const last = now.progress?.stage;
  const anew = progress.draft !== "" && (last === undefined || BEFORE_A_DRAFT.includes(last));
  return { ...now, progress, draft: (anew ? "" : now.draft) + progress.draft };
}
