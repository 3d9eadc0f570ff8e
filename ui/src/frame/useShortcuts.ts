import { useEffect, useRef } from "react";
import { VIEWS } from "./views";
import type { Route } from "./workspace";

/** Larger, smaller, or as usual. */
export type Zoom = 1 | -1 | 0;

interface Acts {
  navigate: (route: Route) => void;
  openPalette: () => void;
  importFiles: () => void;
  /** Opens the view's page of the manual, or closes it. */
  turnHelp: () => void;
  print: () => void;
  zoom: (by: Zoom) => void;
  /** Takes back what was just done; null where nothing can be. */
  undo: (() => void) | null;
}

const ZOOM: Record<string, Zoom> = { "+": 1, "=": 1, "-": -1, "0": 0 };
const WRITING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]";

/** Keys that work in every view (`help/keys.ts` lists them). */
export function useShortcuts(acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

function actOf(event: KeyboardEvent, acts: Acts): (() => void) | null {
  const { key, altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  if (key === "F1" && !control && !altKey && !shiftKey) return acts.turnHelp;
  if (!control || altKey) return null;
  const zoom = ZOOM[key];
  // A plus needs the Shift key on many keyboards.
  if (zoom !== undefined && (!shiftKey || zoom === 1)) return () => acts.zoom(zoom);
  if (shiftKey) return null;
  const entry = /^[1-9]$/.test(key) ? VIEWS[Number(key) - 1] : undefined;
  if (entry) return () => acts.navigate({ view: entry.view });
  const writing = event.target instanceof Element && event.target.closest(WRITING) !== null;
  switch (key.toLowerCase()) {
    case "k":
      return acts.openPalette;
    case "o":
      return acts.importFiles;
    case "p":
      return acts.print;
    case "z":
      return writing ? null : acts.undo;
    default:
      return null;
  }
}
