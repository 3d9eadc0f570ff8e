/** Taking a document out of the list, and back; erasing it for good. */

import { useCallback, useState } from "react";
import { asFailure } from "../backend/backend";
import type { DocumentSummary, Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";

/** What is erased: its id, and what a person calls it. */
export type Named = Pick<DocumentSummary, "id" | "title">;

interface Removal {
  failure: Failure | null;
  /** What is being done, in words. */
  working: string | null;
  /** Resolve to whether the document is gone from the list. */
  remove: (document: DocumentSummary) => Promise<boolean>;
  erase: (document: Named) => Promise<boolean>;
}

export function useRemoval(): Removal {
  const { backend, documents, say } = useWorkspace();
  const { reload } = documents;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [working, setWorking] = useState<string | null>(null);

  const attempt = useCallback(
    async (words: string, act: () => Promise<unknown>): Promise<boolean> => {
      setWorking(words);
      try {
        await act();
        setFailure(null);
      } catch (thrown) {
        const failed = asFailure(thrown);
        setFailure(failed.kind === "cancelled" ? null : failed);
        return false;
      } finally {
        setWorking(null);
        void reload();
      }
      return true;
    },
    [reload],
  );

  const remove = useCallback(
    async ({ id, title }: DocumentSummary): Promise<boolean> => {
      const gone = await attempt(t("documents.removing", { title }), () => backend.documents.remove(id));
      const restore = async (): Promise<void> => {
        if (await attempt(t("documents.restoring", { title }), () => backend.documents.restore(id))) say({ words: t("documents.restored", { title }) });
      };
      if (gone) say({ words: t("documents.removed", { title }), undo: { label: t("documents.undo"), act: () => void restore() } });
      return gone;
    },
    [attempt, backend, say],
  );

  const erase = useCallback(
    async ({ id, title }: Named): Promise<boolean> => {
      const gone = await attempt(t("documents.erasing", { title }), () => backend.documents.erase(id));
      if (gone) say({ words: t("documents.erased", { title }) });
      return gone;
    },
    [attempt, backend, say],
  );

  return { failure, working, remove, erase };
}
