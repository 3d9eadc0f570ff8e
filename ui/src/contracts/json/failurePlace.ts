import type { Failure } from "../../backend/wire";
import { escaped } from "./read";
import type { Part, Reading } from "./read";
import { offsetOf, partOf } from "./place";

/**
 * The place in the schema that a failure of the compiler names: `line 2, column 5`,
 * or ``at `/properties/x`, keyword `pattern` ``. Null where it names none.
 */
export function failurePlace(
  { message }: Failure,
  text: string,
  reading: Reading,
): { from: number; to: number } | null {
  const spot = /line (\d+),? column (\d+)/.exec(message);
  if (spot) {
    const from = offsetOf(text, Number(spot[1]), Number(spot[2]));
    return { from, to: Math.min(from + 1, text.length) };
  }
  const pointer = /at the root of the schema/.test(message)
    ? ""
    : (/\bat `?(\/[^`\n]*?)(?:`|[,:;]? |[,:;.]?$)/.exec(message)?.[1] ?? null);
  if (pointer === null) return null;
  const keyword = /keyword `([^`]+)`/.exec(message)?.[1];
  const part = partOf(reading, keyword === undefined ? pointer : `${pointer}/${escaped(keyword)}`);
  return part && around(part, part.pointer === "");
}

/** The value itself; of the whole schema only its first sign, or all would be underlined. */
function around({ from, to }: Part, whole: boolean): { from: number; to: number } {
  return whole ? { from, to: from + 1 } : { from, to };
}
