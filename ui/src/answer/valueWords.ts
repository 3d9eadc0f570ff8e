/** A typed value as plain text, for copying: exact, in no locale. */

import { durationInWords } from "./duration";
import { t } from "../language/language";

type Fields = Record<string, unknown>;

export function valueInWords(type: string, value: unknown): string {
  return WORDS[type]?.(fieldsOf(value), value) || anyInWords(value);
}

const WORDS: Record<string, (fields: Fields, value: unknown) => string> = {
  amount: ({ value, currency, unit }) => joined([currency, value, unit]),
  number: ({ value, unit }) => joined([value, unit]),
  percentage: ({ value, of }) => (value === undefined ? "" : `${joined([value])} %${of ? ` ${t("answer.of", { whole: String(of) })}` : ""}`),
  date: ({ iso }) => joined([iso]),
  date_range: ({ iso_start, iso_end }) =>
    iso_start || iso_end ? t("answer.period", { start: joined([iso_start]) || t("answer.open"), end: joined([iso_end]) || t("answer.open") }) : "",
  duration: ({ iso, original }) =>
    original ? `${joined([original])} (${durationInWords(joined([iso]))})` : durationInWords(joined([iso])),
  person_name: ({ first_name, middle_initial, last_name }) => joined([first_name, middle_initial, last_name]),
  address: ({ street, postal_code, city, country }) =>
    [joined([street]), joined([postal_code, city]), joined([country])].filter(Boolean).join(", "),
  verification: ({ response }) => joined([response]),
  structured_answer: ({ answer }) => joined([answer]),
  support_reply: ({ draft_reply }) => joined([draft_reply]),
  table: ({ headers, rows }) =>
    [headers, ...(Array.isArray(rows) ? rows : [])]
      .filter(Array.isArray)
      .map((row) => row.join("\t"))
      .join("\n"),
};

function anyInWords(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? t("answer.yes") : t("answer.no");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function joined(parts: unknown[]): string {
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" ").trim();
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
