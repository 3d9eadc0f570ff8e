import { memo } from "react";
import type { ReactNode } from "react";
import type { TableCell } from "../backend/wire";
import { StateWord } from "../kit/StateWord";
import { t } from "../language/language";
import { percent, STATES } from "./words";

interface Props {
  id: string;
  column: number;
  cell: TableCell | undefined;
  /** Where it stays while the others are scrolled, in px; undefined: it moves with them. */
  left: number | undefined;
  active: boolean;
  chosen: boolean;
  onOpen: () => void;
}

/** Value, state and how sure it is. What opens it is new with every drawing, and nothing that is shown. */
export const GridCell = memo(
  function GridCell({ id, column, cell, left, active, chosen, onOpen }: Props): ReactNode {
    return (
      <div
        id={id}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={chosen}
        className={`sheet-cell${left === undefined ? "" : " stays"}${active ? " active" : ""}${chosen ? " chosen" : ""}`}
        style={left === undefined ? undefined : { left }}
        onClick={onOpen}
      >
        {cell ? <Said cell={cell} /> : <span className="small quiet">{t("table.notAsked")}</span>}
      </div>
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
      <span className="sheet-value">{cell.words}</span>
      <span className="sheet-state">
        <StateWord tone={cell.stale ? "warn" : tone}>{cell.stale ? t("table.stale", { state: words.toLowerCase() }) : words}</StateWord>
        <span className="small quiet">{percent(cell.probability)}</span>
      </span>
    </>
  );
}
