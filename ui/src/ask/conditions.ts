/** Conditions as a person changes them: always the whole list, in place of what the question says. */

import type { Condition } from "../backend/wire";

/** A condition whose parameters can be written anew. */
export type Written = Extract<Condition, { kind: "pages" | "lines" | "dated" }>;
export type WrittenKind = Written["kind"];
/** A condition on what is said of documents. */
export type Said = Extract<Condition, { kind: "metadata" }>;

export function isWritten(condition: Condition): condition is Written {
  return condition.kind === "pages" || condition.kind === "lines" || condition.kind === "dated";
}

export function sameCondition(one: Condition, other: Condition): boolean {
  // Both come from the same forms, with their fields in the same order.
  return JSON.stringify(one) === JSON.stringify(other);
}

export function withCondition(conditions: Condition[], added: Condition): Condition[] {
  return conditions.some((one) => sameCondition(one, added)) ? conditions : [...conditions, added];
}

export function withoutCondition(conditions: Condition[], at: number): Condition[] {
  return conditions.filter((_, index) => index !== at);
}

/** The condition at a place replaced; what then stands twice stands once. */
export function replaced(conditions: Condition[], at: number, changed: Condition): Condition[] {
  return conditions.with(at, changed).filter((one, index, all) => all.findIndex((other) => sameCondition(one, other)) === index);
}

/** Whole numbers from 1, in order; an empty second one is the first. */
export function rangeOf(first: string, last: string): { first: number; last: number } | null {
  const from = wholeNumber(first);
  const to = last.trim() === "" ? from : wholeNumber(last);
  return from !== null && to !== null && from <= to ? { first: from, last: to } : null;
}

const LARGEST = 9_999_999;

function wholeNumber(text: string): number | null {
  const number = /^\s*\d+\s*$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= LARGEST ? number : null;
}
