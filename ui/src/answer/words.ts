/** What the service's codes mean, in words a person reads. */

import type { Answer, PublicResponse } from "../backend/contract";

export type Tone = "good" | "warn" | "bad";

export interface State {
  words: string;
  tone: Tone;
}

/** The one state in the head of the answer card. */
export function stateOf(response: PublicResponse): State {
  if (response.status === "FAILED") return { words: "Failed", tone: "bad" };
  if (response.status === "NO_EVIDENCE" || response.answer?.answer_found !== true) {
    return { words: "Not found", tone: "warn" };
  }
  if (response.answer.conflicting_evidence) return { words: "Conflicting", tone: "warn" };
  if (!response.answer.complete_answer_found) return { words: "Partial", tone: "warn" };
  if (response.needs_human_review) return { words: "Needs a check", tone: "warn" };
  return { words: "Answered", tone: "good" };
}

const METHODS: Record<string, string> = {
  verbatim: "Stands word for word in the document.",
  computed: "Computed from what the document states.",
  inferred: "Not explicit in the document: inferred.",
};

const DECISIONS: Record<string, string> = {
  broaden: "More of the document may bear on this.",
  clarify: "The question may be too vague.",
  reparse: "The passage looks badly read; compare with the page.",
};

const FLAGS: Record<string, string> = {
  conflicting_evidence: "The document contradicts itself: all values are shown, none was chosen.",
  partial: "The answer may not be complete.",
  truncated: "The passage goes on after what was read.",
  suspicious_new_ids: "Holds a name or number that the evidence does not.",
  low_confidence: "The model rated its own answer low.",
};

export interface Signal {
  words: string;
  warn: boolean;
}

/** Everything a person should know before relying on the answer, once each. */
export function signalsOf(response: PublicResponse): Signal[] {
  const signals: Signal[] = [];
  const add = (words: string | null | undefined, warn: boolean) => {
    if (words && !signals.some((signal) => signal.words === words)) signals.push({ words, warn });
  };
  const { answer } = response;
  if (answer) addAnswer(answer, add);
  for (const flag of response.flags) add(FLAGS[flag] ?? humanise(flag), true);
  add(DECISIONS[response.decision], true);
  if (response.needs_human_review) add("A person should check this answer.", true);
  return signals;
}

function addAnswer(answer: Answer, add: (words: string | null | undefined, warn: boolean) => void) {
  add(METHODS[answer.extraction_method], answer.extraction_method === "inferred");
  if (answer.conflicting_evidence) add(FLAGS["conflicting_evidence"], true);
  if (answer.answer_found && !answer.complete_answer_found) add(FLAGS["partial"], true);
  for (const caveat of answer.caveats) add(caveat, true);
  add(answer.suggested_clarification, true);
}

/** `table_rows_uneven` becomes `Table rows uneven.`; text that is already words stays. */
export function humanise(code: string): string {
  if (/\s/.test(code)) return code;
  const words = code.replaceAll(/[_-]+/g, " ").trim();
  return words === "" ? code : `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}.`;
}

export function linesInWords(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}
