import { describe, expect, it } from "vitest";
import type { AskOutcome } from "../backend/wire";
import { asCsvRow, asJson, asText } from "./exports";

function outcome(question: string, quote: string): AskOutcome {
  const span = { anchor: "C0", line_start: 14, line_end: 15, quote };
  return {
    record_id: "00ff",
    question,
    conditions: null,
    document_ids: ["a"],
    time: "2026-11-20T10:15:00Z",
    response: {
      version: "2",
      request_id: "q",
      record_id: "00ff",
      status: "OK",
      answer: {
        answer_found: true,
        items: [{ value: { value: 1284.5, currency: "GBP", unit: null }, spans: [span] }],
        complete_answer_found: true,
        extraction_method: "verbatim",
        caveats: ["stated twice"],
      },
      citations: [
        {
          ...span,
          document_id: "a",
          document_title: "policy.pdf",
          page_number: 2,
          boxes: [{ page: 2, bounds: { left: 72, top: 100, right: 300, bottom: 114 } }],
          event_date: null,
          metadata: {},
          boundary: { starts: "paragraph", ends: "open", contiguous: true },
        },
      ],
      token_usage: { prompt: 1, completion: 1, total: 2 },
      latency_ms: 1,
      answer_type: "amount",
      answer_shape: "single",
      decision: "ship",
      probability: 0.86,
      context_completeness_strong: "bounded",
      needs_human_review: false,
      flags: [],
      message: null,
      computation: null,
    },
  };
}

describe("an answer elsewhere", () => {
  it("as text says the exact value, where it stands and what to mind", () => {
    expect(asText(outcome("What is due?", "GBP 1,284.50"))).toBe(
      [
        "What is due?",
        "Answered: GBP 1284.5",
        "  policy.pdf, page 2, lines 14 to 15: “GBP 1,284.50”",
        "  Note: Stated twice.",
        "Record 00ff",
      ].join("\n"),
    );
  });

  it("as a row is quoted where it must be, and never a formula", () => {
    expect(asCsvRow(outcome("=SUM(A1)", 'due, "at once"'))).toBe(
      `'=SUM(A1),Answered,GBP 1284.5,policy.pdf,2,14-15,"due, ""at once""",00ff`,
    );
  });

  it("as JSON is the whole response", () => {
    const given = outcome("What is due?", "x");
    expect(JSON.parse(asJson(given))).toEqual(given.response);
  });
});
