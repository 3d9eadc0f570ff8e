/** Metadata for the next import, the import under way, file by file, and what became of the last one. */

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { ImportProgress } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { t } from "../language/language";
import { FailureNotice } from "../kit/FailureNotice";
import { bytes, number } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { metadataInWords } from "../metadata/rows";
import { PrepareImport } from "./PrepareImport";
import { isOpen } from "./useDocuments";
import type { ImportedFile } from "./useDocuments";
import { importInWords, outcomeInWords, skippedByReason } from "./words";

export function ImportPanel(): ReactNode {
  const { imports, failures, importFailure, importing, prepared, prepare } = useWorkspace().documents;
  const told = importing || imports.length > 0 || failures.length > 0 || importFailure !== null;
  if (!told && prepared === null) return null;
  return (
    <section className="import-panel" aria-label={t("documents.importLabel")}>
      {prepared !== null && <PrepareImport rows={prepared} onRows={prepare} />}
      {importing && <Running imports={imports} />}
      {told && !importing && <Ended imports={imports} />}
      {importFailure && <FailureNotice failure={importFailure} />}
      <Failures failed={failures} />
      {!importing && <SkippedFiles imports={imports} />}
      <Files imports={imports} />
    </section>
  );
}

function Running({ imports }: { imports: ImportedFile[] }): ReactNode {
  const { cancelImport } = useWorkspace().documents;
  const [cancelling, setCancelling] = useState(false);
  const read = imports.filter(({ state }) => state !== "skipped");
  const through = read.filter((one) => !isOpen(one));
  const current = imports.find(({ state }) => state === "reading");
  const sizes = imports.every((one) => one.bytes > 0);
  const sizeOf = (some: ImportProgress[]): number => (sizes ? some.reduce((sum, one) => sum + one.bytes, 0) : some.length);
  const words = current ? t("documents.readingFile", { name: current.name }) : t("documents.lookingFor");
  return (
    <div className="import-running">
      {imports.length > 0 && (
        <p className="import-count">
          <strong>
            {t("documents.readOfAll", { done: number(through.length), all: number(read.length) })}
          </strong>{" "}
          {t("documents.readOf")}
        </p>
      )}
      <Busy
        words={words}
        done={sizeOf(through)}
        total={read.length > 0 ? sizeOf(read) : null}
        cancelling={cancelling}
        onCancel={() => {
          setCancelling(true);
          cancelImport();
        }}
      />
      {cancelling && <p className="small quiet">{t("documents.stays")}</p>}
      <Given imports={imports} />
    </div>
  );
}

/** What the files are given; one import may have begun before another ended. */
function Given({ imports }: { imports: ImportedFile[] }): ReactNode {
  const given = imports.map(({ metadata }) => metadataInWords(metadata));
  const different = [...new Set(given)];
  return different
    .filter((words) => words !== "")
    .map((words) => (
      <p key={words} className="small">
        {different.length === 1
          ? t("documents.metadataOfEach", { words })
          : t("documents.metadataOf", { words, count: given.filter((one) => one === words).length })}
      </p>
    ));
}

function Ended({ imports }: { imports: ImportedFile[] }): ReactNode {
  const { documents, navigate } = useWorkspace();
  const { forgetImports } = documents;
  const documentIds = [...new Set(imports.flatMap(({ document }) => (document ? [document.id] : [])))];
  return (
    <div className="import-ended">
      <div>
        <p role="status">{imports.length > 0 && outcomeInWords(imports)}</p>
        <Given imports={imports} />
      </div>
      <div className="actions end">
        {documentIds.length > 0 && (
          <>
            <button type="button" onClick={() => navigate({ view: "ask", documentIds })}>
              {t("documents.askThese", { count: documentIds.length })}
            </button>
            <button type="button" onClick={() => navigate({ view: "table", documentIds })}>
              {t("documents.tableOfThese", { count: documentIds.length })}
            </button>
          </>
        )}
        <button type="button" onClick={forgetImports}>
          {t("documents.dismiss")}
        </button>
      </div>
    </div>
  );
}

function Failures({ failed }: { failed: ImportedFile[] }): ReactNode {
  const { importPaths } = useWorkspace().documents;
  if (failed.length === 0) return null;
  return (
    <div className="notice bad import-failures" role="alert">
      <strong>{t("documents.couldNot", { count: failed.length })}</strong>
      <ul>
        {failed.map(({ path, name, failure, metadata }) => (
          <li key={path}>
            <p>
              <span className="import-name">{name}</span>: {failure?.message ?? t("documents.couldNotRead")} {failure?.help}
            </p>
            <button type="button" onClick={() => void importPaths([path], metadata)}>
              {t("documents.tryAgain")}
              <span className="spoken">{t("documents.toImport", { name })}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What stood in the folders and was not imported, and why. */
function SkippedFiles({ imports }: { imports: ImportProgress[] }): ReactNode {
  const reasons = skippedByReason(imports);
  if (reasons.length === 0) return null;
  const all = reasons.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <details className="import-skipped">
      <summary>{t("documents.filesSkipped", { count: all })}</summary>
      <ul className="small">
        {reasons.map(({ words, names }) => (
          <li key={words}>
            {words}: <span className="import-name">{names.slice(0, NAMED).join(", ")}</span>
            {names.length > NAMED && ` ${t("documents.andMore", { count: number(names.length - NAMED) })}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Names that are told of one reason. */
const NAMED = 12;

/** Open while there is something to watch; closed, it is one line. */
function Files({ imports }: { imports: ImportProgress[] }): ReactNode {
  const running = imports.some(isOpen);
  const [open, setOpen] = useState(running);
  useEffect(() => setOpen(running), [running]);
  if (imports.length === 0) return null;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("documents.files", { count: imports.length })}</summary>
      <ul className="import-files" aria-label={t("documents.filesOf")} tabIndex={0}>
        {imports.map(({ path, name, bytes: size, state, document }) => {
          const { words, tone } = importInWords(state);
          const twin = state === "already_there" && document?.title !== name ? document?.title : undefined;
          return (
            <li key={path} title={path}>
              <span className="import-name">
                {name}
                {twin !== undefined && <span className="small quiet"> {t("collections.twin", { title: twin })}</span>}
              </span>
              <span className="small quiet">{size > 0 ? bytes(size) : ""}</span>
              <StateWord tone={tone}>{words}</StateWord>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
