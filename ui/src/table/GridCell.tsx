import { memo } from "react";
import type { ReactNode } from "react";
import type { TableCell } from "../backend/wire";
import { hasValue } from "../ask/said";
import { StateWord } from "../kit/StateWord";
import { t } from "../language/language";
import { SheetCell } from "./SheetCell";
import type { SheetCellProps } from "./SheetCell";
import { percent, STATES } from "./words";

interface Props extends SheetCellProps {
  cell: TableCell | undefined;
}

/** Value, state and how sure it is. What opens it is new with every drawing, and nothing that is shown. */
export const GridCell = memo(
  function GridCell({ cell, ...place }: Props): ReactNode {
    return (
      <SheetCell kind="sheet-cell" {...place}>
        {cell ? <Said cell={cell} /> : <span className="small quiet">{t("table.notAsked")}</span>}
      </SheetCell>
    );
  },
  (one, other) =>
    one.cell === other.cell &&
    one.left === other.left &&
    one.active === other.active &&
    one.chosen === other.chosen &&
    one.id === other.id &&
    one.column === other.column,
);

function Said({ cell }: { cell: TableCell }): ReactNode {
  const { words, tone } = STATES[cell.state];
  return (
    <>
      {/* Where there is no value, the words of the cell are those of its state. */}
      <span className="sheet-value">{hasValue(cell) ? cell.words : "–"}</span>
      <span className="sheet-state">
        <StateWord tone={cell.stale ? "warn" : tone}>{cell.stale ? t("table.stale", { state: words.toLowerCase() }) : words}</StateWord>
        <span className="small quiet">{percent(cell.probability)}</span>
      </span>
    </>
  );
}
