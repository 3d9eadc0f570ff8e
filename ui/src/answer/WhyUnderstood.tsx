import type { ReactNode } from "react";
import type { ParsedQuestion } from "../backend/wire";
import { conditionsInWords } from "./conditionWords";
import { capital, plain, shapeInWords } from "./words";

const CERTAINTY: Record<ParsedQuestion["certainty"], string> = {
  sure: "a rule, without doubt",
  guess: "the likeliest of several",
  model: "the model chose it",
  person: "chosen by a person",
};

/** How the question was understood. */
export function WhyUnderstood({ parsed }: { parsed: ParsedQuestion | null }): ReactNode {
  return (
    <section>
      <h3>How the question was understood</h3>
      {parsed ? <Rows parsed={parsed} /> : <p>The question was erased with its document.</p>}
    </section>
  );
}

function Rows({ parsed }: { parsed: ParsedQuestion }): ReactNode {
  const rows: [string, string][] = [
    ["Language", capital(parsed.language)],
    ["Type", `${plain(parsed.answer_type)} (${CERTAINTY[parsed.certainty]})`],
    ["Could also be", parsed.alternatives.map(plain).join(", ")],
    ["Shape", shapeInWords(parsed.answer_shape)],
    ["Where", `${conditionsInWords(parsed.conditions)}${parsed.conditions_set ? " (set by a person)" : ""}`],
    ["The question says", parsed.conditions_set ? conditionsInWords(parsed.conditions_read) : ""],
    ["Words searched", parsed.keywords.join(", ")],
    ["Exact words", parsed.phrases.join(", ")],
    ["Columns", parsed.columns.join(", ")],
    ["Labels", parsed.labels.join(", ")],
    ["Computed", parsed.steps.join("; ")],
    ["Unclear", parsed.clarifications.join(" ")],
  ];
  return (
    <dl className="why-rows">
      {rows
        .filter(([, words]) => words !== "")
        .map(([name, words]) => (
          <div key={name} className="part">
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
    </dl>
  );
}
