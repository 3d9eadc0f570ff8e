import { useEffect, useRef } from "react";
import { VIEWS } from "./views";
import type { Route } from "./workspace";

interface Acts {
  navigate: (route: Route) => void;
  openPalette: () => void;
  importFiles: () => void;
}

/** Keys that work in every view: Ctrl (or Cmd) with K, O, or the number of a view. */
export function useShortcuts(acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
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
