import type { ReactNode } from "react";
import type { Watching } from "../collection/useWatching";
import { plainWords } from "../kit/plainWords";
import { t } from "../language/language";

/** That folders are watched, in every view; the collection tells file by file. */
export function WatchStatus({ watching: { state, folders, pause, resume } }: { watching: Watching }): ReactNode {
  if (state.kind === "idle") return null;
  const told = Object.values(folders);
  const imported = told.reduce((sum, one) => sum + one.imported, 0);
  const failed = told.reduce((sum, one) => sum + one.failed.length + (one.unreachable ? 1 : 0), 0);
  const words =
    state.kind === "failed"
      ? t("collections.watch.ended", { why: plainWords(state.failure.message) })
      : state.kind === "paused"
        ? t("collections.watch.allPaused")
        : t("collections.watch.all");
  return (
    <section className="embedding small" aria-label={t("collections.watch.allLabel")}>
      <p>{words}</p>
      <p className="quiet">
        {t("collections.watch.imported", { count: imported })}
        {failed > 0 && ` · ${t("collections.watch.failed", { count: failed })}`}
      </p>
      <button type="button" className="link" onClick={state.kind === "running" ? pause : resume}>
        {state.kind === "running" ? t("collections.watch.pause") : state.kind === "paused" ? t("collections.watch.goOn") : t("collections.watch.again")}
      </button>
    </section>
  );
}
