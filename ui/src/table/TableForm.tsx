/** What a table is made of: its documents, and the questions that each of them is asked. */

import { useCallback, useId, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Failure, NewTable, QuestionsRead, TableQuestion } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";
import { DocumentTicks } from "./DocumentTicks";

interface Props {
  /** What the table is made of so far; null: nothing yet. */
  given: NewTable | null;
  /** What is given is where a new table begins. */
  isNew: boolean;
  onKeep: (table: NewTable) => Promise<void>;
  onClose: () => void;
}

const BLANK: TableQuestion = { id: "", question: "", answer_type: null, answer_shape: null, labels: [], schema: null };

export function TableForm({ given, isNew, onKeep, onClose }: Props): ReactNode {
  const { documents } = useWorkspace();
  const [title, setTitle] = useState(given?.title ?? "");
  const [ids, setIds] = useState<string[]>(given?.document_ids ?? []);
  const [questions, setQuestions] = useState<TableQuestion[]>(given?.questions ?? []);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [keeping, setKeeping] = useState(false);
  const asked = questions.filter(({ question }) => question.trim() !== "");
  const cells = ids.length * asked.length;

  const take = (read: QuestionsRead): void => {
    setQuestions((before) => [...before.filter(({ question }) => question.trim() !== ""), ...numbered(before, read.questions)]);
    if (title === "" && read.title !== "") setTitle(read.title);
  };
  const keep = async (): Promise<void> => {
    setKeeping(true);
    try {
      await onKeep({ title, document_ids: ids, questions: asked });
    } catch (thrown) {
      setFailure(asFailure(thrown));
      setKeeping(false);
    }
  };
  return (
    <form
      className="table-form"
      aria-label={isNew ? t("table.form.make") : t("table.form.change")}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <label className="table-title">
        <span>{t("table.form.title")}</span>
        <input type="text" value={title} placeholder={t("table.form.placeholder")} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <div className="table-parts">
        <DocumentTicks documents={documents.list ?? []} ids={ids} onIds={setIds} />
        <QuestionList questions={questions} onQuestions={setQuestions} onTake={take} onFailure={setFailure} />
      </div>
      {failure && <FailureNotice failure={failure} />}
      <div className="actions">
        <button type="submit" className="primary" disabled={cells === 0 || keeping}>
          {isNew ? t("table.form.keepNew") : t("table.form.keep")}
        </button>
        <button type="button" onClick={onClose}>
          {isNew ? t("table.form.cancel") : t("table.form.leave")}
        </button>
        <p className="small quiet" role="status">
          {cells === 0
            ? t("table.form.choose")
            : t("table.form.count", { documents: ids.length, questions: asked.length, cells })}
        </p>
      </div>
    </form>
  );
}

/** Questions of a set whose ids are taken already get new ones. */
function numbered(before: TableQuestion[], added: TableQuestion[]): TableQuestion[] {
  const taken = new Set(before.map(({ id }) => id));
  return added.map((question) => {
    let { id } = question;
    for (let number = 2; taken.has(id); number += 1) id = `${question.id}-${number}`;
    taken.add(id);
    return { ...question, id };
  });
}

interface ListProps {
  questions: TableQuestion[];
  onQuestions: (questions: TableQuestion[]) => void;
  onTake: (read: QuestionsRead) => void;
  onFailure: (failure: Failure | null) => void;
}

function QuestionList({ questions, onQuestions, onTake, onFailure }: ListProps): ReactNode {
  const { backend } = useWorkspace();
  const id = useId();
  const [sets] = useLoad(useCallback(() => backend.tables.sets(), [backend]));
  const get = async (read: Promise<QuestionsRead | null>): Promise<void> => {
    try {
      const found = await read;
      onFailure(null);
      if (found) onTake(found);
    } catch (thrown) {
      onFailure(asFailure(thrown));
    }
  };
  const change = (at: number, part: Partial<TableQuestion>): void =>
    onQuestions(questions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const add = (): void => onQuestions([...questions, { ...BLANK, id: freeId(questions) }]);
  return (
    <fieldset className="table-questions">
      <legend>{t("table.form.questions")}</legend>
      <div className="actions">
        <label htmlFor={`${id}-set`} className="small">
          {t("table.form.addSet")}
        </label>
        <select id={`${id}-set`} value="" onChange={(event) => void get(backend.tables.set(event.target.value))}>
          <option value="">{t("table.form.chooseSet")}</option>
          {sets.state === "there" &&
            sets.value.map(({ name, title, questions: count }) => (
              <option key={name} value={name}>
                {title} ({count})
              </option>
            ))}
        </select>
        <button type="button" onClick={() => void get(backend.tables.chooseQuestions())}>
          {t("table.form.fromFile")}
        </button>
        <button type="button" onClick={add}>
          {t("table.form.add")}
        </button>
      </div>
      <ol>
        {questions.map((question, index) => (
          <li key={question.id}>
            <QuestionRow
              number={index + 1}
              question={question}
              onChange={(part) => change(index, part)}
              onRemove={() => onQuestions(questions.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

function freeId(questions: TableQuestion[]): string {
  let number = questions.length + 1;
  while (questions.some(({ id }) => id === `q${number}`)) number += 1;
  return `q${number}`;
}

interface RowProps {
  number: number;
  question: TableQuestion;
  onChange: (part: Partial<TableQuestion>) => void;
  onRemove: () => void;
}

function QuestionRow({ number, question, onChange, onRemove }: RowProps): ReactNode {
  const { types } = useWorkspace();
  return (
    <div className="question-row">
      <input
        type="text"
        aria-label={t("table.form.question", { number })}
        placeholder={t("table.form.questionPlaceholder")}
        value={question.question}
        onChange={(event) => onChange({ question: event.target.value })}
      />
      <select
        aria-label={t("table.form.type", { number })}
        value={question.answer_type ?? ""}
        onChange={(event) => onChange({ answer_type: event.target.value === "" ? null : event.target.value })}
      >
        <option value="">{t("table.form.asItReads")}</option>
        {types.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button type="button" className="link" aria-label={t("table.form.removeQuestion", { number })} onClick={onRemove}>
        {t("table.form.remove")}
      </button>
    </div>
  );
}
