/** Which lines and words are marked: what was cited, and what was searched for. */

import type { Line } from "../backend/wire";
import type { Cited } from "./EvidenceViewer";
import type { LineStore } from "./lineStore";
import { findQuote, findWords } from "./quote";
import type { Range } from "./quote";

export interface Marks {
  cited: Cited[];
  /** Index of the citation in sight; -1: none. */
  active: number;
  /** Words that are searched for; empty: none. */
  words: string;
  /** Line of the finding in sight. */
  found: number | null;
}

export type MarkKind = "quote" | "active-quote" | "found" | "active-found";

export interface MarkedRange extends Range {
  kind: MarkKind;
}

/** Indexes of the citations that a line belongs to. */
export function citedAt(marks: Marks, line: number): number[] {
  return marks.cited.flatMap(({ first, last }, index) => (first <= line && line <= last ? [index] : []));
}

/** The marked parts of a line, in order and without overlap; earlier kinds win. */
export function rangesOf(line: Line, marks: Marks, lines: LineStore): MarkedRange[] {
  const isActive = (index: number) => index === marks.active;
  const wanted: MarkedRange[] = [];
  const hit = marks.words === "" ? null : findWords(line.text, marks.words);
  if (hit) wanted.push({ ...hit, kind: marks.found === line.number ? "active-found" : "found" });
  const around = citedAt(marks, line.number);
  const activeFirst = [...around.filter(isActive), ...around.filter((index) => !isActive(index))];
  for (const index of activeFirst) {
    const cited = marks.cited[index];
    if (!cited?.quote) continue;
    const range = findQuote(lines.range(cited.first, cited.last), cited.quote).get(line.number);
    if (range) wanted.push({ ...range, kind: isActive(index) ? "active-quote" : "quote" });
  }
  const kept: MarkedRange[] = [];
  for (const range of wanted) {
    if (kept.every((other) => range.end <= other.start || other.end <= range.start)) kept.push(range);
  }
  return kept.toSorted((one, other) => one.start - other.start);
}
