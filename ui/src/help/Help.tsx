/** The list of keys, and which program this is. Opened by F1, the palette and the navigation. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import { KEYS } from "./keys";
import type { KeyGroup } from "./keys";
import "./help.css";

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function Help({ open, onOpen }: Props): ReactNode {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen={open} onOpenChange={onOpen}>
      <Modal className="dialog help">
        <Dialog className="dialog-body">
          <Heading slot="title">Keys and About</Heading>
          {KEYS.map((group) => (
            <Group key={group.title} group={group} />
          ))}
          <Version />
          <div className="actions">
            <button type="button" className="primary" autoFocus onClick={() => onOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Group({ group: { title, keys } }: { group: KeyGroup }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys">
        {keys.map((one) => (
          <div key={one.does}>
            <dt>
              {one.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{one.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Version(): ReactNode {
  const { backend } = useWorkspace();
  const [load] = useLoad(useCallback(() => backend.desk.machine(), [backend]));
  return (
    <section>
      <h3>About</h3>
      <p>
        <strong>Attest{load.state === "there" && ` ${load.value.version}`}</strong>. It works without a network: no document,
        question or answer leaves this computer.
      </p>
      <p className="small quiet">Licensed under MIT or Apache-2.0, at your choice.</p>
    </section>
  );
}
