/** What a person changed in how their question was understood. */

import type { Condition, Question } from "../backend/wire";

export interface Changes {
  answerType: string | null;
  shape: string | null;
  /** Null: as read from the question. */
  labels: string[] | null;
  model: string | null;
  /** Null: as the question says. */
  conditions: Condition[] | null;
}

export const UNCHANGED: Changes = { answerType: null, shape: null, labels: null, model: null, conditions: null };

export function questionOf(text: string, documentIds: string[], changes: Changes): Question {
  return {
    text,
    document_ids: documentIds,
    answer_type: changes.answerType,
    answer_shape: changes.shape,
    labels: changes.labels ?? [],
    model: changes.model,
    conditions: changes.conditions,
  };
}

/** Another type has shapes of its own, so a chosen shape does not outlive it. */
export function withType(changes: Changes, answerType: string | null): Changes {
  return { ...changes, answerType, shape: null };
}

/** `Lease, loan,, sale` becomes three labels. */
export function labelsOf(text: string): string[] {
  const labels = text.split(/[,\n]/).map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ""))];
}
