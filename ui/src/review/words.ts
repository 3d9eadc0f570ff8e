/** What people say of answers, in words. */

import type { CellState, Standing, Verdict } from "../backend/wire";
import { t } from "../language/language";

export const VERDICTS: Record<Verdict, { act: string; said: string; key: string; state: CellState }> = {
  confirm: { act: t("review.act.confirm"), said: t("review.said.confirm"), key: "A", state: "confirmed" },
  correct: { act: t("review.act.correct"), said: t("review.said.correct"), key: "E", state: "corrected" },
  reject: { act: t("review.act.reject"), said: t("review.said.reject"), key: "R", state: "rejected" },
  absent: { act: t("review.act.absent"), said: t("review.said.absent"), key: "N", state: "absent" },
};

/** Where reviews lead an answer; null: nobody said anything. */
export function stateOfStanding({ settled, disputed }: Standing): CellState | null {
  if (disputed) return "disputed";
  return settled ? VERDICTS[settled.verdict].state : null;
}
