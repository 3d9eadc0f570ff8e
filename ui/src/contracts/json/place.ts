/** Places of a JSON text: from offsets to JSON Pointers and back. */

import type { Part, Reading } from "./read";
import { t } from "../../language/language";

/** The innermost value at an offset; its key counts as part of it. */
export function partAt({ parts }: Reading, offset: number): Part | null {
  let innermost: Part | null = null;
  for (const part of parts) {
    const from = part.key?.from ?? part.from;
    if (from > offset) break;
    if (offset <= part.to) innermost = part;
  }
  return innermost;
}

/** The value of this pointer, or the nearest above it that is there. */
export function partOf({ parts }: Reading, pointer: string): Part | null {
  const known = new Map(parts.map((part) => [part.pointer, part]));
  for (const above of upwards(pointer)) {
    const part = known.get(above);
    if (part) return part;
  }
  return null;
}

/** A pointer and all above it: `/a/b`, `/a`, the empty one. */
export function upwards(pointer: string): string[] {
  const above = [pointer];
  for (let rest = pointer; rest.includes("/");) {
    rest = rest.slice(0, rest.lastIndexOf("/"));
    above.push(rest);
  }
  return above;
}

export function keysOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A pointer in words. */
export function shown(pointer: string): string {
  return pointer === "" ? t("contracts.wholeValue") : pointer;
}

/** The offset of a line and column, both counted from 1; within the text. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const at = Math.min(Math.max(line, 1), lines.length);
  const before = lines.slice(0, at - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return before + Math.min(Math.max(column, 1) - 1, lines[at - 1]?.length ?? 0);
}

export function lineColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 };
}
