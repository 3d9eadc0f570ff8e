/** The answer to one question, with where each value stands and what to mind. */

import type { KeyboardEvent, ReactNode } from "react";
import type { AskOutcome, Citation, Item, PublicResponse, Span } from "../backend/contract";
import { isFigure, Value } from "./Value";
import { count, linesInWords, signalsOf, stateOf } from "./words";

interface Props {
  question: string;
  outcome: AskOutcome;
  shown: Citation | null;
  onShow: (citation: Citation) => void;
}

export function AnswerCard({ question, outcome, shown, onShow }: Props): ReactNode {
  const { response } = outcome;
  const state = stateOf(response);
  const signals = signalsOf(response);
  return (
    <section className="card" aria-label="Answer" data-status={response.status}>
      <header className="card-head">
        <h2>{question}</h2>
        <span className={`state ${state.tone}`}>{state.words}</span>
      </header>
      {response.answer && response.answer.items.length > 0 ? (
        <Items response={response} items={response.answer.items} shown={shown} onShow={onShow} />
      ) : (
        <p className="items answer-message">{response.message ?? WITHOUT_ITEMS[response.status]}</p>
      )}
      {signals.length > 0 && (
        <ul className="signals small" aria-label="What to mind">
          {signals.map(({ words, warn }) => (
            <li key={words} className={warn ? "warn" : undefined}>
              {words}
            </li>
          ))}
        </ul>
      )}
      <Facts outcome={outcome} />
    </section>
  );
}

const WITHOUT_ITEMS: Record<PublicResponse["status"], string> = {
  OK: "Nothing in the document answers this question.",
  NO_EVIDENCE: "Nothing in the document answers this question.",
  FAILED: "No answer passed the checks, so none is shown.",
};

interface ItemsProps {
  response: PublicResponse;
  items: Item[];
  shown: Citation | null;
  onShow: (citation: Citation) => void;
}

function Items({ response, items, shown, onShow }: ItemsProps): ReactNode {
  const type = response.answer_type;
  return (
    <ol className={isFigure(type) ? "items figures" : "items"} onKeyDown={moveBetweenCitations}>
      {items.map((item, index) => (
        <li className="item" key={index}>
          <Value type={type} value={item.value} />
          <div>
            {item.spans.map((span, position) => (
              <Source
                key={position}
                span={span}
                citation={citationOf(span, response.citations)}
                shown={shown}
                onShow={onShow}
              />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface SourceProps {
  span: Span;
  citation: Citation | null;
  shown: Citation | null;
  onShow: (citation: Citation) => void;
}

function Source({ span, citation, shown, onShow }: SourceProps): ReactNode {
  const lines = linesInWords(span.line_start, span.line_end);
  const quote = citation?.quote ?? span.quote;
  return (
    <figure className="citation small">
      {quote && <blockquote>{quote}</blockquote>}
      <figcaption>
        {citation ? (
          <button
            type="button"
            className="link"
            data-citation
            aria-pressed={citation === shown}
            onClick={() => onShow(citation)}
          >
            {citation.document_title}, page {citation.page_number}, {lines}
          </button>
        ) : (
          lines
        )}
      </figcaption>
    </figure>
  );
}

/** The citation of a span: same anchor and lines, or the same anchor narrowed to the span's lines. */
export function citationOf(span: Span, citations: Citation[]): Citation | null {
  const sameAnchor = citations.filter(({ anchor }) => anchor === span.anchor);
  return (
    sameAnchor.find(
      (citation) => citation.line_start === span.line_start && citation.line_end === span.line_end,
    ) ??
    sameAnchor[0] ??
    null
  );
}

/** Arrow keys move from one citation to the next; the evidence follows. */
function moveBetweenCitations(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[data-citation]")];
  const next = buttons[buttons.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

function Facts({ outcome: { response, record_id } }: { outcome: AskOutcome }): ReactNode {
  const seconds = (response.latency_ms / 1000).toLocaleString(undefined, {
    maximumFractionDigits: 1,
  });
  const facts = [
    `Type: ${response.answer_type}`,
    `${seconds} s`,
    count(response.token_usage.total, "token"),
    response.answer && `model’s own rating ${response.answer.confidence.toFixed(2)} of 1`,
    `record ${record_id}`,
  ].filter(Boolean);
  return <footer className="small quiet">{facts.join(" · ")}</footer>;
}
