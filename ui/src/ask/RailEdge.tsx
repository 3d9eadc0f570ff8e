/** The edge between the list of documents and the question; it is dragged, or moved by the arrow keys. */

import { useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { t } from "../language/language";

const LEAST = 11;
const MOST = 40;
const USUAL = 14;
const STEP = 1;

export interface RailWidth {
  rem: number;
  set: (rem: number) => void;
}

/** Kept while the program runs: a view that is left keeps its width. */
export function useRailWidth(): RailWidth {
  const [rem, setRem] = useState(USUAL);
  return { rem, set: (wanted) => setRem(Math.min(MOST, Math.max(LEAST, Math.round(wanted * 4) / 4))) };
}

export function RailEdge({ width }: { width: RailWidth }): ReactNode {
  const start = useRef<{ x: number; rem: number } | null>(null);

  function move({ clientX }: PointerEvent): void {
    if (!start.current) return;
    const pixels = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    width.set(start.current.rem + (clientX - start.current.x) / pixels);
  }

  function press(event: KeyboardEvent): void {
    const to = {
      ArrowLeft: width.rem - STEP,
      ArrowRight: width.rem + STEP,
      Home: LEAST,
      End: MOST,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    width.set(to);
  }

  return (
    <div
      className="rail-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t("ask.railWidth")}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={Math.round(width.rem)}
      tabIndex={0}
      title={t("ask.railDrag")}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, rem: width.rem };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
      onDoubleClick={() => width.set(USUAL)}
      onKeyDown={press}
    />
  );
}
