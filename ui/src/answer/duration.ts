/** An ISO 8601 duration in words: `P2Y6M` is `2 years 6 months`. What is none stays as it is. */

import { LOCALE, t } from "../language/language";

const DAYS = { Y: "year", M: "month", W: "week", D: "day" } as const;
const HOURS = { H: "hour", M: "minute", S: "second" } as const;

type Units = Record<string, "year" | "month" | "week" | "day" | "hour" | "minute" | "second">;

export function durationInWords(iso: string): string {
  const [, days = "", hours = ""] = /^P((?:[\d.]+[YMWD])*)(?:T((?:[\d.]+[HMS])+))?$/.exec(iso) ?? [];
  const words = [...partsOf(days, DAYS), ...partsOf(hours, HOURS)];
  return words.join(" ") || iso;
}

function partsOf(text: string, units: Units): string[] {
  return [...text.matchAll(/([\d.]+)([A-Z])/g)].map(([, digits = "", unit = ""]) => {
    const name = units[unit];
    const count = Number(digits);
    const number = count.toLocaleString(LOCALE, { useGrouping: false, maximumFractionDigits: 20 });
    return name === undefined ? `${digits} ${unit}` : t(`answer.duration.${name}`, { count, number });
  });
}
