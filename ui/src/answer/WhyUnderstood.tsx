import type { ReactNode } from "react";
import type { ParsedQuestion } from "../backend/wire";
import { conditionsInWords } from "./conditionWords";
import { capital, plain, shapeInWords } from "./words";
import { t } from "../language/language";

const CERTAINTY: Record<ParsedQuestion["certainty"], string> = {
  sure: t("answer.certainty.sure"),
  guess: t("answer.certainty.guess"),
  model: t("answer.certainty.model"),
  evidence: t("answer.certainty.evidence"),
  person: t("answer.certainty.person"),
};

interface WhyUnderstoodProps {
  parsed: ParsedQuestion | null;
  /** Terms of the question that were read as the document writes them in its language. */
  terms: string[];
}

/** How the question was understood. */
export function WhyUnderstood({ parsed, terms }: WhyUnderstoodProps): ReactNode {
  return (
    <section>
      <h3>{t("answer.understood")}</h3>
      {parsed ? <Rows parsed={parsed} terms={terms} /> : <p>{t("answer.questionErased")}</p>}
    </section>
  );
}

function Rows({ parsed, terms }: { parsed: ParsedQuestion; terms: string[] }): ReactNode {
  const read = conditionsInWords(parsed.conditions);
  const where = parsed.conditions_set ? t("answer.by", { what: read }) : read;
  const rows: [string, string][] = [
    [t("answer.rows.language"), capital(parsed.language)],
    [t("answer.rows.type"), `${plain(parsed.answer_type)} (${CERTAINTY[parsed.certainty]})`],
    [t("answer.rows.other"), parsed.alternatives.map(plain).join(", ")],
    [t("answer.rows.shape"), shapeInWords(parsed.answer_shape)],
    [t("answer.rows.where"), where],
    [t("answer.rows.says"), parsed.conditions_set ? conditionsInWords(parsed.conditions_read) : ""],
    [t("answer.rows.searched"), parsed.keywords.join(", ")],
    [t("answer.rows.terms"), terms.join(", ")],
    [t("answer.rows.exact"), parsed.phrases.join(", ")],
    [t("answer.rows.columns"), parsed.columns.join(", ")],
    [t("answer.rows.labels"), parsed.labels.join(", ")],
    [t("answer.rows.computed"), parsed.steps.join("; ")],
    [t("answer.rows.unclear"), parsed.clarifications.join(" ")],
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
