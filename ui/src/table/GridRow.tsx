import { memo } from "react";
import type { ReactNode } from "react";
import { MiddleCut } from "../kit/MiddleCut";
import { Columns } from "./Columns";
import type { Drawn } from "./Columns";
import { GridCell } from "./GridCell";
import type { TableRow } from "./rows";

export interface GridRowProps {
  row: TableRow;
  /** Place among the rows that are shown. */
  index: number;
  /** From the top, in px. */
  start: number;
  height: number;
  /** Which columns are drawn. */
  drawn: Drawn;
  nameOf: (row: number, column: number) => string;
  /** The column that is meant in this row; null: another row is. */
  active: number | null;
  chosen: number | null;
  onOpen: (row: number, column: number) => void;
}

/** A document and its cells in sight. Scrolled rows are drawn once. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { row, index, start, height, drawn, nameOf, active, chosen, onOpen } = props;
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
        aria-label={row.title}
        title={row.title}
        onClick={() => onOpen(index, -1)}
      >
        <MiddleCut>{row.title}</MiddleCut>
      </div>
      <Columns drawn={drawn}>
        {(column, question, left) => (
          <GridCell
            key={question}
            id={nameOf(index, column)}
            column={column}
            cell={row.cells[question]}
            left={left}
            active={active === column}
            chosen={chosen === column}
            onOpen={() => onOpen(index, column)}
          />
        )}
      </Columns>
    </div>
  );
});
