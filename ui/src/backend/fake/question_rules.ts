import type { Answer } from "../answer";
import type { Decision, Question } from "../wire";

/** What the fake service answers to questions that hold these words. */
export interface Rule {
  when: RegExp;
  type: string;
  shape?: string;
  values: { value: unknown; words: string }[];
  change?: Partial<Answer>;
  flags?: string[];
  decision?: Decision;
  /** What code computed. */
  computation?: unknown;
  /** The same before it is asked, in words. */
  steps?: string[];
  labels?: string[];
}

const money = (value: number) => ({ answer_type: "amount", value: { value, currency: "GBP", unit: null } });

const TOTAL = {
  version: 1,
  extractions: [],
  steps: [
    {
      step: { operation: { kind: "sum" }, inputs: [{ from: "all", extraction: 0 }] },
      used: [money(2500), money(1200), money(4000)],
      output: money(7700),
      explanation: "the sum of GBP 2500, GBP 1200 and GBP 4000 is GBP 7700",
      notes: [],
      conversions: [],
    },
  ],
  result: money(7700),
};

const RULES: Rule[] = [
  {
    when: /\btotal\b/i,
    type: "amount",
    values: [{ value: { value: 7700, currency: "GBP", unit: null }, words: "Jewellery GBP 2,500" }],
    change: { extraction_method: "computed" },
    computation: TOTAL,
    steps: ["the sum of all limits"],
  },
  {
    when: /exclusion clause|explain/i,
    type: "cited_text",
    values: [{ value: "The following are not insured: [C0]", words: "The following are not insured:" }],
  },
  {
    when: /lease|what kind/i,
    type: "classification",
    labels: ["lease", "loan", "insurance policy"],
    values: [{ value: "insurance policy", words: "Sample Household Policy" }],
    change: { extraction_method: "inferred" },
    flags: ["inferred, not stated word for word"],
    decision: "review",
  },
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
    flags: ["the passages contradict each other"],
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
    flags: ["may be partial"],
    decision: "review",
  },
];

export function ruleFor({ text }: Pick<Question, "text">): Rule | undefined {
  return RULES.find(({ when }) => when.test(text));
}
