/** When the window is to lock itself: after a while in which nobody typed, clicked or moved. */

/** Minutes where nothing else is set; the service says the same (`LOCK_AFTER`). */
export const LOCK_AFTER = 15;
/** The person is told so long before. */
export const WARNING_SECONDS = 30;

/** Null: never. */
export function minutesOf(set: number | null): number | null {
  if (set === 0) return null;
  return set ?? LOCK_AFTER;
}

export type Step = "wait" | "warn" | "lock";

/** What to do when nobody has given a sign for so many milliseconds. */
export function stepAfter(idleMs: number, minutes: number): Step {
  const left = minutes * 60_000 - idleMs;
  if (left <= 0) return "lock";
  return left <= WARNING_SECONDS * 1000 ? "warn" : "wait";
}
