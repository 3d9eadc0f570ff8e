/** What is said before a sealed backup is made: what its key file is, and which one it is to be. */

import { useState } from "react";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { KeyFile } from "../backend/wire";
import { t } from "../language/language";

interface Props {
  /** The key files that can be used now. */
  known: KeyFile[];
  /** Goes on to the system's dialogs, with one of the key files; null: with a new one. */
  onMake: (keys: string | null) => void;
  onClose: () => void;
}

export function SealedBackup({ known, onMake, onClose }: Props): ReactNode {
  // One key file for all backups: then an erasure has to reach one place only.
  const [keys, setKeys] = useState<string | null>(known[0]?.path ?? null);
  const choices = [...known.map(({ path }) => ({ path, words: path })), { path: null, words: t("audit.newKeyFile") }];
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <Heading slot="title">{t("audit.sealedTitle")}</Heading>
          <p>{t("audit.sealedWhat")}</p>
          <p>{t("audit.sealedWhere")}</p>
          <div className="key-choice" role="radiogroup" aria-labelledby="key-file">
            <span id="key-file" className="small quiet">
              {t("audit.keyFile")}
            </span>
            {choices.map(({ path, words }) => (
              <label key={words}>
                <input type="radio" name="key-file" checked={keys === path} onChange={() => setKeys(path)} />
                <span>{words}</span>
              </label>
            ))}
          </div>
          <div className="actions end">
            <button type="button" onClick={onClose}>
              {t("audit.cancelBackup")}
            </button>
            <button
              type="button"
              className="primary"
              autoFocus
              onClick={() => {
                onClose();
                onMake(keys);
              }}
            >
              {t("audit.sealedAct")}
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
