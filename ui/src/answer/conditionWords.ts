/** Conditions on where to look and which documents are meant, in words a person reads. */

import type { Condition } from "../backend/wire";
import { day } from "../kit/format";
import { linesInWords } from "./words";
import { t } from "../language/language";

/** Kinds of documents that a question can name, and what several of them are called. */
export const KINDS: Record<string, string> = {
  pdf: t("answer.kinds.pdf"),
  docx: t("answer.kinds.docx"),
  sheet: t("answer.kinds.sheet"),
  html: t("answer.kinds.html"),
  mail: t("answer.kinds.mail"),
  markdown: t("answer.kinds.markdown"),
  text: t("answer.kinds.text"),
};

export function kindInWords(mediaType: string): string {
  return KINDS[mediaType] ?? mediaType;
}

export function conditionInWords(condition: Condition): string {
  switch (condition.kind) {
    case "pages":
      return t(condition.first === condition.last ? "answer.page" : "answer.pages", { first: condition.first, last: condition.last });
    case "lines":
      return linesInWords(condition.first, condition.last);
    case "section":
      return [t("answer.section"), condition.number, condition.title].filter((part) => part !== null).join(" ");
    case "titled":
      return t("answer.called", { words: condition.words });
    case "dated":
      return t("answer.dated", { days: daysInWords(condition.from, condition.to) });
    case "media_type":
      return kindInWords(condition.media_type);
    case "metadata":
      return t("answer.whose", { key: condition.key, value: condition.value });
  }
}

export function conditionsInWords(conditions: Condition[]): string {
  return conditions.length > 0 ? conditions.map(conditionInWords).join("; ") : t("answer.everywhere");
}

/** Conditions as a record keeps them; null where there are none, or the text is something else. */
export function conditionsIn(text: string | null): Condition[] | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return Array.isArray(kept) ? (kept as Condition[]) : null;
  } catch {
    return null;
  }
}

/** `2019`, `May 2019`, `1 May 2019 to 3 June 2020`, `1 May 2019 or later`. */
export function daysInWords(from: string | null, to: string | null): string {
  if (from === null) return to === null ? t("answer.atAll") : t("answer.orEarlier", { day: day(to) });
  if (to === null) return t("answer.orLater", { day: day(from) });
  const period = [from.slice(0, 4), from.slice(0, 7), from].find(
    (part) => firstDay(part) === from && lastDay(part) === to,
  );
  return period ? day(period) : t("answer.dayToDay", { from: day(from), to: day(to) });
}

/** The first day of a year, of a month (`2019-05`) or the day itself; null for what is no date. */
export function firstDay(date: string): string | null {
  return wholeDay(date, 1, () => 1);
}

/** As `firstDay`, the last one. */
export function lastDay(date: string): string | null {
  return wholeDay(date, 12, (year, month) => new Date(Date.UTC(year, month, 0)).getUTCDate());
}

function wholeDay(date: string, openMonth: number, openDay: (year: number, month: number) => number): string | null {
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(date.trim());
  if (!parts) return null;
  const year = Number(parts[1]);
  const month = parts[2] === undefined ? openMonth : Number(parts[2]);
  const dayOfMonth = parts[3] === undefined ? openDay(year, month) : Number(parts[3]);
  const at = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const stands = year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === dayOfMonth;
  return stands ? `${parts[1]}-${two(month)}-${two(dayOfMonth)}` : null;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
