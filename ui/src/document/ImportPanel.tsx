/** The import under way, file by file, and what became of the last one. */

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { ImportProgress } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { bytes, number } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { isOpen } from "./useDocuments";
import { importInWords, many, outcomeInWords } from "./words";

export function ImportPanel(): ReactNode {
  const { imports, failures, importFailure, importing } = useWorkspace().documents;
  if (!importing && imports.length === 0 && failures.length === 0 && !importFailure) return null;
  return (
    <section className="import-panel" aria-label="Import">
      {importing ? <Running imports={imports} /> : <Ended imports={imports} />}
      {importFailure && <FailureNotice failure={importFailure} />}
      <Failures failed={failures} />
      <Files imports={imports} />
    </section>
  );
}

function Running({ imports }: { imports: ImportProgress[] }): ReactNode {
  const { cancelImport } = useWorkspace().documents;
  const [cancelling, setCancelling] = useState(false);
  const through = imports.filter((one) => !isOpen(one));
  const current = imports.find(({ state }) => state === "reading");
  const sizes = imports.every((one) => one.bytes > 0);
  const sizeOf = (some: ImportProgress[]): number => (sizes ? some.reduce((sum, one) => sum + one.bytes, 0) : some.length);
  const words = current ? `Reading ${current.name}` : "Looking for files to read";
  return (
    <div className="import-running">
      {imports.length > 0 && (
        <p className="import-count">
          <strong>
            {number(through.length)} of {number(imports.length)}
          </strong>{" "}
          read
        </p>
      )}
      <Busy
        words={words}
        done={sizeOf(through)}
        total={imports.length > 0 ? sizeOf(imports) : null}
        cancelling={cancelling}
        onCancel={() => {
          setCancelling(true);
          cancelImport();
        }}
      />
      {cancelling && <p className="small quiet">The file that is being read is finished first.</p>}
    </div>
  );
}

function Ended({ imports }: { imports: ImportProgress[] }): ReactNode {
  const { forgetImports } = useWorkspace().documents;
  return (
    <div className="import-ended">
      <p role="status">{imports.length > 0 && outcomeInWords(imports)}</p>
      <button type="button" className="end" onClick={forgetImports}>
        Dismiss
      </button>
    </div>
  );
}

function Failures({ failed }: { failed: ImportProgress[] }): ReactNode {
  const { importPaths } = useWorkspace().documents;
  if (failed.length === 0) return null;
  return (
    <div className="notice bad import-failures" role="alert">
      <strong>{many(failed.length, "file")} could not be imported</strong>
      <ul>
        {failed.map(({ path, name, failure }) => (
          <li key={path}>
            <p>
              <span className="import-name">{name}</span>: {failure?.message ?? "It could not be read."} {failure?.help}
            </p>
            <button type="button" onClick={() => void importPaths([path])}>
              Try again<span className="spoken"> to import {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Open while there is something to watch; closed, it is one line. */
function Files({ imports }: { imports: ImportProgress[] }): ReactNode {
  const running = imports.some(isOpen);
  const [open, setOpen] = useState(running);
  useEffect(() => setOpen(running), [running]);
  if (imports.length === 0) return null;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{many(imports.length, "file")}</summary>
      <ul className="import-files" aria-label="Files of the import" tabIndex={0}>
        {imports.map(({ path, name, bytes: size, state }) => {
          const { words, tone } = importInWords(state);
          return (
            <li key={path} title={path}>
              <span className="import-name">{name}</span>
              <span className="small quiet">{size > 0 ? bytes(size) : ""}</span>
              <StateWord tone={tone}>{words}</StateWord>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
