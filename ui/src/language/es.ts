import { answer } from "./es/answer";
import { ask } from "./es/ask";
import { audit } from "./es/audit";
import { collections } from "./es/collections";
import { contracts } from "./es/contracts";
import { documents } from "./es/documents";
import { each } from "./es/each";
import { embedding } from "./es/embedding";
import { evidence } from "./es/evidence";
import { frame } from "./es/frame";
import { help } from "./es/help";
import { keeping } from "./es/keeping";
import { kit } from "./es/kit";
import { lock } from "./es/lock";
import { metadata } from "./es/metadata";
import { models } from "./es/models";
import { palette } from "./es/palette";
import { review } from "./es/review";
import { settings } from "./es/settings";
import { views } from "./es/views";
import type { Catalogue } from "./en";
import { compare } from "./es/compare";
import { table } from "./es/table";

export const es: Catalogue = {
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
