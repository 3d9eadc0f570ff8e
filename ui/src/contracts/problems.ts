/** What is wrong with a schema, each at its place. */

import type { Diagnostic } from "@codemirror/lint";
import type { Failure, KeywordReport } from "../backend/wire";
import { failurePlace } from "./json/failurePlace";
import { lineColumn, partOf } from "./json/place";
import type { Reading } from "./json/read";
import { t } from "../language/language";

export interface Problem {
  from: number;
  to: number;
  severity: "error" | "warning";
  words: string;
  /** `Line 3, column 5`. */
  place: string;
}

/** What the reader found, and the compiler's failure where it names a place. */
export function problemsOf(schema: string, reading: Reading, failure: Failure | null): Problem[] {
  const found = reading.faults.map(({ from, to, words, mild }) =>
    problem(schema, { from, to }, words, mild ? "warning" : "error"),
  );
  const place = failure && failurePlace(failure, schema, reading);
  return place ? [...found, problem(schema, place, `${failure.message} ${failure.help}`.trim(), "error")] : found;
}

function problem(
  schema: string,
  range: { from: number; to: number },
  words: string,
  severity: Problem["severity"],
): Problem {
  const { line, column } = lineColumn(schema, range.from);
  return { ...range, severity, words, place: t("contracts.lineColumn", { line, column }) };
}

/** Problems, and the keywords that only the validator keeps, for the editor to underline. */
export function diagnostics(problems: Problem[], report: KeywordReport[], reading: Reading): Diagnostic[] {
  const wrong = problems.map(({ from, to, severity, words }) => ({ from, to, severity, message: words }));
  const residual = report.flatMap(({ pointer, enforcement, reason }): Diagnostic[] => {
    const part = enforcement === "residual" ? partOf(reading, pointer) : null;
    if (part?.pointer !== pointer) return [];
    return [
      {
        from: part.key?.from ?? part.from,
        to: part.to,
        severity: "info",
        message: t("contracts.residual", { why: reason ?? t("contracts.fates.left") }),
      },
    ];
  });
  return [...wrong, ...residual];
}
