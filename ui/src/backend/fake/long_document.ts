/** A document of 500 pages and a sheet of 600 rows, for what must not be slow. */

import type { DocumentDetail, DocumentSummary, Line } from "../wire";

const PAGES = 500;
const LINES_A_PAGE = 40;
/** What is printed on the pages before the report proper. */
const FRONT_MATTER = ["i", "ii", "iii", "iv"];
/** A page that is a picture and holds no text. */
export const PICTURE_PAGE = 7;

export const LONG_DOCUMENT: DocumentSummary = {
  id: "9c".repeat(32),
  title: "annual-report.pdf",
  media_type: "pdf",
  pages: PAGES,
  pages_without_text: 1,
  lines: (PAGES - 1) * LINES_A_PAGE,
  warnings: ["Page 7 is a picture and holds no text."],
  imported_at: "2026-11-05T08:00:00Z",
  event_date: "2025-12-31",
  metadata: {},
  collections: [],
  tags: [],
  other_names: [],
};

export const LONG_LINES: Line[] = Array.from({ length: PAGES }, (_, page) => page + 1)
  .filter((page) => page !== PICTURE_PAGE)
  .flatMap((page) => Array.from({ length: LINES_A_PAGE }, (_, index) => ({ page, index })))
  .map(({ page, index }, at) => ({
    number: at + 1,
    page,
    text: index === 20 ? `The reserve of year ${1500 + page} was EUR ${page}00.` : `Paragraph ${index + 1} of page ${page} of the report.`,
    bounds: { left: 60, top: 60 + index * 18, right: 330, bottom: 73 + index * 18 },
  }));

export function longDetail(): DocumentDetail {
  let next = 1;
  const pages = Array.from({ length: PAGES }, (_, index) => {
    const image_only = index + 1 === PICTURE_PAGE;
    const first_line = next;
    next += image_only ? 0 : LINES_A_PAGE;
    const label = FRONT_MATTER[index] ?? null;
    return { number: index + 1, width: 595, height: 842, first_line, last_line: next - 1, image_only, label };
  });
  return { summary: LONG_DOCUMENT, drawable: true, pages, sections: [], tables: [] };
}

const ROWS = 600;

export const SHEET_DOCUMENT: DocumentSummary = {
  id: "3d".repeat(32),
  title: "claims-2025.xlsx",
  media_type: "xlsx",
  pages: 1,
  pages_without_text: 0,
  lines: ROWS + 2,
  warnings: [],
  imported_at: "2026-11-06T08:00:00Z",
  event_date: null,
  metadata: {},
  collections: [],
  tags: [],
  other_names: [],
};

const CELLS: string[][] = [
  ["Claim", "Date", "Cause", "Paid (GBP)"],
  ...Array.from({ length: ROWS }, (_, row) => [
    `C-${1000 + row}`,
    `2025-${String((row % 12) + 1).padStart(2, "0")}-15`,
    row % 3 === 0 ? "Burst pipe" : "Storm",
    (row * 12.5 + 100).toFixed(2),
  ]),
];

export const SHEET_LINES: Line[] = ["Claims", ...CELLS.map((row) => row.join(" | "))].map((text, index) => ({
  number: index + 1,
  page: 1,
  text,
  bounds: null,
}));

export function sheetDetail(): DocumentDetail {
  const rows = CELLS.map((row, index) => row.map((text) => ({ text, line_start: index + 2, line_end: index + 2 })));
  return {
    summary: SHEET_DOCUMENT,
    drawable: false,
    pages: [{ number: 1, width: 0, height: 0, first_line: 1, last_line: SHEET_LINES.length, image_only: false, label: null }],
    sections: [],
    tables: [{ first_line: 2, last_line: SHEET_LINES.length, header_rows: 1, rows }],
  };
}
