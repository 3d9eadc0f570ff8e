/** A table as rows, and the cells that come in one after the other. */

import { t } from "../language/language";
import type { AnswerTable, TableCell } from "../backend/wire";

export interface TableRow {
  /** Place among the documents. */
  index: number;
  documentId: string;
  title: string;
  /** By column; undefined: not asked yet. */
  cells: (TableCell | undefined)[];
}

export function rowsOf(table: AnswerTable): TableRow[] {
  const rows = table.documents.map(({ id, title }, index): TableRow => ({
    index,
    documentId: id,
    title: title ?? t("table.gone"),
    cells: table.questions.map(() => undefined),
  }));
  return withCells(rows, table.cells);
}

/** Only the rows that get a cell are new. */
export function withCells(rows: TableRow[], cells: TableCell[]): TableRow[] {
  const changed = new Map<number, TableRow>();
  for (const cell of cells) {
    const row = changed.get(cell.row) ?? rows[cell.row];
    if (!row) continue;
    const copy = changed.get(cell.row) ?? { ...row, cells: [...row.cells] };
    copy.cells[cell.column] = cell;
    changed.set(cell.row, copy);
  }
  return changed.size === 0 ? rows : rows.map((row) => changed.get(row.index) ?? row);
}

/** What a row is sorted by in a column: numbers and dates by what they are, the rest by its words. */
export function sortKey(row: TableRow, column: number): number | string | undefined {
  const cell = row.cells[column];
  return cell && (cell.order ?? cell.words.toLowerCase());
}

export function compareKeys(one: number | string | undefined, other: number | string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  if (typeof one === "number" && typeof other === "number") return one - other;
  // Values before words such as "not found".
  if (typeof one === "number") return -1;
  if (typeof other === "number") return 1;
  return one < other ? -1 : 1;
}
