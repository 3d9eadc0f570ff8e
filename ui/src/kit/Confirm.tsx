import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../language/language";

interface Props {
  title: string;
  children: ReactNode;
  /** The act, as a verb with its object. */
  act: string;
  /** It cannot be taken back. */
  final?: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. Escape and the first button leave everything as it is. */
export function Confirm({ title, children, act, final = false, onAct, onClose }: Props): ReactNode {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog">
        <Dialog role="alertdialog" className="dialog-body">
          <Heading slot="title">{title}</Heading>
          {children}
          <div className="actions end">
            <button type="button" autoFocus onClick={onClose}>
              {t("kit.leave")}
            </button>
            <button
              type="button"
              className={final ? "primary danger" : "primary"}
              onClick={() => {
                onAct();
                onClose();
              }}
            >
              {act}
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
