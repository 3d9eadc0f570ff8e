/** What the service's codes mean, in words a person reads. */

import { answerOf } from "../backend/answer";
import type { Answer } from "../backend/answer";
import type { Explanation, Response } from "../backend/wire";
import type { Tone } from "../kit/StateWord";
import { t } from "../language/language";

export interface State {
  words: string;
  tone: Tone;
}

/** What the service says where no answer was given though the documents may hold one. */
export const UNSURE = "No answer sure enough.";

/** The one state in the head of the answer card. */
export function stateOf(response: Response): State {
  const answer = answerOf(response.answer);
  if (response.status === "FAILED") return { words: t("answer.states.failed"), tone: "bad" };
  if (response.status === "NO_EVIDENCE" || answer?.answer_found !== true) {
    return { words: response.message === UNSURE ? t("answer.states.notSure") : t("answer.states.notFound"), tone: "warn" };
  }
  if (answer.conflicting_evidence) return { words: t("answer.states.conflicting"), tone: "warn" };
  if (!answer.complete_answer_found) return { words: t("answer.states.partly"), tone: "warn" };
  if (response.needs_human_review) return { words: t("answer.states.check"), tone: "warn" };
  return { words: t("answer.states.answered"), tone: "good" };
}

/** The same, of what a list of earlier questions knows. */
export function stateOfDecision(decision: string): State {
  const known: Record<string, State> = {
    ship: { words: t("answer.states.answered"), tone: "good" },
    review: { words: t("answer.states.check"), tone: "warn" },
    broaden: { words: t("answer.states.partly"), tone: "warn" },
    reparse: { words: t("answer.states.check"), tone: "warn" },
    conflict: { words: t("answer.states.conflicting"), tone: "warn" },
    clarify: { words: t("answer.states.unclear"), tone: "warn" },
    no_answer: { words: t("answer.states.notFound"), tone: "warn" },
    not_sure: { words: t("answer.states.notSure"), tone: "warn" },
    failed: { words: t("answer.states.failed"), tone: "bad" },
    cancelled: { words: t("answer.states.cancelled"), tone: "plain" },
  };
  return known[decision] ?? { words: sentence(decision).replace(/\.$/, ""), tone: "plain" };
}

const METHODS: Record<string, string> = {
  verbatim: t("answer.methods.verbatim"),
  computed: t("answer.methods.computed"),
  inferred: t("answer.methods.inferred"),
};

const DECISIONS: Record<string, string> = {
  broaden: t("answer.decisions.broaden"),
  clarify: t("answer.decisions.clarify"),
  reparse: t("answer.decisions.reparse"),
};

/** Flags of the service in fuller words; null: the state in the head says it. */
const FLAGS: Record<string, string | null> = {
  "not found": null,
  "the passages contradict each other":
    t("answer.flags.conflict"),
  "may be partial": t("answer.flags.partial"),
  "not sure that this is what was asked for": t("answer.flags.asked"),
  "inferred, not stated word for word": METHODS["inferred"] ?? null,
  "the passage may be badly read": DECISIONS["reparse"] ?? null,
};

export interface Signal {
  words: string;
  warn: boolean;
}

/** Everything a person should know before relying on the answer, once each. */
export function signalsOf(response: Response): Signal[] {
  const signals: Signal[] = [];
  const add = (words: string | null | undefined, warn: boolean) => {
    if (words && !signals.some((signal) => signal.words === words)) signals.push({ words, warn });
  };
  const answer = answerOf(response.answer);
  if (answer) addAnswer(answer, add);
  for (const flag of response.flags) {
    const known = FLAGS[flag];
    add(known === undefined ? sentence(flag) : known, true);
  }
  add(DECISIONS[response.decision], true);
  if (response.needs_human_review) add(t("answer.flags.person"), true);
  return signals;
}

function addAnswer(answer: Answer, add: (words: string | null | undefined, warn: boolean) => void): void {
  if (answer.answer_found) add(METHODS[answer.extraction_method], answer.extraction_method === "inferred");
  if (answer.conflicting_evidence) add(FLAGS["the passages contradict each other"], true);
  if (answer.answer_found && !answer.complete_answer_found) add(FLAGS["may be partial"], true);
  for (const caveat of answer.caveats) add(sentence(caveat), true);
  add(answer.suggested_clarification && sentence(answer.suggested_clarification), true);
}

/** `table_rows_uneven` and `rows may be uneven` become sentences; what is one stays. */
export function sentence(code: string): string {
  const words = (/\s/.test(code) ? code : code.replaceAll(/[_-]+/g, " ")).trim();
  if (words === "") return code;
  const begun = capital(words);
  return /[.?!:]$/.test(begun) ? begun : `${begun}.`;
}

const SHAPES: Record<string, string> = {
  single: t("answer.shapes.single"),
  listing: t("answer.shapes.listing"),
  table: t("answer.shapes.table"),
  tree: t("answer.shapes.tree"),
  nested_json: t("answer.shapes.nested"),
};

export function shapeInWords(shape: string): string {
  return SHAPES[shape] ?? plain(shape);
}

/** With a capital at the beginning. */
export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** `policy_number` becomes `policy number`. */
export function plain(code: string): string {
  return code.replaceAll(/[_-]+/g, " ").trim();
}

/** A cell that is mostly digits, perhaps with a currency or a percent sign. */
export function looksLikeFigure(cell: string): boolean {
  return /^\s*\(?(?:[A-Z]{3}|[$€£¥])?\s*[-−+]?\d[\d.,\s]*(?:[A-Z]{3}|[%€])?\)?\s*$/.test(cell);
}

export function linesInWords(first: number, last: number): string {
  return first === last ? t("answer.line", { first }) : t("answer.lines", { first, last });
}

/** Whether the reader chose alone: no model that writes was asked, and so none is named with its processor. */
export function wroteNothing({ backend }: Explanation): boolean {
  return backend === "";
}
