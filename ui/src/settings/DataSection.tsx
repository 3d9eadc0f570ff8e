import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Failure, Machine } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { Copy } from "../kit/Copy";
import { FailureNotice } from "../kit/FailureNotice";
import { Section } from "./Section";
import { t } from "../language/language";

export function DataSection({ machine }: { machine: Machine }): ReactNode {
  const { backend, say } = useWorkspace();
  const { data_directory, data_directory_fixed } = machine;
  const [failure, setFailure] = useState<Failure | null>(null);
  const choose = async (): Promise<void> => {
    setFailure(null);
    try {
      const chosen = await backend.desk.chooseDataDirectory();
      if (chosen !== null) say({ words: t("settings.startsAgain", { directory: chosen }) });
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  return (
    <Section title={t("settings.data")}>
      <p className="fixed data-directory">{data_directory}</p>
      <div className="actions">
        {!data_directory_fixed && (
          <button type="button" onClick={() => void choose()}>
            {t("settings.chooseAnother")}
          </button>
        )}
        <Copy text={() => data_directory}>{t("settings.copyPath")}</Copy>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <p className="small quiet">
        {data_directory_fixed
          ? t("settings.dataByVariable")
          : t("settings.dataMoved")}
      </p>
      <p className="small quiet">
        {t("settings.dataAbout")}
      </p>
    </Section>
  );
}
