import type { ReactNode } from "react";
import type { MarkedRange } from "./marks";

/** A line's words with the marked ones marked. */
export function MarkedText({ text, ranges }: { text: string; ranges: MarkedRange[] }): ReactNode {
  if (ranges.length === 0) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, kind } of ranges) {
    parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} className={kind}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}
