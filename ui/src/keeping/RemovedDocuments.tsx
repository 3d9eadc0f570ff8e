/** Documents that were removed from the list and whose bytes are kept, with what holds them and the way to erase them. */

import type { ReactNode } from "react";
import type { Keeping, KeptSubject, RemovedDocument } from "../backend/wire";
import { moment } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { t } from "../language/language";
import { Holds, isOver } from "./Holds";
import type { KeepingStore } from "./useKeeping";

interface Props {
  keeping: Keeping;
  store: KeepingStore;
  onErase: (id: string, title: string) => void;
}

export function RemovedDocuments({ keeping, store, onErase }: Props): ReactNode {
  return (
    <section aria-label={t("keeping.removed")}>
      <h3>{t("keeping.removed")}</h3>
      {keeping.removed.length === 0 ? (
        <p className="quiet">{t("keeping.noneRemoved")}</p>
      ) : (
        <>
          <p className="small quiet">{t("keeping.removedAbout")}</p>
          <ul className="keeping-removed">
            {keeping.removed.map((one) => (
              <li key={one.id}>
                <Removed document={one} keeping={keeping} store={store} onErase={onErase} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Removed({ document, keeping, store, onErase }: Props & { document: RemovedDocument }): ReactNode {
  const { id, removed_at } = document;
  const title = document.title ?? t("keeping.removedName", { id: id.slice(0, 12) });
  const subject: KeptSubject = { what: "document", id };
  const held = keeping.holds.some((one) => isOver(one, subject));
  const due = keeping.due.some((one) => one.subject.what === "document" && one.subject.id === id);
  return (
    <details>
      <summary>
        <span className="keeping-name">{title}</span>{" "}
        <span className="small quiet">{t("keeping.removedAt", { moment: moment(removed_at) })}</span>{" "}
        {held && <StateWord tone="warn">{t("keeping.isHeld")}</StateWord>}{" "}
        {due && <StateWord tone="plain">{t("keeping.isDue")}</StateWord>}
      </summary>
      <p className="fixed">{id}</p>
      <Holds subject={subject} store={store} />
      <button type="button" className="erase-act" aria-label={t("keeping.removedErase", { title })} onClick={() => onErase(id, title)}>
        {t("keeping.removedEraseWords")}
      </button>
    </details>
  );
}
