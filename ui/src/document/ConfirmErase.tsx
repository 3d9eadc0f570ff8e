import type { ReactNode } from "react";
import { Confirm } from "../kit/Confirm";
import { t } from "../language/language";
import type { Named } from "./useRemoval";

interface Props {
  document: Named;
  onErase: () => void;
  onClose: () => void;
}

export function ConfirmErase({ document, onErase, onClose }: Props): ReactNode {
  return (
    <Confirm title={t("documents.eraseTitle", { title: document.title })} act={t("documents.eraseAct")} final onAct={onErase} onClose={onClose}>
      <p>
        {t("documents.eraseCopy")}
      </p>
      <p>
        {t("documents.eraseRecords")}
      </p>
      <p>
        <strong>{t("documents.eraseFinal")}</strong>
      </p>
    </Confirm>
  );
}
