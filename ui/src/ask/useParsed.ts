import { useEffect, useRef, useState } from "react";
import type { Backend } from "../backend/backend";
import type { ParsedQuestion, Question } from "../backend/wire";

const PAUSE = 250;

/**
 * How the rules understand a question, a moment after the last letter; what was
 * changed in it is understood anew at once. Null
 * without words; the last understanding stays until the next one is there.
 */
export function useParsed(backend: Backend, question: Question): ParsedQuestion | null {
  const [parsed, setParsed] = useState<ParsedQuestion | null>(null);
  const asked = JSON.stringify(question);
  const empty = question.text.trim() === "";
  const before = useRef("");
  useEffect(() => {
    if (empty) return undefined;
    const pause = question.text === before.current ? 0 : PAUSE;
    before.current = question.text;
    let current = true;
    const timer = setTimeout(() => {
      // Chips are a help; a question can be asked without them, and asking says what is wrong.
      backend.questions.parse(JSON.parse(asked) as Question).then(
        (one) => current && setParsed(one),
        () => current && setParsed(null),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [backend, asked, empty, question.text]);
  return empty ? null : parsed;
}
