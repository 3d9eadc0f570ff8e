/** The values of an answer, each with what it stands on. */

import type { KeyboardEvent, ReactNode } from "react";
import type { Item, Span } from "../backend/answer";
import type { Citation, Response } from "../backend/wire";
import { sourceOf } from "./exports";
import { AnswerValue } from "./ProseValue";
import { isFigure } from "./Value";
import { linesInWords } from "./words";
import { t } from "../language/language";

interface Props {
  response: Response;
  items: Item[];
  /** Index of the citation in sight. */
  shown: number | null;
  onCitation: (index: number) => void;
  /** The values contradict each other: they stand side by side, none before the other. */
  conflict: boolean;
}

export function Items({ response, items, shown, onCitation, conflict }: Props): ReactNode {
  const { answer_type, citations } = response;
  const kind = conflict ? "items conflict" : isFigure(answer_type) ? "items figures" : "items";
  return (
    <ol
      className={kind}
      aria-label={conflict ? t("answer.contradicting") : t("answer.valuesLabel")}
      onKeyDown={moveBetweenCitations}
    >
      {items.map((item, index) => (
        <li className="item" key={index}>
          <div>
            <AnswerValue type={answer_type} value={item.value} citations={citations} onCitation={onCitation} />
          </div>
          <div className="sources">
            {item.spans.map((span, position) => (
              <Source key={position} span={span} citations={citations} shown={shown} onCitation={onCitation} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface SourceProps {
  span: Span;
  citations: Citation[];
  shown: number | null;
  onCitation: (index: number) => void;
}

function Source({ span, citations, shown, onCitation }: SourceProps): ReactNode {
  const index = citationOf(span, citations);
  const citation = citations[index];
  const quote = citation?.quote ?? span.quote;
  return (
    <figure className="citation small">
      {quote && <blockquote>{quote}</blockquote>}
      <figcaption>
        {citation ? (
          <>
            <button
              type="button"
              className="link"
              data-citation
              aria-pressed={index === shown}
              onClick={() => onCitation(index)}
            >
              <span className="citation-number">{index + 1}</span> {sourceOf(citation)}
            </button>
            {citation.metadata.section && <div className="quiet">{citation.metadata.section}</div>}
            {goesOn(citation) && <div className="quiet">{goesOn(citation)}</div>}
          </>
        ) : (
          linesInWords(span.line_start, span.line_end)
        )}
      </figcaption>
    </figure>
  );
}

/** Where the quote is cut out of a sentence, that is said. */
function goesOn({ boundary }: Citation): string | null {
  return boundary.contiguous ? null : t("answer.gap");
}

/**
 * Index of a span's citation; -1 where none is. Two values of one line have a citation each, told apart by their quotes; a
 * span without a quote is cited with its whole lines: the longest quote of them. Where no quote is the span's, the same
 * lines will do, or else the same anchor.
 */
export function citationOf({ anchor, line_start, line_end, quote }: Span, citations: Citation[]): number {
  const there = citations
    .map((citation, index) => ({ citation, index }))
    .filter(({ citation }) => citation.anchor === anchor)
    .toSorted((one, other) => other.citation.quote.length - one.citation.quote.length);
  const inLines = there.filter(({ citation }) => citation.line_start === line_start && citation.line_end === line_end);
  const quoted = inLines.filter(({ citation }) => quote === null || inOneLine(citation.quote) === inOneLine(quote));
  return (quoted[0] ?? inLines[0] ?? there[0])?.index ?? -1;
}

function inOneLine(text: string): string {
  return text.trim().split(/\s+/).join(" ");
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Arrow keys move from one citation to the next; the evidence follows. */
function moveBetweenCitations(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[data-citation]")];
  const next = buttons[buttons.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
