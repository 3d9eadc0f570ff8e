/** Checks the file of a model and measures its speed here. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import type { Check, ModelBench } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { StateWord } from "../kit/StateWord";
import { useWork } from "../kit/useWork";
import type { Work } from "../kit/useWork";
import { WorkBusy } from "../kit/WorkBusy";
import { benchFigures } from "./words";
import { t } from "../language/language";

export function Trials({ name }: { name: string }): ReactNode {
  const { models } = useWorkspace().backend;
  const end = useCallback(() => models.cancelTrial(name), [models, name]);
  const check = useWork(
    useCallback((report) => models.check(name, report), [models, name]),
    end,
  );
  const bench = useWork(
    useCallback((report) => models.bench(name, report), [models, name]),
    end,
  );
  const running = check.work.state === "running" || bench.work.state === "running";
  return (
    <div className="trials">
      <div className="actions">
        <button type="button" disabled={running} onClick={check.start}>
          {t("models.check")}
        </button>
        <button type="button" disabled={running} onClick={bench.start}>
          {t("models.measure")}
        </button>
      </div>
      <Trial trial={check} cancelled={t("models.checkCancelled")}>
        {(found) => <Checked check={found} />}
      </Trial>
      <Trial trial={bench} cancelled={t("models.measureCancelled")}>
        {(measured) => <Bench bench={measured} />}
      </Trial>
    </div>
  );
}

interface TrialProps<T> {
  trial: Work<T>;
  /** What is said when it was cancelled. */
  cancelled: string;
  children: (value: T) => ReactNode;
}

function Trial<T>({ trial: { work, cancel }, cancelled, children }: TrialProps<T>): ReactNode {
  switch (work.state) {
    case "idle":
      return null;
    case "running":
      return <WorkBusy work={work} first="hash" onCancel={cancel} />;
    case "cancelled":
      return (
        <p className="quiet" role="status">
          {cancelled}
        </p>
      );
    case "failed":
      return <FailureNotice failure={work.failure} />;
    case "done":
      return children(work.value);
  }
}

function Checked({ check: { sound, finding } }: { check: Check }): ReactNode {
  return (
    <p className="check-result" role="status">
      <StateWord tone={sound ? "good" : "bad"}>{sound ? t("models.sound") : t("models.notSound")}</StateWord> {finding}
      {!sound && ` ${t("models.doNotUse")}`}
    </p>
  );
}

function Bench({ bench }: { bench: ModelBench }): ReactNode {
  return (
    <table className="bench" aria-label={t("models.speed")}>
      <caption className="small quiet">{t("models.measured", { count: bench.prompt_tokens })}</caption>
      <tbody>
        {benchFigures(bench).map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
