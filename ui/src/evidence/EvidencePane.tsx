/** The lines of a document around a citation, numbered, with the cited ones marked. */

import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { linesInWords } from "../answer/words";
import { asFailure } from "../backend/contract";
import type { Backend, Failure, Line } from "../backend/contract";
import { FailureNotice } from "../frame/FailureNotice";
import { findQuote } from "./quote";
import type { Range } from "./quote";

/** What the pane shows: a document from its start, or the surroundings of a citation. */
export interface View {
  documentId: string;
  title: string;
  /** Lines in the document, where known. */
  total: number | null;
  cited: { first: number; last: number; page: number; quote: string | null } | null;
}

const AROUND = 8;
const MORE = 40;

export function EvidencePane({ backend, view }: { backend: Backend; view: View | null }): ReactNode {
  if (!view) {
    return (
      <section className="evidence" aria-label="Evidence">
        <div className="empty">
          <p className="quiet">
            The lines that an answer rests on appear here, numbered and marked. Choose a document’s
            title to read it from the start.
          </p>
        </div>
      </section>
    );
  }
  const { cited } = view;
  return (
    <section className="evidence" aria-label="Evidence" tabIndex={0}>
      <header className="evidence-head">
        <h2>{view.title}</h2>
        <p className="small quiet">
          {cited
            ? `Page ${cited.page}, ${linesInWords(cited.first, cited.last)} cited`
            : "From the start"}
        </p>
      </header>
      <Lines key={keyOf(view)} backend={backend} view={view} />
    </section>
  );
}

function keyOf({ documentId, cited }: View): string {
  return `${documentId}:${cited?.first ?? ""}:${cited?.last ?? ""}:${cited?.quote ?? ""}`;
}

function Lines({ backend, view }: { backend: Backend; view: View }): ReactNode {
  const { documentId, cited, total } = view;
  const [first, setFirst] = useState(Math.max(1, (cited?.first ?? 1) - AROUND));
  const [last, setLast] = useState(cited ? cited.last + AROUND : MORE);
  const [lines, setLines] = useState<Line[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    let current = true;
    backend.documentLines(documentId, first, last).then(
      (received) => {
        if (current) setLines(received);
      },
      (thrown: unknown) => {
        if (current) setFailure(asFailure(thrown));
      },
    );
    return () => {
      current = false;
    };
  }, [backend, documentId, first, last]);

  if (failure) return <FailureNotice failure={failure} />;
  if (!lines) return <p className="more quiet">Reading the lines…</p>;
  const end = lines.at(-1)?.number ?? last;
  const atEnd = end < last || (total !== null && end >= total);
  return (
    <>
      {first > 1 && (
        <p className="more">
          <button type="button" className="link" onClick={() => setFirst(Math.max(1, first - MORE))}>
            Show earlier lines
          </button>
        </p>
      )}
      <LineList lines={lines} cited={cited} />
      {!atEnd && (
        <p className="more">
          <button type="button" className="link" onClick={() => setLast(last + MORE)}>
            Show later lines
          </button>
        </p>
      )}
    </>
  );
}

function LineList({ lines, cited }: { lines: Line[]; cited: View["cited"] }): ReactNode {
  const firstCited = useRef<HTMLLIElement>(null);
  useEffect(() => {
    firstCited.current?.scrollIntoView?.({ block: "center" });
  }, []);
  const inside = (line: Line) =>
    cited !== null && line.number >= cited.first && line.number <= cited.last;
  const quoted = cited?.quote ? findQuote(lines.filter(inside), cited.quote) : new Map();
  return (
    <ol className="lines">
      {lines.map((line, index) => (
        <li key={line.number} ref={line.number === cited?.first ? firstCited : null}>
          {line.page !== lines[index - 1]?.page && <div className="page">Page {line.page}</div>}
          <div className={inside(line) ? "line cited" : "line"} data-line={line.number}>
            <span className="number">{line.number}</span>
            <span className="tag">{inside(line) ? "cited" : ""}</span>
            <span className="words">
              <Marked text={line.text} range={quoted.get(line.number)} />
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Marked({ text, range }: { text: string; range: Range | undefined }): ReactNode {
  if (!range) return text;
  return (
    <>
      {text.slice(0, range.start)}
      <mark>{text.slice(range.start, range.end)}</mark>
      {text.slice(range.end)}
    </>
  );
}
