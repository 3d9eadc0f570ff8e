/** The imported documents, and imports under way. */

import { useCallback, useEffect, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { DocumentSummary, Failure, ImportProgress } from "../backend/wire";

const NOTHING_FOUND: Failure = {
  kind: "input",
  message: "There is no file in it that can be imported.",
  help: "Choose files, or a folder that holds documents.",
};

export interface DocumentStore {
  /** Null until the list has arrived. */
  list: DocumentSummary[] | null;
  /** Why there is no list. */
  failure: Failure | null;
  /** Why the last import did not take place; of single files `failures` tells. */
  importFailure: Failure | null;
  /** The last import, file by file, in order. */
  imports: ImportProgress[];
  /** Files that could not be imported, also earlier, until they are dismissed or imported after all. */
  failures: ImportProgress[];
  importing: boolean;
  cancelImport: () => void;
  forgetImports: () => void;
  /** Imports files and folders; resolves to the documents that are then in the list. */
  importPaths: (paths: string[]) => Promise<DocumentSummary[]>;
  reload: () => Promise<void>;
}

export function useDocuments(backend: Backend): DocumentStore {
  const [list, setList] = useState<DocumentSummary[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [importFailure, setImportFailure] = useState<Failure | null>(null);
  const [imports, setImports] = useState<ImportProgress[]>([]);
  const [failures, setFailures] = useState<ImportProgress[]>([]);
  const [running, setRunning] = useState(0);

  const reload = useCallback(async () => {
    try {
      setList(await backend.documents.list());
      setFailure(null);
    } catch (thrown) {
      setList((before) => before ?? []);
      setFailure(asFailure(thrown));
    }
  }, [backend]);
  useEffect(() => void reload(), [reload]);

  const importPaths = useCallback(
    async (paths: string[]): Promise<DocumentSummary[]> => {
      const imported: DocumentSummary[] = [];
      let files = 0;
      setImports((before) => before.filter(isOpen));
      setImportFailure(null);
      setRunning((before) => before + 1);
      try {
        await backend.documents.import(paths, (progress) => {
          files += 1;
          setImports((before) => withNews(before, progress));
          setFailures((before) => withFailure(before, progress));
          if (!progress.document) return;
          const { document } = progress;
          imported.push(document);
          setList((before) => withDocument(before ?? [], document));
        });
        if (files === 0) setImportFailure(NOTHING_FOUND);
      } catch (thrown) {
        setImportFailure(asFailure(thrown));
      }
      setRunning((before) => before - 1);
      return imported;
    },
    [backend],
  );

  const cancelImport = useCallback(() => void backend.documents.cancelImport(), [backend]);
  const forgetImports = useCallback(() => {
    setImports((before) => before.filter(isOpen));
    setFailures([]);
    setImportFailure(null);
  }, []);
  const importing = running > 0;
  const failed = { failure, importFailure, failures };
  return { list, ...failed, imports, importing, cancelImport, forgetImports, importPaths, reload };
}

/** Still to come. */
export function isOpen({ state }: ImportProgress): boolean {
  return state === "waiting" || state === "reading";
}

function withNews(before: ImportProgress[], news: ImportProgress): ImportProgress[] {
  const at = before.findIndex((one) => one.path === news.path);
  return at < 0 ? [...before, news] : before.with(at, news);
}

function withFailure(before: ImportProgress[], news: ImportProgress): ImportProgress[] {
  if (news.state === "waiting" || news.state === "cancelled") return before;
  const others = before.filter(({ path }) => path !== news.path);
  return news.state === "failed" ? [...others, news] : others;
}

function withDocument(before: DocumentSummary[], document: DocumentSummary): DocumentSummary[] {
  const others = before.filter(({ id }) => id !== document.id);
  return others.length === before.length ? [...before, document] : before;
}
