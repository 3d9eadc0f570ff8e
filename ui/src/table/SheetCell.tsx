import type { ReactNode } from "react";

export interface SheetCellProps {
  id: string;
  column: number;
  /** Where it stays while the others are scrolled, in px; undefined: it moves with them. */
  left: number | undefined;
  active: boolean;
  chosen: boolean;
  onOpen: () => void;
}

/** The place of a cell in the sheet, whatever it says. */
export function SheetCell({ kind, children, ...props }: SheetCellProps & { kind: string; children: ReactNode }): ReactNode {
  const { id, column, left, active, chosen, onOpen } = props;
  const classes = [kind, left !== undefined && "stays", active && "active", chosen && "chosen"];
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={chosen}
      className={classes.filter(Boolean).join(" ")}
      style={left === undefined ? undefined : { left }}
      onClick={onOpen}
    >
      {children}
    </div>
  );
}
