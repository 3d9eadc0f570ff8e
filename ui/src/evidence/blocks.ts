/** What the reading of lines is made of: headings of pages, lines, and rows of tables. */

import type { DocumentDetail, Page, Table } from "../backend/wire";

export type Block =
  | { kind: "page"; page: Page }
  | { kind: "line"; number: number }
  /** Rows of a table, from `from` up to but not including `to`. */
  | { kind: "rows"; table: Table; from: number; to: number };

/** Rows drawn as one piece, so that a long sheet is not drawn whole. */
const ROWS = 25;

/** PDF pages keep their lines: what was taken for a table there is for the page to show. */
export function blocksOf({ pages, tables, drawable }: DocumentDetail): Block[] {
  const blocks: Block[] = [];
  const waiting = drawable ? [] : tables.toSorted((one, other) => one.first_line - other.first_line);
  for (const page of pages) {
    if (pages.length > 1) blocks.push({ kind: "page", page });
    for (let number = page.first_line; number <= page.last_line; number += 1) {
      const table = waiting[0]?.first_line === number ? waiting.shift() : undefined;
      if (!table) blocks.push({ kind: "line", number });
      else {
        blocks.push(...rowsOf(table));
        number = Math.min(table.last_line, page.last_line);
      }
    }
  }
  return blocks;
}

function rowsOf(table: Table): Block[] {
  const pieces = Math.ceil(table.rows.length / ROWS);
  return Array.from({ length: pieces }, (_, piece) => ({
    kind: "rows",
    table,
    from: piece * ROWS,
    to: Math.min(table.rows.length, (piece + 1) * ROWS),
  }));
}

/** The lines a block holds; null for one that holds none. */
export function extentOf(block: Block): { first: number; last: number } | null {
  if (block.kind === "page") return null;
  if (block.kind === "line") return { first: block.number, last: block.number };
  const cells = block.table.rows.slice(block.from, block.to).flat();
  return {
    first: cells.reduce((least, { line_start }) => Math.min(least, line_start), Infinity),
    last: cells.reduce((most, { line_end }) => Math.max(most, line_end), 0),
  };
}

/** Index of the block that holds a line; -1 where none does. */
export function blockOfLine(blocks: Block[], line: number): number {
  return blocks.findIndex((block) => {
    const extent = extentOf(block);
    return extent !== null && extent.first <= line && line <= extent.last;
  });
}

/** Widths of a table's columns in letters, from its longest cells, within reason. */
export function columnWidths(table: Table): number[] {
  const columns = table.rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) => {
    const longest = table.rows.reduce((most, row) => Math.max(most, row[column]?.text.length ?? 0), 0);
    return Math.min(36, Math.max(6, longest + 2));
  });
}
