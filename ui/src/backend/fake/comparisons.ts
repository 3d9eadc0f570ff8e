/** A made-up comparison of two models. */

import type { Comparisons } from "../backend";
import type {
  BlindChoice,
  BlindPair,
  BlindState,
  Comparison,
  ContestantAnswer,
  ContestantSummary,
  Estimate,
  OpenedComparison,
  Proportion,
  Ratings,
} from "../wire";
import { lineWith } from "./document";
import type { FakeOptions } from "./index";
import { pause } from "./pause";

function share(count: number, of: number): Proportion {
  const part = of === 0 ? null : count / of;
  return { count, of, share: part, interval: part === null ? null : { low: Math.max(part - 0.15, 0), high: Math.min(part + 0.12, 1) } };
}

function estimate(value: number): Estimate {
  return { of: 40, value, interval: { low: value * 0.9, high: value * 1.2 } };
}

function contestant(name: string, right: number, seconds: number): ContestantSummary {
  const bins = [0.3, 0.5, 0.7, 0.9].map((from, index) => ({ from, cases: 6, predicted: from + 0.04, right: Math.min(right / 40 + index * 0.15 - 0.2, 1) }));
  return {
    name,
    model: name,
    model_sha256: "ab".repeat(32),
    policy_version: "hybrid-5",
    policy_sha256: "cd".repeat(32),
    choose_with: "model",
    right: share(right, 40),
    exact: share(right - 12, 26),
    partial: estimate(0.6),
    exact_when_answered: share(right - 12, 20),
    missed: share(6, 26),
    false_answers: share(1, 14),
    failed: share(0, 40),
    exact_by_type: { amount: share(Math.floor(right / 4), 9), date: share(Math.floor(right / 5), 8), text: share(3, 9) },
    refused_by_type: { text: share(13, 14) },
    valid_citations: share(22, 22),
    without_citation: share(0, 22),
    evidence_cited: estimate(0.8),
    reliability: { answers: 24, bins, expected_calibration_error: 0.08, brier: 0.17 },
    model_part: { any: share(38, 40), weighed: share(38, 40), wrote: share(2, 40) },
    cost: {
      median_seconds: estimate(seconds),
      p90_seconds: estimate(seconds * 2),
      total_seconds: seconds * 40,
      loads: 1,
      median_load_seconds: 0.4,
      tokens_per_second: { answers: 38, read_per_second: 420, weighed_per_second: 210, written_per_second: 35 },
      peak_model_bytes: seconds * 300_000_000,
      peak_reader_bytes: 90_000_000,
      joules_per_answer: null,
    },
  };
}

function answer(name: string, words: string, right: boolean, record: string | null): ContestantAnswer {
  const { number, text } = lineWith("1,284.50");
  return {
    case: "policy-1",
    contestant: name,
    position: 1,
    record_id: record,
    failed: false,
    found: true,
    right,
    partial: right ? 1 : 0,
    values: [words],
    words: [words],
    evidence: [{ quote: text, page: 1, line_start: number, line_end: number }],
    valid_citations: 1,
    evidence_cited: 1,
    answer_type: "amount",
    decision: "SHIP",
    probability: right ? 0.91 : 0.48,
    message: null,
    times: { answer_ms: 900, load_ms: null, prefill_ms: 300, score_ms: 200, decode_ms: 100, warm: true, single: true },
    tokens: { prompt: 400, reused: 0, sampled: 10, forced: 30, scored: 20 } as unknown as ContestantAnswer["tokens"],
    memory: { answer: null, reader: null } as unknown as ContestantAnswer["memory"],
    energy_microjoules: null,
  };
}

export const COMPARISON: Comparison = {
  plan: {
    format: 1,
    program: "0.1.0",
    cases_file: "cases.jsonl",
    cases_sha256: "ef".repeat(32),
    cases: 40,
    guess_types: false,
    calibration_version: "1",
    calibration_sha256: "01".repeat(32),
    seed: 1,
    contestants: [],
  },
  made_at: "2026-11-20T12:00:00Z",
  remarks: ["Each model chooses itself among the values that were found."],
  questions: { cases: 40, answerable: 26, unanswerable: 14, documents: 40, by_type: { amount: 9, date: 8, text: 23 } },
  contestants: [contestant("small", 22, 0.9), contestant("large", 31, 2.4)],
  pairs: [
    {
      first: "small",
      second: "large",
      cases: 40,
      same_answer: 24,
      both_right: 20,
      only_first: 2,
      only_second: 11,
      neither: 7,
      difference: estimate(-0.225),
      p_value: 0.0225,
      p_value_corrected: 0.0225,
      is_significant: true,
      verdict: "large is better",
    },
  ],
  differences: [
    {
      case: "policy-1",
      document: "sample-policy.pdf",
      source: "made up",
      question: "What is the annual premium?",
      answer_type: "amount",
      answerable: true,
      gold: ["GBP 1,284.50"],
      gold_evidence: ["The annual premium is GBP 1,284.50, payable in advance."],
      is_decisive: true,
      answers: [answer("small", "GBP 420,000", false, null), answer("large", "GBP 1,284.50", true, "cell-1")],
    },
  ],
};

const FOLDER = "/home/adaeze/comparison";

export function fakeComparisons({ stepMs = 0 }: FakeOptions): Comparisons {
  let cancelled = false;
  const choices: BlindChoice[] = [];
  const state = (): BlindState => ({ next: PAIRS[choices.length] ?? null, decided: choices.length, pairs: PAIRS.length });
  const opened = (): OpenedComparison => ({ folder: FOLDER, comparison: COMPARISON, ratings: choices.length > 0 ? rated(choices) : null });
  return {
    choose: async () => opened(),
    read: async () => opened(),
    chooseCases: async () => ({ path: "/home/adaeze/cases.jsonl", count: { cases: 6, documents: 2 } }),
    chooseFolder: async () => FOLDER,
    reviewed: async () => ({ cases: 4, documents: 1 }),
    compare: async ({ models, cases_file }, report) => {
      cancelled = false;
      const total = (cases_file === null ? 4 : 6) * models.length;
      report({ reading: true, what: "sample-policy.pdf", done: 0, total: 1 });
      await pause(stepMs);
      for (let done = 0; done < total && !cancelled; done += 1) {
        report({ reading: false, what: models[done % models.length] ?? "", done, total });
        await pause(stepMs);
      }
      return cancelled ? null : opened();
    },
    cancel: async () => {
      cancelled = true;
    },
    blind: async () => state(),
    decide: async (_, number, choice) => {
      if (state().next?.number === number) choices.push(choice);
      return state();
    },
  };
}

const PAIRS: BlindPair[] = [
  {
    number: 1,
    of: 2,
    question: "What is the annual premium?",
    document: "sample-policy.pdf",
    a: ["GBP 1,284.50", ["The annual premium is GBP 1,284.50, payable in advance."]],
    b: ["GBP 420,000", []],
  },
  {
    number: 2,
    of: 2,
    question: "Who is the broker?",
    document: "sample-policy.pdf",
    a: ["Northwind", ["Northwind Insurance"]],
    b: ["(no answer: the document was not found to say so)", []],
  },
];

function rated(choices: BlindChoice[]): Ratings {
  const [won, lost] = [choices.filter((one) => one === "a").length, choices.filter((one) => one === "b").length];
  const tied = choices.length - won - lost;
  return {
    decisions: choices.length,
    cases: choices.length,
    ratings: [
      { contestant: "large", points: 120, interval: { low: -40, high: 260 }, won, lost, tied },
      { contestant: "small", points: -120, interval: null, won: lost, lost: won, tied },
    ],
  };
}
