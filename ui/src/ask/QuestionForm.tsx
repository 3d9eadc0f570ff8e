import { useEffect } from "react";
import type { FormEvent, KeyboardEvent, ReactNode, RefObject } from "react";
import { about } from "../kit/format";
import { t } from "../language/language";
import type { Expected } from "./usePace";

interface Props {
  text: string;
  asking: boolean;
  /** Who is asked, in words; null when no document is chosen. */
  target: string | null;
  /** How long the whole answer will take; null: that is not known. */
  expected: Expected | null;
  box: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onAsk: () => void;
  children: ReactNode;
}

export function QuestionForm({ text, asking, target, expected, box, onText, onAsk, children }: Props): ReactNode {
  const ready = text.trim() !== "" && target !== null && !asking;
  useSlash(box);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ready) onAsk();
  }

  // Enter asks, Shift+Enter breaks the line; never in the middle of a
  // composed character.
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  }

  return (
    <form className="question" onSubmit={submit}>
      <label htmlFor="question">{t("ask.question")}</label>
      <div className="question-row">
        <textarea
          id="question"
          ref={box}
          rows={2}
          value={text}
          placeholder={t("ask.placeholder")}
          aria-describedby="question-target"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
        <button type="submit" className="primary" disabled={!ready}>
          {t("ask.act")}
        </button>
      </div>
      {children}
      <p id="question-target" className="small quiet">
        {target === null ? t("ask.tick") : t("ask.enter", { target })}
        {text.trim() !== "" && target !== null && ` ${takes(expected)}`}
      </p>
    </form>
  );
}

function takes(expected: Expected | null): string {
  if (!expected) return t("ask.takesUnknown");
  return t("ask.takes", { time: about(expected.seconds), count: expected.answers });
}

const WRITING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/** `/` comes to the question from anywhere in the view, but for where letters are written. */
function useSlash(box: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent): void {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const element = box.current;
      const writing = event.target instanceof Element && event.target.closest(WRITING) !== null;
      if (!element || writing || element.closest("[hidden]")) return;
      event.preventDefault();
      element.focus();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [box]);
}
