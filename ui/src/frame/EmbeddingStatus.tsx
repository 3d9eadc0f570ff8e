import type { ReactNode } from "react";
import { number } from "../kit/format";
import { plainWords } from "../kit/plainWords";
import type { Embedding } from "./useEmbedding";

/** Until this is done, a question may miss passages that only their meaning tells. */
export function EmbeddingStatus({ embedding: { state, pause, resume } }: { embedding: Embedding }): ReactNode {
  if (state.kind === "idle") return null;
  const progress = state.kind === "running" || state.kind === "paused" ? state.progress : null;
  const total = progress?.total ?? null;
  return (
    <section className="embedding small" aria-label="Search by meaning">
      <p>{wordsOf(state)}</p>
      {progress && total !== null && total > 0 && (
        <>
          <progress aria-label="Passages prepared for the search by meaning" value={progress.done} max={total} />
          <p className="quiet">
            {number(progress.done)} of {number(total)} passages
          </p>
        </>
      )}
      {state.kind === "running" ? (
        <button type="button" className="link" onClick={pause}>
          Pause
        </button>
      ) : (
        <button type="button" className="link" onClick={resume}>
          {state.kind === "failed" ? "Try again" : "Go on"}
        </button>
      )}
    </section>
  );
}

function wordsOf(state: Embedding["state"]): string {
  switch (state.kind) {
    case "failed":
      return `The search by meaning is not ready. ${plainWords(state.failure.message)}`;
    case "paused":
      return "Paused: until it goes on, some passages are found by their words alone.";
    case "running":
      return state.progress.stage === "wait" ? "Waiting for your question to be answered" : "Preparing the search by meaning…";
    default:
      return "";
  }
}
