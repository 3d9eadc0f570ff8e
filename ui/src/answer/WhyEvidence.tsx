import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageList } from "./PassageList";
import { WhyHeldBack } from "./WhyHeldBack";
import { count, wroteNothing } from "./words";

interface Props {
  explanation: Explanation;
  onLines: (place: Place) => void;
}

/** What was read, what was held back and why, and what in it speaks to a model. */
export function WhyEvidence({ explanation, onLines }: Props): ReactNode {
  const { passages, held_back, hostile_signs } = explanation;
  const read = wroteNothing(explanation) ? "Read by the reader" : "Shown to the model";
  return (
    <section>
      <h3>Evidence</h3>
      <p className="quiet">
        {read}: {count(passages.length, "passage")}
      </p>
      <PassageList passages={passages} onLines={onLines} />
      <WhyHeldBack heldBack={held_back} onLines={onLines} />
      {hostile_signs.length > 0 && (
        <p className="why-hostile" role="note">
          In these passages something speaks to the model:{" "}
          {hostile_signs.map(({ name, count: times }) => `${name} (${times})`).join(", ")}. It was treated as text, not
          followed.
        </p>
      )}
    </section>
  );
}
