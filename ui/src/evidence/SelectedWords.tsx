import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { linesInWords } from "../answer/words";
import { t } from "../language/language";
import { selectedIn } from "./selected";
import type { Selected } from "./selected";

interface Props {
  scroller: HTMLElement;
  onUse: (selected: Selected) => void;
}

/** What is selected in the document, and the button that makes it a value. */
export function SelectedWords({ scroller, onUse }: Props): ReactNode {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    const look = (): void => {
      const selection = document.getSelection();
      const range = selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
      const isHere = range !== null && scroller.contains(range.startContainer) && scroller.contains(range.endContainer);
      setSelected(isHere ? selectedIn(range, scroller) : null);
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, [scroller]);
  if (!selected) return null;
  return (
    <div className="selected-place">
      <div className="selected-words" role="status">
      <span className="selected-quote">“{selected.quote}”</span>
      <span className="small quiet">{linesInWords(selected.first, selected.last)}</span>
      <button
        type="button"
        className="primary"
        // The words stay selected until they are used.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          onUse(selected);
          setSelected(null);
          document.getSelection()?.removeAllRanges();
        }}
      >
        {t("table.useAsValue")}
      </button>
      </div>
    </div>
  );
}
