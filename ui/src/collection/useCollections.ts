/** The collections, as every view sees them. */

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Backend } from "../backend/backend";
import { asFailure } from "../backend/backend";
import type { Collection, DocumentSummary } from "../backend/wire";
import type { DocumentStore } from "../document/useDocuments";
import type { Word } from "../frame/workspace";
import { byName } from "../kit/format";

export interface CollectionStore {
  /** By name; who is in them follows from the list of documents. */
  list: Collection[];
  /** Each resolves to whether it was done; why not is said in a passing word. */
  collect: (name: string, ids: string[]) => Promise<boolean>;
  uncollect: (name: string, ids: string[]) => Promise<boolean>;
  rename: (name: string, newName: string) => Promise<boolean>;
  remove: (name: string) => Promise<boolean>;
  setQuestions: (name: string, set: string | null) => Promise<boolean>;
  /** Lets the person choose a folder that is watched for it. */
  watchFolder: (name: string) => Promise<boolean>;
  stopWatching: (name: string) => Promise<boolean>;
}

export function useCollections(backend: Backend, documents: DocumentStore, say: (word: Word) => void): CollectionStore {
  const { list: stored, reload } = documents;
  const [kept, setKept] = useState<Collection[]>([]);
  const read = useCallback(async () => setKept(await backend.collections.list()), [backend]);
  const attempt = useCallback(
    async (act: () => Promise<unknown>): Promise<boolean> => {
      try {
        await act();
        await Promise.all([read(), reload()]);
        return true;
      } catch (thrown) {
        const { message, help } = asFailure(thrown);
        say({ words: `${message} ${help}`.trim() });
        return false;
      }
    },
    [read, reload, say],
  );
  useEffect(() => {
    read().catch((thrown: unknown) => say({ words: asFailure(thrown).message }));
  }, [read, say]);

  const list = useMemo(() => gathered(kept, stored ?? []), [kept, stored]);
  return useMemo(() => {
    const { collections } = backend;
    return {
      list,
      collect: (name, ids) => attempt(() => collections.collect(name, ids)),
      uncollect: (name, ids) => attempt(() => collections.uncollect(name, ids)),
      rename: (name, newName) => attempt(() => collections.rename(name, newName)),
      remove: (name) => attempt(() => collections.remove(name)),
      setQuestions: (name, set) => attempt(() => collections.setQuestions(name, set)),
      watchFolder: (name) => attempt(() => collections.chooseWatched(name)),
      stopWatching: (name) => attempt(() => collections.stopWatching(name)),
    };
  }, [backend, list, attempt]);
}

/** Those that are kept, and those that documents are in, with the documents that are in each now. */
export function gathered(kept: Collection[], documents: DocumentSummary[]): Collection[] {
  const named = new Map(kept.map((one) => [one.name, { ...one, document_ids: [] as string[] }]));
  for (const { id, collections } of documents) {
    for (const name of collections) {
      const known = named.get(name) ?? { name, document_ids: [], questions: null, answer_type: null, watched_folder: null };
      known.document_ids.push(id);
      named.set(name, known);
    }
  }
  return [...named.values()].sort((one, other) => byName(one.name, other.name));
}
