/** The facts of a document, what is said of it, what to mind of its reading, and the way to erase it. */

import type { ReactNode } from "react";
import type { DocumentDetail, DocumentSummary } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { day, moment, number } from "../kit/format";
import type { Row } from "../metadata/rows";
import { CoverageNotice } from "./CoverageNotice";
import { DocumentMetadata } from "./DocumentMetadata";
import { Fact } from "./Fact";
import { coverageInWords, kindInWords } from "./words";

interface Props {
  document: DocumentSummary;
  detail: DocumentDetail | null;
  /** Metadata that are being written; null where nothing is. */
  draft: Row[] | null;
  onDraft: (draft: Row[] | null) => void;
  onErase: () => void;
}

export function DocumentAbout({ document, detail, draft, onDraft, onErase }: Props): ReactNode {
  const { id, title, media_type, pages, lines, event_date, imported_at, warnings } = document;
  return (
    <div className="document-about">
      <CoverageNotice document={document} detail={detail} />
      {warnings.length > 0 && (
        <section aria-label="Notes on the reading">
          <h3>Notes on the reading</h3>
          <ul className="document-warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      <DocumentMetadata document={document} draft={draft} onDraft={onDraft} />
      <dl className="facts">
        <Fact name="Name of the file">{title}</Fact>
        <Fact name="Kind">{kindInWords(media_type)}</Fact>
        <Fact name="Pages">{number(pages)}</Fact>
        <Fact name="Text">{coverageInWords(document)}</Fact>
        <Fact name="Lines">{number(lines)}</Fact>
        {detail && <Fact name="Sections">{number(detail.sections.length)}</Fact>}
        {detail && <Fact name="Tables">{number(detail.tables.length)}</Fact>}
        <Fact name="Speaks of">
          {event_date === null ? (
            <>Not known. A question that names a date passes this document over.</>
          ) : (
            <>
              {day(event_date)} <span className="quiet">({event_date})</span>
            </>
          )}
        </Fact>
        <Fact name="Imported">
          {moment(imported_at)} <span className="quiet">({imported_at})</span>
        </Fact>
        <Fact name="SHA-256 of the file">
          <span className="fixed">{id}</span> <Copy text={() => id}>Copy</Copy>
        </Fact>
      </dl>
      <section className="erase" aria-label="Erase">
        <h3>Erase</h3>
        <p>
          Removing takes the document out of the list; its bytes stay. Erasing overwrites them, for good: for when it must not
          be kept any longer.
        </p>
        <button type="button" className="erase-act" onClick={onErase}>
          Erase…
        </button>
      </section>
    </div>
  );
}
