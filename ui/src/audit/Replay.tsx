/** An answer given again beside the recorded one: the same, or where the two part, and what differs around them. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import type { Difference, Replay as Replayed } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { useWork } from "../kit/useWork";
import { t } from "../language/language";
import { stageInWords, valueInWords } from "./words";

export function Replay({ recordId }: { recordId: string }): ReactNode {
  const { backend } = useWorkspace();
  const { work, start, cancel } = useWork(
    useCallback((report) => backend.audit.replay(recordId, report), [backend, recordId]),
    useCallback(() => backend.audit.cancelReplay(), [backend]),
  );
  const running = work.state === "running";
  return (
    <section className="replay" aria-label={t("audit.replay")}>
      <h3>{t("audit.replay")}</h3>
      <p className="small quiet">{t("audit.replayAbout")}</p>
      {running ? (
        <Busy words={t("audit.replaying")} cancelling={work.cancelling} onCancel={cancel} />
      ) : (
        <button type="button" onClick={start}>
          {t("audit.replay")}
        </button>
      )}
      {work.state === "cancelled" && (
        <p className="notice" role="status">
          {t("audit.replayCancelled")}
        </p>
      )}
      {work.state === "failed" && <FailureNotice failure={work.failure} />}
      {work.state === "done" && <Result replay={work.value} />}
    </section>
  );
}

function Result({ replay: { equal, differences, environment } }: { replay: Replayed }): ReactNode {
  const [first] = differences;
  return (
    <div className={equal ? "verdict good" : "verdict warn"} role="status" aria-label={t("audit.replayResult")}>
      <strong>
        {first === undefined ? t("audit.replaySame") : t("audit.replayOther", { stage: stageInWords(first.stage) })}
      </strong>
      {differences.length > 0 && <Differences caption={t("audit.replayDifferences")} differences={differences} />}
      {environment.length > 0 ? (
        <Differences caption={t("audit.replayEnvironment")} differences={environment} />
      ) : (
        <p className="small">{t("audit.replayEnvironmentSame")}</p>
      )}
    </div>
  );
}

/** Differences that are shown; the others are counted, and `attest audit replay --json` has them all. */
const SHOWN = 8;

function Differences({ caption, differences }: { caption: string; differences: Difference[] }): ReactNode {
  return (
    <>
      <table className="replay-table">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("audit.replayStage")}</th>
            <th scope="col">{t("audit.replayFact")}</th>
            <th scope="col">{t("audit.replayRecorded")}</th>
            <th scope="col">{t("audit.replayNow")}</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, SHOWN).map(({ stage, fact, recorded, now }) => (
            <tr key={fact}>
              <td>{stageInWords(stage)}</td>
              <th scope="row" className="fixed">
                {fact}
              </th>
              <td className="fixed">{valueInWords(recorded)}</td>
              <td className="fixed">{valueInWords(now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length > SHOWN && <p className="small">{t("audit.replayMore", { count: differences.length - SHOWN })}</p>}
    </>
  );
}
