/** What was asked of a document before. */

import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { stateOfDecision } from "../answer/words";
import type { HistoryEntry } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { moment } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";

const SHOWN = 20;

export function DocumentQuestions({ documentId }: { documentId: string }): ReactNode {
  const { backend, navigate, route } = useWorkspace();
  const [history, reload] = useLoad(useCallback(() => backend.questions.history(documentId, SHOWN), [backend, documentId]));
  // Questions are asked in another view while this one is kept.
  useEffect(reload, [reload, route]);
  if (history.state === "failed") return <FailureNotice failure={history.failure} />;
  if (history.state === "loading") return <p className="quiet">{t("documents.readingQuestions")}</p>;
  if (history.value.length === 0) {
    return <p className="quiet">{t("documents.notAsked")}</p>;
  }
  return (
    <>
      <ul className="document-questions">
        {history.value.map((entry) => (
          <Entry key={entry.record_id} entry={entry} onOpen={() => navigate({ view: "ask", recordId: entry.record_id })} />
        ))}
      </ul>
      {history.value.length === SHOWN && (
        <p className="small quiet">{t("documents.lastOnes", { count: SHOWN })}</p>
      )}
    </>
  );
}

function Entry({ entry, onOpen }: { entry: HistoryEntry; onOpen: () => void }): ReactNode {
  const { question, answer, decision, time } = entry;
  const { words, tone } = stateOfDecision(decision);
  return (
    <li>
      <button type="button" className="link" onClick={onOpen}>
        {question ?? t("documents.questionErased")}
      </button>
      <p>
        <StateWord tone={tone}>{words}</StateWord> {answer}
      </p>
      <p className="small quiet">
        <time dateTime={time}>{moment(time)}</time>
      </p>
    </li>
  );
}
