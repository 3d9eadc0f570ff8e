/** How many documents say what. */

import type { CellState, TableCell } from "../backend/wire";

export interface Said {
  words: string;
  documents: number;
}

/** States in which a document gives a value, so far as is known. */
const VALUED: CellState[] = ["sure", "check", "conflict", "confirmed", "corrected", "disputed"];

export function hasValue({ state }: TableCell): boolean {
  return VALUED.includes(state);
}

/** The different values, those of most documents first; capitals and spaces make no difference. */
export function saidBy(cells: TableCell[]): Said[] {
  const counted = new Map<string, Said>();
  for (const { words } of cells.filter(hasValue)) {
    const key = words.toLowerCase().split(/\s+/).join(" ").trim();
    const said = counted.get(key) ?? { words, documents: 0 };
    counted.set(key, { ...said, documents: said.documents + 1 });
  }
  return [...counted.values()].sort((one, other) => other.documents - one.documents);
}
