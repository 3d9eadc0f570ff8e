/** Where a quote stands in its lines. */

import type { Line } from "../backend/wire";

/** A part of a line's text, in UTF-16 offsets; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Finds the quote in the lines, with white space counted as single spaces (a
 * quote may run over line ends), and returns the part of each line it covers,
 * by line number. Empty when the quote does not stand there.
 */
export function findQuote(lines: Line[], quote: string): Map<number, Range> {
  const ranges = new Map<number, Range>();
  const { text, places } = collapse(lines);
  const wanted = quote.trim().replaceAll(/\s+/g, " ");
  const start = wanted === "" ? -1 : text.indexOf(wanted);
  if (start < 0) return ranges;
  for (const { line, offset } of places.slice(start, start + wanted.length)) {
    const range = ranges.get(line);
    if (range) range.end = offset + 1;
    else ranges.set(line, { start: offset, end: offset + 1 });
  }
  return ranges;
}

interface Place {
  line: number;
  offset: number;
}

/** The lines as one text with single spaces, and where each of its characters stands. */
function collapse(lines: Line[]): { text: string; places: Place[] } {
  let text = "";
  const places: Place[] = [];
  for (const { number, text: words } of lines) {
    if (text !== "" && !text.endsWith(" ")) {
      text += " ";
      places.push({ line: number, offset: 0 });
    }
    for (let offset = 0; offset < words.length; offset += 1) {
      const space = /\s/.test(words.charAt(offset));
      if (space && (text === "" || text.endsWith(" "))) continue;
      text += space ? " " : words.charAt(offset);
      places.push({ line: number, offset });
    }
  }
  return { text, places };
}

/**
 * The first place in a line where these words stand next to each other; case
 * and white space do not count.
 */
export function findWords(text: string, words: string): Range | null {
  const parts = words.trim().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return null;
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+");
  const found = new RegExp(pattern, "iu").exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}
