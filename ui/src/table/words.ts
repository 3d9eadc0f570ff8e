/** What the states of a cell mean, in words and colours. */

import type { CellState } from "../backend/wire";
import type { Tone } from "../kit/StateWord";

interface StateWords {
  words: string;
  tone: Tone;
  /** A person has to look at it. */
  needs: boolean;
}

export const STATES: Record<CellState, StateWords> = {
  sure: { words: "Sure", tone: "good", needs: false },
  check: { words: "Check", tone: "warn", needs: true },
  conflict: { words: "Contradicts itself", tone: "warn", needs: true },
  not_found: { words: "Not found", tone: "plain", needs: false },
  unsure: { words: "Not sure enough", tone: "warn", needs: true },
  failed: { words: "Failed", tone: "bad", needs: true },
  waiting: { words: "Not asked yet", tone: "plain", needs: false },
  confirmed: { words: "Confirmed", tone: "good", needs: false },
  corrected: { words: "Corrected", tone: "good", needs: false },
  rejected: { words: "Rejected", tone: "bad", needs: false },
  absent: { words: "Not in the document", tone: "plain", needs: false },
  disputed: { words: "Disputed", tone: "warn", needs: true },
};

/** `86 %`; empty where there is no probability. */
export function percent(probability: number | null): string {
  return probability === null ? "" : `${Math.round(probability * 100)} %`;
}

/** Seconds as people say them. */
export function about(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
