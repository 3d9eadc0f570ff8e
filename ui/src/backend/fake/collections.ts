/** Made-up collections: that a document is in one stands in its summary, as in the real service. */

import type { Collections } from "../collections";
import type { Collection, DocumentSummary, QuestionsRead } from "../wire";
import { questionsOf, SETS } from "./tables";

interface Kept {
  questions: string | null;
}

/** The documents on the shelf are those of `fakeDocuments`. */
export function fakeCollections(shelf: DocumentSummary[]): Collections {
  const kept = new Map<string, Kept>(shelf.flatMap(({ collections }) => collections).map((name) => [name, { questions: null }]));

  function find(name: string): Kept {
    const found = kept.get(name);
    if (!found) throw { kind: "input", message: `There is no collection "${name}".`, help: "Choose another." };
    return found;
  }
  function shown(name: string): Collection {
    const members = shelf.filter(({ collections }) => collections.includes(name));
    return { name, document_ids: members.map(({ id }) => id), questions: find(name).questions, answer_type: null };
  }
  function change(ids: string[], next: (before: string[]) => string[]): void {
    shelf.forEach((document, at) => {
      if (ids.includes(document.id)) shelf[at] = { ...document, collections: [...new Set(next(document.collections))].sort() };
    });
  }

  return {
    list: async () => [...kept.keys()].sort().map(shown),
    collect: async (name, ids) => {
      if (name.includes("=")) throw { kind: "input", message: "This cannot be the name of a collection.", help: "Leave out the equals sign." };
      if (!kept.has(name)) kept.set(name, { questions: null });
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
  };
}
