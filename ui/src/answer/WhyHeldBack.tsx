import type { ReactNode } from "react";
import type { HeldBack } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageList } from "./PassageList";
import { plain } from "./words";
import { t } from "../language/language";

const REASONS: Record<string, string> = {
  below_similarity: t("answer.heldBack.similarity"),
  near_duplicate: t("answer.heldBack.duplicate"),
  over_budget: t("answer.heldBack.budget"),
  per_document_cap: t("answer.heldBack.document"),
  max_chunks: t("answer.heldBack.most"),
  less_likely: t("answer.heldBack.unlikely"),
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
      <summary>{t("answer.heldBackAll", { what: t("answer.passages", { count: all }) })}</summary>
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
    <section aria-label={t("answer.heldBackAll", { what: words })}>
      <p className="quiet">
        {t("answer.passages", { count: number })}: {words}.{passages.length === 0 && ` ${t("answer.heldBackWhich")}`}
      </p>
      <PassageList passages={passages} onLines={onLines} />
    </section>
  );
}
