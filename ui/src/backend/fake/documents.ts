import type { Documents } from "../backend";
import type { DocumentSummary, Failure, MetadataRules, SkipReason } from "../wire";
import { detailOf, LETTER_DOCUMENT, linesOf, pictureOf, SAMPLE } from "./document";
import type { FakeOptions } from "./index";
import { pause } from "./pause";
import { fakeWork } from "./work";

/** A scan, read without text recognition on two of its pages. */
export const SCAN: DocumentSummary = {
  ...SAMPLE,
  id: "3c".repeat(32),
  title: "survey-of-the-kitchen.pdf",
  pages_without_text: 2,
  warnings: ["No text, only pictures (needs OCR): page 2, 3."],
  imported_at: "2026-11-04T08:00:00Z",
  event_date: null,
  metadata: {},
};

const LOCKED: Failure = {
  kind: "document",
  message: "The file is encrypted.",
  help: "Save it without a password and import that.",
};

const UNKNOWN = { kind: "vault", message: "There is no such document.", help: "It may have been removed." };

export const RULES: MetadataRules = {
  reserved_keys: ["page", "line", "section", "title", "date", "kind"],
  max_bytes: 400,
  knowledge_key: "knowledge_type",
  plain_knowledge: "document",
  allowed_knowledge: ["document"],
};

/** The documents on the shelf, and those removed from it, can be changed here, and are seen by all who hold them. */
export function fakeDocuments(options: FakeOptions, documents: DocumentSummary[], removed: Map<string, DocumentSummary>): Documents {
  const work = fakeWork(options.stepMs ?? 0);
  let cancelled = false;

  function find(id: string): DocumentSummary {
    const found = documents.find((document) => document.id === id);
    if (!found) throw UNKNOWN;
    return found;
  }

  function take(id: string): void {
    removed.set(id, find(id));
    documents.splice(documents.indexOf(find(id)), 1);
  }

  function say(id: string, metadata: Record<string, string | null>): DocumentSummary {
    const reserved = Object.keys(metadata).find((key) => RULES.reserved_keys.includes(key));
    if (reserved) throw { kind: "input", message: `The key "${reserved}" is a filter of its own and no key of metadata.`, help: "Use another key." };
    const said = Object.entries({ ...find(id).metadata, ...metadata }).filter((pair): pair is [string, string] => pair[1] !== null);
    const changed = { ...find(id), metadata: Object.fromEntries(said.toSorted(([one], [other]) => (one < other ? -1 : 1))) };
    documents.splice(documents.indexOf(find(id)), 1, changed);
    return changed;
  }

  return {
    list: async () => [...documents],
    detail: async (id) => {
      const detail = detailOf(find(id));
      const unread = detail.summary.pages_without_text;
      const pages = detail.pages.map((page, index) => index < detail.pages.length - unread ? page : { ...page, image_only: true, last_line: page.first_line - 1 });
      return { ...detail, pages };
    },
    lines: async (id, first, last) => linesOf(id).slice(Math.max(0, first - 1), last),
    search: async (id, words) => {
      const wanted = words.trim().toLowerCase();
      return linesOf(id).filter(({ text }) => wanted !== "" && text.toLowerCase().includes(wanted));
    },
    searchAll: async (words, limit) => {
      const wanted = words.toLowerCase().split(/\s+/).filter((word) => word !== "");
      const hits = documents.flatMap(({ id, title }) =>
        linesOf(id)
          .filter(({ text }) => wanted.length > 0 && wanted.every((word) => text.toLowerCase().includes(word)))
          .map(({ number, page, text }) => ({ document_id: id, document_title: title, page, line: number, text })),
      );
      return hits.slice(0, limit);
    },
    embed: async (report) => {
      if (options.stepMs) await work.run("embed", ["embed"], report);
      return true;
    },
    cancelEmbed: () => work.cancel("embed"),
    picture: async (id, page) => pictureOf(id, page),
    chooseFiles: async () => ["letter-to-the-insurer.eml"],
    chooseFolder: async () => [
      "water-damage/letter-to-the-insurer.eml",
      "water-damage/survey-of-the-kitchen.pdf",
      "water-damage/locked-report.pdf",
      "water-damage/sample-policy.pdf",
    ],
    import: async (paths, metadata, report) => {
      cancelled = false;
      const files = paths.map((path) => ({ path, name: path.split("/").at(-1) ?? path, bytes: 48_000 }));
      for (const { reason, ...file } of skippedIn(paths)) {
        report({ ...file, bytes: 1_000, state: "skipped", document: null, failure: null, skipped: reason });
      }
      for (const file of files) report({ ...file, state: "waiting", document: null, failure: null, skipped: null });
      for (const file of files) {
        if (cancelled) {
          report({ ...file, state: "cancelled", document: null, failure: null, skipped: null });
          continue;
        }
        report({ ...file, state: "reading", document: null, failure: null, skipped: null });
        await pause(options.stepMs ?? 0);
        const failure = options.importFailure ?? (file.name.startsWith("locked") ? LOCKED : null);
        if (failure) {
          report({ ...file, state: "failed", document: null, failure, skipped: null });
          continue;
        }
        const document = documentOf(file.name);
        const there = documents.some(({ id }) => id === document.id);
        if (!there) documents.push(document);
        report({ ...file, state: there ? "already_there" : "done", document: say(document.id, metadata), failure: null, skipped: null });
      }
    },
    cancelImport: async () => {
      cancelled = true;
    },
    metadataRules: async () => RULES,
    setMetadata: async (id, metadata) => say(id, metadata),
    setTag: async (id, tag, on) => {
      if (tag.includes("=")) throw { kind: "input", message: "This cannot be the name of a tag.", help: "Leave out the equals sign." };
      const at = documents.findIndex((one) => one.id === id);
      const before = documents[at];
      if (!before) throw UNKNOWN;
      const tags = on ? [...new Set([...before.tags, tag])].sort() : before.tags.filter((one) => one !== tag);
      return (documents[at] = { ...before, tags });
    },
    remove: async (id) => take(id),
    restore: async (id) => {
      const document = removed.get(id);
      if (!document) throw UNKNOWN;
      removed.delete(id);
      documents.push(document);
      return document;
    },
    erase: async (id) => {
      if (!removed.has(id)) take(id);
      removed.delete(id);
    },
    sample: async () => ({
      path: "samples/sample-policy.pdf",
      questions: [
        "What is the annual premium?",
        "When does the policy take effect?",
        "What are the limits per item?",
        "What is not insured?",
        "Who is the broker?",
      ],
    }),
    onOpened: () => () => undefined,
  };
}

/** What stands in the folder beside the documents. */
function skippedIn(paths: string[]): { path: string; name: string; reason: SkipReason }[] {
  if (!paths.some((path) => path.startsWith("water-damage/"))) return [];
  return [
    { path: "water-damage/offer.doc", name: "offer.doc", reason: "old_format" },
    { path: "water-damage/plan.dwg", name: "plan.dwg", reason: "unknown_format" },
    { path: "water-damage/shared", name: "shared", reason: "link" },
  ];
}

function documentOf(name: string): DocumentSummary {
  if (name.endsWith(".eml")) return LETTER_DOCUMENT;
  return name === SCAN.title ? SCAN : SAMPLE;
}
