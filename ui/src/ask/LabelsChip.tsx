import { useState } from "react";
import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { labelsOf } from "./changes";
import { Chip } from "./ChipMenu";

interface Props {
  labels: string[];
  changed: boolean;
  onLabels: (labels: string[]) => void;
  onPutBack: () => void;
}

/** The labels one of which is to be chosen; they can be written anew. */
export function LabelsChip({ labels, changed, onLabels, onPutBack }: Props): ReactNode {
  return (
    <Chip part="Labels" changed={changed} onPutBack={onPutBack}>
      <DialogTrigger>
        <Button className="chip-button">
          <span className="quiet">Labels:</span> {labels.length > 0 ? labels.join(", ") : "none yet"}
          {changed && <span className="chip-note">chosen by you</span>}
          <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Dialog aria-label="Labels" className="chip-dialog">
            {({ close }) => (
              <LabelsForm
                labels={labels}
                onLabels={(changedLabels) => {
                  onLabels(changedLabels);
                  close();
                }}
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </Chip>
  );
}

function LabelsForm({ labels, onLabels }: { labels: string[]; onLabels: (labels: string[]) => void }): ReactNode {
  const [text, setText] = useState(labels.join(", "));
  const written = labelsOf(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A form within the question's form by way of React, though not of the page.
        event.stopPropagation();
        if (written.length > 1) onLabels(written);
      }}
    >
      <label>
        Labels to choose from, separated by commas
        <input autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className="primary" disabled={written.length < 2}>
        Use these labels
      </button>
      {written.length < 2 && <p className="small quiet">At least two are needed.</p>}
    </form>
  );
}
