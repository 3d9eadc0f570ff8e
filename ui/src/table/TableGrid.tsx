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
import { t } from "../language/language";
import { orderOf, turned } from "./columns";
import { Columns } from "./Columns";
import type { Drawn } from "./Columns";
import { matches } from "./filter";
import type { TableFilter } from "./filter";
import { GridRow } from "./GridRow";
import { itemsOf } from "./groups";
import type { GroupBy } from "./groups";
import { HeadCell } from "./HeadCell";
import { moved } from "./moved";
import { compareKeys, sortKey } from "./rows";
import type { TableRow } from "./rows";
import { isOfAmounts } from "./totals";
import { TotalRow } from "./TotalRow";

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

/** A cell that was chosen, or what a column adds up to over some rows. */
export interface Chosen {
  row: number;
  column: number;
}

export interface ChosenTotal {
  column: number;
  /** Null: all rows that are shown. */
  group: string | null;
  rows: number[];
}

interface Props {
  rows: TableRow[];
  questions: TableQuestion[];
  filter: TableFilter;
  group: GroupBy;
  chosen: Chosen | null;
  total: ChosenTotal | null;
  onChoose: (chosen: Chosen) => void;
  onTotal: (total: ChosenTotal) => void;
  /** How many rows fit the filter. */
  onShown: (count: number) => void;
}

