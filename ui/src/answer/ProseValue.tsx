/** Answers in prose and verdicts: what each stands on is a button in the text. */

import type { ReactNode } from "react";
import type { Citation } from "../backend/wire";
import { Value } from "./Value";
import { t } from "../language/language";

interface Props {
  type: string;
  value: unknown;
  citations: Citation[];
  onCitation: (index: number) => void;
}

export function AnswerValue(props: Props): ReactNode {
  return PROSE[props.type]?.(props) ?? <Value type={props.type} value={props.value} />;
}

type Fields = Record<string, unknown>;

const PROSE: Record<string, (props: Props) => ReactNode> = {
  cited_text: (props) => (typeof props.value === "string" ? <Prose {...props} words={props.value} /> : null),
  structured_answer: (props) => {
    const { answer, reasoning_steps } = fieldsOf(props.value);
    if (typeof answer !== "string") return null;
    return (
      <>
        <Prose {...props} words={answer} />
        <Reasoning steps={listOf(reasoning_steps)} />
      </>
    );
  },
  support_reply: (props) => {
    const { draft_reply, internal_next_steps, needs_human_review } = fieldsOf(props.value);
    if (typeof draft_reply !== "string") return null;
    const next = Array.isArray(internal_next_steps) ? internal_next_steps.map(String) : [];
    return (
      <>
        <h3>{t("answer.reply")}</h3>
        <Prose {...props} words={draft_reply} />
        {next.length > 0 && (
          <>
            <h3>{t("answer.nextSteps")}</h3>
            <ol className="next-steps">
              {next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
        {needs_human_review === true && <p className="small">{t("answer.readFirst")}</p>}
      </>
    );
  },
  verification: ({ value }) => {
    const { response } = fieldsOf(value);
    if (response !== "Yes" && response !== "No") return null;
    const words = response === "Yes" ? t("answer.saysYes") : t("answer.saysNo");
    return <div className="value">{words}</div>;
  },
};

/** `The fee is EUR 5. [C0][C2]`: each anchor becomes the number of its citation. */
function Prose({ words, citations, onCitation }: Props & { words: string }): ReactNode {
  const parts = words.split(/\[(C\d+)\]/);
  return (
    <div className="value passage">
      {parts.map((part, index) => {
        if (index % 2 === 0) return part;
        const cited = citations.findIndex(({ anchor }) => anchor === part);
        if (cited < 0) return `[${part}]`;
        return (
          <button
            key={index}
            type="button"
            className="anchor"
            aria-label={t("answer.citation", { label: cited + 1 })}
            onClick={() => onCitation(cited)}
          >
            {cited + 1}
          </button>
        );
      })}
    </div>
  );
}

function Reasoning({ steps }: { steps: Fields[] }): ReactNode {
  if (steps.length === 0) return null;
  return (
    <details className="small reasoning">
      <summary>{t("answer.cameAbout")}</summary>
      <ol>
        {steps.map(({ thought, conclusion }, index) => (
          <li key={index}>
            <p className="quiet">{String(thought ?? "")}</p>
            <p>{String(conclusion ?? "")}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
