import type { ReactNode } from "react";
import type { DocumentSummary } from "../backend/wire";
import { Confirm } from "../kit/Confirm";

interface Props {
  document: DocumentSummary;
  onErase: () => void;
  onClose: () => void;
}

export function ConfirmErase({ document, onErase, onClose }: Props): ReactNode {
  return (
    <Confirm title={`Erase ${document.title}?`} act="Erase for good" final onAct={onErase} onClose={onClose}>
      <p>
        This program’s copy of the file, its text and search index, and every question, prompt and answer that may quote it
        are overwritten.
      </p>
      <p>
        The records of what was done stay in the audit trail, with the hashes of what was erased, and the trail still
        verifies. Your own file, outside of this program, is not touched.
      </p>
      <p>
        <strong>This cannot be undone.</strong>
      </p>
    </Confirm>
  );
}
