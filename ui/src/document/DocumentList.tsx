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
import { tagsOf } from "./Tags";

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
  const [tag, setTag] = useState<string | null>(null);
  const [order, setOrder] = useState(FIRST_ORDER);
  const [rows, setRows] = useState(ROWS);
  if (list === null) return <p className="documents-waiting quiet">{t("documents.readingList")}</p>;
  if (list.length === 0 && collection !== null) return null;
  if (list.length === 0) return <NoDocuments />;
  const tags = tagsOf(list);
  // The last document may have lost it since.
  const named = tag !== null && tags.includes(tag) ? tag : null;
  const withTag = named === null ? list : list.filter((one) => one.tags.includes(named));
  const shown = ordered(filtered(withTag, filter), order);
  return (
    <>
      <div className="documents-filter">
        {shown.length > 0 && <CollectMenu documents={shown} label={t("collections.putListed", { count: shown.length })} />}
        <input
          type="search"
          aria-label={t("documents.filter")}
          placeholder={t("documents.filterBy")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        {tags.length > 0 && (
          <select aria-label={t("documents.filterTag")} value={named ?? ""} onChange={(event) => setTag(event.target.value || null)}>
            <option value="">{t("documents.allTags")}</option>
            {tags.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
        <p className="small quiet" role="status">
          {(filter.trim() !== "" || named !== null) && t("documents.shownOf", { shown: shown.length, count: list.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <div className="documents-waiting">
          <p>{t("documents.noneFits")}</p>
          <button
            type="button"
            onClick={() => {
              setFilter("");
              setTag(null);
            }}
          >
            {t("documents.showAll")}
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
            {t("documents.showMore")}
          </button>
          <p className="small quiet">
            {t("documents.areShown", { rows: number(rows), count: shown.length })}
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
        title={t("documents.none")}
        acts={
          <>
            <button type="button" className="primary" onClick={() => void importFiles()}>
              {t("documents.importFiles")}
            </button>
            <button type="button" onClick={() => void importFolder()}>
              {t("documents.importFolder")}
            </button>
            <button type="button" onClick={() => void openSample()}>
              {t("documents.openSample")}
            </button>
          </>
        }
      >
        <p>{t("documents.dropHere")}</p>
        <p className="quiet">
          {t("documents.formats")}
        </p>
      </EmptyState>
    </div>
  );
}
