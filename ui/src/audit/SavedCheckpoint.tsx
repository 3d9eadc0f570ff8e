/** What is said of a checkpoint that was saved: where it lies, and the key that it is believed by. */

import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { SavedCheckpoint as Saved } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { t } from "../language/language";

/** How somebody else compares a copy of the vault with it; the words in capitals are the person's. */
const COMPARE = "attest audit verify --checkpoint FILE";

export function SavedCheckpoint({ saved, onClose }: { saved: Saved; onClose: () => void }): ReactNode {
  const { path, records, key } = saved;
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <Heading slot="title">{t("audit.checkpointTitle")}</Heading>
          <p>{t("audit.checkpointSaved", { path, count: records })}</p>
          <p>{t("audit.checkpointWhat")}</p>
          <div>
            <p className="small quiet">{t("audit.checkpointKey")}</p>
            <code className="small restore-line">{key}</code>
            <div>
              <Copy text={() => key}>{t("audit.copy")}</Copy>
            </div>
          </div>
          <div>
            <p className="small quiet">{t("audit.checkpointCompare")}</p>
            <code className="small restore-line">{COMPARE}</code>
          </div>
          <div className="actions end">
            <button type="button" autoFocus onClick={onClose}>
              {t("audit.keysClose")}
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
