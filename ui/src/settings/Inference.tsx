import type { ReactNode } from "react";
import type { Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";
import { SetBy } from "./SetBy";
import { useAdministered } from "./useAdministered";
import { t } from "../language/language";

/** As many as the service takes by itself. */
const MOST_AUTOMATIC = 8;
/** More than any model has. */
const MOST_LAYERS = 1000;

export function Inference({ machine }: { machine: Machine }): ReactNode {
  const { settings, changeSettings, navigate } = useWorkspace();
  const { isLocked } = useAdministered();
  const { cores, device, graphics } = machine;
  const set = settings.threads;
  const most = Math.max(cores, set ?? 1);
  return (
    <Section title={t("settings.inference")}>
      <label className="setting-line">
        <span>{t("settings.threads")}</span>
        <select
          value={set ?? ""}
          disabled={isLocked("threads")}
          onChange={(event) =>
            void changeSettings({ ...settings, threads: event.target.value === "" ? null : Number(event.target.value) })
          }
        >
          <option value="">{t("settings.automatic", { count: Math.min(cores, MOST_AUTOMATIC) })}</option>
          {Array.from({ length: most }, (_, index) => index + 1).map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <SetBy name="threads" />
      <p className="small quiet">
        {t("settings.cores", { count: cores })}
      </p>
      {graphics !== null && <Layers kind={graphics} />}
      <dl className="setting-facts">
        <div>
          <dt>{t("settings.runOn")}</dt>
          <dd>{device}</dd>
        </div>
        <div>
          <dt>{t("settings.answerModel")}</dt>
          <dd>
            {settings.answer_model ?? t("settings.ownModel")}{" "}
            <button type="button" className="link" onClick={() => navigate({ view: "models" })}>
              {isLocked("answer_model") ? t("settings.seeModels") : t("settings.chooseModel")}
            </button>
            <SetBy name="answer_model" />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

/** How many layers of the answer model go to the graphics processor; empty: as many as fit. */
function Layers({ kind }: { kind: string }): ReactNode {
  const { settings, changeSettings } = useWorkspace();
  const { isLocked } = useAdministered();
  const keep = (written: string): void => {
    const layers = written.trim() === "" ? null : Number(written);
    const usable = layers === null || (Number.isInteger(layers) && layers >= 0 && layers <= MOST_LAYERS);
    if (usable && layers !== settings.gpu_layers) void changeSettings({ ...settings, gpu_layers: layers });
  };
  return (
    <>
      <label className="setting-line">
        <span>{t("settings.gpuLayers")}</span>
        <input
          type="number"
          min={0}
          max={MOST_LAYERS}
          disabled={isLocked("gpu_layers")}
          key={settings.gpu_layers}
          defaultValue={settings.gpu_layers ?? ""}
          placeholder={t("settings.gpuLayersFit")}
          onBlur={(event) => keep(event.target.value)}
        />
      </label>
      <SetBy name="gpu_layers" />
      <p className="small quiet">{t("settings.gpuLayersAbout", { kind, machine: t("settings.machine") })}</p>
    </>
  );
}
