/** The documents: filtered, sorted, so many rows at a time. */

import { useState } from "react";
import type { ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { CollectMenu } from "../collection/CollectMenu";
import { useWorkspace } from "../frame/workspace";
import { EmptyState } from "../kit/EmptyState";
import { number } from "../kit/format";
import { t } from "../language/language";
import { DocumentTable } from "./DocumentTable";
import { filtered, FIRST_ORDER, ordered } from "./order";
import { many } from "./words";

/** More rows than a person looks through; the filter finds the others. */
const ROWS = 100;

interface Props {
  list: DocumentSummary[] | null;
  /** The collection that is listed; null: all documents. */
  collection: string | null;
  chosen: string | null;
  onChoose: (id: string) => void;
  onEnter: (id: string) => void;
}

export function DocumentList({ list, collection, chosen, onChoose, onEnter }: Props): ReactNode {
  const [filter, setFilter] = useState("");
  const [order, setOrder] = useState(FIRST_ORDER);
  const [rows, setRows] = useState(ROWS);
  if (list === null) return <p className="documents-waiting quiet">Reading the list…</p>;
  if (list.length === 0 && collection !== null) return null;
  if (list.length === 0) return <NoDocuments />;
  const shown = ordered(filtered(list, filter), order);
  return (
    <>
      <div className="documents-filter">
        {shown.length > 0 && <CollectMenu documents={shown} label={t("collections.putListed", { count: shown.length })} />}
        <input
          type="search"
          aria-label="Filter documents"
          placeholder="Filter by title, kind or date"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <p className="small quiet" role="status">
          {filter.trim() !== "" && `${shown.length} of ${many(list.length, "document")}`}
        </p>
      </div>
      {shown.length === 0 ? (
        <div className="documents-waiting">
          <p>No document fits this filter.</p>
          <button type="button" onClick={() => setFilter("")}>
            Show all documents
          </button>
        </div>
      ) : (
        <DocumentTable
          documents={shown.slice(0, rows)}
          order={order}
          onOrder={setOrder}
          chosen={chosen}
          onChoose={onChoose}
          onEnter={onEnter}
        />
      )}
      {shown.length > rows && (
        <div className="documents-waiting">
          <button type="button" onClick={() => setRows(rows + ROWS)}>
            Show more
          </button>
          <p className="small quiet">
            {number(rows)} of {many(shown.length, "document")} are shown.
          </p>
        </div>
      )}
    </>
  );
}

function NoDocuments(): ReactNode {
  const { importFiles, importFolder, openSample } = useWorkspace();
  return (
    <div className="documents-empty">
      <EmptyState
        title="No documents yet"
        acts={
          <>
            <button type="button" className="primary" onClick={() => void importFiles()}>
              Import files…
            </button>
            <button type="button" onClick={() => void importFolder()}>
              Import a folder…
            </button>
            <button type="button" onClick={() => void openSample()}>
              Open the sample
            </button>
          </>
        }
      >
        <p>Drop files or a folder anywhere on this window, or choose them here.</p>
        <p className="quiet">
          PDF, Word, Excel and OpenDocument sheets, CSV, mails, web pages, plain text, and pictures where text recognition is
          installed. They are copied into this program’s own data; your files stay as they are.
        </p>
      </EmptyState>
    </div>
  );
}
