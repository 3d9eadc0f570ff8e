/**
 * The body of an answer, by the contract of its type (`docs/contract.md`). The
 * wire carries it as JSON; here it gets its form.
 */

export interface Span {
  anchor: string;
  line_start: number;
  line_end: number;
  quote: string | null;
}

export interface Item {
  /** In the JSON form of the answer's type. */
  value: unknown;
  spans: Span[];
}

export interface Answer {
  answer_found: boolean;
  items: Item[];
  extraction_method: string;
  complete_answer_found: boolean;
  conflicting_evidence: boolean;
  /** 0 to 1: how likely the value is right, as calibrated. */
  confidence: number;
  caveats: string[];
  suggested_clarification: string | null;
  keywords_found: string[];
}

/** The body in its form; fields that another contract leaves out are empty. */
export function answerOf(body: unknown): Answer | null {
  if (typeof body !== "object" || body === null) return null;
  const given = body as Partial<Answer>;
  return {
    answer_found: given.answer_found ?? false,
    items: given.items ?? [],
    extraction_method: given.extraction_method ?? "na",
    complete_answer_found: given.complete_answer_found ?? true,
    conflicting_evidence: given.conflicting_evidence ?? false,
    confidence: given.confidence ?? 0,
    caveats: given.caveats ?? [],
    suggested_clarification: given.suggested_clarification ?? null,
    keywords_found: given.keywords_found ?? [],
  };
}
