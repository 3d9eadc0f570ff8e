/**
 * Documents x questions. Only the rows and columns in sight are in the page.
 * The grid itself has the focus and names the cell that is meant
 * (`aria-activedescendant`), so that it can be one that is not drawn yet.
 */

import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { Row } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { TableQuestion } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { matches } from "./filter";
import type { TableFilter } from "./filter";
import { GridRow } from "./GridRow";
import { moved } from "./moved";
import { compareKeys, sortKey } from "./rows";
import type { TableRow } from "./rows";

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
});
const helper = createColumnHelper<typeof features, TableRow>();

/** Of a row and of a column, in units of the text's size (16 px at 100 %). */
const ROW = 3;
const COLUMN = 13;
const HEAD = 4.5;
/** Rows and columns that are drawn beyond those in sight. */
const OVERSCAN = { rows: 4, columns: 1 };

/** A cell that was chosen. */
export interface Chosen {
  row: number;
  column: number;
}

interface Props {
  rows: TableRow[];
  questions: TableQuestion[];
  filter: TableFilter;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
  /** How many rows fit the filter. */
  onShown: (count: number) => void;
}

export function TableGrid({ rows, questions, filter, chosen, onChoose, onShown }: Props): ReactNode {
  const { text_percent } = useWorkspace().settings;
  const pixels = (16 * (text_percent || 100)) / 100;
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  /** Row -1 is the head, column -1 the document. */
  const [active, setActive] = useState({ row: 0, column: -1 });

  const columns = useMemo(() => columnsOf(questions), [questions]);
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(row.index),
    state: { globalFilter: filter },
    globalFilterFn: fits,
    // The filter looks at the whole row, so one column asks for all.
    getColumnCanGlobalFilter: (column) => column.id === DOCUMENT,
    sortDescFirst: false,
  });
  const shown = table.getRowModel().rows;
  useEffect(() => onShown(shown.length), [shown.length, onShown]);

  const down = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW * pixels,
    overscan: OVERSCAN.rows,
    scrollPaddingStart: HEAD * pixels,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: questions.length,
    getScrollElement: () => scroller,
    estimateSize: () => COLUMN * pixels,
    overscan: OVERSCAN.columns,
    scrollPaddingStart: COLUMN * pixels,
  });
  useEffect(() => {
    down.measure();
    across.measure();
  }, [pixels, down, across]);

  const inSight = across.getVirtualItems();
  const before = inSight[0]?.start ?? 0;
  const width = across.getTotalSize() + COLUMN * pixels;
  const nameOf = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const go = (place: { row: number; column: number }): void => {
    setActive(place);
    if (place.row >= 0) down.scrollToIndex(place.row);
    if (place.column >= 0) across.scrollToIndex(place.column);
  };
  const open = ({ row, column }: { row: number; column: number }): void => {
    if (row < 0) return table.getColumn(column < 0 ? DOCUMENT : String(column))?.toggleSorting();
    const document = shown[row]?.original.index;
    if (document !== undefined && column >= 0) onChoose({ row: document, column });
  };
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const press = useCallback((row: number, column: number) => {
    setActive({ row, column });
    latest.current({ row, column });
  }, []);
  const sortOf = (column: string): "ascending" | "descending" | "none" => {
    const sorted = table.getColumn(column)?.getIsSorted() ?? false;
    return sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending";
  };
  const head = (column: number, words: ReactNode, title?: string): ReactNode => (
    <div
      key={column}
      id={nameOf(-1, column)}
      role="columnheader"
      aria-colindex={column + 2}
      aria-sort={sortOf(column < 0 ? DOCUMENT : String(column))}
      className={cellClass("sheet-head", active, -1, column)}
      title={title}
      onClick={() => {
        go({ row: -1, column });
        open({ row: -1, column });
      }}
    >
      {words}
    </div>
  );
  return (
    <div
      ref={setScroller}
      className="sheet"
      role="grid"
      tabIndex={0}
      aria-label="Answers"
      aria-rowcount={shown.length + 1}
      aria-colcount={questions.length + 1}
      aria-activedescendant={nameOf(active.row, active.column)}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") open(active);
        else {
          const next = moved(active, event, { rows: shown.length, columns: questions.length });
          if (!next) return;
          go(next);
        }
        event.preventDefault();
      }}
    >
      <div role="rowgroup" className="sheet-top" style={{ width }}>
        <div role="row" aria-rowindex={1} className="sheet-row" style={{ height: HEAD * pixels }}>
          {head(-1, "Document")}
          <div role="presentation" style={{ width: before, flex: "none" }} />
          {inSight.map(({ index }) => head(index, questions[index]?.question ?? "", questions[index]?.question))}
        </div>
      </div>
      <div role="rowgroup" className="sheet-body" style={{ width, height: down.getTotalSize() }}>
        {down.getVirtualItems().map(({ index, start }) => {
          const row = shown[index]?.original;
          return (
            row && (
              <GridRow
                key={row.index}
                row={row}
                index={index}
                start={start}
                height={ROW * pixels}
                first={inSight[0]?.index ?? 0}
                last={inSight.at(-1)?.index ?? -1}
                before={before}
                nameOf={nameOf}
                active={active.row === index ? active.column : null}
                chosen={chosen?.row === row.index ? chosen.column : null}
                onOpen={press}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const DOCUMENT = "document";

function columnsOf(questions: TableQuestion[]) {
  return helper.columns([
    helper.accessor((row) => row.title, {
      id: DOCUMENT,
      sortFn: (one: Row<typeof features, TableRow>, other: Row<typeof features, TableRow>) =>
        compareKeys(one.original.title.toLowerCase(), other.original.title.toLowerCase()),
    }),
    ...questions.map((_, column) =>
      helper.accessor((row) => sortKey(row, column), {
        id: String(column),
        sortUndefined: "last",
        sortFn: (one: Row<typeof features, TableRow>, other: Row<typeof features, TableRow>) =>
          compareKeys(sortKey(one.original, column), sortKey(other.original, column)),
      }),
    ),
  ]);
}

function fits(row: Row<typeof features, TableRow>, _: string, filter: TableFilter): boolean {
  return matches(row.original, filter);
}

function cellClass(kind: string, active: { row: number; column: number }, row: number, column: number): string {
  return active.row === row && active.column === column ? `${kind} active` : kind;
}
