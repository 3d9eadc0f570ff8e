import { useCallback } from "react";
import type { ReactNode } from "react";
import type { ModelSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { useLoad } from "../kit/useLoad";
import { useWork } from "../kit/useWork";
import type { Work } from "../kit/useWork";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { WorkBusy } from "../kit/WorkBusy";
import { useAdministered } from "../settings/useAdministered";
import { Model } from "./Model";
import { grouped } from "./words";
import type { Group } from "./words";
import "./models.css";

export function ModelsView(): ReactNode {
  const { backend, say } = useWorkspace();
  const [models, reload] = useLoad(useCallback(() => backend.models.list(), [backend]));
  const adding = useWork(
    useCallback(
      async (report) => {
        const added = await backend.models.add(report);
        if (added) say({ words: t("models.added", { name: added.name }) });
        reload();
      },
      [backend, say, reload],
    ),
    useCallback(() => backend.models.cancelAdd(), [backend]),
  );
  return (
    <>
      <ViewHeader title={t("views.models.title")} about={t("models.about")}>
        <button type="button" className="primary" disabled={adding.work.state === "running"} onClick={adding.start}>
          {t("models.add")}
        </button>
      </ViewHeader>
      <div className="view-body models">
        <Adding adding={adding} />
        {models.state === "loading" && <p className="quiet">{t("models.readingList")}</p>}
        {models.state === "failed" && (
          <>
            <FailureNotice failure={models.failure} />
            <button type="button" onClick={reload}>
              {t("models.tryAgain")}
            </button>
          </>
        )}
        {models.state === "there" && (
          <>
            <ChosenMissing models={models.value} />
            {grouped(models.value).map((group) => (
              <ModelGroup key={group.purpose.title} group={group} />
            ))}
            <p className="small quiet">
              {t("models.token")}
            </p>
          </>
        )}
      </div>
    </>
  );
}

function Adding({ adding: { work, cancel } }: { adding: Work<void> }): ReactNode {
  switch (work.state) {
    case "running":
      // Until a file is chosen there is nothing to measure, and the dialog has its own way out.
      if (work.progress === null) return <Busy words={t("models.choosing")} />;
      return <WorkBusy work={work} first="hash" onCancel={cancel} />;
    case "cancelled":
      return (
        <p className="quiet" role="status">
          {t("models.cancelled")}
        </p>
      );
    case "failed":
      return <FailureNotice failure={work.failure} />;
    case "idle":
    case "done":
      return null;
  }
}

function ModelGroup({ group }: { group: Group }): ReactNode {
  const { purpose, models } = group;
  return (
    <section className="model-group" aria-label={purpose.title}>
      <h2>{purpose.title}</h2>
      <p className="quiet">{purpose.about}</p>
      {models.length === 0 && <p>{t("models.noneKnown")}</p>}
      {models.map((model) => (
        <Model key={model.name} model={model} purpose={purpose} />
      ))}
    </section>
  );
}

/** The model that the person chose is not there any more. */
function ChosenMissing({ models }: { models: ModelSummary[] }): ReactNode {
  const { settings, changeSettings } = useWorkspace();
  const { isLocked } = useAdministered();
  const { answer_model: name } = settings;
  if (name === null || models.some((model) => model.name === name && model.present)) return null;
  return (
    <div className="notice warn" role="alert">
      <strong>{t("models.missingChosen", { name })}</strong>
      <p>{t("models.missingAbout")}</p>
      {isLocked("answer_model") ? (
        <p>{t("models.missingAdmin")}</p>
      ) : (
        <button type="button" onClick={() => void changeSettings({ ...settings, answer_model: null })}>
          {t("models.useOwn")}
        </button>
      )}
    </div>
  );
}
