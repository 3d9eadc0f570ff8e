/** Collections: documents that belong together, a matter, a client, a year. */

import type { Collection, QuestionsRead, WatchNews } from "./wire";

export interface Collections {
  /** By name, the empty ones too. */
  list(): Promise<Collection[]>;
  /** Puts documents into a collection, which is made where it is missing; without documents it is only made. */
  collect(name: string, ids: string[]): Promise<Collection>;
  /** Takes documents out; they stay in the list of documents. */
  uncollect(name: string, ids: string[]): Promise<Collection>;
  rename(name: string, newName: string): Promise<Collection>;
  /** Its documents stay. */
  remove(name: string): Promise<void>;
  /** Which set of questions it is asked in a table; null takes it back. */
  setQuestions(name: string, set: string | null): Promise<Collection>;
  /** The questions that it is asked in a table; null where it has none of its own. */
  questions(name: string): Promise<QuestionsRead | null>;
  /** Lets the person choose a folder that is watched for a collection; null when they change their mind. */
  chooseWatched(name: string): Promise<Collection | null>;
  /** What was imported stays. */
  stopWatching(name: string): Promise<Collection>;
  /** Watches the folders of all collections until `pauseWatching`, and imports what is new in them. */
  watch(report: (news: WatchNews) => void): Promise<void>;
  pauseWatching(): Promise<void>;
}
