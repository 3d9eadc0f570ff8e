/** How long the whole answer will take, by the last answers of its type on this machine. */

import { useCallback } from "react";
import type { Backend } from "../backend/backend";
import type { Pace } from "../backend/wire";
import { useLoad } from "../kit/useLoad";

export interface Expected {
  /** For the whole answer. */
  seconds: number;
  /** How many answers that is taken from. */
  answers: number;
}

/** Null: nothing was asked here yet, or it is not read yet. Another `turn` reads it anew. */
export function usePace(backend: Backend, answerType: string | null, turn: string): Pace | null {
  const read = useCallback((): Promise<Pace | null> => {
    void turn;
    return backend.questions.pace(answerType);
  }, [backend, answerType, turn]);
  const [pace] = useLoad(read);
  return pace.state === "there" ? pace.value : null;
}

/** Of so many answers, one after the other. */
export function expected(pace: Pace | null, answers: number): Expected | null {
  return pace && { seconds: Math.max(1, Math.ceil((pace.answer_ms * answers) / 1000)), answers: pace.answers };
}
