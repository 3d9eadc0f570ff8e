import type { ReactNode } from "react";
import { plain, stateOfDecision } from "../answer/words";
import type { HistoryEntry } from "../backend/wire";
import { FailureNotice } from "../kit/FailureNotice";
import { moment } from "../kit/format";
import { useRoving } from "../kit/useRoving";
import type { History } from "./useHistory";
import { t } from "../language/language";

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
    <section className="history" aria-label={t("ask.earlier")}>
      <header className="rail-head">
        <h2>{t("ask.earlier")}</h2>
        <span className="small quiet">{about}</span>
      </header>
      {load.state === "failed" && <FailureNotice failure={load.failure} />}
      {load.state === "loading" && <p className="small quiet">{t("ask.reading")}</p>}
      {load.state === "there" && load.value.length === 0 && (
        <p className="small quiet">{t("ask.noneYet")}</p>
      )}
      {load.state === "there" && (
        <ul aria-label={t("ask.earlierKeys")} {...roving}>
          {load.value.map((entry) => (
            <Entry key={entry.record_id} entry={entry} shown={entry.record_id === shown} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {more && (
        <button type="button" className="link small" onClick={more}>
          {t("ask.showMore")}
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
        <span className="history-question">{entry.question ?? t("ask.questionErased")}</span>
        {entry.answer && <span className="small history-answer">{entry.answer}</span>}
        <span className="small quiet">
          <span className={`tone ${tone}`}>{words}</span> · {plain(entry.answer_type)} · {moment(entry.time)}
        </span>
      </button>
    </li>
  );
}
