import type { ReactNode } from "react";
import { number } from "../kit/format";
import { plainWords } from "../kit/plainWords";
import { t } from "../language/language";
import type { Embedding } from "./useEmbedding";

/** Until this is done, a question may miss passages that only their meaning tells. */
export function EmbeddingStatus({ embedding: { state, pause, resume } }: { embedding: Embedding }): ReactNode {
  if (state.kind === "idle") return null;
  const progress = state.kind === "running" || state.kind === "paused" ? state.progress : null;
  const total = progress?.total ?? null;
  return (
    <section className="embedding small" aria-label={t("embedding.label")}>
      <p>{wordsOf(state)}</p>
      {progress && total !== null && total > 0 && (
        <>
          <progress aria-label={t("embedding.progress")} value={progress.done} max={total} />
          <p className="quiet">
            {t("embedding.passages", { done: number(progress.done), total: number(total) })}
          </p>
        </>
      )}
      {state.kind === "running" ? (
        <button type="button" className="link" onClick={pause}>
          {t("embedding.pause")}
        </button>
      ) : (
        <button type="button" className="link" onClick={resume}>
          {state.kind === "failed" ? t("embedding.again") : t("embedding.goOn")}
        </button>
      )}
    </section>
  );
}

function wordsOf(state: Embedding["state"]): string {
  switch (state.kind) {
    case "failed":
      return t("embedding.failed", { why: plainWords(state.failure.message) });
    case "paused":
      return t("embedding.paused");
    case "running":
      return t(state.progress.stage === "wait" ? "embedding.waiting" : "embedding.preparing");
    default:
      return "";
  }
}
