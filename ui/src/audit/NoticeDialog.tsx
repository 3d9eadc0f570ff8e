/** A dialog that shows something and is closed: its heading, what it shows, and the one button. */

import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../language/language";

interface Props {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

export function NoticeDialog({ title, children, onClose }: Props): ReactNode {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen onOpenChange={(open) => !open && onClose()}>
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <Heading slot="title">{title}</Heading>
          {children}
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

/** A line for a terminal or a file, under what it is for; what may be done with it stands below. */
export function LineToCopy({ about, line, children }: { about: string; line: string; children?: ReactNode }): ReactNode {
  return (
    <div>
      <p className="small quiet">{about}</p>
      <code className="small restore-line">{line}</code>
      {children}
    </div>
  );
}
