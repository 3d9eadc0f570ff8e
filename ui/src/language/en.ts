/** The words of the window, one file an area. Every other language has the same files and the same keys. */

import { answer } from "./en/answer";
import { ask } from "./en/ask";
import { audit } from "./en/audit";
import { collections } from "./en/collections";
import { contracts } from "./en/contracts";
import { documents } from "./en/documents";
import { each } from "./en/each";
import { embedding } from "./en/embedding";
import { evidence } from "./en/evidence";
import { frame } from "./en/frame";
import { help } from "./en/help";
import { keeping } from "./en/keeping";
import { kit } from "./en/kit";
import { lock } from "./en/lock";
import { metadata } from "./en/metadata";
import { models } from "./en/models";
import { palette } from "./en/palette";
import { review } from "./en/review";
import { settings } from "./en/settings";
import { views } from "./en/views";
import { compare } from "./en/compare";
import { table } from "./en/table";

export const en = {
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

type Same<T> = { [Key in keyof T]: T[Key] extends string ? string : Same<T[Key]> };

/** A whole catalogue: the compiler says what one lacks. */
export type Catalogue = Same<typeof en>;
