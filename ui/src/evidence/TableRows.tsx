/** Some rows of a table, with the number of each row's line. */

import type { ReactNode } from "react";
import type { Cell, Table } from "../backend/wire";
import { looksLikeFigure } from "../answer/words";
import { columnWidths } from "./blocks";
import { MarkedText } from "./MarkedText";
import type { Marks } from "./marks";
import { findWords } from "./quote";

interface Props {
  table: Table;
  from: number;
  to: number;
  marks: Marks;
}

export function TableRows({ table, from, to, marks }: Props): ReactNode {
  const heads = table.rows.slice(0, table.header_rows);
  const rows = table.rows.slice(from, to);
  return (
    <div className="sheet-rows">
      <table>
        <colgroup>
          <col className="sheet-number" />
          {columnWidths(table).map((letters, column) => (
            <col key={column} style={{ width: `${letters}ch` }} />
          ))}
        </colgroup>
        {/* Further pieces of a table say their headings to a screen reader only. */}
        {from > 0 && heads.length > 0 && (
          <thead className="spoken">
            {heads.map((row, index) => (
              <Row key={index} row={row} marks={marks} head />
            ))}
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} marks={marks} head={from + index < table.header_rows} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, marks, head }: { row: Cell[]; marks: Marks; head: boolean }): ReactNode {
  const number = row.reduce((most, { line_start }) => Math.max(most, line_start), 0);
  const Words = head ? "th" : "td";
  return (
    <tr data-line={number}>
      <td className="sheet-number">{number}</td>
      {row.map((cell, column) => (
        <Words key={column} className={kindOf(cell, marks, head)} {...(head ? { scope: "col" } : {})}>
          <CellWords cell={cell} marks={marks} />
        </Words>
      ))}
    </tr>
  );
}

function kindOf(cell: Cell, marks: Marks, head: boolean): string {
  const cites = (index: number) => {
    const cited = marks.cited[index];
    return cited !== undefined && cell.line_start <= cited.last && cited.first <= cell.line_end;
  };
  const cited = marks.cited.some((_, index) => cites(index));
  const kinds = [!head && looksLikeFigure(cell.text) && "figure", cited && "cited", cites(marks.active) && "active"];
  return kinds.filter(Boolean).join(" ");
}

function CellWords({ cell, marks }: { cell: Cell; marks: Marks }): ReactNode {
  const range = marks.words === "" ? null : findWords(cell.text, marks.words);
  const kind = marks.found === cell.line_start ? "active-found" : "found";
  return <MarkedText text={cell.text} ranges={range ? [{ ...range, kind }] : []} />;
}
