import type { ReactNode } from "react";
import { plain, stateOfDecision } from "../answer/words";
import type { HistoryEntry } from "../backend/wire";
import { FailureNotice } from "../kit/FailureNotice";
import { moment } from "../kit/format";
import { useRoving } from "../kit/useRoving";
import type { History } from "./useHistory";

interface Props {
  history: History;
  /** Of which documents, in words. */
  about: string;
  /** The record that is shown. */
  shown: string | null;
  onOpen: (recordId: string) => void;
}

/** Questions asked before; one of them shows its answer as it was. */
export function HistoryList({ history, about, shown, onOpen }: Props): ReactNode {
  const { load, more } = history;
  const roving = useRoving<HTMLUListElement>();
  return (
    <section className="history" aria-label="Earlier questions">
      <header className="rail-head">
        <h2>Earlier questions</h2>
        <span className="small quiet">{about}</span>
      </header>
      {load.state === "failed" && <FailureNotice failure={load.failure} />}
      {load.state === "loading" && <p className="small quiet">Reading the record…</p>}
      {load.state === "there" && load.value.length === 0 && (
        <p className="small quiet">None yet. What you ask is kept here with its answer.</p>
      )}
      {load.state === "there" && (
        <ul aria-label="Earlier questions; the arrow keys move" {...roving}>
          {load.value.map((entry) => (
            <Entry key={entry.record_id} entry={entry} shown={entry.record_id === shown} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {more && (
        <button type="button" className="link small" onClick={more}>
          Show more
        </button>
      )}
    </section>
  );
}

function Entry({ entry, shown, onOpen }: { entry: HistoryEntry; shown: boolean; onOpen: Props["onOpen"] }): ReactNode {
  const { words, tone } = stateOfDecision(entry.decision);
  return (
    <li>
      <button
        type="button"
        className="history-entry"
        data-stop
        aria-current={shown ? "true" : undefined}
        onClick={() => onOpen(entry.record_id)}
      >
        <span className="history-question">{entry.question ?? "The question was erased with its document"}</span>
        {entry.answer && <span className="small history-answer">{entry.answer}</span>}
        <span className="small quiet">
          <span className={`tone ${tone}`}>{words}</span> · {plain(entry.answer_type)} · {moment(entry.time)}
        </span>
      </button>
    </li>
  );
}
