/** What is said of a checkpoint that was saved: where it lies, and the key that it is believed by. */

import type { ReactNode } from "react";
import type { SavedCheckpoint as Saved } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { t } from "../language/language";
import { LineToCopy, NoticeDialog } from "./NoticeDialog";

/** How somebody else compares a copy of the vault with it; the words in capitals are the person's. */
const COMPARE = "attest audit verify --checkpoint FILE";

export function SavedCheckpoint({ saved, onClose }: { saved: Saved; onClose: () => void }): ReactNode {
  const { path, records, key } = saved;
  return (
    <NoticeDialog title={t("audit.checkpointTitle")} onClose={onClose}>
      <p>{t("audit.checkpointSaved", { path, count: records })}</p>
      <p>{t("audit.checkpointWhat")}</p>
      <LineToCopy about={t("audit.checkpointKey")} line={key}>
        <div>
          <Copy text={() => key}>{t("audit.copy")}</Copy>
        </div>
      </LineToCopy>
      <LineToCopy about={t("audit.checkpointCompare")} line={COMPARE} />
    </NoticeDialog>
  );
}
