/** What is to ask and how long that takes, and the run while it goes on. */

import type { ReactNode } from "react";
import { about } from "../kit/format";
import { t } from "../language/language";
import type { HeldTable, RunState } from "./useTable";

/** Documents that are asked first, to see whether the questions are right. */
export const PILOT = 3;

export function RunBar({ held }: { held: HeldTable }): ReactNode {
  const { table, rows, run } = held;
  if (run.state === "running") return <Running held={held} run={run} />;
  const open = (most: number): number =>
    rows.slice(0, most).reduce((sum, { cells }) => sum + cells.filter((cell) => !cell || cell.stale).length, 0);
  const [all, pilot] = [open(rows.length), open(PILOT)];
  const pace = table?.pace ?? null;
  const time = (count: number): string => (pace ? t("table.run.about", { time: about(Math.ceil((count * pace.answer_ms) / 1000)) }) : "");
  const first = t("table.run.openPilot", { cells: pilot, count: PILOT });
  return (
    <div className="run-bar">
      {pilot > 0 && rows.length > PILOT && (
        <button type="button" className="primary" onClick={() => held.start(PILOT)}>
          {t("table.run.pilot", { count: PILOT })}
        </button>
      )}
      {all > 0 && (
        <button
          type="button"
          className={pilot > 0 && rows.length > PILOT ? "" : "primary"}
          onClick={() => held.start(null)}
        >
          {run.state === "stopped" ? t("table.run.goOn") : t("table.run.missing")}
        </button>
      )}
      <p role="status" className="small">
        {all === 0
          ? t("table.run.done")
          : `${t("table.run.open", { cells: all })}${time(all)}${pilot > 0 && pilot < all ? `; ${first}${time(pilot)}` : ""}.`}
        {run.state === "stopped" && ` ${t("table.run.stopped")}`}
      </p>
    </div>
  );
}

function Running({ held, run }: { held: HeldTable; run: Extract<RunState, { state: "running" }> }): ReactNode {
  const { progress, ending } = run;
  const [done, total] = [progress?.done ?? 0, progress?.total ?? 0];
  const words = progress?.reading ? t("table.run.reading") : t("table.run.asking");
  return (
    <div className="run-bar">
      <button type="button" disabled={ending !== null} onClick={held.pause}>
        {ending === "pause" ? t("table.run.pausing") : t("table.run.pause")}
      </button>
      <button type="button" disabled={ending === "cancel"} onClick={held.cancel}>
        {ending === "cancel" ? t("table.run.cancelling") : t("table.run.cancel")}
      </button>
      <progress aria-label={words} value={done} max={Math.max(total, 1)} />
      <p className="small run-words" role="status">
        {words}: {t("table.run.progress", { done, total })}
        {progress?.remaining_seconds != null && t("table.run.left", { time: about(progress.remaining_seconds) })}
        {progress?.document && ` · ${progress.document}`}
      </p>
    </div>
  );
}
