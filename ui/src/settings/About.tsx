import type { ReactNode } from "react";
import type { Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Section } from "./Section";
import { t } from "../language/language";

export function About({ machine }: { machine: Machine }): ReactNode {
  const { navigate } = useWorkspace();
  return (
    <Section title={t("settings.about")}>
      <p>
        <strong>Attest {machine.version}</strong>
      </p>
      <p>
        {t("settings.aboutOffline")}
      </p>
      <p className="small quiet">
        {t("settings.licence")}{" "}
        <button type="button" className="link" onClick={() => navigate({ view: "models" })}>
          {t("settings.seeModelsSmall")}
        </button>
      </p>
    </Section>
  );
}
