/** A question under way: what is being done, and the draft as far as it is written. */

import { useState } from "react";
import type { ReactNode } from "react";
import { valueInWords } from "../answer/valueWords";
import { linesInWords } from "../answer/words";
import type { Progress } from "../backend/wire";
import { Busy } from "../kit/Busy";
import { t } from "../language/language";
import { readDraft } from "./draft";
import type { DraftItem } from "./draft";

interface Props {
  question: string;
  answerType: string;
  progress: Progress | null;
  draft: string;
  cancelling: boolean;
  /** Seconds that the whole answer will take; null: that is not known. */
  expected: number | null;
  onCancel: () => void;
}

export function RunCard({ question, answerType, progress, draft, cancelling, expected, onCancel }: Props): ReactNode {
  // As it was when the question was asked: another may be written meanwhile.
  const [whole] = useState(expected);
  const words = progress ? t(`ask.stages.${progress.stage}`) : t("ask.starting");
  return (
    <section className="card run" aria-label={t("ask.progress")}>
      <h2>{question}</h2>
      <Busy
        words={words}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        cancelling={cancelling}
        expected={whole}
        onCancel={onCancel}
      />
      {draft !== "" && <DraftPreview answerType={answerType} draft={draft} />}
    </section>
  );
}

/** Fields of the draft as they come; nothing of it has passed a check. */
function DraftPreview({ answerType, draft }: { answerType: string; draft: string }): ReactNode {
  const { found, items } = readDraft(draft);
  return (
    <div className="draft" role="group" aria-label={t("ask.draft")}>
      <p className="small draft-mark">{t("ask.draftMark")}</p>
      {found === false && <p>{t("ask.draftNone")}</p>}
      <ol>
        {items.map((item, index) => (
          <Item key={index} answerType={answerType} item={item} />
        ))}
      </ol>
    </div>
  );
}

function Item({ answerType, item: { value, quotes } }: { answerType: string; item: DraftItem }): ReactNode {
  return (
    <li>
      {value !== undefined && <p className="draft-value">{valueInWords(answerType, value)}</p>}
      {quotes.map(({ words, first, last }, index) => (
        <p key={index} className="small quiet">
          “{words}”{first !== null && last !== null && `, ${linesInWords(first, last)}`}
        </p>
      ))}
    </li>
  );
}
