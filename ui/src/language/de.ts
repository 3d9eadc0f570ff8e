import { answer } from "./de/answer";
import { ask } from "./de/ask";
import { audit } from "./de/audit";
import { collections } from "./de/collections";
import { contracts } from "./de/contracts";
import { documents } from "./de/documents";
import { each } from "./de/each";
import { embedding } from "./de/embedding";
import { evidence } from "./de/evidence";
import { frame } from "./de/frame";
import { help } from "./de/help";
import { keeping } from "./de/keeping";
import { kit } from "./de/kit";
import { lock } from "./de/lock";
import { metadata } from "./de/metadata";
import { models } from "./de/models";
import { palette } from "./de/palette";
import { review } from "./de/review";
import { settings } from "./de/settings";
import { views } from "./de/views";
import type { Catalogue } from "./en";
import { compare } from "./de/compare";
import { table } from "./de/table";

export const de: Catalogue = {
  views,
  frame,
  lock,
  embedding,
  palette,
  collections,
  each,
  ask,
  audit,
  kit,
  help,
  answer,
  evidence,
  documents,
  metadata,
  keeping,
  review,
  settings,
  models,
  contracts,
  table,
  compare,
};
