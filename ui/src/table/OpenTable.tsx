/** One table: the acts on it, its answers, and beside them the evidence of the cell that is chosen. */

import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { TableEnding } from "../backend/tables";
import type { NewTable, Standing, TableCell } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { Split } from "../kit/Split";
import { stateOfStanding } from "../review/words";
import { CellPane } from "./CellPane";
import { KINDS, NO_FILTER } from "./filter";
import type { Kind } from "./filter";
import { RunBar } from "./RunBar";
import type { Chosen } from "./TableGrid";
import { TableGrid } from "./TableGrid";
import { useTable } from "./useTable";
import { STATES } from "./words";

const ENDINGS: { ending: TableEnding; words: string }[] = [
  { ending: "xlsx", words: "Spreadsheet (XLSX)" },
  { ending: "csv", words: "CSV" },
  { ending: "parquet", words: "Parquet" },
  { ending: "jsonl", words: "JSON Lines" },
];

interface Props {
  id: string;
  onChange: (table: NewTable) => void;
  onRemove: () => void;
}

/** The cell with what people say of it now. */
function afterReview(cell: TableCell, standing: Standing): TableCell {
  const state = stateOfStanding(standing);
  if (state === null) return cell;
  const said = standing.settled?.words ?? null;
  const gone = state === "rejected" || state === "absent";
  return { ...cell, state, words: said ?? (gone ? STATES[state].words.toLowerCase() : cell.words) };
}

export function OpenTable({ id, onChange, onRemove }: Props): ReactNode {
  const { backend, say } = useWorkspace();
  const held = useTable(backend, id);
  const { table, rows, failure, run } = held;
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(0);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const running = run.state === "running";
  const cell: TableCell | undefined = chosen ? rows[chosen.row]?.cells[chosen.column] : undefined;

  const write = async (ending: TableEnding): Promise<void> => {
    try {
      const path = await backend.tables.export(id, ending);
      if (path !== null) say({ words: `The table was written to ${path}.` });
    } catch (thrown) {
      const { message, help } = asFailure(thrown);
      say({ words: `${message} ${help}`.trim() });
    }
  };
  if (!table) return failure ? <FailureNotice failure={failure} /> : <p className="table-waiting quiet">Opening the table…</p>;
  return (
    <>
      <RunBar held={held} />
      <div className="table-bar">
        <label>
          <span className="small">Show</span>
          <select value={filter.kind} onChange={(event) => setFilter({ ...filter, kind: event.target.value as Kind })}>
            {KINDS.map(({ kind, words }) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <input
          type="search"
          aria-label="Filter by words"
          placeholder="Filter by words"
          value={filter.words}
          onChange={(event) => setFilter({ ...filter, words: event.target.value })}
        />
        <span className="small quiet" role="status">
          {shown} of {rows.length} documents
        </span>
        <span className="end actions">
          <select aria-label="Export the table" value="" onChange={(event) => void write(event.target.value as TableEnding)}>
            <option value="">Export as…</option>
            {ENDINGS.map(({ ending, words }) => (
              <option key={ending} value={ending}>
                {words}
              </option>
            ))}
          </select>
          <button
            type="button"
            disabled={running}
            onClick={() =>
              onChange({
                title: table.summary.title,
                document_ids: table.documents.map((document) => document.id),
                questions: table.questions,
              })
            }
          >
            Change…
          </button>
          <button type="button" disabled={running} onClick={onRemove}>
            Remove…
          </button>
        </span>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <Split
        list={
          <TableGrid
            rows={rows}
            questions={table.questions}
            filter={filter}
            chosen={chosen}
            onChoose={setChosen}
            onShown={setShown}
          />
        }
        chosen={
          chosen && (
            <CellPane
              question={table.questions[chosen.column]?.question ?? ""}
              title={rows[chosen.row]?.title ?? ""}
              documentId={rows[chosen.row]?.documentId ?? ""}
              cell={cell}
              onReviewed={(standing) => cell && held.put(afterReview(cell, standing))}
              onClose={() => setChosen(null)}
            />
          )
        }
      />
    </>
  );
}
