/** Made-up collections: that a document is in one stands in its summary, as in the real service. */

import type { Collections } from "../collections";
import type { Collection, DocumentSummary, QuestionsRead, WatchNews } from "../wire";
import { SCAN } from "./documents";
import type { FakeOptions } from "./index";
import { pause } from "./pause";
import { questionsOf, SETS } from "./tables";

interface Kept {
  questions: string | null;
  watched: string | null;
}

const NEW: Kept = { questions: null, watched: null };
const WATCHED = "/home/adaeze/leases";

/** The documents on the shelf are those of `fakeDocuments`. */
export function fakeCollections({ stepMs = 0 }: FakeOptions, shelf: DocumentSummary[]): Collections {
  const kept = new Map<string, Kept>(shelf.flatMap(({ collections }) => collections).map((name) => [name, { ...NEW }]));
  let watching = false;

  function find(name: string): Kept {
    const found = kept.get(name);
    if (!found) throw { kind: "input", message: `There is no collection "${name}".`, help: "Choose another." };
    return found;
  }
  function shown(name: string): Collection {
    const members = shelf.filter(({ collections }) => collections.includes(name));
    return { name, document_ids: members.map(({ id }) => id), questions: find(name).questions, answer_type: null, watched_folder: find(name).watched };
  }
  function change(ids: string[], next: (before: string[]) => string[]): void {
    shelf.forEach((document, at) => {
      if (ids.includes(document.id)) shelf[at] = { ...document, collections: [...new Set(next(document.collections))].sort() };
    });
  }

  /** A look at a watched folder: one file came, one is broken, one is no document. */
  function look(name: string, report: (news: WatchNews) => void): void {
    const document = { ...SCAN, id: `watched ${name}`, title: "lease-0417.pdf", collections: [name] };
    const already_there = shelf.some(({ id }) => id === document.id);
    if (!already_there) shelf.push(document);
    report({ collection: name, event: { kind: "imported", name: document.title, document, already_there } });
    if (already_there) return;
    const failure = { kind: "document", message: "broken.pdf is damaged: it has no pages.", help: "Open it in another program and save it anew." };
    report({ collection: name, event: { kind: "failed", name: "broken.pdf", failure } });
    report({ collection: name, event: { kind: "skipped", name: "talk.pptx", reason: "slides" } });
  }

  return {
    list: async () => [...kept.keys()].sort().map(shown),
    collect: async (name, ids) => {
      if (name.includes("=")) throw { kind: "input", message: "This cannot be the name of a collection.", help: "Leave out the equals sign." };
      if (!kept.has(name)) kept.set(name, { ...NEW });
      change(ids, (before) => [...before, name]);
      return shown(name);
    },
    uncollect: async (name, ids) => {
      find(name);
      change(ids, (before) => before.filter((one) => one !== name));
      return shown(name);
    },
    rename: async (name, newName) => {
      if (kept.has(newName)) throw { kind: "input", message: `There is a collection "${newName}" already.`, help: "Choose another name." };
      kept.set(newName, find(name));
      kept.delete(name);
      change(shelf.map(({ id }) => id), (before) => before.map((one) => (one === name ? newName : one)));
      return shown(newName);
    },
    remove: async (name) => {
      find(name);
      kept.delete(name);
      change(shelf.map(({ id }) => id), (before) => before.filter((one) => one !== name));
    },
    setQuestions: async (name, set) => {
      find(name).questions = set;
      return shown(name);
    },
    questions: async (name): Promise<QuestionsRead | null> => {
      const { questions } = find(name);
      const set = SETS.find((one) => one.name === questions);
      return set ? { title: set.title, questions: questionsOf(set.name), unused_fields: [] } : null;
    },
    chooseWatched: async (name) => {
      find(name).watched = WATCHED;
      return shown(name);
    },
    stopWatching: async (name) => {
      find(name).watched = null;
      return shown(name);
    },
    watch: async (report) => {
      watching = true;
      const seen = new Set<string>();
      while (watching) {
        const open = [...kept].filter(([name, one]) => one.watched !== null && !seen.has(name));
        for (const [name] of open) {
          report({ collection: name, event: { kind: "looked", waiting: 3 } });
          await pause(stepMs);
          if (watching) look(name, report);
          seen.add(name);
          report({ collection: name, event: { kind: "looked", waiting: 0 } });
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    pauseWatching: async () => {
      watching = false;
    },
  };
}
