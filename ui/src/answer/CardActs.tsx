import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { AskOutcome } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Copy } from "../kit/Copy";
import { asCsvRow, asJson, asText } from "./exports";

/** What can be done with an answer. */
export function CardActs({ outcome }: { outcome: AskOutcome }): ReactNode {
  const { backend, say, navigate } = useWorkspace();
  const { record_id: recordId } = outcome;

  async function saveReport(): Promise<void> {
    try {
      const path = await backend.questions.saveReport(recordId);
      if (path !== null) say({ words: `Evidence report saved: ${path}` });
    } catch (thrown) {
      const { message, help } = asFailure(thrown);
      say({ words: `The report was not saved. ${message} ${help}`.trim() });
    }
  }

  return (
    <div className="actions card-acts">
      <Copy text={() => asText(outcome)}>Copy as text</Copy>
      <Copy text={() => asJson(outcome)}>Copy as JSON</Copy>
      <Copy text={() => asCsvRow(outcome)}>Copy as CSV row</Copy>
      <button type="button" onClick={() => void saveReport()}>
        Save evidence report…
      </button>
      <button type="button" className="link" onClick={() => navigate({ view: "audit", recordId })}>
        Record in Audit
      </button>
    </div>
  );
}
