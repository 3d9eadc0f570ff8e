/** The holds over one document or answer, with the ways to hold it and to end a hold. */

import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Failure, HoldReason, KeptSubject, StandingHold } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { moment } from "../kit/format";
import { t } from "../language/language";
import type { KeepingStore } from "./useKeeping";
import "./keeping.css";

interface Props {
  subject: KeptSubject;
  store: KeepingStore;
}

export function Holds({ subject, store }: Props): ReactNode {
  const { state, reload, hold, release } = store;
  /** Empty: a new hold is written; else the record of the one that is being ended. */
  const [writing, setWriting] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    // The form is gone, and the focus with it.
    if (writing === null && closed.current) opener.current?.focus();
    closed.current = false;
  }, [writing]);
  function close(): void {
    closed.current = true;
    setWriting(null);
  }
  return (
    <section className="holds" aria-label={t("keeping.holds")}>
      <h3>{t("keeping.holds")}</h3>
      {state.state === "failed" && (
        <>
          <FailureNotice failure={state.failure} />
          <button type="button" onClick={reload}>
            {t("keeping.tryAgain")}
          </button>
        </>
      )}
      {state.state === "there" && (
        <Over holds={state.value.holds.filter((one) => isOver(one, subject))} onRelease={writing === null ? setWriting : null} />
      )}
      <p className="small quiet">{t("keeping.holdsAbout")}</p>
      {writing === null ? (
        <button ref={opener} type="button" onClick={() => setWriting("")}>
          {t("keeping.holdOpen")}
        </button>
      ) : (
        <HoldForm
          act={writing === "" ? t("keeping.hold") : t("keeping.release")}
          onAct={(why) => (writing === "" ? hold(subject, why) : release(writing, why))}
          onClose={close}
        />
      )}
    </section>
  );
}

export function isOver({ subject }: StandingHold, { what, id }: KeptSubject): boolean {
  return subject.what === what && subject.id === id;
}

function Over({ holds, onRelease }: { holds: StandingHold[]; onRelease: ((hold: string) => void) | null }): ReactNode {
  if (holds.length === 0) return <p className="quiet">{t("keeping.notHeld")}</p>;
  return (
    <ul>
      {holds.map(({ record_id, reason, since, by }) => (
        <li key={record_id}>
          <p>{reason ?? t("keeping.reasonErased")}</p>
          <p className="small quiet">
            {by === null ? t("keeping.heldSince", { moment: moment(since) }) : t("keeping.heldSinceBy", { moment: moment(since), by })}
          </p>
          <button type="button" disabled={onRelease === null} onClick={() => onRelease?.(record_id)}>
            {t("keeping.releaseOpen")}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface FormProps {
  act: string;
  onAct: (why: HoldReason) => Promise<Failure | null>;
  onClose: () => void;
}

function HoldForm({ act, onAct, onClose }: FormProps): ReactNode {
  const { settings } = useWorkspace();
  const [reason, setReason] = useState("");
  const [by, setBy] = useState(settings.reviewer ?? "");
  const [tried, setTried] = useState(false);
  const [acting, setActing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const missing = tried && reason.trim() === "";

  async function submit(): Promise<void> {
    setTried(true);
    if (acting || reason.trim() === "") {
      field.current?.focus();
      return;
    }
    setActing(true);
    const failed = await onAct({ reason, by });
    setActing(false);
    setFailure(failed);
    if (failed === null) onClose();
  }

  return (
    <form
      aria-label={act}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={`${id}-reason`}>{t("keeping.reason")}</label>
      <textarea
        ref={field}
        id={`${id}-reason`}
        rows={2}
        value={reason}
        aria-invalid={missing}
        aria-describedby={missing ? `${id}-missing` : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {missing && (
        <p id={`${id}-missing`} className="notice bad" role="alert">
          {t("keeping.reasonMissing")}
        </p>
      )}
      <label htmlFor={`${id}-name`}>{t("keeping.name")}</label>
      <input id={`${id}-name`} value={by} aria-describedby={`${id}-hint`} onChange={(event) => setBy(event.target.value)} />
      <p id={`${id}-hint`} className="small quiet">
        {t("keeping.nameHint")}
      </p>
      {failure && <FailureNotice failure={failure} />}
      <div className="actions">
        <button type="submit" className="primary" aria-disabled={acting}>
          {act}
        </button>
        <button type="button" onClick={onClose}>
          {t("keeping.leave")}
        </button>
      </div>
    </form>
  );
}
