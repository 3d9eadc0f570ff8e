/** What people say of answers, in words. */

import type { CellState, Standing, Verdict } from "../backend/wire";

export const VERDICTS: Record<Verdict, { act: string; said: string; key: string; state: CellState }> = {
  confirm: { act: "Accept", said: "confirmed it", key: "A", state: "confirmed" },
  correct: { act: "Edit", said: "corrected it", key: "E", state: "corrected" },
  reject: { act: "Reject", said: "rejected it", key: "R", state: "rejected" },
  absent: { act: "Not in the document", said: "said that the document does not hold it", key: "N", state: "absent" },
};

/** Where reviews lead an answer; null: nobody said anything. */
export function stateOfStanding({ settled, disputed }: Standing): CellState | null {
  if (disputed) return "disputed";
  return settled ? VERDICTS[settled.verdict].state : null;
}
