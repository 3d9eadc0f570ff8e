import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";
import { ImportList } from "./ImportList";

/** The first minute: what to do when there is no document yet. */
export function Welcome(): ReactNode {
  const { documents, openSample, importFiles, importFolder } = useWorkspace();
  const busy = documents.importing;
  return (
    <section className="empty welcome" aria-label={t("ask.start")}>
      <h2>{t("ask.startTitle")}</h2>
      <ol>
        <li>{t("ask.startOpen")}</li>
        <li>{t("ask.startAsk")}</li>
        <li>{t("ask.startCheck")}</li>
      </ol>
      <div className="actions">
        <button type="button" className="primary" disabled={busy} onClick={() => void openSample()}>
          {t("palette.sample")}
        </button>
        <button type="button" disabled={busy} onClick={() => void importFiles()}>
          {t("palette.importFiles")}
        </button>
        <button type="button" disabled={busy} onClick={() => void importFolder()}>
          {t("palette.importFolder")}
        </button>
      </div>
      <ImportList />
      <p className="small quiet">
        {t("ask.startFormats")}
      </p>
    </section>
  );
}
