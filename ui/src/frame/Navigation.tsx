import type { ReactNode } from "react";
import { ViewIcon } from "../kit/icons";
import { EmbeddingStatus } from "./EmbeddingStatus";
import type { Embedding } from "./useEmbedding";
import { t } from "../language/language";
import { purposeOf, titleOf, VIEWS } from "./views";
import { WatchStatus } from "./WatchStatus";
import { useWorkspace } from "./workspace";

interface Props {
  onPalette: () => void;
  embedding: Embedding;
}

/** Where one can go; always in sight. */
export function Navigation({ onPalette, embedding }: Props): ReactNode {
  const { backend, route, navigate, documents, watching, openHelp } = useWorkspace();
  const running = documents.imports.filter(({ state }) => state === "waiting" || state === "reading").length;
  return (
    <nav className="navigation" aria-label={t("views.label")}>
      <p className="brand">Attest</p>
      <ul>
        {VIEWS.map((entry) => ({ ...entry, title: titleOf(entry), purpose: purposeOf(entry) })).map(({ view, title, purpose }, index) => (
          <li key={view}>
            <button
              type="button"
              className="navigation-entry"
              aria-current={route.view === view ? "page" : undefined}
              title={`${purpose} (Ctrl+${index + 1})`}
              onClick={() => route.view !== view && navigate({ view })}
            >
              <ViewIcon view={view} />
              <span>{title}</span>
              {view === "documents" && running > 0 && <span className="badge" aria-label={t("frame.toRead", { number: running })}>{running}</span>}
            </button>
          </li>
        ))}
      </ul>
      <div className="navigation-foot">
        <WatchStatus watching={watching} />
        <EmbeddingStatus embedding={embedding} />
        {backend.notice && <p className="state warn">{backend.notice}</p>}
        <button type="button" className="navigation-entry quiet" onClick={() => openHelp()}>
          <span>{t("frame.help")}</span>
          <kbd>F1</kbd>
        </button>
        <button type="button" className="navigation-entry quiet" onClick={onPalette}>
          <span>{t("frame.commands")}</span>
          <kbd>Ctrl+K</kbd>
        </button>
        <p className="small quiet">{t("frame.offline")}</p>
      </div>
    </nav>
  );
}
