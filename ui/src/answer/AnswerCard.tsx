/** The answer to one question, with where each value stands and what to mind. */

import type { ReactNode } from "react";
import { answerOf } from "../backend/answer";
import type { AskOutcome } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { moment, number } from "../kit/format";
import { plainWords } from "../kit/plainWords";
import { StateWord } from "../kit/StateWord";
import { CardActs } from "./CardActs";
import { Computation } from "./Computation";
import { conditionsInWords } from "./conditionWords";
import { Items } from "./Items";
import { NotFound } from "./NotFound";
import { Why } from "./Why";
import { plain, signalsOf, stateOf } from "./words";
import { t } from "../language/language";
import "./answer.css";

/** Lines of a document to be shown. */
export interface Place {
  documentId: string;
  first: number;
  last: number;
  label: string;
}

/** Shows a place; others that belong to it are framed with it. */
export type OnLines = (place: Place, beside?: Place[]) => void;

interface Props {
  outcome: AskOutcome;
  /** Index of the citation in sight. */
  shown: number | null;
  onCitation: (index: number) => void;
  onLines: OnLines;
}

export function AnswerCard({ outcome, shown, onCitation, onLines }: Props): ReactNode {
  const { response, question } = outcome;
  const { words, tone } = stateOf(response);
  return (
    <section className="card answer" aria-label={t("answer.label")} data-status={response.status}>
      <header className="card-head">
        <h2>{question}</h2>
        <StateWord tone={tone}>{words}</StateWord>
      </header>
      <Body outcome={outcome} shown={shown} onCitation={onCitation} onLines={onLines} />
      <Held outcome={outcome} />
      <Computation computation={response.computation} />
      <Signals outcome={outcome} />
      <CardActs outcome={outcome} />
      <Facts outcome={outcome} />
      <Why recordId={outcome.record_id} onLines={onLines} />
    </section>
  );
}

function Body({ outcome, shown, onCitation, onLines }: Props): ReactNode {
  const { response } = outcome;
  const answer = answerOf(response.answer);
  if (response.status === "FAILED") {
    return (
      <p className="answer-message">
        {t("answer.failed", { why: plainWords(response.message ?? t("answer.nonePassed")) })}
      </p>
    );
  }
  if (!answer?.answer_found || answer.items.length === 0) return <NotFound outcome={outcome} onLines={onLines} />;
  const conflict = answer.conflicting_evidence && answer.items.length > 1;
  return <Items response={response} items={answer.items} shown={shown} onCitation={onCitation} conflict={conflict} />;
}

/** The conditions that were held to; where nothing was found, what was searched says them. */
function Held({ outcome: { conditions, response } }: { outcome: AskOutcome }): ReactNode {
  const found = answerOf(response.answer)?.answer_found === true || response.status === "FAILED";
  if (!found || conditions === null || conditions.length === 0) return null;
  return <p className="small">{t("answer.only", { conditions: conditionsInWords(conditions) })}</p>;
}

function Signals({ outcome }: { outcome: AskOutcome }): ReactNode {
  const signals = signalsOf(outcome.response);
  if (signals.length === 0) return null;
  return (
    <ul className="signals small" aria-label={t("answer.mind")}>
      {signals.map(({ words, warn }) => (
        <li key={words} className={warn ? "warn" : undefined}>
          {words}
        </li>
      ))}
    </ul>
  );
}

function Facts({ outcome: { response, document_ids, time } }: { outcome: AskOutcome }): ReactNode {
  const { types, documents } = useWorkspace();
  const type = types.find(({ name }) => name === response.answer_type)?.title ?? plain(response.answer_type);
  const [id] = document_ids;
  const title = documents.list?.find((document) => document.id === id)?.title;
  const asked = document_ids.length === 1 && title ? title : t("answer.documents", { count: document_ids.length });
  const seconds = `${number(response.latency_ms / 1000, 1)} s`;
  return (
    <p className="facts small quiet">
      {[t("answer.askedOf", { asked }), moment(time), type, seconds, t("answer.tokens", { count: response.token_usage.total })].join(" · ")}
    </p>
  );
}
