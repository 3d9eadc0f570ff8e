/** One table: the acts on it, its answers, and beside them the evidence of the cell that is chosen. */

import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { TableEnding } from "../backend/tables";
import type { NewTable, TableCell } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";
import { FailureNotice } from "../kit/FailureNotice";
import { Split } from "../kit/Split";
import { CellPane } from "./CellPane";
import { KINDS, NO_FILTER } from "./filter";
import type { Kind, TableFilter } from "./filter";
import { choicesOf, nameOf, NO_GROUPS } from "./groups";
import type { GroupBy } from "./groups";
import { RunBar } from "./RunBar";
import type { Chosen, ChosenTotal } from "./TableGrid";
import { TableGrid } from "./TableGrid";
import { TotalPane } from "./TotalPane";
import { useTable } from "./useTable";

const ENDINGS: { ending: TableEnding; words: string }[] = [
  { ending: "xlsx", words: t("table.bar.xlsx") },
  { ending: "csv", words: t("table.bar.csv") },
  { ending: "parquet", words: t("table.bar.parquet") },
  { ending: "jsonl", words: t("table.bar.jsonl") },
];

interface Props {
  id: string;
  /** How often the person came to the view. */
  visit: number;
  onChange: (table: NewTable) => void;
  onRemove: () => void;
}

export function OpenTable({ id, visit, onChange, onRemove }: Props): ReactNode {
  const { backend, say, documents } = useWorkspace();
  const held = useTable(backend, id, visit);
  const { table, rows, failure, run } = held;
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(0);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [total, setTotal] = useState<ChosenTotal | null>(null);
  const [group, setGroup] = useState(NO_GROUPS);
  const choices = useMemo(() => {
    const ids = new Set(table?.documents.map((one) => one.id));
    return choicesOf((documents.list ?? []).filter((one) => ids.has(one.id)), table?.questions ?? []);
  }, [table, documents.list]);
  const running = run.state === "running";
  const cell: TableCell | undefined = chosen ? rows[chosen.row]?.cells[chosen.column] : undefined;

  const choose = (one: Chosen): void => {
    setTotal(null);
    setChosen(one);
  };
  /** Other rows are shown, or in other groups: a total that is open is none of theirs. */
  const show = (next: TableFilter): void => {
    setTotal(null);
    setFilter(next);
  };
  const groupBy = (next: GroupBy): void => {
    setTotal(null);
    setGroup(next);
  };
  const write = async (ending: TableEnding): Promise<void> => {
    try {
      const path = await backend.tables.export(id, ending);
      if (path !== null) say({ words: t("table.bar.written", { path }) });
    } catch (thrown) {
      const { message, help } = asFailure(thrown);
      say({ words: `${message} ${help}`.trim() });
    }
  };
  if (!table) return failure ? <FailureNotice failure={failure} /> : <p className="table-waiting quiet">{t("table.bar.opening")}</p>;
  return (
    <>
      <RunBar held={held} />
      <div className="table-bar">
        <label>
          <span className="small">{t("table.bar.show")}</span>
          <select value={filter.kind} onChange={(event) => show({ ...filter, kind: event.target.value as Kind })}>
            {KINDS.map(({ kind, words }) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="small">{t("table.bar.group")}</span>
          <select
            className="table-group"
            value={nameOf(group)}
            onChange={(event) => groupBy(choices.find(({ name }) => name === event.target.value)?.group ?? NO_GROUPS)}
          >
            {choices.map(({ name, words }) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <input
          type="search"
          aria-label={t("table.bar.filter")}
          placeholder={t("table.bar.filter")}
          value={filter.words}
          onChange={(event) => show({ ...filter, words: event.target.value })}
        />
        <span className="small quiet" role="status">
          {t("table.bar.shown", { shown, all: rows.length })}
        </span>
        <span className="end actions">
          <select aria-label={t("table.bar.exportLabel")} value="" onChange={(event) => void write(event.target.value as TableEnding)}>
            <option value="">{t("table.bar.exportAs")}</option>
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
            {t("table.bar.change")}
          </button>
          <button type="button" disabled={running} onClick={onRemove}>
            {t("table.bar.remove")}
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
            group={group}
            chosen={chosen}
            total={total}
            onChoose={choose}
            onTotal={(one) => {
              setChosen(null);
              setTotal(one);
            }}
            onShown={setShown}
          />
        }
        chosen={
          total ? (
            <TotalPane
              question={table.questions[total.column]?.question ?? ""}
              column={total.column}
              group={total.group}
              rows={total.rows.flatMap((row) => rows[row] ?? [])}
              onOpen={(row) => choose({ row, column: total.column })}
              onClose={() => setTotal(null)}
            />
          ) : chosen && (
            <CellPane
              question={table.questions[chosen.column]?.question ?? ""}
              title={rows[chosen.row]?.title ?? ""}
              documentId={rows[chosen.row]?.documentId ?? ""}
              cell={cell}
              onReviewed={() => cell && held.readAgain(cell)}
              onClose={() => setChosen(null)}
            />
          )
        }
      />
    </>
  );
}
