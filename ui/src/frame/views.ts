/** The views, in the order of the navigation. */

import { t } from "../language/language";
import type { ViewName } from "./workspace";

export interface ViewEntry {
  view: ViewName;
  title: string;
  /** What one does there, for the command palette. */
  purpose: string;
}

/** In English; `titleOf` and `purposeOf` give them in the window's language. */
export const VIEWS: ViewEntry[] = [
  { view: "documents", title: "Documents", purpose: "Import, read and remove documents" },
  { view: "ask", title: "Ask", purpose: "Put a question to documents" },
  { view: "table", title: "Table", purpose: "Many documents, many questions" },
  { view: "review", title: "Review", purpose: "Check what is not sure enough" },
  { view: "contracts", title: "Answer types", purpose: "Answer types, schemas and grammars" },
  { view: "models", title: "Models", purpose: "Models on this machine" },
  { view: "compare", title: "Compare", purpose: "Models or settings side by side" },
  { view: "audit", title: "Audit", purpose: "The record of everything that was done" },
  { view: "settings", title: "Settings", purpose: "Data, threads, policy, appearance" },
];

/** What a view is called, in the window's language; in English where the catalogue does not know it. */
export function titleOf({ view, title }: ViewEntry): string {
  return t(`views.${view}.title`, { defaultValue: title });
}

/** What one does in a view, in the same way. */
export function purposeOf({ view, purpose }: ViewEntry): string {
  return t(`views.${view}.purpose`, { defaultValue: purpose });
}
