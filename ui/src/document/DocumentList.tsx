/** The documents on the left: which there are, which the question is put to. */

import type { ReactNode } from "react";
import { count } from "../answer/words";
import type { DocumentSummary } from "../backend/contract";

interface Props {
  documents: DocumentSummary[];
  chosen: ReadonlySet<string>;
  importing: string | null;
  onChoose: (id: string, chosen: boolean) => void;
  onRead: (document: DocumentSummary) => void;
  onImport: () => void;
  onSample: () => void;
}

export function DocumentList(props: Props): ReactNode {
  const { documents, chosen, importing, onChoose, onRead, onImport, onSample } = props;
  return (
    <nav className="documents" aria-label="Documents">
      <h2>Documents</h2>
      <div className="documents-actions">
        <button type="button" disabled={importing !== null} onClick={onImport}>
          Import documents…
        </button>
        <button type="button" disabled={importing !== null} onClick={onSample}>
          Open the sample
        </button>
      </div>
      <p className="small quiet" role="status">
        {importing && `Importing ${importing}…`}
      </p>
      {documents.length === 0 && !importing && <p className="small quiet">None yet.</p>}
      <ul>
        {documents.map((document) => (
          <li key={document.id} className={chosen.has(document.id) ? "document chosen" : "document"}>
            <input
              type="checkbox"
              aria-label={`Ask ${document.title}`}
              checked={chosen.has(document.id)}
              onChange={(event) => onChoose(document.id, event.target.checked)}
            />
            <button
              type="button"
              className="link title"
              title="Read from the start"
              onClick={() => onRead(document)}
            >
              {document.title}
            </button>
            <div className="below small quiet">
              {count(document.pages, "page")}, {count(document.lines, "line")}
              {document.warnings.map((warning) => (
                <p key={warning}>Note: {warning}</p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </nav>
  );
}
