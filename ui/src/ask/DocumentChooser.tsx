/** Which documents the question is put to. */

import { useState } from "react";
import type { ReactNode } from "react";
import { count } from "../answer/words";
import type { DocumentSummary } from "../backend/wire";
import type { Chosen } from "./useChosen";

interface Props {
  documents: DocumentSummary[];
  chosen: Chosen;
  onRead: (documentId: string) => void;
}

/** From so many documents on there is a filter. */
const MANY = 7;
/** Drawn at most; the filter finds the others. */
const DRAWN = 200;

export function DocumentChooser({ documents, chosen, onRead }: Props): ReactNode {
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const matching = documents.filter(({ title }) => title.toLowerCase().includes(wanted));
  const ids = matching.map(({ id }) => id);
  const more = matching.length - DRAWN;
  return (
    <section className="chooser" aria-label="Documents to ask">
      <header className="rail-head">
        <h2>Documents</h2>
        <span className="small quiet">
          {chosen.ids.length} of {documents.length} asked
        </span>
      </header>
      {documents.length >= MANY && (
        <input
          type="search"
          aria-label="Filter documents by name"
          placeholder="Filter by name"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      {documents.length > 1 && (
        <div className="actions">
          <button type="button" className="link small" onClick={() => chosen.set(ids, true)}>
            {wanted ? "All of these" : "All"}
          </button>
          <button type="button" className="link small" onClick={() => chosen.set(ids, false)}>
            {wanted ? "None of these" : "None"}
          </button>
        </div>
      )}
      <ul className="chooser-list">
        {matching.slice(0, DRAWN).map((document) => (
          <Entry key={document.id} document={document} chosen={chosen} onRead={onRead} />
        ))}
      </ul>
      {matching.length === 0 && <p className="small quiet">No document has this in its name.</p>}
      {more > 0 && <p className="small quiet">{count(more, "more document")}. Filter to see them.</p>}
    </section>
  );
}

type EntryProps = Pick<Props, "chosen" | "onRead"> & { document: DocumentSummary };

function Entry({ document, chosen, onRead }: EntryProps): ReactNode {
  const { id, title, pages, warnings } = document;
  const barred = chosen.barred.get(id);
  const why = barred === undefined ? [] : [`The policy does not let this kind of knowledge be shown: ${barred}.`];
  return (
    <li>
      <label className="chooser-entry">
        <input
          type="checkbox"
          aria-label={`Ask ${title}`}
          aria-description={why.join("") || undefined}
          disabled={barred !== undefined}
          checked={chosen.has(id)}
          onChange={(event) => chosen.set([id], event.target.checked)}
        />
        <span className="chooser-title" title={[title, ...why, ...warnings].join("\n")}>
          {title}
        </span>
        {barred !== undefined && <span className="small quiet chooser-barred">not shown</span>}
      </label>
      <button type="button" className="link small" aria-label={`Read ${title}`} onClick={() => onRead(id)}>
        {count(pages, "page")}
      </button>
    </li>
  );
}
