import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Check, Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Busy } from "../kit/Busy";
import { FailureNotice } from "../kit/FailureNotice";
import { StateWord } from "../kit/StateWord";
import type { Load } from "../kit/useLoad";
import { Section } from "./Section";
import { WithCode } from "../kit/WithCode";
import { t } from "../language/language";

interface Props {
  machine: Machine;
  /** Looks at the machine itself again. */
  onAgain: () => void;
}

export function MachineSection({ machine, onAgain }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [checks, setChecks] = useState<Load<Check[]>>({ state: "loading" });
  const look = useCallback(() => {
    setChecks({ state: "loading" });
    backend.desk.checks().then(
      (value) => setChecks({ state: "there", value }),
      (thrown: unknown) => setChecks({ state: "failed", failure: asFailure(thrown) }),
    );
  }, [backend]);
  useEffect(look, [look]);
  return (
    <Section title={t("settings.machine")}>
      {checks.state === "loading" && <Busy words={t("settings.checking")} />}
      {checks.state === "failed" && <FailureNotice failure={checks.failure} />}
      {checks.state === "there" && <Checks checks={checks.value} />}
      <TextRecognition ocr={machine.ocr} />
      <div className="actions">
        <button
          type="button"
          disabled={checks.state === "loading"}
          onClick={() => {
            look();
            onAgain();
          }}
        >
          {t("settings.checkAgain")}
        </button>
      </div>
    </Section>
  );
}

function Checks({ checks }: { checks: Check[] }): ReactNode {
  const bad = checks.filter(({ sound }) => !sound).length;
  return (
    <>
      <p role="status">{bad === 0 ? t("settings.allGood") : t("settings.needAttention", { bad, all: checks.length })}</p>
      <ul className="checks" aria-label={t("settings.checks")}>
        {checks.map(({ name, sound, finding }) => (
          <li key={name}>
            <StateWord tone={sound ? "good" : "bad"}>{sound ? t("settings.good") : t("settings.bad")}</StateWord>
            <span className="check-name">{capital(name)}</span>
            <span>{finding}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function TextRecognition({ ocr }: { ocr: string | null }): ReactNode {
  return (
    <div className="file-setting" role="group" aria-label={t("settings.ocr")}>
      <h3>{t("settings.ocrTitle")}</h3>
      {ocr === null ? (
        <>
          <p>
            <StateWord tone="warn">{t("settings.notFound")}</StateWord> {t("settings.unread")}
          </p>
          <p className="small quiet">
            <WithCode words={t("settings.ocrInstall")} />
          </p>
        </>
      ) : (
        <p>
          <StateWord tone="good">{t("settings.found")}</StateWord> {t("settings.ocrFound", { ocr })}
        </p>
      )}
    </div>
  );
}
