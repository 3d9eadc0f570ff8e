import type { ReactNode } from "react";
import { day } from "../kit/format";
import { stepsOf } from "./computation";
import type { Conversion, Step } from "./computation";
import { valueInWords } from "./valueWords";
import { sentence } from "./words";
import { t } from "../language/language";

/** How a computed answer was computed, step by step. */
export function Computation({ computation }: { computation: unknown }): ReactNode {
  const steps = stepsOf(computation);
  if (steps.length === 0) return null;
  return (
    <section className="computation small" aria-label={t("answer.computed")}>
      <h3>{t("answer.computedBy")}</h3>
      <ol>
        {steps.map((step, index) => (
          <StepView key={index} step={step} />
        ))}
      </ol>
    </section>
  );
}

function StepView({ step: { used, output, explanation, notes, conversions } }: { step: Step }): ReactNode {
  return (
    <li>
      <p>{sentence(explanation)}</p>
      <dl>
        {used.map(({ answer_type, value }, index) => (
          <Row key={index} name={index === 0 ? t("answer.from") : t("answer.and")} words={valueInWords(answer_type, value)} />
        ))}
        <Row name={t("answer.result")} words={valueInWords(output.answer_type, output.value)} />
      </dl>
      {[...conversions.map(conversionInWords), ...notes].map((note) => (
        <p key={note} className="quiet">
          {sentence(note)}
        </p>
      ))}
    </li>
  );
}

function Row({ name, words }: { name: string; words: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd className="figure">{words}</dd>
    </>
  );
}

function conversionInWords({ value, from, converted, to, date, source, rounding }: Conversion): string {
  return t("answer.conversion", { from, value, to, converted, day: day(date), source, rounding });
}
