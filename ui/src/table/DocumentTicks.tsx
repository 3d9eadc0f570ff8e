import { useState } from "react";
import type { ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { CollectionSelect } from "../collection/CollectionSelect";
import { TagSelect } from "../document/TagSelect";
import { byName } from "../kit/format";
import { MiddleCut } from "../kit/MiddleCut";
import { t } from "../language/language";

interface Props {
  documents: DocumentSummary[];
  ids: string[];
  onIds: (ids: string[]) => void;
}

/** Drawn at most; the filter finds the others, and "All" takes them too. */
const DRAWN = 300;

/** The documents that are rows of the table. */
export function DocumentTicks({ documents, ids, onIds }: Props): ReactNode {
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const sorted = documents.toSorted((one, other) => byName(one.title, other.title));
  const matching = sorted.filter(({ title }) => title.toLowerCase().includes(wanted));
  const chosen = new Set(ids);
  const set = (changed: string[], on: boolean): void => {
    const kept = ids.filter((id) => !changed.includes(id));
    onIds(on ? [...kept, ...changed] : kept);
  };
  const all = matching.map(({ id }) => id);
  return (
    <fieldset className="table-documents">
      <legend>{t("table.form.documents")}</legend>
      <div className="actions">
        <input
          type="search"
          aria-label={t("table.form.filterNames")}
          placeholder={t("table.form.filterPlaceholder")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <button type="button" onClick={() => set(all, true)}>
          {wanted ? t("table.form.allOfThese") : t("table.form.all")}
        </button>
        <button type="button" onClick={() => set(all, false)}>
          {t("table.form.none")}
        </button>
      </div>
      <CollectionSelect className="collection-questions" none={t("collections.choose")} onIds={onIds} />
      <TagSelect className="collection-questions" documents={documents} none={t("collections.choose")} onIds={onIds} />
      {documents.length === 0 && <p className="quiet">{t("table.form.importFirst")}</p>}
      <ul>
        {matching.slice(0, DRAWN).map(({ id, title }) => (
          <li key={id}>
            <label>
              {/* The name in one piece: a browser reads the two parts of a name that may be cut as two words. */}
              <input
                type="checkbox"
                aria-label={title}
                checked={chosen.has(id)}
                onChange={(event) => set([id], event.target.checked)}
              />
              <span className="ticked-name" title={title}>
                <MiddleCut>{title}</MiddleCut>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {matching.length > DRAWN && <p className="small quiet">{t("table.form.more", { count: matching.length - DRAWN })}</p>}
    </fieldset>
  );
}
