import { memo } from "react";
import type { ReactNode } from "react";
import { GridCell } from "./GridCell";
import type { TableRow } from "./rows";

export interface GridRowProps {
  row: TableRow;
  /** Place among the rows that are shown. */
  index: number;
  /** From the top, in px. */
  start: number;
  height: number;
  /** First and last column in sight, and how wide what stands before them is. */
  first: number;
  last: number;
  before: number;
  nameOf: (row: number, column: number) => string;
  /** The column that is meant in this row; null: another row is. */
  active: number | null;
  chosen: number | null;
  onOpen: (row: number, column: number) => void;
}

/** A document and its cells in sight. Scrolled rows are drawn once. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { row, index, start, height, first, last, before, nameOf, active, chosen, onOpen } = props;
  const columns = Array.from({ length: Math.max(last - first + 1, 0) }, (_, step) => first + step);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="sheet-row placed"
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <div
        id={nameOf(index, -1)}
        role="rowheader"
        aria-colindex={1}
        className={active === -1 ? "sheet-name active" : "sheet-name"}
        title={row.title}
        onClick={() => onOpen(index, -1)}
      >
        {row.title}
      </div>
      <div role="presentation" style={{ width: before, flex: "none" }} />
      {columns.map((column) => (
        <GridCell
          key={column}
          id={nameOf(index, column)}
          column={column}
          cell={row.cells[column]}
          active={active === column}
          chosen={chosen === column}
          onOpen={() => onOpen(index, column)}
        />
      ))}
    </div>
  );
});
