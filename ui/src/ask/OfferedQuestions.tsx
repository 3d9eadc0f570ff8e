import type { ReactNode } from "react";
import { t } from "../language/language";

interface Props {
  questions: string[];
  onChoose: (question: string) => void;
}

/** Questions that go with the sample; one click puts one into the box. */
export function OfferedQuestions({ questions, onChoose }: Props): ReactNode {
  if (questions.length === 0) return null;
  return (
    <section className="offered small" aria-label={t("ask.toTry")}>
      <h2>{t("ask.toTry")}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" className="link" onClick={() => onChoose(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
