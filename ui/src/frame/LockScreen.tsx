/** Asks for the passphrase of an encrypted vault. It is kept nowhere in the page. */

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
  onOpen: () => void;
}

export function LockScreen({ backend, idle, onOpen }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const wrong = failure?.kind === WRONG;

  // Where it failed the next thing to do is to type it again.
  useEffect(() => {
    if (!opening) field.current?.focus();
  }, [opening]);

  async function unlock(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = field.current?.value ?? "";
    if (opening || typed === "") return;
    setOpening(true);
    setFailure(null);
    try {
      await backend.desk.unlock(typed);
      onOpen();
    } catch (thrown) {
      if (field.current) field.current.value = "";
      setFailure(asFailure(thrown));
      setOpening(false);
    }
  }

  return (
    <main className="lock" aria-label={t("lock.title")}>
      <form className="card" onSubmit={(event) => void unlock(event)}>
        <h1>{t("lock.title")}</h1>
        <p id="lock-about">{t("lock.about")}</p>
        {idle !== null && (
          <p className="notice" role="status">
            {t("lock.idle", { count: idle })}
          </p>
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
        <button type="submit" className="primary" aria-disabled={opening}>
          {t(opening ? "lock.opening" : "lock.open")}
        </button>
        <p className="small quiet">{t("lock.lost")}</p>
      </form>
    </main>
  );
}
