/** The imported documents, and imports under way. */

import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { DocumentSummary, Failure, ImportProgress } from "../backend/wire";
import { faultsOf, metadataOf } from "../metadata/rows";
import type { Metadata, Row } from "../metadata/rows";
import { t } from "../language/language";

const NOTHING_FOUND: Failure = {
  kind: "input",
  message: t("documents.nothingIn"),
  help: t("documents.nothingInHelp"),
};

const INCOMPLETE: Failure = {
  kind: "input",
  message: t("documents.incomplete"),
  help: t("documents.incompleteHelp"),
};

/** A file of an import, and the metadata that are given to it. */
export interface ImportedFile extends ImportProgress {
  metadata: Metadata;
}

export interface DocumentStore {
  /** Null until the list has arrived. */
  list: DocumentSummary[] | null;
  /** Why there is no list. */
  failure: Failure | null;
  /** Why the last import did not take place; of single files `failures` tells. */
  importFailure: Failure | null;
  /** The last import, file by file, in order. */
  imports: ImportedFile[];
  /** Files that could not be imported, also earlier, until they are dismissed or imported after all. */
  failures: ImportedFile[];
  importing: boolean;
  /** Metadata that are written for the next import; null where it gets none. */
  prepared: Row[] | null;
  prepare: (rows: Row[] | null) => void;
  cancelImport: () => void;
  forgetImports: () => void;
  /**
   * Imports files and folders, with these metadata, or else those prepared;
   * resolves to the documents that are then in the list.
   */
  importPaths: (paths: string[], metadata?: Metadata) => Promise<DocumentSummary[]>;
  /** Takes over a document that was changed. */
  changed: (document: DocumentSummary) => void;
  reload: () => Promise<void>;
}

export function useDocuments(backend: Backend): DocumentStore {
  const [list, setList] = useState<DocumentSummary[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [importFailure, setImportFailure] = useState<Failure | null>(null);
  const [imports, setImports] = useState<ImportedFile[]>([]);
  const [failures, setFailures] = useState<ImportedFile[]>([]);
  const [prepared, setPrepared] = useState<Row[] | null>(null);
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

  const latest = useRef(prepared);
  const prepare = useCallback((rows: Row[] | null) => {
    latest.current = rows;
    setPrepared(rows);
  }, []);
  const changed = useCallback((document: DocumentSummary) => setList((before) => withDocument(before ?? [], document)), []);

  const importPaths = useCallback(
    async (paths: string[], again?: Metadata): Promise<DocumentSummary[]> => {
      const rows = again ? null : latest.current;
      // What the service alone knows to be wrong, it refuses itself.
      if (rows && faultsOf(rows, null).size > 0) {
        setImportFailure(INCOMPLETE);
        return [];
      }
      const metadata = again ?? metadataOf(rows ?? []);
      if (rows) prepare(null);
      const imported: DocumentSummary[] = [];
      let files = 0;
      setImports((before) => before.filter(isOpen));
      setImportFailure(null);
      setRunning((before) => before + 1);
      try {
        await backend.documents.import(paths, metadata, (progress) => {
          if (progress.state !== "skipped") files += 1;
          const news = { ...progress, metadata };
          setImports((before) => withNews(before, news));
          setFailures((before) => withFailure(before, news));
          if (!progress.document) return;
          const { document } = progress;
          imported.push(document);
          setList((before) => withDocument(before ?? [], document));
        });
        if (files === 0) setImportFailure(NOTHING_FOUND);
      } catch (thrown) {
        setImportFailure(asFailure(thrown));
        // Nothing that was written is lost.
        if (rows) prepare(rows);
      }
      setRunning((before) => before - 1);
      return imported;
    },
    [backend, prepare],
  );

  const cancelImport = useCallback(() => void backend.documents.cancelImport(), [backend]);
  const forgetImports = useCallback(() => {
    setImports((before) => before.filter(isOpen));
    setFailures([]);
    setImportFailure(null);
  }, []);
  const importing = running > 0;
  const failed = { failure, importFailure, failures };
  return { list, ...failed, imports, importing, prepared, prepare, cancelImport, forgetImports, importPaths, changed, reload };
}

/** Still to come. */
export function isOpen({ state }: ImportProgress): boolean {
  return state === "waiting" || state === "reading";
}

function withNews(before: ImportedFile[], news: ImportedFile): ImportedFile[] {
  const at = before.findIndex((one) => one.path === news.path);
  return at < 0 ? [...before, news] : before.with(at, news);
}

function withFailure(before: ImportedFile[], news: ImportedFile): ImportedFile[] {
  if (news.state === "waiting" || news.state === "cancelled") return before;
  const others = before.filter(({ path }) => path !== news.path);
  return news.state === "failed" ? [...others, news] : others;
}

function withDocument(before: DocumentSummary[], document: DocumentSummary): DocumentSummary[] {
  const at = before.findIndex(({ id }) => id === document.id);
  return at < 0 ? [...before, document] : before.with(at, document);
}
