/**
 * A backend without a service, a vault or a model: made-up documents and a few
 * rules. It exists for component tests and for work in a browser; the window
 * says so wherever it runs.
 */

import type { Backend } from "../backend";
import type { DocumentSummary, Failure } from "../wire";
import { fakeAudit } from "./audit";
import { fakeCollections } from "./collections";
import { fakeComparisons } from "./comparisons";
import { fakeContracts } from "./contracts";
import { fakeDesk } from "./desk";
import { fakeDocuments } from "./documents";
import { fakeKeeping } from "./keeping";
import { fakeModels } from "./models";
import { fakeQuestions } from "./questions";
import { fakeTables } from "./tables";

export interface FakeOptions {
  /** Pause between two steps of a long action, in milliseconds. */
  stepMs?: number;
  documents?: DocumentSummary[];
  /** The vault is encrypted with it. */
  passphrase?: string;
  /** The keyring opens the vault, too: it is unlocked, or locked with nobody to unlock it. */
  keyring?: "open" | "locked";
  /** The program was built for a graphics processor, and an administrator locked how many layers go there. */
  layersLocked?: boolean;
  /** Ends every import. */
  importFailure?: Failure;
  /** Ends every question. */
  askFailure?: Failure;
  /** The audit trail is damaged at this record. */
  damagedRecord?: number;
  /** A table that is there already, of so many documents and questions, all answered. */
  answered?: { documents: number; questions: number };
}

export function createFakeBackend(options: FakeOptions = {}): Backend {
  const shelf = [...(options.documents ?? [])];
  const removed = new Map<string, DocumentSummary>();
  return {
    notice: "Development data: no model is running",
    documents: fakeDocuments(options, shelf, removed),
    collections: fakeCollections(options, shelf),
    questions: fakeQuestions(options, shelf),
    contracts: fakeContracts(),
    models: fakeModels(options),
    audit: fakeAudit(options),
    keeping: fakeKeeping(shelf, removed),
    ...fakeTables(options, shelf),
    comparisons: fakeComparisons(options),
    desk: fakeDesk(options),
  };
}
