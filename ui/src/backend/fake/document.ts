/** Made-up documents for component tests and for work in a browser. */

import type { DocumentDetail, DocumentSummary, Line } from "../wire";
import { LONG_DOCUMENT, LONG_LINES, longDetail, SHEET_DOCUMENT, SHEET_LINES, sheetDetail } from "./long_document";

const PAGES: string[][] = [
  [
    "Sample Household Policy",
    "This is a made-up document for development.",
    "",
    "1. Parties",
    "The insurer is Northfield Mutual Insurance Society.",
    "The policyholder is Ms Adaeze B. Okafor.",
    "Her address is 14 Harbour Lane, Bristol BS1 4RB, United Kingdom.",
    "",
    "2. Term",
    "This policy takes effect on 1 March 2025 and ends on 28 February 2026.",
    "It renews for one year unless either party gives notice.",
  ],
  [
    "3. Cover",
    "The building is insured for GBP 420,000.",
    "The annual premium is GBP 1,284.50, payable in advance.",
    "A deductible of 10 % applies to each claim for water damage.",
    "",
    "4. Limits per item",
    "Item Limit",
    "Jewellery GBP 2,500",
    "Bicycles GBP 1,200",
    "Musical instruments GBP 4,000",
  ],
  [
    "5. Exclusions",
    "The following are not insured:",
    "(a) war and civil unrest;",
    "(b) damage by wear and tear;",
    "(c) loss of money held online.",
    "",
    "6. Amendment",
    "By endorsement of 15 April 2025 the effective date is 1 April 2025,",
    "and the premium is adjusted accordingly.",
    "Premiums are paid to GB82 WEST 1234 5698 7654 32.",
  ],
];

/** Of an A4 page, in points. */
export const WIDTH = 595;
export const HEIGHT = 842;
const LEFT = 60;
const TOP = 70;
const LEADING = 22;
const LETTER = 5.6;

export const LINES: Line[] = PAGES.flatMap((lines, page) =>
  lines.map((text, index) => ({
    page: page + 1,
    text,
    bounds: text === "" ? null : {
      left: LEFT,
      top: TOP + index * LEADING,
      right: LEFT + text.length * LETTER,
      bottom: TOP + index * LEADING + 14,
    },
  })),
).map((line, index) => ({ number: index + 1, ...line }));

export const SAMPLE: DocumentSummary = {
  id: "5a".repeat(32),
  title: "sample-policy.pdf",
  media_type: "pdf",
  pages: PAGES.length,
  pages_without_text: 0,
  lines: LINES.length,
  warnings: [],
  imported_at: "2026-11-02T09:30:00Z",
  event_date: "2025-03-01",
  metadata: { client: "Northwind" },
  collections: [],
  tags: [],
  other_names: [],
};

export const LETTER_DOCUMENT: DocumentSummary = {
  id: "7b".repeat(32),
  title: "letter-to-the-insurer.eml",
  media_type: "eml",
  pages: 1,
  pages_without_text: 0,
  lines: 9,
  warnings: ["One attachment was left out: it is encrypted."],
  imported_at: "2026-11-03T14:05:00Z",
  event_date: "2026-10-30",
  metadata: {},
  collections: [],
  tags: [],
  other_names: [],
};

export const LETTER_LINES: Line[] = [
  "From: Adaeze Okafor <a.okafor@example.org>",
  "To: claims@northfield.example",
  "Date: Fri, 30 Oct 2026 08:12:00 +0000",
  "Subject: Water damage in the kitchen",
  "",
  "Dear Sir or Madam,",
  "the pipe under the sink burst on 28 October 2026. The repair cost GBP 640.00.",
  "The plumber's invoice is attached.",
  "Adaeze Okafor",
].map((text, index) => ({ number: index + 1, page: 1, text, bounds: null }));

/** The line that holds these words. */
export function lineWith(words: string): Line {
  const line = LINES.find((candidate) => candidate.text.includes(words));
  if (!line) throw new Error(`the fake document has no line with: ${words}`);
  return line;
}

export function linesOf(id: string): Line[] {
  const others = { [LETTER_DOCUMENT.id]: LETTER_LINES, [LONG_DOCUMENT.id]: LONG_LINES, [SHEET_DOCUMENT.id]: SHEET_LINES };
  return others[id] ?? LINES;
}

export function detailOf(summary: DocumentSummary): DocumentDetail {
  if (summary.id === LONG_DOCUMENT.id) return longDetail();
  if (summary.id === SHEET_DOCUMENT.id) return sheetDetail();
  if (summary.id === LETTER_DOCUMENT.id) {
    const pages = [{ number: 1, width: 0, height: 0, first_line: 1, last_line: 9, image_only: false, label: null }];
    return { summary, drawable: false, pages, sections: [], tables: [] };
  }
  let next = 1;
  const pages = PAGES.map((lines, index) => {
    const first_line = next;
    next += lines.length;
    const [number, last_line] = [index + 1, next - 1];
    return { number, width: WIDTH, height: HEIGHT, first_line, last_line, image_only: false, label: null };
  });
  const headings = LINES.filter(({ text }) => /^\d\. /.test(text));
  const sections = headings.map(({ number, text }, index) => ({
    title: text,
    level: 1,
    first_line: number,
    last_line: (headings[index + 1]?.number ?? LINES.length + 1) - 1,
  }));
  const { number: first_line } = lineWith("Item Limit");
  const rows = [["Item", "Limit"], ["Jewellery", "GBP 2,500"], ["Bicycles", "GBP 1,200"], ["Musical instruments", "GBP 4,000"]];
  const cell = (row: number) => (text: string) => ({ text, line_start: first_line + row, line_end: first_line + row });
  const tables = [{ first_line, last_line: first_line + 3, header_rows: 1, rows: rows.map((row, index) => row.map(cell(index))) }];
  return { summary, drawable: true, pages, sections, tables };
}

/** A page drawn without a canvas: an SVG with the page's lines. */
export function pictureOf(id: string, page: number): Blob {
  const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const lines = linesOf(id).filter((line) => line.page === page && line.bounds);
  const words = lines.map(({ text, bounds }) =>
    `<text x="${bounds?.left}" y="${(bounds?.bottom ?? 0) - 3}" textLength="${(bounds?.right ?? 0) - (bounds?.left ?? 0)}">${escape(text)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${words.join("")}</svg>`;
  return new Blob([svg], { type: "image/svg+xml" });
}
