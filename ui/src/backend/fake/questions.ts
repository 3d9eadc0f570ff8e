import type { Answer, Item } from "../answer";
import type { Questions } from "../backend";
import type { AskOutcome, Citation, DocumentSummary, Failure, Line, PageBox, Progress, Question, Response } from "../wire";
import { excludedBy } from "./conditions";
import { lineWith, SAMPLE } from "./document";
import { explain, isSilent, parse } from "./explanation";
import type { FakeOptions } from "./index";
import { pause } from "./pause";
import { ruleFor } from "./question_rules";
import type { Rule } from "./question_rules";

const CANCELLED: Failure = { kind: "cancelled", message: "The question was cancelled.", help: "" };
const NO_RECORD: Failure = { kind: "vault", message: "There is no such record.", help: "" };
const TIME = "2026-11-20T10:15:00Z";

const STEPS: Progress[] = [
  { stage: "retrieve", done: 3, total: 3, draft: "" },
  { stage: "load_model", done: 98, total: 98, draft: "" },
  { stage: "prefill", done: 200, total: 400, draft: "" },
  { stage: "prefill", done: 400, total: 400, draft: "" },
  { stage: "score", done: 6, total: 9, draft: "" },
];

export function fakeQuestions(options: FakeOptions, shelf: DocumentSummary[]): Questions {
  const asked: AskOutcome[] = [];
  let cancelled = false;

  function recorded(id: string): AskOutcome {
    if (id.startsWith("cell-")) return ofCell(id);
    const outcome = asked.find(({ record_id }) => record_id === id);
    if (!outcome) throw NO_RECORD;
    return outcome;
  }

  return {
    parse: async (question) => parse(question, shelf),
    pace: async () => (asked.length > 0 ? { answer_ms: 2300, answers: asked.length } : null),
    ask: async (question, report) => {
      cancelled = false;
      const response = respond(question, shelf);
      const draft = response.answer === null ? [] : pieces(JSON.stringify(response.answer));
      const decoding = draft.map((text, done): Progress => ({ stage: "decode", done, total: null, draft: text }));
      const end: Progress[] = [
        { stage: "validate", done: 1, total: 1, draft: "" },
        { stage: "record", done: 1, total: 1, draft: "" },
      ];
      for (const progress of [...STEPS, ...decoding, ...end]) {
        report(progress);
        await pause(options.stepMs ?? 0);
        if (cancelled) throw CANCELLED;
      }
      if (options.askFailure) throw options.askFailure;
      const record_id = `${asked.length + 4}`.padStart(16, "0");
      const outcome = {
        record_id,
        question: question.text,
        document_ids: question.document_ids,
        conditions: question.conditions,
        time: TIME,
        response: { ...response, record_id },
      };
      asked.unshift(outcome);
      return outcome;
    },
    cancel: async () => {
      cancelled = true;
    },
    history: async (documentId, limit) =>
      asked
        .filter(({ document_ids }) => documentId === null || document_ids.includes(documentId))
        .slice(0, limit)
        .map(({ record_id, time, question, document_ids, response }) => ({
          record_id,
          time,
          question,
          document_ids,
          answer_type: response.answer_type,
          decision: response.decision,
          answer: response.citations[0]?.quote ?? null,
        })),
    outcome: async (id) => recorded(id),
    explain: async (id) => explain(recorded(id), shelf),
    report: async (recordId) => `<!doctype html><title>Evidence report</title><h1>${recorded(recordId).question}</h1>`,
    saveReport: async () => "evidence-report.html",
  };
}

/** The answer of a table's cell: that of the sample, whatever the cell says. */
function ofCell(id: string): AskOutcome {
  const question: Question = {
    text: "What is the annual premium?",
    document_ids: [SAMPLE.id],
    answer_type: "amount",
    answer_shape: null,
    labels: [],
    model: null,
    conditions: null,
  };
  return {
    record_id: id,
    question: question.text,
    document_ids: question.document_ids,
    conditions: null,
    time: "2026-11-20T10:30:00Z",
    response: { ...respond(question, [SAMPLE]), record_id: id },
  };
}

function pieces(text: string): string[] {
  return text.match(/.{1,24}/gs) ?? [];
}

function respond(question: Question, shelf: DocumentSummary[]): Response {
  const sample = shelf.filter(({ id }) => id === SAMPLE.id && question.document_ids.includes(id));
  const excluded = excludedBy(question.conditions ?? [], sample);
  const rule = question.document_ids.includes(SAMPLE.id) && excluded.length === 0 ? ruleFor(question) : undefined;
  return rule ? found(rule) : { ...notFound(question), flags: excluded };
}

function found(rule: Rule): Response {
  const spans = rule.values.map(({ words }, index) => ({
    anchor: `C${index}`,
    line_start: lineWith(words).number,
    line_end: lineWith(words).number,
    quote: words,
  }));
  const citations = spans.map((span): Citation => ({
    ...span,
    document_id: SAMPLE.id,
    document_title: SAMPLE.title,
    page_number: lineWith(span.quote).page,
    boxes: boxesOf(lineWith(span.quote)),
    event_date: SAMPLE.event_date,
    metadata: { media_type: "pdf", section: null },
    boundary: { starts: "paragraph", ends: "open", contiguous: true },
  }));
  const items = rule.values.map(({ value }, index): Item => ({ value, spans: spans.slice(index, index + 1) }));
  const answer: Answer = {
    answer_found: true,
    items,
    extraction_method: "verbatim",
    complete_answer_found: true,
    conflicting_evidence: false,
    confidence: 0.86,
    caveats: [],
    suggested_clarification: null,
    keywords_found: [],
    ...rule.change,
  };
  return {
    ...BLANK,
    status: "OK",
    answer,
    citations,
    answer_type: rule.type,
    answer_shape: rule.shape ?? "single",
    decision: rule.decision ?? "ship",
    needs_human_review: rule.decision !== undefined,
    flags: rule.flags ?? [],
    computation: rule.computation ?? null,
  };
}

function boxesOf({ page, bounds }: Line): PageBox[] {
  return bounds ? [{ page, bounds }] : [];
}

function notFound(question: Question): Response {
  return {
    ...BLANK,
    status: "NO_EVIDENCE",
    answer_type: question.answer_type ?? "text",
    decision: "no_answer",
    probability: null,
    context_completeness_strong: "unknown",
    needs_human_review: !isSilent(question.text),
    message: isSilent(question.text) ? "The documents do not say." : "No answer sure enough.",
  };
}

const BLANK: Response = {
  version: "2",
  request_id: "q-4",
  record_id: "",
  status: "FAILED",
  answer: null,
  citations: [],
  token_usage: { prompt: 402, completion: 31, total: 433 },
  latency_ms: 2140,
  answer_type: "text",
  answer_shape: "single",
  decision: "ship",
  probability: 0.86,
  context_completeness_strong: "bounded",
  needs_human_review: false,
  flags: [],
  message: null,
  computation: null,
};
