/** What must stay, what must go, and what was removed. */

import type { HoldReason, Keeping as KeepingState, KeptSubject, RetentionApplied } from "./wire";

export interface Keeping {
  state(): Promise<KeepingState>;
  /** Keeps a document or an answer from being removed or erased, until it is released. */
  hold(subject: KeptSubject, why: HoldReason): Promise<void>;
  /** Ends the hold of this record, once the person agreed to it in a dialog of the system. */
  release(hold: string, why: HoldReason): Promise<void>;
  /** How long documents and answers are kept (`90d`, `18m`, `10y`); null: for good. Erases nothing. */
  setRetention(documents: string | null, answers: string | null): Promise<void>;
  /** Erases what is past its period and not held, once the person agreed to it in a dialog of the system. */
  applyRetention(): Promise<RetentionApplied>;
}
