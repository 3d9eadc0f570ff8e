/** What is to ask and how long that takes, and the run while it goes on. */

import type { ReactNode } from "react";
import type { HeldTable, RunState } from "./useTable";
import { about } from "./words";

/** Documents that are asked first, to see whether the questions are right. */
export const PILOT = 3;

export function RunBar({ held }: { held: HeldTable }): ReactNode {
  const { table, rows, run } = held;
  if (run.state === "running") return <Running held={held} run={run} />;
  const open = (most: number): number =>
    rows.slice(0, most).reduce((sum, { cells }) => sum + cells.filter((cell) => !cell || cell.stale).length, 0);
  const [all, pilot] = [open(rows.length), open(PILOT)];
  const pace = table?.pace ?? null;
  const time = (count: number): string => (pace ? `, about ${about(Math.ceil((count * pace.answer_ms) / 1000))}` : "");
  return (
    <div className="run-bar">
      {pilot > 0 && rows.length > PILOT && (
        <button type="button" className="primary" onClick={() => held.start(PILOT)}>
          Try the first {PILOT} documents
        </button>
      )}
      {all > 0 && (
        <button
          type="button"
          className={pilot > 0 && rows.length > PILOT ? "" : "primary"}
          onClick={() => held.start(null)}
        >
          {run.state === "stopped" ? "Go on" : "Ask what is missing"}
        </button>
      )}
      <p role="status" className="small">
        {all === 0
          ? "Every cell has its answer."
          : `${all} cells to ask${time(all)}${pilot > 0 && pilot < all ? `; ${pilot} of the first ${PILOT} documents${time(pilot)}` : ""}.`}
        {run.state === "stopped" && " Paused: what is done is kept."}
      </p>
    </div>
  );
}

function Running({ held, run }: { held: HeldTable; run: Extract<RunState, { state: "running" }> }): ReactNode {
  const { progress, ending } = run;
  const [done, total] = [progress?.done ?? 0, progress?.total ?? 0];
  const words = progress?.reading ? "Reading the documents" : "Asking";
  return (
    <div className="run-bar">
      <button type="button" disabled={ending !== null} onClick={held.pause}>
        {ending === "pause" ? "Pausing after this cell…" : "Pause"}
      </button>
      <button type="button" disabled={ending === "cancel"} onClick={held.cancel}>
        {ending === "cancel" ? "Cancelling…" : "Cancel"}
      </button>
      <progress aria-label={words} value={done} max={Math.max(total, 1)} />
      <p className="small run-words" role="status">
        {words}: {done} of {total}
        {progress?.remaining_seconds != null && `, about ${about(progress.remaining_seconds)} left`}
        {progress?.document && ` · ${progress.document}`}
      </p>
    </div>
  );
}
