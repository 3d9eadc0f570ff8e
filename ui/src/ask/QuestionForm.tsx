import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import type { AnswerType } from "../backend/contract";

interface Props {
  text: string;
  answerType: string | null;
  types: AnswerType[];
  asking: boolean;
  /** Who is asked, in words; null when no document is chosen. */
  target: string | null;
  onText: (text: string) => void;
  onAnswerType: (name: string | null) => void;
  onAsk: () => void;
  onCancel: () => void;
}

export function QuestionForm(props: Props): ReactNode {
  const { text, answerType, types, asking, target } = props;
  const ready = text.trim() !== "" && target !== null && !asking;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ready) props.onAsk();
  }

  // Enter asks, Shift+Enter breaks the line; never in the middle of a
  // composed character.
  function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
    if (event.key === "Escape" && asking) props.onCancel();
  }

  return (
    <form className="question" onSubmit={submit}>
      <div>
        <label htmlFor="question">Question</label>
        <textarea
          id="question"
          rows={2}
          value={text}
          aria-describedby="question-target"
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={submitOnEnter}
        />
      </div>
      <div className="question-row">
        <div>
          <label htmlFor="answer-type">Type of answer</label>
          <select
            id="answer-type"
            value={answerType ?? ""}
            onChange={(event) => props.onAnswerType(event.target.value || null)}
          >
            <option value="">Guess from the question</option>
            {types.map(({ name, title, description }) => (
              <option key={name} value={name} title={description}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div className="end">
          {asking && (
            <button type="button" onClick={props.onCancel}>
              Cancel
            </button>
          )}
          <button type="submit" className="primary" disabled={!ready}>
            Ask
          </button>
        </div>
      </div>
      <p id="question-target" className="small quiet">
        {target === null ? "Tick a document on the left to ask it." : `Asks ${target}.`}
      </p>
    </form>
  );
}
