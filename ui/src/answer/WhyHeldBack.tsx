import type { ReactNode } from "react";
import type { HeldBack } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageList } from "./PassageList";
import { count, plain } from "./words";

const REASONS: Record<string, string> = {
  below_similarity: "too little in common with the question",
  near_duplicate: "nearly the same as a better one",
  over_budget: "no room was left in the prompt",
  per_document_cap: "enough of its document was shown",
  max_chunks: "enough passages were shown",
};

interface Props {
  heldBack: HeldBack[];
  onLines: (place: Place) => void;
}

/** What was found and not shown to the model, by reason. */
export function WhyHeldBack({ heldBack, onLines }: Props): ReactNode {
  const all = heldBack.reduce((sum, { count: some }) => sum + some, 0);
  if (all === 0) return null;
  return (
    <details className="why-held">
      <summary>Held back: {count(all, "passage")}</summary>
      {heldBack.map((group) => (
        <Group key={group.reason} group={group} onLines={onLines} />
      ))}
    </details>
  );
}

function Group({ group, onLines }: { group: HeldBack; onLines: Props["onLines"] }): ReactNode {
  const { reason, count: number, passages } = group;
  const words = REASONS[reason] ?? plain(reason);
  return (
    <section aria-label={`Held back: ${words}`}>
      <p className="quiet">
        {count(number, "passage")}: {words}.{passages.length === 0 && " Which they were is not in this record."}
      </p>
      <PassageList passages={passages} onLines={onLines} />
    </section>
  );
}
