import type { ReactNode } from "react";
import { EmptyState } from "../kit/EmptyState";
import { EXAMPLES } from "./examples";
import { t } from "../language/language";

/** Nothing is chosen: what this place is for, and three schemas to begin with. */
export function Start({ onStart }: { onStart: (name: string, schema: string) => void }): ReactNode {
  return (
    <div className="view-body contracts-start">
      <EmptyState title={t("contracts.start")}>
        <p>
          {t("contracts.startAbout")}
        </p>
        <p>{t("contracts.startChoose")}</p>
        <ul className="contracts-examples">
          {EXAMPLES.map(({ name, title, about, schema }) => (
            <li key={name}>
              <button type="button" onClick={() => onStart(name, schema)}>
                {title}
              </button>
              <span className="quiet">{about}</span>
            </li>
          ))}
        </ul>
      </EmptyState>
    </div>
  );
}
