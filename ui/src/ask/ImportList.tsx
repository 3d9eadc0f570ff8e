import type { ReactNode } from "react";
import type { ImportProgress } from "../backend/wire";
import { isOpen } from "../document/useDocuments";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { t } from "../language/language";

/** An import under way, and the files of the last one that could not be read. */
export function ImportList(): ReactNode {
  const { documents } = useWorkspace();
  const { imports, importing, importFailure, cancelImport, forgetImports } = documents;
  const failed = imports.filter(({ failure }) => failure !== null);
  return (
    <>
      {importing && <Running imports={imports} onCancel={cancelImport} />}
      {importFailure && <FailureNotice failure={importFailure} />}
      {failed.map(({ path, name, failure }) => (
        <div key={path}>
          <p className="small">{t("ask.notImported", { name })}</p>
          {failure && <FailureNotice failure={failure} />}
        </div>
      ))}
      {(failed.length > 0 || importFailure) && !importing && (
        <button type="button" className="link small" onClick={forgetImports}>
          {t("ask.dismiss")}
        </button>
      )}
    </>
  );
}

function Running({ imports, onCancel }: { imports: ImportProgress[]; onCancel: () => void }): ReactNode {
  const read = imports.filter(({ state }) => state !== "skipped");
  const done = read.filter((one) => !isOpen(one)).length;
  const reading = imports.find(({ state }) => state === "reading");
  return (
    <Busy
      words={reading ? t("ask.readingFile", { name: reading.name }) : t("ask.readingDocuments")}
      done={done}
      total={read.length > 1 ? read.length : null}
      onCancel={onCancel}
    />
  );
}
