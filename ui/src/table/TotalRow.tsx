import { memo, useMemo } from "react";
import type { ReactNode } from "react";
import { t } from "../language/language";
import { Columns } from "./Columns";
import type { Drawn } from "./Columns";
import type { TableRow } from "./rows";
import { SheetCell } from "./SheetCell";
import type { SheetCellProps } from "./SheetCell";
import { isOfAmounts, sumInWords, totalsOf } from "./totals";

export interface TotalRowProps {
  /** Those that are added up. */
  rows: TableRow[];
  /** Place among the lines of the sheet. */
  index: number;
  height: number;
  /** From the top, in px; undefined: it stands at the foot. */
  start: number | undefined;
  drawn: Drawn;
  nameOf: (row: number, column: number) => string;
  active: number | null;
  chosen: number | null;
  /** Of a group: its name, and whether its rows are shown. */
  group: { name: string; open: boolean } | null;
  onOpen: (row: number, column: number) => void;
}

/** The head of a group, or the foot of the sheet: what the amounts of each column add up to. */
export const TotalRow = memo(function TotalRow(props: TotalRowProps): ReactNode {
  const { rows, index, height, start, drawn, nameOf, active, chosen, group, onOpen } = props;
  const placed = start === undefined ? { height } : { height, transform: `translateY(${start}px)` };
  return (
    <div role="row" aria-rowindex={index + 2} className={start === undefined ? "sheet-row" : "sheet-row placed"} style={placed}>
      <div
        id={nameOf(index, -1)}
        role="rowheader"
        aria-colindex={1}
        aria-expanded={group?.open}
        className={active === -1 ? "sheet-name sheet-total active" : "sheet-name sheet-total"}
        title={group?.name}
        onClick={() => onOpen(index, -1)}
      >
        {group ? (
          <>
            <span aria-hidden="true">{group.open ? "▾ " : "▸ "}</span>
            {t("table.grid.group", { name: group.name, count: rows.length })}
          </>
        ) : (
          <>
            {t("table.grid.totals")}
            <span className="small quiet sheet-under">{t("table.grid.totalsAbout")}</span>
          </>
        )}
      </div>
      <Columns drawn={drawn}>
        {(column, question, left) => (
          <TotalCell
            key={question}
            id={nameOf(index, column)}
            column={column}
            question={question}
            rows={rows}
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

interface CellProps extends SheetCellProps {
  question: number;
  rows: TableRow[];
}

function TotalCell({ question, rows, ...place }: CellProps): ReactNode {
  const totals = useMemo(() => (isOfAmounts(rows, question) ? totalsOf(rows, question) : null), [rows, question]);
  const said = totals?.sums.map(sumInWords).join("; ");
  const out = totals?.left.reduce((sum, one) => sum + one.rows.length, 0) ?? 0;
  return (
    <SheetCell kind="sheet-cell sheet-total" {...place}>
      {totals && (
        <>
          <span className="sheet-value" title={said}>
            {said === "" ? t("table.grid.noSum") : said}
          </span>
          {out > 0 && <span className="small quiet sheet-under">{t("table.grid.leftOut", { count: out })}</span>}
        </>
      )}
    </SheetCell>
  );
}
