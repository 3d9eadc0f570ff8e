/** What the states of a cell mean, in words and colours. */

import type { CellState } from "../backend/wire";
import type { Tone } from "../kit/StateWord";
import { t } from "../language/language";

interface StateWords {
  words: string;
  tone: Tone;
  /** A person has to look at it. */
  needs: boolean;
}

export const STATES: Record<CellState, StateWords> = {
  sure: { words: t("table.states.sure"), tone: "good", needs: false },
  check: { words: t("table.states.check"), tone: "warn", needs: true },
  conflict: { words: t("table.states.conflict"), tone: "warn", needs: true },
  not_found: { words: t("table.states.not_found"), tone: "plain", needs: false },
  unsure: { words: t("table.states.unsure"), tone: "warn", needs: true },
  failed: { words: t("table.states.failed"), tone: "bad", needs: true },
  waiting: { words: t("table.states.waiting"), tone: "plain", needs: false },
  confirmed: { words: t("table.states.confirmed"), tone: "good", needs: false },
  corrected: { words: t("table.states.corrected"), tone: "good", needs: false },
  rejected: { words: t("table.states.rejected"), tone: "bad", needs: false },
  absent: { words: t("table.states.absent"), tone: "plain", needs: false },
  disputed: { words: t("table.states.disputed"), tone: "warn", needs: true },
};

/** `86 %`; empty where there is no probability. */
export function percent(probability: number | null): string {
  return probability === null ? "" : `${Math.round(probability * 100)} %`;
}
