import { describe, expect, it } from "vitest";
import type { Answer } from "../backend/answer";
import type { Response } from "../backend/wire";
import { sentence, signalsOf, stateOf, stateOfDecision } from "./words";

const ANSWER: Partial<Answer> = {
  answer_found: true,
  extraction_method: "verbatim",
  complete_answer_found: true,
  conflicting_evidence: false,
  caveats: [],
};

function response(change: Partial<Response>, answer: Partial<Answer> = {}): Response {
  return {
    version: "2",
    request_id: "q",
    record_id: "00ff",
    status: "OK",
    answer: { ...ANSWER, ...answer },
    citations: [],
    token_usage: { prompt: 0, completion: 0, total: 0 },
    latency_ms: 0,
    answer_type: "text",
    answer_shape: "single",
    decision: "ship",
    probability: 0.86,
    context_completeness_strong: "bounded",
    needs_human_review: false,
    flags: [],
    message: null,
    computation: null,
    ...change,
  };
}

describe("the state of an answer", () => {
  it.each([
    [response({}), "Answered", "good"],
    [response({}, { answer_found: false }), "Not found", "warn"],
    [response({ status: "NO_EVIDENCE", answer: null }), "Not found", "warn"],
    [response({ message: "No answer sure enough." }, { answer_found: false }), "Not sure", "warn"],
    [response({ status: "FAILED", answer: null }), "Failed", "bad"],
    [response({}, { conflicting_evidence: true }), "Conflicting", "warn"],
    [response({}, { complete_answer_found: false }), "Partly answered", "warn"],
    [response({ needs_human_review: true }), "Needs a check", "warn"],
  ])("is a word or two and a tone (%#)", (given, words, tone) => {
    expect(stateOf(given)).toEqual({ words, tone });
  });

  it("is told of an earlier question too, and an unknown decision is shown as it is", () => {
    expect(stateOfDecision("no_answer").words).toBe("Not found");
    expect(stateOfDecision("not_sure").words).toBe("Not sure");
    expect(stateOfDecision("held_over").words).toBe("Held over");
  });
});

describe("what to mind", () => {
  const wordsOf = (given: Response) => signalsOf(given).map(({ words }) => words);

  it("says a thing once, however many fields say it", () => {
    const flags = ["the passages contradict each other"];
    const words = wordsOf(response({ flags }, { conflicting_evidence: true }));
    expect(words.filter((each) => each.includes("contradict"))).toHaveLength(1);
  });

  it("does not repeat the state, nor praise what was not found", () => {
    expect(wordsOf(response({ flags: ["not found"] }, { answer_found: false }))).toEqual([]);
  });

  it("warns when the answer was inferred", () => {
    expect(signalsOf(response({}, { extraction_method: "inferred" }))[0]?.warn).toBe(true);
  });

  it("shows an unknown flag as a sentence", () => {
    expect(sentence("rows_uneven")).toBe("Rows uneven.");
    expect(sentence("the IBAN's check digits are wrong")).toBe("The IBAN's check digits are wrong.");
    expect(sentence("Which policy?")).toBe("Which policy?");
  });
});
