import type { ReactNode } from "react";
import { t } from "../language/language";

interface Props {
  id: string;
  column: number;
  words: string;
  sorted: "ascending" | "descending" | "none";
  active: boolean;
  left: number | undefined;
  /** Null: it cannot be pinned. */
  pinned: boolean | null;
  onPin: () => void;
  onSort: () => void;
}

/** A heading: a click sorts. The pin is for the pointer; in the grid the key P does the same. */
export function HeadCell({ id, column, words, sorted, active, left, pinned, onPin, onSort }: Props): ReactNode {
  const kind = ["sheet-head", left !== undefined && "stays", active && "active"];
  return (
    <div
      id={id}
      role="columnheader"
      aria-colindex={column + 2}
      aria-sort={sorted}
      className={kind.filter(Boolean).join(" ")}
      style={left === undefined ? undefined : { left }}
      title={pinned === null ? undefined : words}
      onClick={onSort}
    >
      {words}
      {pinned !== null && (
        <button
          type="button"
          className="pin"
          tabIndex={-1}
          aria-pressed={pinned}
          aria-label={t("table.grid.pinColumn", { question: words })}
          // The grid keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation();
            onPin();
          }}
        >
          {pinned ? t("table.grid.pinned") : t("table.grid.pin")}
        </button>
      )}
    </div>
  );
}
