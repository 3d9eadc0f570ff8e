import type { ReactNode } from "react";
import type { Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";
import { SetBy } from "./SetBy";
import { useAdministered } from "./useAdministered";
import { t } from "../language/language";

/** As many as the service takes by itself. */
const MOST_AUTOMATIC = 8;

export function Inference({ machine }: { machine: Machine }): ReactNode {
  const { settings, changeSettings, navigate } = useWorkspace();
  const { isLocked } = useAdministered();
  const { cores, device } = machine;
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
