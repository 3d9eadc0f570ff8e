/** The lock screen before the window, where the vault is encrypted, and again when a person locks it. */

import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Backend } from "../backend/backend";
import { App } from "./App";
import { LockScreen } from "./LockScreen";

export function Gate({ backend }: { backend: Backend }): ReactNode {
  const [locked, setLocked] = useState<boolean | null>(null);
  const [encrypted, setEncrypted] = useState(false);
  const [keyring, setKeyring] = useState(false);
  useEffect(() => {
    let gone = false;
    const told = ([isLocked, isEncrypted, isInKeyring]: [boolean, boolean, boolean]): void => {
      if (gone) return;
      setKeyring(isInKeyring);
      // A page that was reloaded finds an encrypted vault open.
      setEncrypted(isEncrypted);
      setLocked(isLocked);
    };
    // What keeps the vault from being looked at is said where the window opens it.
    const { desk } = backend;
    Promise.all([desk.isLocked(), desk.isEncrypted(), desk.isInKeyring()]).then(told, () => told([false, false, false]));
    return () => {
      gone = true;
    };
  }, [backend]);

  /** Minutes without a sign of the person after which the window locked itself; null: the person locked it. */
  const [idle, setIdle] = useState<number | null>(null);

  const lock = useCallback(
    (after: number | null): void => {
      setIdle(after);
      setLocked(true);
      // The window is gone whatever comes of it; the next passphrase finds out.
      backend.desk.lock().catch(() => undefined);
    },
    [backend],
  );

  function open(): void {
    setEncrypted(true);
    setLocked(false);
  }

  if (locked === null) return null;
  if (locked) return <LockScreen backend={backend} idle={idle} keyring={keyring} onOpen={open} />;
  return <App backend={backend} lock={encrypted ? lock : null} keyring={keyring} />;
}
