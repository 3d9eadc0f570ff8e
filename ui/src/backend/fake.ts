/**
 * A backend without a service, a vault or a model: one made-up document and a
 * few rules. It exists for component tests and for work in a browser; the
 * header says so wherever it runs.
 */

import type {
  Answer,
  AnswerType,
  AskOutcome,
  Backend,
  Citation,
  DocumentSummary,
  Failure,
  Item,
  Progress,
  PublicResponse,
  Question,
} from "./contract";
import { LINES, lineWith, SAMPLE } from "./fake_document";

interface Options {
  /** Pause between two steps of an answer, in milliseconds. */
  stepMs?: number;
  documents?: DocumentSummary[];
  /** Thrown by every import. */
  importFailure?: Failure;
  /** Thrown by every question. */
  askFailure?: Failure;
}

interface Rule {
  when: RegExp;
  type: string;
  shape?: string;
  values: { value: unknown; words: string }[];
  change?: Partial<Answer>;
  flags?: string[];
  decision?: string;
}

const RULES: Rule[] = [
  {
    when: /premium/i,
    type: "amount",
    values: [{ value: { value: 1284.5, currency: "GBP", unit: null }, words: "GBP 1,284.50" }],
  },
  {
    when: /effect/i,
    type: "date",
    values: [
      { value: { iso: "2025-03-01", original: "1 March 2025" }, words: "1 March 2025" },
      { value: { iso: "2025-04-01", original: "1 April 2025" }, words: "1 April 2025" },
    ],
    change: { conflicting_evidence: true, caveats: ["Two effective dates are stated."] },
    flags: ["conflicting_evidence"],
    decision: "conflict",
  },
  {
    when: /limits/i,
    type: "table",
    shape: "table",
    values: [
      {
        value: {
          headers: ["Item", "Limit"],
          rows: [
            ["Jewellery", "GBP 2,500"],
            ["Bicycles", "GBP 1,200"],
            ["Musical instruments", "GBP 4,000"],
          ],
        },
        words: "Jewellery GBP 2,500",
      },
    ],
  },
  {
    when: /exclu|not insured/i,
    type: "list",
    shape: "listing",
    values: [
      { value: "war and civil unrest", words: "war and civil unrest" },
      { value: "damage by wear and tear", words: "damage by wear and tear" },
      { value: "loss of money held online", words: "loss of money held online" },
    ],
    change: { complete_answer_found: false },
    flags: ["partial"],
    decision: "review",
  },
];

const TYPES: AnswerType[] = [
  { name: "text", title: "Text", description: "A passage in the document's words." },
  { name: "amount", title: "Amount", description: "A sum of money with its currency." },
  { name: "date", title: "Date", description: "A calendar date." },
  { name: "list", title: "List", description: "Several values." },
  { name: "table", title: "Table", description: "Rows and columns." },
];

export function createFakeBackend(options: Options = {}): Backend {
  const documents = [...(options.documents ?? [])];
  let cancelled = false;

  return {
    notice: "Development data: no model is running",
    listDocuments: async () => [...documents],
    chooseDocuments: async () => [],
    onDrop: () => () => undefined,
    sampleDocument: async () => ({
      path: "samples/sample-policy.pdf",
      questions: [
        "What is the annual premium?",
        "When does the policy take effect?",
        "What are the limits per item?",
        "What is not insured?",
        "Who is the broker?",
      ],
    }),
    answerTypes: async () => TYPES,
    importDocument: async () => {
      if (options.importFailure) throw options.importFailure;
      const already_there = documents.some(({ id }) => id === SAMPLE.id);
      if (!already_there) documents.push(SAMPLE);
      return { document: SAMPLE, already_there };
    },
    ask: async (question, report) => {
      cancelled = false;
      for (const progress of STEPS) {
        report(progress);
        await pause(options.stepMs ?? 0);
        if (cancelled) throw CANCELLED;
      }
      if (options.askFailure) throw options.askFailure;
      return answer(question);
    },
    cancelAsk: async () => {
      cancelled = true;
    },
    documentLines: async (_id, first, last) => LINES.slice(Math.max(0, first - 1), last),
    verifyAudit: async () => ({ records: 3, ok: true, first_bad: null }),
  };
}

const CANCELLED: Failure = { kind: "cancelled", message: "The question was cancelled.", help: "" };

const STEPS: Progress[] = [
  { stage: "retrieve", done: 3, total: 3 },
  { stage: "load_model", done: 98, total: 98 },
  { stage: "prefill", done: 200, total: 400 },
  { stage: "prefill", done: 400, total: 400 },
  { stage: "score", done: 6, total: 9 },
  { stage: "decode", done: 12, total: null },
  { stage: "validate", done: 1, total: 1 },
  { stage: "record", done: 1, total: 1 },
];

function answer(question: Question): AskOutcome {
  const rule = RULES.find(({ when }) => when.test(question.text));
  return { response: rule ? found(rule) : notFound(question), record_id: "r-4" };
}

function found(rule: Rule): PublicResponse {
  const citations: Citation[] = rule.values.map(({ words }, index) => ({
    anchor: `C${index}`,
    document_id: SAMPLE.id,
    document_title: SAMPLE.title,
    page_number: lineWith(words).page,
    line_start: lineWith(words).number,
    line_end: lineWith(words).number,
    quote: words,
  }));
  const items: Item[] = rule.values.map(({ value, words }, index) => ({
    value,
    spans: [
      {
        anchor: `C${index}`,
        line_start: lineWith(words).number,
        line_end: lineWith(words).number,
        quote: words,
      },
    ],
  }));
  return {
    ...BLANK,
    status: "OK",
    answer: {
      answer_found: true,
      items,
      extraction_method: "verbatim",
      complete_answer_found: true,
      conflicting_evidence: false,
      confidence: 0.86,
      caveats: [],
      ...rule.change,
    },
    citations,
    answer_type: rule.type,
    answer_shape: rule.shape ?? "single",
    decision: rule.decision ?? "ship",
    needs_human_review: rule.decision !== undefined,
    flags: rule.flags ?? [],
  };
}

function notFound(question: Question): PublicResponse {
  return {
    ...BLANK,
    status: "NO_EVIDENCE",
    answer: null,
    answer_type: question.answerType ?? "text",
    decision: "no_answer",
    message: "The document does not say.",
  };
}

const BLANK: PublicResponse = {
  request_id: "q-4",
  status: "FAILED",
  answer: null,
  citations: [],
  token_usage: { prompt: 402, completion: 31, total: 433 },
  latency_ms: 2140,
  answer_type: "text",
  answer_shape: "single",
  decision: "ship",
  needs_human_review: false,
  flags: [],
  message: null,
};

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
