import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { stateOfDecision } from "../answer/words";
import { FILTER_DECISIONS, FILTER_KINDS, kindOfRecord } from "./words";
import type { Filter } from "./useRecords";
import { isFiltering, NO_FILTER } from "./useRecords";
import { t } from "../language/language";

interface Props {
  filter: Filter;
  documents: DocumentSummary[];
  onFilter: (filter: Filter) => void;
}

export function Filters({ filter, documents, onFilter }: Props): ReactNode {
  const { kind, document_id, decision, from_day, to_day } = filter;
  const kinds = FILTER_KINDS.map((value) => ({ value, words: kindOfRecord(value) }));
  const decisions = FILTER_DECISIONS.map((value) => ({ value, words: stateOfDecision(value).words }));
  const titles = documents.map(({ id, title }) => ({ value: id, words: title }));
  const [words, setWords] = useState(filter.words);
  const latest = useRef(filter);
  latest.current = filter;
  useEffect(() => {
    if (words === latest.current.words) return undefined;
    const timer = setTimeout(() => onFilter({ ...latest.current, words }), PAUSE);
    return () => clearTimeout(timer);
  }, [words, onFilter]);

  function clear(): void {
    setWords("");
    onFilter(NO_FILTER);
  }

  return (
    <div className="filters" role="group" aria-label={t("audit.filters")}>
      <input
        type="search"
        aria-label={t("audit.search")}
        placeholder={t("audit.searchHint")}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Day label={t("audit.from")} value={from_day} onChange={(day) => onFilter({ ...filter, from_day: day })} />
      <Day label={t("audit.to")} value={to_day} onChange={(day) => onFilter({ ...filter, to_day: day })} />
      <Choice label={t("audit.columns.kind")} all={t("audit.allKinds")} value={kind} options={kinds} onChange={(value) => onFilter({ ...filter, kind: value })} />
      <Choice
        label={t("audit.document")}
        all={t("audit.allDocuments")}
        value={document_id}
        options={titles}
        onChange={(value) => onFilter({ ...filter, document_id: value })}
      />
      <Choice
        label={t("audit.columns.decision")}
        all={t("audit.allDecisions")}
        value={decision}
        options={decisions}
        onChange={(value) => onFilter({ ...filter, decision: value })}
      />
      {isFiltering(filter) && (
        <button type="button" className="link" onClick={clear}>
          {t("audit.clear")}
        </button>
      )}
    </div>
  );
}

/** Milliseconds without a key before it is searched. */
const PAUSE = 250;

/** A day as the records have it: in UTC. */
function Day({ label, value, onChange }: { label: string; value: string | null; onChange: (day: string | null) => void }): ReactNode {
  return (
    <label className="filter-day">
      <span className="small">{label}</span>
      <input type="date" value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} />
    </label>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | null;
  options: { value: string; words: string }[];
  onChange: (value: string | null) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <select aria-label={label} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.words}
        </option>
      ))}
    </select>
  );
}
