import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageList } from "./PassageList";
import { WhyHeldBack } from "./WhyHeldBack";
import { wroteNothing } from "./words";
import { t } from "../language/language";

interface Props {
  explanation: Explanation;
  onLines: (place: Place) => void;
}

/** What was read, what was held back and why, and what in it speaks to a model. */
export function WhyEvidence({ explanation, onLines }: Props): ReactNode {
  const { passages, held_back, hostile_signs } = explanation;
  const read = wroteNothing(explanation) ? "answer.byReader" : "answer.byModel";
  return (
    <section>
      <h3>{t("answer.evidence")}</h3>
      <p className="quiet">
        {t(read, { passages: t("answer.passages", { count: passages.length }) })}
      </p>
      <PassageList passages={passages} onLines={onLines} />
      <WhyHeldBack heldBack={held_back} onLines={onLines} />
      {hostile_signs.length > 0 && (
        <p className="why-hostile" role="note">
          {t("answer.hostile", { signs: hostile_signs.map(({ name, count: times }) => `${name} (${times})`).join(", ") })}
        </p>
      )}
    </section>
  );
}
