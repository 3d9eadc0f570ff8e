/** A made-up document for component tests and for work in a browser. */

import type { DocumentSummary, Line } from "./contract";

const PAGES: string[][] = [
  [
    "Sample Household Policy",
    "This is a made-up document for development.",
    "",
    "1. Parties",
    "The insurer is Northfield Mutual Insurance Society.",
    "The policyholder is Ms Adaeze B. Okafor.",
    "Her address is 14 Harbour Lane, Bristol BS1 4RB, United Kingdom.",
    "",
    "2. Term",
    "This policy takes effect on 1 March 2025 and ends on 28 February 2026.",
    "It renews for one year unless either party gives notice.",
  ],
  [
    "3. Cover",
    "The building is insured for GBP 420,000.",
    "The annual premium is GBP 1,284.50, payable in advance.",
    "A deductible of 10 % applies to each claim for water damage.",
    "",
    "4. Limits per item",
    "Item Limit",
    "Jewellery GBP 2,500",
    "Bicycles GBP 1,200",
    "Musical instruments GBP 4,000",
  ],
  [
    "5. Exclusions",
    "The following are not insured:",
    "(a) war and civil unrest;",
    "(b) damage by wear and tear;",
    "(c) loss of money held online.",
    "",
    "6. Amendment",
    "By endorsement of 15 April 2025 the effective date is 1 April 2025,",
    "and the premium is adjusted accordingly.",
    "Premiums are paid to GB82 WEST 1234 5698 7654 32.",
  ],
];

export const LINES: Line[] = PAGES.flatMap((lines, index) =>
  lines.map((text) => ({ page: index + 1, text })),
).map((line, index) => ({ number: index + 1, ...line }));

export const SAMPLE: DocumentSummary = {
  id: "5a".repeat(32),
  title: "sample-policy.pdf",
  media_type: "pdf",
  pages: PAGES.length,
  lines: LINES.length,
  warnings: [],
  imported_at: "2026-11-02T09:30:00Z",
  event_date: null,
};

/** The line that holds these words. */
export function lineWith(words: string): Line {
  const line = LINES.find((candidate) => candidate.text.includes(words));
  if (!line) throw new Error(`the fake document has no line with: ${words}`);
  return line;
}
