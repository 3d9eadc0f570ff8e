import { useCallback } from "react";
import type { ReactNode } from "react";
import type { Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { useLoad } from "../kit/useLoad";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { About } from "./About";
import { Answering } from "./Answering";
import { AppearanceSection } from "./AppearanceSection";
import { DataSection } from "./DataSection";
import { Inference } from "./Inference";
import { LockSection } from "./LockSection";
import { MachineSection } from "./MachineSection";
import "./settings.css";

export function SettingsView(): ReactNode {
  const { backend } = useWorkspace();
  const [saved] = useLoad(useCallback(() => backend.desk.settings(), [backend]));
  const [machine, reload] = useLoad(useCallback(() => backend.desk.machine(), [backend]));
  return (
    <>
      <ViewHeader title={t("views.settings.title")} about={t("settings.viewAbout")} />
      <div className="view-body settings">
        {saved.state === "failed" && (
          <>
            <FailureNotice failure={saved.failure} />
            <p>{t("settings.mend")}</p>
          </>
        )}
        <AppearanceSection />
        {machine.state === "loading" && <p className="quiet">{t("settings.lookingMachine")}</p>}
        {machine.state === "failed" && (
          <>
            <FailureNotice failure={machine.failure} />
            <button type="button" onClick={reload}>
              {t("settings.lookAgain")}
            </button>
          </>
        )}
        {machine.state === "there" && <Sections machine={machine.value} onAgain={reload} />}
      </div>
    </>
  );
}

function Sections({ machine, onAgain }: { machine: Machine; onAgain: () => void }): ReactNode {
  return (
    <>
      <Inference machine={machine} />
      <Answering />
      <LockSection />
      <DataSection machine={machine} />
      <MachineSection machine={machine} onAgain={onAgain} />
      <About machine={machine} />
    </>
  );
}
