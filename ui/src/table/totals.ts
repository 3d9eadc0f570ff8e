/** What the amounts of a column add up to: exactly, each currency for itself, and with what was left out. */

import type { CellState, TableCell } from "../backend/wire";
import type { TableRow } from "./rows";
import { STATES } from "./words";

/** Why a cell is in no sum. */
export type Left = "waiting" | "stale" | "not_found" | "unsure" | "conflict" | "disputed" | "failed" | "rejected" | "other";

/** In the order in which they are told. */
export const LEFT: Left[] = ["unsure", "not_found", "conflict", "disputed", "rejected", "failed", "other", "stale", "waiting"];

export interface Sum {
  /** Null: none is named. */
  currency: string | null;
  /** What the amounts are for: `per month`; null where nothing is said. */
  unit: string | null;
  /** Decimal digits. */
  total: string;
  /** Places of the rows whose cells make it. */
  rows: number[];
  /** How many of these a person must still check. */
  toCheck: number;
}

export interface Totals {
  /** By currency, then by unit. */
  sums: Sum[];
  left: { why: Left; rows: number[] }[];
}

const BY_STATE: Partial<Record<CellState, Left>> = {
  conflict: "conflict",
  not_found: "not_found",
  unsure: "unsure",
  failed: "failed",
  waiting: "waiting",
  rejected: "rejected",
  absent: "not_found",
  disputed: "disputed",
};

/** Why a cell cannot be added; null: it can. */
function whyLeft(cell: TableCell | undefined): Left | null {
  if (!cell) return "waiting";
  if (cell.stale) return "stale";
  const why = BY_STATE[cell.state];
  if (why) return why;
  return cell.amount && parsed(cell.amount.value) ? null : "other";
}

/** Whether anything in the column is a sum of money. */
export function isOfAmounts(rows: TableRow[], column: number): boolean {
  return rows.some(({ cells }) => cells[column]?.amount != null);
}

export function totalsOf(rows: TableRow[], column: number): Totals {
  const sums = new Map<string, Sum>();
  const left = new Map<Left, number[]>();
  for (const { index, cells } of rows) {
    const cell = cells[column];
    const why = whyLeft(cell);
    if (why !== null || !cell?.amount) {
      const reason = why ?? "other";
      const others = left.get(reason);
      if (others) others.push(index);
      else left.set(reason, [index]);
      continue;
    }
    const [currency, unit] = [cell.amount.currency || null, cell.amount.unit || null];
    const kind = kindOf({ currency, unit });
    const sum = sums.get(kind) ?? { currency, unit, total: "0", rows: [], toCheck: 0 };
    sum.total = added(sum.total, cell.amount.value);
    sum.rows.push(index);
    sum.toCheck += STATES[cell.state].needs ? 1 : 0;
    sums.set(kind, sum);
  }
  return {
    sums: [...sums.values()].toSorted((one, other) => (kindOf(one) < kindOf(other) ? -1 : 1)),
    left: LEFT.flatMap((why) => ({ why, rows: left.get(why) ?? [] })).filter((one) => one.rows.length > 0),
  };
}

/** What is added up together: the same currency for the same thing. */
export function kindOf({ currency, unit }: Pick<Sum, "currency" | "unit">): string {
  return `${currency ?? ""}\n${unit ?? ""}`;
}

interface Decimal {
  digits: bigint;
  /** How many of the digits stand behind the point. */
  parts: number;
}

function parsed(text: string): Decimal | null {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!found) return null;
  const [, sign = "", whole = "", parts = ""] = found;
  return { digits: BigInt(`${sign}${whole}${parts}`), parts: parts.length };
}

/** The exact sum of two decimal numbers; what is no number adds nothing. */
export function added(one: string, other: string): string {
  const [first, second] = [parsed(one), parsed(other)];
  if (!first || !second) return first ? one : other;
  const parts = Math.max(first.parts, second.parts);
  const scaled = ({ digits, parts: own }: Decimal): bigint => digits * 10n ** BigInt(parts - own);
  return written(scaled(first) + scaled(second), parts);
}

function written(digits: bigint, parts: number): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(parts + 1, "0");
  return parts === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -parts)}.${text.slice(-parts)}`;
}

/** `USD 1300.50 per month`, written as in the cells. */
export function sumInWords({ currency, unit, total }: Pick<Sum, "currency" | "unit" | "total">): string {
  const [whole = "", parts = ""] = total.replace(/(\.\d*?)0+$/, "$1").split(".");
  const number = parts === "" ? whole : `${whole}.${parts.padEnd(2, "0")}`;
  return [currency, number, unit].filter((part) => part !== null && part !== "").join(" ");
}
