/** Locks an encrypted vault when nobody has typed, clicked or moved for a while. */

import { useEffect } from "react";
import { t } from "../language/language";
import { minutesOf, stepAfter, WARNING_SECONDS } from "./idle";
import type { Word } from "./workspace";

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;
const LOOK_MS = 5_000;

/** `lock`: null where nothing can be locked; it is told after how many minutes. `say` and `lock` are to be kept stable. */
export function useIdleLock(set: number | null, lock: ((minutes: number) => void) | null, say: (word: Word) => void): void {
  useEffect(() => {
    const minutes = minutesOf(set);
    if (lock === null || minutes === null) return undefined;
    let last = Date.now();
    let warned = false;
    function look(): void {
      const step = stepAfter(Date.now() - last, minutes ?? 0);
      if (step === "lock") lock?.(minutes ?? 0);
      if (step === "warn" && !warned) {
        warned = true;
        say({ words: t("lock.soon", { seconds: WARNING_SECONDS }) });
      }
    }
    function heard(): void {
      // A machine that slept is woken by a sign: what was due before it comes first.
      look();
      last = Date.now();
      warned = false;
    }
    const timer = setInterval(look, LOOK_MS);
    for (const sign of SIGNS) window.addEventListener(sign, heard, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, heard, { capture: true });
    };
  }, [set, lock, say]);
}
