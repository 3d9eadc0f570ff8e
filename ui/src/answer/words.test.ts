import { describe, expect, it } from "vitest";
import type { Answer, PublicResponse } from "../backend/contract";
import { humanise, signalsOf, stateOf } from "./words";

const ANSWER: Answer = {
  answer_found: true,
  items: [],
  extraction_method: "verbatim",
  complete_answer_found: true,
  conflicting_evidence: false,
  confidence: 0.5,
  caveats: [],
};

function response(change: Partial<PublicResponse>, answer: Partial<Answer> = {}): PublicResponse {
  return {
    request_id: "q",
    status: "OK",
    answer: { ...ANSWER, ...answer },
    citations: [],
    token_usage: { prompt: 0, completion: 0, total: 0 },
    latency_ms: 0,
    answer_type: "text",
    answer_shape: "single",
    decision: "ship",
    needs_human_review: false,
    flags: [],
    message: null,
    ...change,
  };
}

describe("the state of an answer", () => {
  it.each([
    [response({}), "Answered", "good"],
    [response({}, { answer_found: false }), "Not found", "warn"],
    [response({ status: "NO_EVIDENCE", answer: null }), "Not found", "warn"],
    [response({ status: "FAILED", answer: null }), "Failed", "bad"],
    [response({}, { conflicting_evidence: true }), "Conflicting", "warn"],
    [response({}, { complete_answer_found: false }), "Partial", "warn"],
    [response({ needs_human_review: true }), "Needs a check", "warn"],
  ])("is one word and a tone (%#)", (given, words, tone) => {
    expect(stateOf(given)).toEqual({ words, tone });
  });
});

describe("what to mind", () => {
  it("says a thing once, however many fields say it", () => {
    const given = response({ flags: ["conflicting_evidence"] }, { conflicting_evidence: true });
    const words = signalsOf(given).map((signal) => signal.words);
    expect(words.filter((each) => each.includes("contradicts"))).toHaveLength(1);
  });

  it("warns when the answer was inferred", () => {
    expect(signalsOf(response({}, { extraction_method: "inferred" }))[0]?.warn).toBe(true);
  });

  it("shows an unknown flag as words and leaves words as they are", () => {
    expect(humanise("rows_uneven")).toBe("Rows uneven.");
    expect(humanise("The table may be jumbled")).toBe("The table may be jumbled");
  });
});
