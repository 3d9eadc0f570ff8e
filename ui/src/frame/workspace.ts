/** What every view shares: the service, where the person is, what was said to them. */

import { createContext, useContext } from "react";
import type { Backend } from "../backend/backend";
import type { AnswerType, DocumentSummary, Settings } from "../backend/wire";
import type { CollectionStore } from "../collection/useCollections";
import type { Watching } from "../collection/useWatching";
import type { DocumentStore } from "../document/useDocuments";

/** Where the person is. */
export type Route =
  | { view: "documents"; documentId?: string; line?: number }
  | { view: "ask"; recordId?: string; question?: string; documentIds?: string[]; answerType?: string }
  | { view: "table"; id?: string; collection?: string; documentIds?: string[] }
  | { view: "review" }
  | { view: "contracts"; name?: string }
  | { view: "models" }
  | { view: "compare" }
  | { view: "audit"; recordId?: string }
  | { view: "settings" };

export type ViewName = Route["view"];

/** A passing word about something done; it may be taken back. */
export interface Word {
  words: string;
  undo?: { label: string; act: () => void };
}

export interface Workspace {
  backend: Backend;
  route: Route;
  navigate: (route: Route) => void;
  documents: DocumentStore;
  collections: CollectionStore;
  watching: Watching;
  types: AnswerType[];
  reloadTypes: () => void;
  settings: Settings;
  changeSettings: (settings: Settings) => Promise<void>;
  say: (word: Word) => void;
  /** Says which record of an answer a view shows, for Ctrl+P; null: none. */
  setPrintable: (view: ViewName, recordId: string | null) => void;
  /** Opens the bundled sample and offers its questions. */
  openSample: () => Promise<void>;
  /** Asks for files and imports them. */
  importFiles: () => Promise<DocumentSummary[]>;
  importFolder: () => Promise<DocumentSummary[]>;
  /** Opens a page of the manual; none named: that of the view. */
  openHelp: (page?: string) => void;
  /** Questions that go with the sample; empty before it was opened. */
  offered: string[];
  /** Whether the vault is encrypted, and so can be locked. */
  encrypted: boolean;
  /** Whether the system's keyring opens it, too. */
  keyring: boolean;
}

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("a view stands outside of the window");
  return workspace;
}
