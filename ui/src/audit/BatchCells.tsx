/** The cells of a table of answers: one record each. */

import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { stateOfDecision } from "../answer/words";
import type { RecordSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { number } from "../kit/format";
import { useLoad } from "../kit/useLoad";
import { useRoving } from "../kit/useRoving";
import { NO_FILTER } from "./useRecords";
import { t } from "../language/language";

const STEP = 100;
/** The service lists no more at once. */
const MOST = 500;

interface Props {
  batchId: string;
  onOpen: (recordId: string) => void;
}

export function BatchCells({ batchId, onOpen }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [limit, setLimit] = useState(STEP);
  const roving = useRoving<HTMLOListElement>();
  const [load] = useLoad(
    useCallback(
      () => backend.audit.list({ ...NO_FILTER, batch_id: batchId, before: null, limit }),
      [backend, batchId, limit],
    ),
  );
  return (
    <section aria-label={t("audit.cells")}>
      <h3>{t("audit.cells")}</h3>
      {load.state === "failed" && <FailureNotice failure={load.failure} />}
      {load.state === "loading" && <p className="quiet">{t("audit.readingRecords")}</p>}
      {load.state === "there" && load.value.length === 0 && <p className="quiet">{t("audit.noneDone")}</p>}
      {load.state === "there" && (
        <ol className="batch-cells" {...roving}>
          {load.value.map((cell) => (
            <Cell key={cell.id} cell={cell} onOpen={onOpen} />
          ))}
        </ol>
      )}
      {load.state === "there" && load.value.length === limit && limit < MOST && (
        <button type="button" className="link" onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
          {t("audit.showMore")}
        </button>
      )}
    </section>
  );
}

function Cell({ cell, onOpen }: { cell: RecordSummary; onOpen: Props["onOpen"] }): ReactNode {
  const { words, tone } = stateOfDecision(cell.decision ?? "");
  return (
    <li>
      <button type="button" className="history-entry" data-stop onClick={() => onOpen(cell.id)}>
        <span>{cell.words}</span>
        {cell.answer && <span className="small">{cell.answer}</span>}
        <span className="small quiet">
          <span className={`tone ${tone}`}>{words}</span> · {cell.documents ?? t("audit.noDocument")} · {t("audit.recordNumber", { number: number(cell.sequence) })}
        </span>
      </button>
    </li>
  );
}
