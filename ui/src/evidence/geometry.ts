/** Where marks stand on a page, in points. */

import type { Bounds, Line, Page } from "../backend/wire";
import type { Cited } from "./EvidenceViewer";

/** A numbered frame around cited lines. */
export interface Box extends Bounds {
  /** Indexes of the citations: several that cite the same lines, as cells of one row do, share a frame. */
  indexes: number[];
  /** Their numbers. */
  label: string;
}

/** Points between the letters and the frame. */
const MARGIN = 3;

/**
 * The frames of the citations on one page: one for each run of lines that
 * stand below one another, so that lines of two columns get two.
 */
export function boxesOf(lines: Line[], cited: Cited[]): Box[] {
  return sharing(cited).flatMap(({ first, last, indexes }) =>
    runs(lines.filter(({ number }) => number >= first && number <= last)).map((bounds) => ({
      left: Math.max(0, bounds.left - MARGIN),
      top: Math.max(0, bounds.top - MARGIN),
      right: bounds.right + MARGIN,
      bottom: bounds.bottom + MARGIN,
      indexes,
      label: numbersInWords(indexes.map((index) => cited[index]?.label ?? "")),
    })),
  );
}

interface Shared {
  first: number;
  last: number;
  indexes: number[];
}

/** The cited lines, each run of them once, with the citations of exactly these lines. */
function sharing(cited: Cited[]): Shared[] {
  const found: Shared[] = [];
  cited.forEach(({ first, last }, index) => {
    const known = found.find((one) => one.first === first && one.last === last);
    if (known) known.indexes.push(index);
    else found.push({ first, last, indexes: [index] });
  });
  return found;
}

/** `1`, `1, 4`, `1–3`: numbers that follow one another as a run. */
export function numbersInWords(labels: string[]): string {
  const runs: string[][] = [];
  for (const label of labels) {
    const run = runs.at(-1);
    if (run && Number(run.at(-1)) + 1 === Number(label)) run.push(label);
    else runs.push([label]);
  }
  return runs.flatMap((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run)).join(", ");
}

function runs(lines: Line[]): Bounds[] {
  const found: Bounds[] = [];
  for (const { bounds } of lines) {
    if (!bounds) continue;
    const run = found.at(-1);
    if (run && bounds.top >= run.top) Object.assign(run, around(run, bounds));
    else found.push({ ...bounds });
  }
  return found;
}

function around(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** The page that holds a line. */
export function pageOfLine(pages: Page[], line: number): Page | undefined {
  return pages.find(({ first_line, last_line }) => first_line <= line && line <= last_line);
}

/** Scale at which the widest page fills the width. */
export function fitWidth(pages: Page[], width: number): number {
  const widest = pages.reduce((most, page) => Math.max(most, page.width), 1);
  return Math.max(0.2, width / widest);
}

/** Picture elements a point: in quarters, so that a few pixels of width draw nothing anew. */
export function pictureScale(zoom: number, devicePixels: number): number {
  return Math.min(4, Math.max(0.5, Math.ceil(zoom * devicePixels * 4) / 4));
}

/** Pixels between two pages. */
export const GAP = 16;

/** Where each page starts in the column, and at last where the column ends. */
export function startsOf(pages: Page[], scale: number): number[] {
  const starts = [GAP];
  for (const { height } of pages) starts.push((starts.at(-1) ?? 0) + Math.round(height * scale) + GAP);
  return starts;
}

/** Index of the page at an offset of the column. */
export function pageAt(starts: number[], offset: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The offset in another column, of other scale, at which the same spot of the same page stands. */
export function sameSpot(before: number[], after: number[], offset: number): number {
  const page = pageAt(before, offset);
  const [start = 0, end = start + 1] = before.slice(page, page + 2);
  const [newStart = 0, newEnd = newStart] = after.slice(page, page + 2);
  return newStart + ((offset - start) / (end - start)) * (newEnd - newStart);
}
