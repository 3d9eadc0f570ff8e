/** One button: is every record of every answer still as it was written? */

import { useState } from "react";
import type { ReactNode } from "react";
import { count } from "../answer/words";
import { asFailure } from "../backend/contract";
import type { AuditVerdict, Backend } from "../backend/contract";

export function AuditCheck({ backend }: { backend: Backend }): ReactNode {
  const [checking, setChecking] = useState(false);
  const [result, setResult] = useState<{ words: string; tone: "good" | "bad" } | null>(null);

  async function check(): Promise<void> {
    setChecking(true);
    setResult(null);
    try {
      setResult(inWords(await backend.verifyAudit()));
    } catch (thrown) {
      const { message, help } = asFailure(thrown);
      setResult({ words: `${message} ${help}`.trim(), tone: "bad" });
    }
    setChecking(false);
  }

  return (
    <>
      <span role="status" className={result ? `state ${result.tone}` : "small quiet"}>
        {checking ? "Checking every record…" : result?.words}
      </span>
      <button type="button" disabled={checking} onClick={() => void check()}>
        Check the audit trail
      </button>
    </>
  );
}

function inWords({ ok, records, first_bad }: AuditVerdict): { words: string; tone: "good" | "bad" } {
  if (ok) return { words: `Audit trail intact: ${count(records, "record")}`, tone: "good" };
  const where = first_bad === null ? "" : ` First damaged record: ${first_bad}.`;
  return { words: `Audit trail damaged.${where}`, tone: "bad" };
}
