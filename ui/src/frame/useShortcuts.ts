import { useEffect, useRef } from "react";
import { VIEWS } from "./views";
import type { Route } from "./workspace";

interface Acts {
  navigate: (route: Route) => void;
  openPalette: () => void;
  importFiles: () => void;
  /** Opens the view's page of the manual, or closes it. */
  turnHelp: () => void;
}

/** Keys that work in every view: F1, and Ctrl (or Cmd) with K, O, or the number of a view. */
export function useShortcuts(acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key === "F1") {
        latest.current.turnHelp();
        event.preventDefault();
        return;
      }
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const { navigate, openPalette, importFiles } = latest.current;
      const entry = /^[1-9]$/.test(event.key) ? VIEWS[Number(event.key) - 1] : undefined;
      if (entry) navigate({ view: entry.view });
      else if (event.key === "k") openPalette();
      else if (event.key === "o") importFiles();
      else return;
      event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
