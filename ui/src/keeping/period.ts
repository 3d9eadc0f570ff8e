/** A period as a person sets it: a number and a unit, or for good. */

export const UNITS = ["none", "d", "m", "y"] as const;

export interface PeriodParts {
  /** As it was typed. */
  count: string;
  unit: (typeof UNITS)[number];
}

/** Larger ones the service does not take. */
const MAX_COUNT = 65_535;

/** The parts of `90d`, `18m`, `10y`; null: for good. */
export function partsOf(period: string | null): PeriodParts {
  const unit = UNITS.find((one) => period?.endsWith(one));
  return period === null || unit === undefined ? { count: "", unit: "none" } : { count: period.slice(0, -1), unit };
}

/** Whether it can be set. */
export function isWhole({ count, unit }: PeriodParts): boolean {
  const typed = count.trim();
  return unit === "none" || (/^\d{1,5}$/.test(typed) && Number(typed) > 0 && Number(typed) <= MAX_COUNT);
}

export function periodOf({ count, unit }: PeriodParts): string | null {
  return unit === "none" ? null : `${Number(count.trim())}${unit}`;
}
