/** The folder that is watched for a collection: what came of it, and what did not. */

import type { ReactNode } from "react";
import type { Collection } from "../backend/wire";
import { skipInWords } from "../document/words";
import { useWorkspace } from "../frame/workspace";
import { MiddleCut } from "../kit/MiddleCut";
import { plainWords } from "../kit/plainWords";
import { t } from "../language/language";

export function WatchedFolder({ collection: { name, watched_folder: folder } }: { collection: Collection }): ReactNode {
  const { collections, watching } = useWorkspace();
  if (folder === null) {
    return (
      <button type="button" onClick={() => void collections.watchFolder(name)}>
        {t("collections.watch.start")}
      </button>
    );
  }
  const watched = watching.folders[name];
  const isPaused = watching.state.kind === "paused";
  const count = watched?.imported ?? 0;
  const parts = [
    isPaused ? t("collections.watch.paused") : t("collections.watch.watched"),
    t("collections.watch.imported", { count }),
    ...(watched && watched.waiting > 0 ? [t("collections.watch.waiting", { count: watched.waiting })] : []),
    ...(watched && watched.failed.length > 0 ? [t("collections.watch.failed", { count: watched.failed.length })] : []),
    ...(watched && watched.skipped.length > 0 ? [t("collections.watch.skipped", { count: watched.skipped.length })] : []),
    ...(watched && watched.takenOut.length > 0 ? [t("collections.watch.takenOut", { count: watched.takenOut.length })] : []),
  ];
  return (
    <section className="watched small" aria-label={t("collections.watch.label")}>
      <p className="watched-folder" title={folder}>
        <MiddleCut>{folder}</MiddleCut>
      </p>
      <p role="status">{`${parts.join(" · ")}.`}</p>
      <div className="actions">
        <button type="button" className="link" onClick={isPaused ? watching.resume : watching.pause}>
          {isPaused ? t("collections.watch.goOn") : t("collections.watch.pause")}
        </button>
        <button type="button" className="link" onClick={() => void collections.stopWatching(name)}>
          {t("collections.watch.stop")}
        </button>
      </div>
      {watched?.unreachable && <p className="notice bad">{plainWords(watched.unreachable.message)}</p>}
      {watched && watched.failed.length + watched.skipped.length + watched.takenOut.length > 0 && (
        <details>
          <summary>{t("collections.watch.details")}</summary>
          <ul>
            {watched.failed.map(({ name: file, failure }) => (
              <li key={file}>
                <strong>{file}</strong> {plainWords(failure.message)}
              </li>
            ))}
            {watched.skipped.map(({ name: file, reason }) => (
              <li key={file}>
                {file}: {skipInWords(reason)}
              </li>
            ))}
            {watched.takenOut.map((file) => (
              <li key={file}>
                {file}: {t("collections.watch.takenOutWhy")}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
