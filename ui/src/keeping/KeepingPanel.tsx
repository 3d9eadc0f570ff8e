/** How long things are kept, what is past that, and the documents that were removed. */

import { useState } from "react";
import type { ReactNode } from "react";
import type { DueThing, Failure, Keeping } from "../backend/wire";
import { Busy } from "../kit/Busy";
import { Confirm } from "../kit/Confirm";
import { FailureNotice } from "../kit/FailureNotice";
import { day } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { t } from "../language/language";
import { Periods } from "./Periods";
import { RemovedDocuments } from "./RemovedDocuments";
import type { KeepingStore, Turn } from "./useKeeping";
import { useKeeping } from "./useKeeping";
import "./keeping.css";

interface Props {
  kept: Turn;
  /** Erases a removed document, by its id and name. */
  onErase: (id: string, title: string) => void;
  onClose: () => void;
}

export function KeepingPanel({ kept, onErase, onClose }: Props): ReactNode {
  const store = useKeeping(kept);
  const { state, reload, working } = store;
  return (
    <section className="keeping-panel" aria-label={t("keeping.title")}>
      <header>
        <h2>{t("keeping.title")}</h2>
        <button type="button" className="end" onClick={onClose}>
          {t("keeping.close")}
        </button>
      </header>
      {state.state === "loading" && <p className="quiet">{t("keeping.reading")}</p>}
      {state.state === "failed" && (
        <>
          <FailureNotice failure={state.failure} />
          <button type="button" onClick={reload}>
            {t("keeping.tryAgain")}
          </button>
        </>
      )}
      {working !== null && <Busy words={working} />}
      {state.state === "there" && (
        <>
          <Periods key={`${state.value.documents} ${state.value.answers}`} keeping={state.value} store={store} />
          <Due keeping={state.value} store={store} />
          <RemovedDocuments keeping={state.value} store={store} onErase={onErase} />
        </>
      )}
    </section>
  );
}

/** Rows that are shown of what is past its period; the others are counted. */
const SHOWN = 100;

function Due({ keeping: { due, due_in_all, due_free: free }, store }: { keeping: Keeping; store: KeepingStore }): ReactNode {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <section aria-label={t("keeping.due")}>
      <h3>{t("keeping.due")}</h3>
      {due.length === 0 && <p className="quiet">{t("keeping.noneDue")}</p>}
      {due.length > 0 && (
        <ul className="keeping-list" aria-label={t("keeping.due")} tabIndex={0}>
          {due.slice(0, SHOWN).map((one) => (
            <li key={`${one.subject.what} ${one.subject.id}`}>
              <DueRow due={one} />
            </li>
          ))}
        </ul>
      )}
      {due_in_all > SHOWN && <p className="small">{t("keeping.more", { count: due_in_all - SHOWN })}</p>}
      {failure && <FailureNotice failure={failure} />}
      {free > 0 && (
        <>
          <p>{t("keeping.eraseCount", { count: free })}</p>
          <button type="button" className="erase-act" disabled={store.working !== null} onClick={() => setAsking(true)}>
            {t("keeping.erase")}
          </button>
        </>
      )}
      {asking && (
        <Confirm
          title={t("keeping.eraseTitle")}
          act={t("documents.eraseAct")}
          final
          onAct={() => void store.applyRetention().then(setFailure)}
          onClose={() => setAsking(false)}
        >
          <p>{t("keeping.eraseCount", { count: free })}</p>
          <p>{t("keeping.eraseAbout")}</p>
          <p>
            <strong>{t("documents.eraseFinal")}</strong>
          </p>
        </Confirm>
      )}
    </section>
  );
}

function DueRow({ due: { subject, words, since, kept_until, held_by } }: { due: DueThing }): ReactNode {
  const isDocument = subject.what === "document";
  const erased = isDocument ? t("keeping.removedName", { id: subject.id.slice(0, 12) }) : t("keeping.erasedWords");
  return (
    <>
      <span className="small quiet">{isDocument ? t("keeping.dueDocument") : t("keeping.dueAnswer")}</span>{" "}
      <span className="keeping-name">{words ?? erased}</span>{" "}
      <span className="small quiet">{t("keeping.dueFrom", { since: day(since), until: day(kept_until) })}</span>{" "}
      {held_by !== null && <StateWord tone="warn">{t("keeping.dueHeld")}</StateWord>}
    </>
  );
}
