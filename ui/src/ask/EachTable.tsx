/** What each document says to one question, and how many say what. */

import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { about } from "../kit/format";
import { MiddleCut } from "../kit/MiddleCut";
import { StateWord } from "../kit/StateWord";
import { useRoving } from "../kit/useRoving";
import { t } from "../language/language";
import { percent, STATES } from "../table/words";
import { hasValue, saidBy } from "./said";
import type { EachRow, EachState } from "./useEach";
import type { Place } from "./useDesk";

interface Props {
  each: EachState;
  onCancel: () => void;
  onShow: (place: Place) => void;
}

/** More values than a person reads in a sentence. */
const MOST = 5;

export function EachTable({ each, onCancel, onShow }: Props): ReactNode {
  const { navigate } = useWorkspace();
  const { question, rows, run, progress, failure, tableId } = each;
  return (
    <section className="each" aria-label={t("each.table")}>
      <h2>{question}</h2>
      {run === "running" && (
        <div className="actions each-progress">
          <progress
            aria-label={t("each.table")}
            max={Math.max(1, rows.length)}
            value={rows.filter(({ cell }) => cell !== null).length}
          />
          <span className="small" role="status">
            {progress && !progress.reading ? t("each.progress", progress) : t("each.reading")}
            {progress?.remaining_seconds != null && t("each.left", { time: about(progress.remaining_seconds) })}
          </span>
          <button type="button" onClick={onCancel}>
            {t("each.stop")}
          </button>
        </div>
      )}
      {run === "stopped" && (
        <p className="notice" role="status">
          {t("each.stopped")}
        </p>
      )}
      {failure && <FailureNotice failure={failure} />}
      {run === "finished" && <Differences rows={rows} />}
      <Rows rows={rows} onShow={onShow} />
      {run !== "running" && tableId !== null && (
        <div className="actions">
          <button type="button" onClick={() => navigate({ view: "table", id: tableId })}>
            {t("each.open")}
          </button>
          <p className="small quiet">{t("each.hint")}</p>
        </div>
      )}
    </section>
  );
}

/** Only where values differ; it counts and does not judge. */
function Differences({ rows }: { rows: EachRow[] }): ReactNode {
  const cells = rows.flatMap(({ cell }) => (cell ? [cell] : []));
  const said = saidBy(cells);
  if (said.length < 2) return null;
  const silent = cells.filter((cell) => !hasValue(cell)).length;
  const more = said.length - MOST;
  const parts = said.slice(0, MOST).map(({ words, documents }) => t("each.says", { count: documents, words }));
  if (more > 0) parts.push(t("each.others", { count: more }));
  if (silent > 0) parts.push(t("each.silent", { count: silent }));
  return (
    <p className="each-differences" role="status">
      {`${parts.join("; ")}.`}
    </p>
  );
}

function Rows({ rows, onShow }: { rows: EachRow[]; onShow: (place: Place) => void }): ReactNode {
  const { backend, say } = useWorkspace();
  const [chosen, setChosen] = useState<string | null>(null);
  const roving = useRoving<HTMLUListElement>();

  async function look({ documentId, cell }: EachRow): Promise<void> {
    setChosen(documentId);
    onShow({ kind: "document", documentId });
    if (!cell) return;
    try {
      const { response } = await backend.questions.outcome(cell.record_id);
      const beside = response.citations.map(({ document_id, line_start, line_end }, index) => ({
        documentId: document_id,
        first: line_start,
        last: line_end,
        label: String(index + 1),
      }));
      if (beside[0]) onShow({ kind: "lines", ...beside[0], beside });
    } catch (thrown) {
      say({ words: asFailure(thrown).message });
    }
  }

  return (
    <div className="each-rows">
      <p className="each-row each-head small quiet" aria-hidden="true">
        <span>{t("each.document")}</span>
        <span>{t("each.value")}</span>
        <span>{t("each.state")}</span>
      </p>
      <ul {...roving} aria-label={t("each.table")}>
        {rows.map((row) => (
          <li key={row.documentId}>
            <button
              type="button"
              className="each-row"
              data-stop
              aria-pressed={row.documentId === chosen}
              onClick={() => void look(row)}
            >
              <span className="each-title" title={row.title}>
                <MiddleCut>{row.title}</MiddleCut>
              </span>
              <span className="each-value">{row.cell && hasValue(row.cell) ? row.cell.words : "–"}</span>
              {row.cell ? (
                <span>
                  <StateWord tone={STATES[row.cell.state].tone}>{STATES[row.cell.state].words}</StateWord>{" "}
                  <span className="small quiet">{hasValue(row.cell) && percent(row.cell.probability)}</span>
                </span>
              ) : (
                <span className="small quiet">{t("each.waiting")}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
