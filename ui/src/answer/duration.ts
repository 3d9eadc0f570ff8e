/** An ISO 8601 duration in words: `P2Y6M` is `2 years 6 months`. What is none stays as it is. */

const DAYS: Record<string, string> = { Y: "year", M: "month", W: "week", D: "day" };
const HOURS: Record<string, string> = { H: "hour", M: "minute", S: "second" };

export function durationInWords(iso: string): string {
  const [, days = "", hours = ""] = /^P((?:[\d.]+[YMWD])*)(?:T((?:[\d.]+[HMS])+))?$/.exec(iso) ?? [];
  const words = [...partsOf(days, DAYS), ...partsOf(hours, HOURS)];
  return words.join(" ") || iso;
}

function partsOf(text: string, units: Record<string, string>): string[] {
  return [...text.matchAll(/([\d.]+)([A-Z])/g)].map(([, count = "", unit = ""]) => {
    const name = units[unit] ?? unit;
    return `${count} ${name}${count === "1" ? "" : "s"}`;
  });
}
