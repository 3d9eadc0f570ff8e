/** What is held and for how long things are kept, and the acts on it. */

import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Failure, HoldReason, Keeping, KeptSubject } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import type { Load } from "../kit/useLoad";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";

export interface KeepingStore {
  state: Load<Keeping>;
  reload: () => void;
  /** Resolve to why it could not be done, and to null where it was done, or the person changed their mind. */
  hold: (subject: KeptSubject, why: HoldReason) => Promise<Failure | null>;
  release: (hold: string, why: HoldReason) => Promise<Failure | null>;
  setRetention: (documents: string | null, answers: string | null) => Promise<Failure | null>;
  applyRetention: () => Promise<Failure | null>;
  /** What takes long, in words. */
  working: string | null;
}

/** What several parts of a view see: whenever one changes something, all read again. */
export interface Turn {
  turn: number;
  next: () => void;
}

/** What is kept is read when the part that shows it is there: it takes a look at the whole trail. */
export function useKeeping(shared: Turn | null): KeepingStore {
  const { backend, documents, say } = useWorkspace();
  const [state, again] = useLoad(useCallback(() => backend.keeping.state(), [backend]));
  const turn = shared?.turn ?? 0;
  const seen = useRef(turn);
  useEffect(() => {
    if (seen.current !== turn) again();
    seen.current = turn;
  }, [turn, again]);
  const reload = shared?.next ?? again;
  const [working, setWorking] = useState<string | null>(null);

  async function attempt(act: () => Promise<string>): Promise<Failure | null> {
    try {
      say({ words: await act() });
      return null;
    } catch (thrown) {
      const failure = asFailure(thrown);
      return failure.kind === "cancelled" ? null : failure;
    } finally {
      reload();
    }
  }

  return {
    state,
    reload,
    working,
    hold: (subject, why) =>
      attempt(async () => {
        await backend.keeping.hold(subject, why);
        return t("keeping.held");
      }),
    release: (hold, why) =>
      attempt(async () => {
        await backend.keeping.release(hold, why);
        return t("keeping.released");
      }),
    setRetention: (ofDocuments, ofAnswers) =>
      attempt(async () => {
        await backend.keeping.setRetention(ofDocuments, ofAnswers);
        return t("keeping.saved");
      }),
    applyRetention: async () => {
      setWorking(t("keeping.erasing"));
      const failure = await attempt(async () => {
        const { erased, held } = await backend.keeping.applyRetention();
        return t("keeping.erased", { count: erased, held });
      });
      setWorking(null);
      void documents.reload();
      return failure;
    },
  };
}
