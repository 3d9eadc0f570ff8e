/** Ctrl+P prints the evidence report of the answer in sight. */

import { useCallback, useMemo, useRef } from "react";
import type { Backend } from "../backend/backend";
import { asFailure } from "../backend/backend";
import { printPage } from "../kit/printPage";
import type { ViewName, Word } from "./workspace";
import { t } from "../language/language";

interface Printing {
  /** Says which record of an answer a view shows; null: none. */
  setPrintable: (view: ViewName, recordId: string | null) => void;
  print: (view: ViewName) => void;
}

export function usePrinting(backend: Backend, say: (word: Word) => void): Printing {
  const shown = useRef(new Map<ViewName, string | null>());
  const setPrintable = useCallback((view: ViewName, recordId: string | null) => void shown.current.set(view, recordId), []);
  const print = useCallback(
    (view: ViewName) => {
      const recordId = shown.current.get(view);
      if (!recordId) return say({ words: t("frame.nothingToPrint") });
      backend.questions
        .report(recordId)
        .then(printPage)
        .catch((thrown: unknown) => {
          const { message, help } = asFailure(thrown);
          say({ words: t("frame.notPrinted", { why: `${message} ${help}` }).trim() });
        });
    },
    [backend, say],
  );
  return useMemo(() => ({ setPrintable, print }), [setPrintable, print]);
}
