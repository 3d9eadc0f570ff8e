/** An answer with its evidence boxed, what people said of it, and the ways to say something. */

import { useEffect, useMemo, useState } from "react";
import type { ReactNode, RefObject } from "react";
import type { Correction, Standing, Verdict } from "../backend/wire";
import { EvidenceViewer } from "../evidence/EvidenceViewer";
import type { Selected } from "../evidence/selected";
import { FailureNotice } from "../kit/FailureNotice";
import { CorrectionForm } from "./CorrectionForm";
import { ReviewerName } from "./ReviewerName";
import { Said } from "./Said";
import { citedIn, useAnswer, valuesOf } from "./useAnswer";
import { VERDICTS } from "./words";
import { t } from "../language/language";
import "./review.css";

/** What the keys of the Review view can do with the card. */
export interface CardActs {
  say: (verdict: Verdict) => void;
}

interface Props {
  answerId: string;
  onGiven: (standing: Standing) => void;
  /** Filled for as long as the card is there. */
  acts?: RefObject<CardActs | null>;
  /** Keys are shown on the buttons. */
  keys?: boolean;
}

const VERDICT_ORDER: Verdict[] = ["confirm", "correct", "reject", "absent"];

export function ReviewCard({ answerId, onGiven, acts, keys = false }: Props): ReactNode {
  const { answer, failure, give } = useAnswer(answerId);
  const [reason, setReason] = useState("");
  const [editing, setEditing] = useState(false);
  const [active, setActive] = useState(0);
  const there = answer.state === "there" ? answer.value : null;
  const cited = useMemo(() => (there ? citedIn(there) : null), [there]);

  const send = async (verdict: Verdict, correction: Correction | null): Promise<void> => {
    const standing = await give(verdict, reason, correction);
    if (!standing) return;
    setEditing(false);
    setReason("");
    onGiven(standing);
  };
  const say = (verdict: Verdict): void => {
    if (verdict === "correct") setEditing(true);
    else void send(verdict, null);
  };
  useEffect(() => {
    if (!acts) return undefined;
    acts.current = { say };
    return () => {
      acts.current = null;
    };
  });
  const use = ({ first, last, quote }: Selected): void => {
    if (!cited) return;
    void send("correct", { value: quote, place: { document_id: cited.documentId, line_start: first, line_end: last, quote } });
  };
  if (answer.state === "failed") return <FailureNotice failure={answer.failure} />;
  if (!there || !cited) return <p className="quiet">{t("review.reading")}</p>;
  const values = valuesOf(there.outcome);
  const { response } = there.outcome;
  return (
    <div className="review-card">
      <div className="review-answer">
        {values.length === 0 && <p className="review-value">{response.message ?? t("review.noValue")}</p>}
        {values.map((value, index) => (
          <p key={`${index} ${value}`} className="review-value">
            {value}
          </p>
        ))}
        {response.probability !== null && (
          <p className="small quiet">
            {t(values.length > 0 ? "review.probability" : "review.likeliest", { share: Math.round(response.probability * 100) })}
          </p>
        )}
        {cited.cited.length > 0 && (
          <ol className="review-quotes" aria-label={t("review.where")}>
            {cited.cited.map(({ first, quote, label }, index) => (
              <li key={label}>
                <button type="button" className="link" aria-pressed={index === active} onClick={() => setActive(index)}>
                  {t("review.quote", { line: first, quote })}
                </button>
              </li>
            ))}
          </ol>
        )}
        <Said standing={there.standing} />
      </div>
      <ReviewerName />
      {failure && <FailureNotice failure={failure} />}
      {editing ? (
        <CorrectionForm
          outcome={there.outcome}
          start={values[0] ?? ""}
          onGive={(correction) => void send("correct", correction)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          <label className="review-reason">
            <span className="small">{t("review.why")}</span>
            <input type="text" value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
          <div className="actions">
            {VERDICT_ORDER.map((verdict) => (
              <button
                key={verdict}
                type="button"
                className={verdict === "confirm" ? "primary" : ""}
                disabled={verdict === "confirm" && response.status === "FAILED"}
                onClick={() => say(verdict)}
              >
                {VERDICTS[verdict].act}
                {keys && <kbd>{VERDICTS[verdict].key}</kbd>}
              </button>
            ))}
          </div>
        </>
      )}
      <div className="review-evidence">
        <EvidenceViewer documentId={cited.documentId} cited={cited.cited} active={active} turn={active} onUse={use} />
      </div>
    </div>
  );
}
