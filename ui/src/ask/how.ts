/** Whether several documents are asked each by itself, or all together. */

import type { ParsedQuestion } from "../backend/wire";
import type { Changes } from "./changes";

export type How = "each" | "together";

/** What is written of all documents as one thing. */
const PROSE = ["structured_answer", "cited_text", "support_reply"];

/** A table has no place for conditions or a model that a person set for this question alone. */
export function canEach(documents: number, changes: Changes): boolean {
  return documents > 1 && changes.conditions === null && changes.model === null;
}

/** Where nobody said how: a question about one value is put to each document. */
export function usualHow(parsed: ParsedQuestion | null, changes: Changes): How {
  if (!parsed) return "together";
  const type = changes.answerType ?? parsed.answer_type;
  const shape = changes.shape ?? parsed.answer_shape;
  return shape === "single" && parsed.steps.length === 0 && !PROSE.includes(type) ? "each" : "together";
}
