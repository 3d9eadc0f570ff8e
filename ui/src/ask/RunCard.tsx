/** A question under way: what is being done, and the draft as far as it is written. */

import type { ReactNode } from "react";
import { valueInWords } from "../answer/valueWords";
import { linesInWords } from "../answer/words";
import type { Progress, Stage } from "../backend/wire";
import { Busy } from "../kit/Busy";
import { readDraft } from "./draft";
import type { DraftItem } from "./draft";

const STAGES: Record<Stage, string> = {
  retrieve: "Looking for passages that bear on the question",
  load_model: "Loading the model",
  prefill: "The model is reading the passages",
  score: "Weighing the values found in the passages",
  decode: "Writing the answer",
  validate: "Checking the answer against the document",
  record: "Writing the audit record",
};

interface Props {
  question: string;
  answerType: string;
  progress: Progress | null;
  draft: string;
  cancelling: boolean;
  onCancel: () => void;
}

export function RunCard({ question, answerType, progress, draft, cancelling, onCancel }: Props): ReactNode {
  const words = progress ? STAGES[progress.stage] : "Starting";
  return (
    <section className="card run" aria-label="Progress">
      <h2>{question}</h2>
      <Busy
        words={words}
        done={progress?.done ?? 0}
        total={progress?.total ?? null}
        cancelling={cancelling}
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
    <div className="draft" role="group" aria-label="Unchecked draft">
      <p className="small draft-mark">Unchecked draft. It is shown as an answer only if it passes the checks.</p>
      {found === false && <p>The model finds no answer.</p>}
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
