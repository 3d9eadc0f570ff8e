import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { Section } from "./Section";
import { SetBy } from "./SetBy";
import { useAdministered } from "./useAdministered";
import { t } from "../language/language";

interface FileKind {
  kind: "policy" | "rates";
  key: "policy_file" | "rates_file";
  title: string;
  none: string;
  clear: string;
  about: string;
}

const KINDS: FileKind[] = [
  {
    kind: "policy",
    key: "policy_file",
    title: t("settings.policy"),
    none: t("settings.policyNone"),
    clear: t("settings.policyClear"),
    about:
      t("settings.policyAbout"),
  },
  {
    kind: "rates",
    key: "rates_file",
    title: t("settings.rates"),
    none: t("settings.ratesNone"),
    clear: t("settings.ratesClear"),
    about:
      t("settings.ratesAbout"),
  },
];

export function Answering(): ReactNode {
  return (
    <Section title={t("settings.answering")}>
      {KINDS.map((kind) => (
        <FileSetting key={kind.kind} of={kind} />
      ))}
    </Section>
  );
}

function FileSetting({ of }: { of: FileKind }): ReactNode {
  const { backend, settings, changeSettings } = useWorkspace();
  const { kind, key, title, none, clear, about } = of;
  const { isLocked, isGiven } = useAdministered();
  const [failure, setFailure] = useState<Failure | null>(null);
  const path = settings[key];
  const choose = async (): Promise<void> => {
    setFailure(null);
    try {
      const chosen = await backend.desk.chooseFile(kind);
      if (chosen !== null) await changeSettings({ ...settings, [key]: chosen });
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  return (
    <div className="file-setting" role="group" aria-label={title}>
      <h3>{title}</h3>
      <p className={path === null ? "" : "fixed"}>{path ?? none}</p>
      <SetBy name={key} />
      <div className="actions" hidden={isLocked(key)}>
        <button type="button" onClick={() => void choose()}>
          {path === null ? t("settings.chooseFile") : t("settings.chooseOther")}
        </button>
        {path !== null && !isGiven(key) && (
          <button type="button" onClick={() => void changeSettings({ ...settings, [key]: null })}>
            {clear}
          </button>
        )}
      </div>
      {failure && <FailureNotice failure={failure} />}
      <p className="small quiet">{about}</p>
    </div>
  );
}
