/** A question on which contestants differ: what each says, what is right, and where it stands. */

import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import type { ContestantAnswer, Disagreement } from "../backend/wire";
import { EvidenceViewer } from "../evidence/EvidenceViewer";
import { useWorkspace } from "../frame/workspace";
import { StateWord } from "../kit/StateWord";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";
import { percent } from "./figures";

interface Props {
  disagreement: Disagreement;
  onClose: () => void;
}

export function DisagreementPane({ disagreement, onClose }: Props): ReactNode {
  const { question, document, gold, gold_evidence, answerable, answers } = disagreement;
  const [shown, setShown] = useState(0);
  const answer = answers[shown];
  return (
    <section className="cell-pane disagreement" aria-label={t("compare.differences.label")}>
      <header className="cell-head">
        <h2>{question}</h2>
        <button type="button" onClick={onClose}>
          {t("compare.close")}
        </button>
      </header>
      <p className="small quiet">{document}</p>
      <p>
        <strong>{t("compare.differences.gold")}</strong> {answerable ? gold.join("; ") : t("compare.differences.unanswerable")}
      </p>
      {gold_evidence.map((quote) => (
        <blockquote key={quote} className="small">
          {quote}
        </blockquote>
      ))}
      <ul className="answers-compared">
        {answers.map((one, index) => (
          <li key={one.contestant}>
            <button type="button" aria-pressed={index === shown} onClick={() => setShown(index)}>
              <strong>{one.contestant}</strong>
              <span>{one.found ? one.words.join("; ") : (one.message ?? t("compare.differences.noAnswer"))}</span>
              <StateWord tone={one.right ? "good" : "bad"}>
                {one.right ? t("compare.differences.right") : t("compare.differences.wrong")}
              </StateWord>
              {one.probability !== null && <span className="small quiet">{percent(one.probability)}</span>}
            </button>
          </li>
        ))}
      </ul>
      {answer && <Evidence key={answer.contestant} answer={answer} />}
    </section>
  );
}

function Evidence({ answer }: { answer: ContestantAnswer }): ReactNode {
  const { backend } = useWorkspace();
  const { record_id, evidence } = answer;
  const [documentId] = useLoad(
    useCallback(async () => {
      if (record_id === null) return null;
      const { response, document_ids } = await backend.questions.outcome(record_id);
      return response.citations[0]?.document_id ?? document_ids[0] ?? null;
    }, [backend, record_id]),
  );
  if (documentId.state === "loading") return <p className="quiet">{t("compare.differences.reading")}</p>;
  if (documentId.state === "there" && documentId.value !== null) {
    const cited = evidence.map(({ line_start, line_end, quote }, index) => ({
      first: line_start,
      last: line_end,
      quote,
      label: String(index + 1),
    }));
    return (
      <div className="disagreement-evidence">
        <EvidenceViewer documentId={documentId.value} cited={cited} />
      </div>
    );
  }
  return (
    <>
      <p className="small">{t("compare.differences.elsewhere")}</p>
      {evidence.map(({ quote, page, line_start }, index) => (
        <blockquote key={index}>
          {quote} <span className="small quiet">{t("compare.differences.place", { page, line: line_start })}</span>
        </blockquote>
      ))}
    </>
  );
}
