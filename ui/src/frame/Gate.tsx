/** The lock screen before the window, where the vault is encrypted. */

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Backend } from "../backend/backend";
import { App } from "./App";
import { LockScreen } from "./LockScreen";

export function Gate({ backend }: { backend: Backend }): ReactNode {
  const [locked, setLocked] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    const told = (is: boolean): void => {
      if (!gone) setLocked(is);
    };
    // What keeps the vault from being looked at is said where the window opens it.
    backend.desk.isLocked().then(told, () => told(false));
    return () => {
      gone = true;
    };
  }, [backend]);
  if (locked === null) return null;
  return locked ? <LockScreen backend={backend} onOpen={() => setLocked(false)} /> : <App backend={backend} />;
}
