/** The imported documents, which of them are asked, and imports under way. */

import { useCallback, useEffect, useState } from "react";
import { asFailure } from "../backend/contract";
import type { Backend, DocumentSummary, Failure } from "../backend/contract";

export interface Documents {
  /** Null until the list has arrived. */
  list: DocumentSummary[] | null;
  chosen: ReadonlySet<string>;
  choose: (id: string, chosen: boolean) => void;
  /** Name of the file being imported. */
  importing: string | null;
  failures: Failure[];
  /** Imports each path; those that succeed become the chosen ones. */
  importPaths: (paths: string[]) => Promise<DocumentSummary[]>;
  /** Runs an action and shows what goes wrong like a failed import. */
  attempt: <T>(action: () => Promise<T>) => Promise<T | null>;
}

export function useDocuments(backend: Backend): Documents {
  const [list, setList] = useState<DocumentSummary[] | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set<string>());
  const [importing, setImporting] = useState<string | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);

  const refuse = useCallback((thrown: unknown) => {
    setFailures((before) => [...before, asFailure(thrown)]);
  }, []);

  useEffect(() => {
    backend.listDocuments().then(
      (documents) => {
        setList(documents);
        const [only] = documents;
        if (only && documents.length === 1) setChosen(new Set([only.id]));
      },
      (thrown: unknown) => {
        setList([]);
        refuse(thrown);
      },
    );
  }, [backend, refuse]);

  const attempt = useCallback(
    async <T>(action: () => Promise<T>): Promise<T | null> => {
      setFailures([]);
      try {
        return await action();
      } catch (thrown) {
        refuse(thrown);
        return null;
      }
    },
    [refuse],
  );

  const importPaths = useCallback(
    async (paths: string[]): Promise<DocumentSummary[]> => {
      const imported: DocumentSummary[] = [];
      setFailures([]);
      // One bad file does not stop the rest.
      for (const path of paths) {
        setImporting(path.split(/[\\/]/).at(-1) ?? path);
        try {
          imported.push((await backend.importDocument(path)).document);
        } catch (thrown) {
          refuse(thrown);
        }
      }
      try {
        if (imported.length > 0) setList(await backend.listDocuments());
      } catch (thrown) {
        refuse(thrown);
      }
      setImporting(null);
      if (imported.length > 0) setChosen(new Set(imported.map(({ id }) => id)));
      return imported;
    },
    [backend, refuse],
  );

  const choose = useCallback((id: string, wanted: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      if (wanted) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);

  return { list, chosen, choose, importing, failures, importPaths, attempt };
}
