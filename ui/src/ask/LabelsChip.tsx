import { useState } from "react";
import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { labelsOf } from "./changes";
import { Chip } from "./ChipMenu";
import { t } from "../language/language";

interface Props {
  labels: string[];
  changed: boolean;
  onLabels: (labels: string[]) => void;
  onPutBack: () => void;
}

/** The labels one of which is to be chosen; they can be written anew. */
export function LabelsChip({ labels, changed, onLabels, onPutBack }: Props): ReactNode {
  return (
    <Chip part={t("ask.parts.labels")} changed={changed} onPutBack={onPutBack}>
      <DialogTrigger>
        <Button className="chip-button">
          <span className="quiet">{t("ask.labels")}</span> {labels.length > 0 ? labels.join(", ") : t("ask.noLabels")}
          {changed && <span className="chip-note">{t("ask.byYou")}</span>}
          <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover">
          <Dialog aria-label={t("ask.parts.labels")} className="chip-dialog">
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
        {t("ask.labelsField")}
        <input autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className="primary" disabled={written.length < 2}>
        {t("ask.useLabels")}
      </button>
      {written.length < 2 && <p className="small quiet">{t("ask.twoLabels")}</p>}
    </form>
  );
}