export function TableGrid({ rows, questions, filter, group, chosen, total, onChoose, onTotal, onShown }: Props): ReactNode {
  const { settings, documents } = useWorkspace();
  const { text_percent } = settings;
  const pixels = (16 * (text_percent || 100)) / 100;
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  /** Row -1 is the head, column -1 the document. */
  const [active, setActive] = useState({ row: 0, column: -1 });
  const [pinned, setPinned] = useState<number[]>([]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());

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
  const model = table.getRowModel().rows;
  const shown = useMemo(() => model.map(({ original }) => original), [model]);
  useEffect(() => onShown(shown.length), [shown.length, onShown]);
  const known = useMemo(() => new Map((documents.list ?? []).map((one) => [one.id, one])), [documents.list]);
  const items = useMemo(() => itemsOf(shown, group, known, closed), [shown, group, known, closed]);
  const order = useMemo(() => orderOf(pinned, questions.length), [pinned, questions.length]);
  const hasTotals = useMemo(() => questions.some((_, column) => isOfAmounts(shown, column)), [questions, shown]);
  /** The foot is the last line. */
  const lines = items.length + (hasTotals ? 1 : 0);

  const down = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW * pixels,
    overscan: OVERSCAN.rows,
    scrollPaddingStart: HEAD * pixels,
    scrollPaddingEnd: hasTotals ? ROW * pixels : 0,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: questions.length,
    getScrollElement: () => scroller,
    estimateSize: () => COLUMN * pixels,
    overscan: OVERSCAN.columns,
    scrollPaddingStart: COLUMN * pixels * (1 + pinned.length),
  });
  useEffect(() => {
    down.measure();
    across.measure();
  }, [pixels, down, across]);

  const moving = across.getVirtualItems().filter(({ index }) => index >= pinned.length);
  const [from, to] = [moving[0]?.index ?? 0, moving.at(-1)?.index ?? -1];
  const drawn: Drawn = useMemo(
    () => ({
      order,
      pinned: pinned.length,
      inSight: Array.from({ length: Math.max(to - from + 1, 0) }, (_, step) => from + step),
      width: COLUMN * pixels,
      before: Math.max(from - pinned.length, 0) * COLUMN * pixels,
    }),
    [order, pinned.length, from, to, pixels],
  );
  const width = across.getTotalSize() + COLUMN * pixels;
  const nameOf = useCallback((row: number, column: number) => `${id}-${row}-${column}`, [id]);
  const go = (place: { row: number; column: number }): void => {
    setActive(place);
    if (place.row >= 0 && place.row < items.length) down.scrollToIndex(place.row);
    if (place.column >= pinned.length) across.scrollToIndex(place.column);
  };
  const open = ({ row, column }: { row: number; column: number }): void => {
    const question = order[column];
    if (row < 0) return table.getColumn(question === undefined ? DOCUMENT : String(question))?.toggleSorting();
    const item = items[row];
    if (item?.kind === "row") {
      if (question !== undefined) onChoose({ row: item.row.index, column: question });
    } else if (question === undefined) {
      if (item) setClosed(toggled(closed, item.name));
    } else {
      const added = item?.rows ?? shown;
      if (isOfAmounts(added, question)) {
        onTotal({ column: question, group: item?.name ?? null, rows: added.map(({ index }) => index) });
      }
    }
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
  const pin = (column: number): void => {
    const question = order[column];
    if (question === undefined) return;
    const after = turned(pinned, question);
    setPinned(after);
    setActive({ row: active.row, column: orderOf(after, questions.length).indexOf(question) });
  };
  const head = (column: number, question: number | null, left?: number): ReactNode => (
    <HeadCell
      key={question}
      id={nameOf(-1, column)}
      column={column}
      words={question === null ? t("table.grid.document") : (questions[question]?.question ?? "")}
      sorted={sortOf(question === null ? DOCUMENT : String(question))}
      active={active.row === -1 && active.column === column}
      left={left}
      pinned={question === null ? null : pinned.includes(question)}
      onPin={() => pin(column)}
      onSort={() => {
        go({ row: -1, column });
        open({ row: -1, column });
      }}
    />
  );
  const totalRow = (added: TableRow[], index: number, start: number | undefined, of: { name: string; open: boolean } | null): ReactNode => (
    <TotalRow
      key={of ? `group ${of.name}` : "foot"}
      rows={added}
      index={index}
      height={ROW * pixels}
      start={start}
      drawn={drawn}
      nameOf={nameOf}
      active={active.row === index ? active.column : null}
      chosen={total && total.group === (of?.name ?? null) ? order.indexOf(total.column) : null}
      group={of}
      onOpen={press}
    />
  );
  return (
    <div
      ref={setScroller}
      className="sheet"
      role="grid"
      tabIndex={0}
      aria-label={t("table.grid.label")}
      aria-rowcount={lines + 1}
      aria-colcount={questions.length + 1}
      aria-activedescendant={nameOf(active.row, active.column)}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") open(active);
        else if (event.key.toLowerCase() === "p" && !event.ctrlKey && !event.metaKey) pin(active.column);
        else {
          const next = moved(active, event, { rows: lines, columns: questions.length });
          if (!next) return;
          go(next);
        }
        event.preventDefault();
      }}
    >
      <div role="rowgroup" className="sheet-top" style={{ width }}>
        <div role="row" aria-rowindex={1} className="sheet-row" style={{ height: HEAD * pixels }}>
          {head(-1, null)}
          <Columns drawn={drawn}>{head}</Columns>
        </div>
      </div>
      <div role="rowgroup" className="sheet-body" style={{ width, height: down.getTotalSize() }}>
        {down.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          if (item.kind === "group") return totalRow(item.rows, index, start, item);
          return (
            <GridRow
              key={item.row.index}
              row={item.row}
              index={index}
              start={start}
              height={ROW * pixels}
              drawn={drawn}
              nameOf={nameOf}
              active={active.row === index ? active.column : null}
              chosen={chosen?.row === item.row.index ? order.indexOf(chosen.column) : null}
              onOpen={press}
            />
          );
        })}
      </div>
      {hasTotals && (
        <div role="rowgroup" className="sheet-foot" style={{ width }}>
          {totalRow(shown, items.length, undefined, null)}
        </div>
      )}
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

function toggled(closed: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set(closed.has(name) ? [...closed].filter((one) => one !== name) : [...closed, name]);
}
