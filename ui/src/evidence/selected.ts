/** Words of a document that a person selected, and the lines in which they stand. */

export interface Selected {
  first: number;
  last: number;
  /** The words, with single spaces. */
  quote: string;
}

/** Where the words of a line are; numbers and marks beside them are none. */
const WORDS = ".words, td:not(.sheet-number), th";

/** What a range holds of the lines below an element; null where it holds no words of any. */
export function selectedIn(range: Range, root: Element): Selected | null {
  const held = [...root.querySelectorAll<HTMLElement>("[data-line]")]
    .filter((line) => range.intersectsNode(line))
    .map((line) => ({ number: Number(line.dataset["line"]), text: textOf(line, range) }))
    .filter(({ text }) => text !== "");
  const numbers = held.map(({ number }) => number);
  const quote = held.map(({ text }) => text).join(" ");
  return quote === "" ? null : { first: Math.min(...numbers), last: Math.max(...numbers), quote };
}

function textOf(line: HTMLElement, range: Range): string {
  const found = [...line.querySelectorAll(WORDS)];
  const parts = found.length > 0 ? found : [line];
  const texts = parts.filter((part) => range.intersectsNode(part)).map((part) => clipped(part, range).toString());
  return texts.join(" ").trim().replaceAll(/\s+/g, " ");
}

/** The part of an element that lies in a range. */
function clipped(part: Node, range: Range): Range {
  const inside = document.createRange();
  inside.selectNodeContents(part);
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0) inside.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) inside.setEnd(range.endContainer, range.endOffset);
  return inside;
}
