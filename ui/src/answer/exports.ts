/** An answer in the forms in which it is copied elsewhere. */

import { answerOf } from "../backend/answer";
import type { AskOutcome, Citation } from "../backend/wire";
import { valueInWords } from "./valueWords";
import { linesInWords, signalsOf, stateOf } from "./words";
import { t } from "../language/language";

export function asText(outcome: AskOutcome): string {
  const { question, response, record_id } = outcome;
  const values = valuesOf(outcome).join("; ") || (response.message ?? t("answer.noValue"));
  const cited = ({ quote }: Citation) => (quote ? `: “${quote}”` : "");
  const mind = signalsOf(response).filter(({ warn }) => warn);
  return [
    question,
    `${stateOf(response).words}: ${values}`,
    ...response.citations.map((citation) => `  ${sourceOf(citation)}${cited(citation)}`),
    ...mind.map(({ words }) => `  ${t("answer.note", { words })}`),
    t("answer.recordId", { id: record_id }),
  ].join("\n");
}

export function asJson({ response }: AskOutcome): string {
  return JSON.stringify(response, null, 2);
}

/** Question, state, answer, documents, pages, lines, quotes, record: one row of a sheet. */
export function asCsvRow(outcome: AskOutcome): string {
  const { question, response, record_id } = outcome;
  const { citations } = response;
  const each = (words: (citation: Citation) => string) => citations.map(words).join("; ");
  return [
    question,
    stateOf(response).words,
    valuesOf(outcome).join("; "),
    [...new Set(citations.map(({ document_title }) => document_title))].join("; "),
    each(({ page_number }) => String(page_number)),
    each(({ line_start, line_end }) => (line_start === line_end ? String(line_start) : `${line_start}-${line_end}`)),
    each(({ quote }) => quote),
    record_id,
  ]
    .map(cellOf)
    .join(",");
}

function valuesOf({ response }: AskOutcome): string[] {
  return (answerOf(response.answer)?.items ?? []).map(({ value }) => valueInWords(response.answer_type, value));
}

export function sourceOf({ document_title, page_number, line_start, line_end }: Citation): string {
  return t("answer.source", { title: document_title, page: page_number, lines: linesInWords(line_start, line_end) });
}

/** As RFC 4180; what a spreadsheet would take for a formula is made text. */
function cellOf(words: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
