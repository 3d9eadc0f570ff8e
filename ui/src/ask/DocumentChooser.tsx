/** Which documents the question is put to. */

import { useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { CollectionSelect } from "../collection/CollectionSelect";
import { TagSelect } from "../document/TagSelect";
import { byName } from "../kit/format";
import { MiddleCut } from "../kit/MiddleCut";
import { useRoving } from "../kit/useRoving";
import { t } from "../language/language";
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
  const sorted = useMemo(() => documents.toSorted((one, other) => byName(one.title, other.title)), [documents]);
  const matching = sorted.filter(({ title }) => title.toLowerCase().includes(wanted));
  const roving = useRoving<HTMLUListElement>();
  const tick = useTicks(matching, chosen);
  const ids = matching.map(({ id }) => id);
  const more = matching.length - DRAWN;
  return (
    <section className="chooser" aria-label={t("ask.toAsk")}>
      <header className="rail-head">
        <h2>{t("ask.chooser")}</h2>
        <span className="small quiet">
          {t("ask.askedOf", { asked: chosen.ids.length, all: documents.length })}
        </span>
      </header>
      <CollectionSelect
        className="chooser-collection"
        none={t("collections.anyDocuments")}
        current={chosen.ids}
        onIds={chosen.only}
      />
      <TagSelect
        className="chooser-collection"
        documents={documents}
        none={t("collections.anyDocuments")}
        current={chosen.ids}
        onIds={chosen.only}
      />
      {documents.length >= MANY && (
        <input
          type="search"
          aria-label={t("ask.filterLabel")}
          placeholder={t("ask.filter")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      {documents.length > 1 && (
        <div className="actions">
          <button type="button" className="link small" onClick={() => chosen.set(ids, true)}>
            {wanted ? t("ask.allThese") : t("ask.all")}
          </button>
          <button type="button" className="link small" onClick={() => chosen.set(ids, false)}>
            {wanted ? t("ask.noneThese") : t("ask.none")}
          </button>
        </div>
      )}
      <ul
        className="chooser-list"
        aria-label={t("ask.listKeys")}
        {...roving}
      >
        {matching.slice(0, DRAWN).map((document) => (
          <Entry key={document.id} document={document} chosen={chosen} onTick={tick} onRead={onRead} />
        ))}
      </ul>
      {matching.length === 0 && <p className="small quiet">{t("ask.noName")}</p>}
      {more > 0 && <p className="small quiet">{t("ask.more", { count: more })}</p>}
    </section>
  );
}

type Tick = (id: string, ticked: boolean, upTo: boolean) => void;

/** Ticks one document, or with Shift all from the one before up to it. */
function useTicks(listed: DocumentSummary[], chosen: Chosen): Tick {
  const last = useRef<string | null>(null);
  return (id, ticked, upTo) => {
    const at = listed.findIndex((one) => one.id === id);
    const from = upTo ? listed.findIndex((one) => one.id === last.current) : -1;
    const [first, end] = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)];
    const range = listed.slice(first, end + 1).filter((one) => !chosen.barred.has(one.id));
    chosen.set(range.map((one) => one.id), ticked);
    last.current = id;
  };
}

type EntryProps = Pick<Props, "chosen" | "onRead"> & { document: DocumentSummary; onTick: Tick };

function Entry({ document, chosen, onTick, onRead }: EntryProps): ReactNode {
  const { id, title, pages, warnings } = document;
  const barred = chosen.barred.get(id);
  const why = barred === undefined ? [] : [t("ask.barred", { barred })];
  const shift = useRef(false);

  function press(event: KeyboardEvent): void {
    shift.current = event.shiftKey;
    if (event.key !== "Enter") return;
    event.preventDefault();
    onRead(id);
  }

  return (
    <li>
      <label className="chooser-entry" onPointerDown={(event) => (shift.current = event.shiftKey)}>
        <input
          type="checkbox"
          aria-label={t("ask.askTitle", { title })}
          aria-description={why.join("") || undefined}
          disabled={barred !== undefined}
          checked={chosen.has(id)}
          data-stop
          onKeyDown={press}
          onChange={(event) => {
            onTick(id, event.target.checked, shift.current);
            shift.current = false;
          }}
        />
        <span className="chooser-title" title={[title, ...why, ...warnings].join("\n")}>
          <MiddleCut>{title}</MiddleCut>
        </span>
        {barred !== undefined && <span className="small quiet chooser-barred">{t("ask.notShown")}</span>}
      </label>
      <button type="button" className="link small" data-beside aria-label={t("ask.readTitle", { title })} onClick={() => onRead(id)}>
        {t("ask.pages", { count: pages })}
      </button>
    </li>
  );
}
