import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import "./split.css";

/** A list and, beside it, the one that was chosen; where there is no room for both, only the chosen one. */
export function Split({ list, chosen }: { list: ReactNode; chosen: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const open = Boolean(chosen);
  const wasOpen = useRef(open);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // The focus was in what is gone: back to the list, at the row it was on.
    if (closed && document.activeElement === document.body) {
      place.current?.querySelector<HTMLElement>("[role=grid]")?.focus();
    }
  }, [open]);
  return (
    <div className="split">
      <div className={open ? "split-inner both" : "split-inner"}>
        <div className="split-list" ref={place}>
          {list}
        </div>
        {open && <div className="split-chosen">{chosen}</div>}
      </div>
    </div>
  );
}
