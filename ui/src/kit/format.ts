/** Values as the window's language writes them. */

import { LOCALE } from "../language/language";

export function bytes(count: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  const style = { style: "unit", unit: units[step], unitDisplay: step === 0 ? "long" : "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(LOCALE, style).format(count / 1000 ** step);
}

/** A moment (RFC 3339) in the person's zone. */
export function moment(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "short" });
}

/** A day (`2024-01-31`, or less of it) in the person's words; what is no date stays. */
export function day(iso: string): string {
  const [year, month, date] = iso.split("-").map(Number);
  if (!year || Number.isNaN(year)) return iso;
  const at = new Date(Date.UTC(year, (month ?? 1) - 1, date ?? 1));
  const parts: Intl.DateTimeFormatOptions = { year: "numeric", timeZone: "UTC" };
  if (month) parts.month = "long";
  if (date) parts.day = "numeric";
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleDateString(LOCALE, parts);
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(LOCALE, { maximumFractionDigits: digits });
}

/** Seconds as people say them. */
export function about(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${number(seconds / 3600, 1)} h`;
}

const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Orders names as a person does: `2.pdf` before `10.pdf`, and large letters among small ones. */
export function byName(one: string, other: string): number {
  return NAMES.compare(one, other);
}
