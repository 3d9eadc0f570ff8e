import type { AskOutcome, DocumentSummary, Explanation, HeldBack, ParsedQuestion, Passage, Question, SearchedInVain } from "../wire";
import { lineWith, SAMPLE } from "./document";
import { conditionsRead, excludedBy } from "./conditions";
import { ruleFor } from "./question_rules";

/** So many lines of the sample, from this one on. */
function held(first_line: number, lines: number): Passage {
  return { anchor: null, document_id: SAMPLE.id, document_title: SAMPLE.title, page: 3, first_line, last_line: first_line + lines - 1 };
}

const IN_VAIN: SearchedInVain = {
  passages: 48,
  by_words: 48,
  by_meaning: 48,
  read: 12,
  unread_pages: 0,
  is_silent: false,
  nearest: [held(12, 4), held(24, 3), held(30, 2)],
};

const SILENT: SearchedInVain = { ...IN_VAIN, passages: 12, by_words: 12, by_meaning: 12, is_silent: true };

/** Everything was read and nothing speaks of it: swimming pools, here. */
export function isSilent(question: string): boolean {
  return question.includes("pool");
}

const HELD_BACK: HeldBack[] = [
  { reason: "below_similarity", count: 7, passages: [24, 25, 26, 27, 28, 29, 30].map((line) => held(line, 1)) },
  {
    reason: "near_duplicate",
    count: 2,
    passages: [
      held(22, 2),
      { anchor: null, document_id: "9c".repeat(6), document_title: null, page: null, first_line: 4, last_line: 9 },
    ],
  },
];

export function parse(question: Question, shelf: DocumentSummary[]): ParsedQuestion {
  const rule = ruleFor(question);
  const answer_type = question.answer_type ?? rule?.type ?? "text";
  const read = conditionsRead(question.text);
  const conditions = question.conditions ?? read;
  return {
    question: question.text,
    language: "english",
    keywords: question.text.toLowerCase().match(/[a-z]{5,}/g) ?? [],
    phrases: [],
    conditions,
    conditions_set: question.conditions !== null,
    conditions_read: read,
    excluded: excludedBy(conditions, shelf.filter(({ id }) => question.document_ids.includes(id))),
    answer_type,
    certainty: question.answer_type ? "person" : rule ? "sure" : "guess",
    alternatives: rule ? [] : ["organization", "date"],
    answer_shape: question.answer_shape ?? rule?.shape ?? "single",
    shapes: answer_type === "table" ? ["table"] : ["single", "listing"],
    columns: [],
    labels: question.labels.length > 0 ? question.labels : (rule?.labels ?? []),
    steps: rule?.steps ?? [],
    clarifications: /\bit\b/i.test(question.text) ? ["Whom or what does “it” stand for?"] : [],
  };
}

export function explain(outcome: AskOutcome, shelf: DocumentSummary[]): Explanation {
  const { record_id, time, question, document_ids, conditions, response } = outcome;
  const found = response.citations.length > 0;
  const asked = { text: question, document_ids, answer_type: null, answer_shape: null, labels: [], model: null, conditions };
  return {
    record_id,
    time,
    parsed: parse(asked, shelf),
    rounds: [
      { why: "ask", decision: "rephrase", probability: 0.12, passages: [held(24, 3)] },
      { why: "rephrase", decision: response.decision, probability: 0.86, passages: [held(12, 10), held(27, 4)] },
    ].slice(found ? 1 : 0),
    terms_reworded: [],
    searched: found ? null : isSilent(question) ? SILENT : IN_VAIN,
    program: "Attest 0.1.0",
    candidates: 4,
    probability: 0.86,
    threshold: 0.35,
    passages: [
      { anchor: "C0", document_id: SAMPLE.id, document_title: SAMPLE.title, page: 2, first_line: 12, last_line: 21 },
    ],
    held_back: HELD_BACK,
    hostile_signs: [{ name: "instruction to a model", count: 1 }],
    grammar: 'root ::= "{" ws "}"\nws ::= " "?\n',
    prompt: `Answer from the passages only.\n\n[C0]\n${lineWith("premium").text}\n\nQuestion: ${question}`,
    draft: JSON.stringify(response.answer),
    attempts: 1,
    quality: 0.97,
    model: "smollm2-135m-instruct-q4_1",
    backend: "CPU",
    times: [
      { stage: "finding passages", ms: 20 },
      { stage: "reading the prompt", ms: 1400 },
      { stage: "weighing values", ms: 610 },
      { stage: "writing the answer", ms: 40 },
      { stage: "everything else, earlier rounds included", ms: 70 },
    ],
    tokens: [
      { name: "prompt", count: 402 },
      { name: "weighed", count: 58 },
      { name: "forced by the grammar", count: 25 },
      { name: "chosen by the model", count: 6 },
    ],
    hashes: [
      { name: "record", sha256: "ab".repeat(32) },
      { name: "prompt", sha256: "cd".repeat(32) },
      { name: "grammar", sha256: "ef".repeat(32) },
    ],
  };
}
