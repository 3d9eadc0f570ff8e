import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../language/language";

interface Props {
  title: string;
  /** The name it has. */
  given: string;
  act: string;
  /** Resolves to whether it was done; then the dialog closes. */
  onName: (name: string) => Promise<boolean>;
  onClose: () => void;
}

/** Asks for the name of a collection. */
export function NameDialog({ title, given, act, onName, onClose }: Props): ReactNode {
  const [name, setName] = useState(given);
  const ready = name.trim() !== "" && name.trim() !== given;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (ready && (await onName(name.trim()))) onClose();
  }

  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <form className="collection-naming" onSubmit={(event) => void submit(event)}>
            <Heading slot="title">{title}</Heading>
            <label>
              <span>{t("collections.name")}</span>
              <input
                type="text"
                autoFocus
                value={name}
                placeholder={t("collections.example")}
                onChange={(event) => setName(event.target.value)}
              />
            </label>
            <div className="actions end">
              <button type="button" onClick={onClose}>
                {t("collections.cancel")}
              </button>
              <button type="submit" className="primary" disabled={!ready}>
                {act}
              </button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
