import type { ReactNode } from "react";
import type { Explanation, Passage } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageButton } from "./PassageButton";
import { WhyHeldBack } from "./WhyHeldBack";
import { count } from "./words";

interface Props {
  explanation: Explanation;
  onLines: (place: Place) => void;
}

/** What the model was shown, what was held back and why, and what in it speaks to a model. */
export function WhyEvidence({ explanation: { passages, held_back, hostile_signs }, onLines }: Props): ReactNode {
  return (
    <section>
      <h3>Evidence</h3>
      <Passages title={`Shown to the model: ${count(passages.length, "passage")}`} passages={passages} onLines={onLines} />
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

type PassagesProps = Pick<Props, "onLines"> & { title: string; passages: Passage[] };

function Passages({ title, passages, onLines }: PassagesProps): ReactNode {
  return (
    <>
      <p className="quiet">{title}</p>
      <ul>
        {passages.map((passage, index) => (
          <li key={index}>
            <PassageButton passage={passage} onLines={onLines} />
          </li>
        ))}
      </ul>
    </>
  );
}
