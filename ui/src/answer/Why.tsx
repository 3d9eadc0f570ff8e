/** Why an answer came out as it did; read from the record when it is asked for. */

import { useCallback, useId, useState } from "react";
import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { useLoad } from "../kit/useLoad";
import type { Place } from "./AnswerCard";
import { WhyEvidence } from "./WhyEvidence";
import { WhyNumbers } from "./WhyNumbers";
import { WhyRounds } from "./WhyRounds";
import { WhyTexts } from "./WhyTexts";
import { WhyUnderstood } from "./WhyUnderstood";
import { t } from "../language/language";
import "./why.css";

interface Props {
  recordId: string;
  onLines: (place: Place) => void;
}

export function Why({ recordId, onLines }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="why" aria-label={t("answer.why")}>
      <button
        type="button"
        className="why-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{open ? "▾" : "▸"}</span> {t("answer.why")}
      </button>
      <div id={id}>{open && <Explained recordId={recordId} onLines={onLines} />}</div>
    </section>
  );
}

function Explained({ recordId, onLines }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [load] = useLoad(useCallback(() => backend.questions.explain(recordId), [backend, recordId]));
  if (load.state === "failed") return <FailureNotice failure={load.failure} />;
  if (load.state === "loading") return <p className="small quiet">{t("answer.reading")}</p>;
  return <Parts explanation={load.value} onLines={onLines} />;
}

function Parts({ explanation, onLines }: { explanation: Explanation; onLines: Props["onLines"] }): ReactNode {
  return (
    <div className="why-parts">
      <WhyUnderstood parsed={explanation.parsed} terms={explanation.terms_reworded} />
      <WhyRounds explanation={explanation} onLines={onLines} />
      <WhyEvidence explanation={explanation} onLines={onLines} />
      <WhyTexts explanation={explanation} />
      <WhyNumbers explanation={explanation} />
    </div>
  );
}
