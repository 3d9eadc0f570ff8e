import type { ReactNode } from "react";
import { useWorkspace } from "../frame/workspace";
import { t } from "../language/language";

/** The head of a view: what it is, how much of it there is, what can be done, and its page of the manual. */
export function ViewHeader({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }): ReactNode {
  const { openHelp } = useWorkspace();
  return (
    <header className="view-header">
      <h1>{title}</h1>
      {about && <p className="quiet">{about}</p>}
      <div className="actions end">
        {children}
        <button type="button" className="link" aria-label={t("frame.helpOn", { title })} onClick={() => openHelp()}>
          {t("frame.help")}
        </button>
      </div>
    </header>
  );
}
