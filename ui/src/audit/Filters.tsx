import type { ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { stateOfDecision } from "../answer/words";
import { FILTER_DECISIONS, FILTER_KINDS, kindOfRecord } from "./words";
import type { Filter } from "./useRecords";
import { NO_FILTER } from "./useRecords";

interface Props {
  filter: Filter;
  documents: DocumentSummary[];
  onFilter: (filter: Filter) => void;
}

export function Filters({ filter, documents, onFilter }: Props): ReactNode {
  const { kind, document_id, decision } = filter;
  const kinds = FILTER_KINDS.map((value) => ({ value, words: kindOfRecord(value) }));
  const decisions = FILTER_DECISIONS.map((value) => ({ value, words: stateOfDecision(value).words }));
  const titles = documents.map(({ id, title }) => ({ value: id, words: title }));
  const active = kind !== null || document_id !== null || decision !== null;
  return (
    <div className="filters" role="group" aria-label="Filters">
      <Choice label="Kind" all="All kinds" value={kind} options={kinds} onChange={(value) => onFilter({ ...filter, kind: value })} />
      <Choice
        label="Document"
        all="All documents"
        value={document_id}
        options={titles}
        onChange={(value) => onFilter({ ...filter, document_id: value })}
      />
      <Choice
        label="Decision"
        all="All decisions"
        value={decision}
        options={decisions}
        onChange={(value) => onFilter({ ...filter, decision: value })}
      />
      {active && (
        <button type="button" className="link" onClick={() => onFilter(NO_FILTER)}>
          Clear filters
        </button>
      )}
    </div>
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
