import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { AskOutcome } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Copy } from "../kit/Copy";
import { asCsvRow, asJson, asText } from "./exports";
import { t } from "../language/language";

/** What can be done with an answer. */
export function CardActs({ outcome }: { outcome: AskOutcome }): ReactNode {
  const { backend, say, navigate } = useWorkspace();
  const { record_id: recordId } = outcome;

  async function saveReport(): Promise<void> {
    try {
      const path = await backend.questions.saveReport(recordId);
      if (path !== null) say({ words: t("answer.reportSaved", { path }) });
    } catch (thrown) {
      const { message, help } = asFailure(thrown);
      say({ words: t("answer.reportNotSaved", { why: `${message} ${help}` }).trim() });
    }
  }

  return (
    <div className="actions card-acts">
      <Copy text={() => asText(outcome)}>{t("answer.copyText")}</Copy>
      <Copy text={() => asJson(outcome)}>{t("answer.copyJson")}</Copy>
      <Copy text={() => asCsvRow(outcome)}>{t("answer.copyCsv")}</Copy>
      <button type="button" onClick={() => void saveReport()}>
        {t("answer.saveReport")}
      </button>
      <button type="button" className="link" onClick={() => navigate({ view: "audit", recordId })}>
        {t("answer.recordInAudit")}
      </button>
    </div>
  );
}
