/** Metadata that every file of the next import gets. */

import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { MetadataEditor } from "../metadata/MetadataEditor";
import { faultsOf } from "../metadata/rows";
import type { Row } from "../metadata/rows";
import { rulesOf, useMetadataRules } from "../metadata/useMetadataRules";
import { t } from "../language/language";

interface Props {
  rows: Row[];
  onRows: (rows: Row[] | null) => void;
}

export function PrepareImport({ rows, onRows }: Props): ReactNode {
  const { importFiles, importFolder } = useWorkspace();
  const rules = useMetadataRules();
  const [tried, setTried] = useState(0);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.querySelector("input")?.focus();
  }, []);

  function choose(importing: () => Promise<unknown>): void {
    setTried(tried + 1);
    if (faultsOf(rows, rulesOf(rules)).size === 0) void importing();
  }

  return (
    <section ref={panel} className="prepare-import" aria-label={t("documents.prepare")}>
      <h2>{t("documents.prepareTitle")}</h2>
      <p className="small quiet">
        {t("documents.prepareAbout")}
      </p>
      {rules.state === "failed" && <FailureNotice failure={rules.failure} />}
      <MetadataEditor rows={rows} onRows={onRows} rules={rulesOf(rules)} tried={tried} />
      <div className="actions">
        <button type="button" className="primary" onClick={() => choose(importFiles)}>
          {t("documents.chooseFiles")}
        </button>
        <button type="button" onClick={() => choose(importFolder)}>
          {t("documents.chooseFolder")}
        </button>
        <button type="button" onClick={() => onRows(null)}>
          {t("documents.close")}
        </button>
      </div>
    </section>
  );
}
