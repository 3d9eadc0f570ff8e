/** Asks for the passphrase of an encrypted vault, or lets the system's keyring open it. The passphrase is kept nowhere in the page. */

import { useEffect, useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { Backend } from "../backend/backend";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/wire";
import { FailureNotice } from "../kit/FailureNotice";
import { t } from "../language/language";
import "./lock.css";

const WRONG = "wrong_passphrase";

interface Props {
  backend: Backend;
  /** Minutes after which the window locked itself; null: it did not. */
  idle: number | null;
  /** The system's keyring opens the vault, too. */
  keyring: boolean;
  onOpen: () => void;
}

export function LockScreen({ backend, idle, keyring, onOpen }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const wrong = failure?.kind === WRONG;

  // The next thing to do is to ask the keyring; where that one or a passphrase failed, to type it.
  useEffect(() => {
    if (!opening) (failure === null ? button.current ?? field.current : field.current)?.focus();
  }, [opening, failure]);

  function unlock(event: FormEvent): void {
    event.preventDefault();
    const typed = field.current?.value ?? "";
    if (typed !== "") void attempt(() => backend.desk.unlock(typed));
  }

  async function attempt(open: () => Promise<void>): Promise<void> {
    if (opening) return;
    setOpening(true);
    setFailure(null);
    try {
      await open();
      onOpen();
    } catch (thrown) {
      if (field.current) field.current.value = "";
      setFailure(asFailure(thrown));
      setOpening(false);
    }
  }

  return (
    <main className="lock" aria-label={t("lock.title")}>
      <form className="card" onSubmit={unlock}>
        <h1>{t("lock.title")}</h1>
        <p id="lock-about">{t("lock.about")}</p>
        {idle !== null && (
          <p className="notice" role="status">
            {t("lock.idle", { count: idle })}
          </p>
        )}
        {keyring && (
          <>
            <p>{t("lock.keyringAbout")}</p>
            <button
              ref={button}
              type="button"
              className="primary"
              aria-disabled={opening}
              onClick={() => void attempt(() => backend.desk.unlockByKeyring())}
            >
              {t(opening ? "lock.opening" : "lock.keyring")}
            </button>
          </>
        )}
        <label htmlFor="passphrase">{t("lock.passphrase")}</label>
        <input
          ref={field}
          id="passphrase"
          type="password"
          autoComplete="off"
          spellCheck={false}
          readOnly={opening}
          aria-invalid={wrong}
          aria-describedby={wrong ? "lock-wrong" : "lock-about"}
        />
        {wrong && (
          <p id="lock-wrong" className="notice bad" role="alert">
            {t("lock.wrong")}
          </p>
        )}
        {failure && !wrong && <FailureNotice failure={failure} />}
        <button type="submit" className={keyring ? "" : "primary"} aria-disabled={opening}>
          {t(opening ? "lock.opening" : "lock.open")}
        </button>
        <p className="small quiet">{t(keyring ? "lock.keyringLost" : "lock.lost")}</p>
      </form>
    </main>
  );
}
