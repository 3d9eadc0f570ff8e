import type { KeyboardEvent } from "react";

/**
 * For `onKeyDownCapture` around a table: Enter or space on a row opens it, also
 * the one that is chosen already. Arrow keys only move.
 */
export function openRow(open: (id: string) => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const id = event.target instanceof Element ? event.target.closest("tbody tr")?.getAttribute("data-key") : null;
    if (!id) return;
    event.preventDefault();
    event.stopPropagation();
    open(id);
  };
}
