/** Made-up tables and reviews: every cell is an answer of the fake service. */

import type { Reviews, Tables } from "../tables";
import type {
  AnswerTable,
  CellState,
  DocumentSummary,
  NewReview,
  NewTable,
  QueueEntry,
  Review,
  Standing,
  TableCell,
  TableQuestion,
  TableSummary,
} from "../wire";
import type { FakeOptions } from "./index";
import { pause } from "./pause";

interface Kept {
  id: string;
  table: NewTable;
  cells: TableCell[];
}

export const SETS = [
  { name: "contract", title: "Contracts", questions: 3, file: null },
  { name: "policy", title: "Insurance policies", questions: 4, file: null },
];

const SET_QUESTIONS: Record<string, [string, string, string][]> = {
  contract: [
    ["parties", "Who are the parties to the agreement?", "list"],
    ["effective", "When does the agreement take effect?", "date"],
    ["notice", "What is the notice period for termination?", "duration"],
  ],
  policy: [
    ["insured", "Who is the policyholder?", "text"],
    ["premium", "What is the annual premium?", "amount"],
    ["effective", "When does the policy take effect?", "date"],
    ["broker", "Who is the broker?", "text"],
  ],
};

/** The states of the cells, over and over. */
const STATES: CellState[] = ["sure", "check", "sure", "not_found", "sure", "conflict", "unsure", "failed"];
const WORDS: Record<string, string> = { sure: "GBP 1,284.50", check: "GBP 420", conflict: "2025-03-01 or 2025-04-01" };
const STATE_WORDS: Record<string, string> = { not_found: "not found", unsure: "not sure enough", failed: "failed" };

export function questionsOf(name: string): TableQuestion[] {
  return (SET_QUESTIONS[name] ?? []).map(([id, question, answer_type]) => ({
    id,
    question,
    answer_type,
    answer_shape: null,
    labels: [],
    schema: null,
  }));
}

export function fakeTables({ stepMs = 0, answered }: FakeOptions, shelf: DocumentSummary[]): { tables: Tables; reviews: Reviews } {
  const kept: Kept[] = answered ? [large(answered.documents, answered.questions)] : [];
  const given = new Map<string, Review[]>();
  let ending: "pause" | "cancel" | null = null;
  let made = 0;

  function find(id: string): Kept {
    const found = kept.find((one) => one.id === id);
    if (!found) throw { kind: "input", message: "There is no such table.", help: "It was removed." };
    return found;
  }
  function standing(answerId: string): Standing {
    return standingOf(given.get(answerId) ?? []);
  }
  function current(cell: TableCell): TableCell {
    const { settled, disputed } = standing(cell.record_id);
    if (disputed) return { ...cell, state: "disputed" };
    if (!settled) return cell;
    const state: CellState = AFTER[settled.verdict];
    const gone = state === "rejected" ? "rejected" : state === "absent" ? "not in the document" : null;
    return { ...cell, state, words: settled.words ?? gone ?? cell.words, amount: settled.words === null && gone === null ? cell.amount : amountIn(settled.words) };
  }
  const tables: Tables = {
    sets: async () => SETS,
    set: async (name) => ({ title: SETS.find((set) => set.name === name)?.title ?? name, questions: questionsOf(name), unused_fields: [] }),
    chooseQuestions: async () => ({ title: "Own questions", questions: questionsOf("contract").slice(0, 1), unused_fields: ["note"] }),
    list: async () => kept.map(summaryOf).toReversed(),
    keep: async (id, table) => {
      made += 1;
      const before = id === null ? null : find(id);
      const next: Kept = { id: before?.id ?? `table-${made}`, table, cells: before ? moved(before, table) : [] };
      if (before) kept.splice(kept.indexOf(before), 1, next);
      else kept.push(next);
      return summaryOf(next);
    },
    remove: async (id) => {
      kept.splice(kept.indexOf(find(id)), 1);
    },
    open: async (id): Promise<AnswerTable> => {
      const one = find(id);
      const titles = new Map(shelf.map((document) => [document.id, document.title]));
      return {
        summary: summaryOf(one),
        documents: one.table.document_ids.map((document, index) => ({
          id: document,
          title: titles.get(document) ?? (answered ? `contract-${String(index + 1).padStart(4, "0")}.pdf` : null),
        })),
        questions: one.table.questions,
        cells: one.cells.map(current),
        pace: one.cells.length > 0 ? { answer_ms: 1800, answers: one.cells.length } : null,
      };
    },
    cell: async (id, row, column) => {
      const found = find(id).cells.find((cell) => cell.row === row && cell.column === column);
      return found ? current(found) : null;
    },
    run: async (id, documents, report) => {
      ending = null;
      const one = find(id);
      const columns = one.table.questions.length;
      const rows = Math.min(documents ?? Infinity, one.table.document_ids.length);
      const total = rows * columns;
      for (let place = 0; place < total; place += 1) {
        const [row, column] = [Math.floor(place / columns), place % columns];
        const before = one.cells.find((cell) => cell.row === row && cell.column === column);
        if (before && !before.stale) continue;
        report({ kind: "progress", done: place, total, reading: false, remaining_seconds: 2 * (total - place), document: `row ${row + 1}` });
        await pause(stepMs);
        if (ending === "cancel") return false;
        const cell = cellAt(row, column, columns);
        one.cells = [...one.cells.filter((other) => other !== before), cell];
        report({ kind: "cell", cell });
        if (ending === "pause") return false;
      }
      return true;
    },
    pause: async () => {
      ending = "pause";
    },
    cancel: async () => {
      ending = "cancel";
    },
    export: async (_, ending) => `/home/adaeze/table.${ending}`,
  };
  const reviews: Reviews = {
    queue: async ({ all, second_opinion_of, limit }) => {
      const entries = kept
        .flatMap((one) => one.cells.map((cell) => entryOf(one, current(cell), shelf)))
        .filter(({ answer_id, state }) => {
          const said = given.get(answer_id) ?? [];
          if (said.length > 0) return second_opinion_of !== null && !said.some(({ reviewer }) => reviewer === second_opinion_of);
          return all || ["check", "conflict", "unsure", "failed", "disputed"].includes(state);
        })
        .toSorted((one, other) => other.expected_error - one.expected_error);
      return {
        entries: entries.slice(0, limit),
        waiting: entries.length,
        reviewed: given.size,
        expected_errors: entries.reduce((sum, { expected_error }) => sum + expected_error, 0),
      };
    },
    give: async (review) => {
      const { answer_id } = review;
      if (review.reviewer === "") throw { kind: "input", message: "A review needs a name.", help: "Write yours." };
      if (review.correction?.value === "much") throw { kind: "input", message: "This is no value of the type amount.", help: "Write it as a document would." };
      const next = reviewOf(review, (given.get(answer_id)?.length ?? 0) + 1);
      given.set(answer_id, [...(given.get(answer_id) ?? []), next]);
      return next;
    },
    standing: async (answerId) => standing(answerId),
  };
  return { tables, reviews };
}

/** `GBP 1,284.50` as a sum of money. */
function amountIn(words: string | null): TableCell["amount"] {
  const found = /^([A-Z]{3}) ([\d,]+(?:\.\d+)?)\.?$/.exec(words ?? "");
  return found ? { value: (found[2] ?? "").replaceAll(",", ""), currency: found[1] ?? null, unit: null } : null;
}

function valueIn(words: string): unknown {
  const amount = amountIn(words);
  return amount ? { ...amount, value: Number(amount.value) } : words;
}

const AFTER: Record<Review["verdict"], CellState> = { confirm: "confirmed", correct: "corrected", reject: "rejected", absent: "absent" };

function standingOf(reviews: Review[]): Standing {
  const last = new Map(reviews.map((review) => [review.reviewer, review]));
  const said = new Set([...last.values()].map(({ verdict, words }) => `${verdict} ${words ?? ""}`));
  const disputed = said.size > 1;
  return { reviews, disputed, settled: disputed ? null : (reviews.at(-1) ?? null) };
}

function reviewOf({ answer_id, verdict, reviewer, reason, correction }: NewReview, number: number): Review {
  return {
    record_id: `${answer_id}-${number}`,
    answer_id,
    time: "2026-11-20T11:00:00Z",
    verdict,
    reviewer,
    reason: reason === "" ? null : reason,
    value: correction ? valueIn(correction.value) : null,
    words: correction?.value ?? null,
    place: correction?.place ?? null,
    erased: false,
  };
}

function summaryOf({ id, table, cells }: Kept): TableSummary {
  return {
    id,
    title: table.title === "" ? "Table" : table.title,
    created: "2026-11-20T10:00:00Z",
    documents: table.document_ids.length,
    questions: table.questions.length,
    batch_id: cells.length > 0 ? `batch-${id}` : null,
  };
}

function cellAt(row: number, column: number, columns: number): TableCell {
  const place = row * columns + column;
  const state = STATES[place % STATES.length] ?? "sure";
  const valued = state === "sure" || state === "check";
  return {
    row,
    column,
    record_id: `cell-${place}`,
    state,
    words: WORDS[state] ?? STATE_WORDS[state] ?? "",
    order: valued ? 1284.5 + row : null,
    amount: valued ? { value: state === "sure" ? "1284.5" : "420", currency: "GBP", unit: null } : null,
    probability: valued ? (state === "sure" ? 0.93 : 0.41 + (place % 5) / 50) : null,
    stale: false,
  };
}

/** Cells whose document and question stay; of a changed question they are stale. */
function moved({ table, cells }: Kept, next: NewTable): TableCell[] {
  return cells.flatMap((cell) => {
    const row = next.document_ids.indexOf(table.document_ids[cell.row] ?? "");
    const before = table.questions[cell.column];
    const column = next.questions.findIndex(({ id }) => id === before?.id);
    if (row < 0 || column < 0) return [];
    return [{ ...cell, row, column, stale: next.questions[column]?.question !== before?.question }];
  });
}

function entryOf({ table }: Kept, cell: TableCell, shelf: DocumentSummary[]): QueueEntry {
  const id = table.document_ids[cell.row] ?? "";
  return {
    answer_id: cell.record_id,
    time: "2026-11-20T10:30:00Z",
    question: table.questions[cell.column]?.question ?? "",
    document_ids: [id],
    documents: [shelf.find((document) => document.id === id)?.title ?? "a document"],
    answer_type: table.questions[cell.column]?.answer_type ?? "text",
    value: WORDS[cell.state] ?? null,
    state: cell.state,
    probability: cell.probability,
    expected_error: cell.probability === null ? 1 : 1 - cell.probability,
    cost: 1,
    reviewers: 0,
  };
}

function large(documents: number, questions: number): Kept {
  const table: NewTable = {
    title: "Large table",
    document_ids: Array.from({ length: documents }, (_, index) => `${index}`.padStart(64, "0")),
    questions: Array.from({ length: questions }, (_, index) => ({
      id: `q${index + 1}`,
      question: `What is figure ${index + 1} of the contract?`,
      answer_type: "amount",
      answer_shape: null,
      labels: [],
      schema: null,
    })),
  };
  const cells = Array.from({ length: documents * questions }, (_, place) =>
    cellAt(Math.floor(place / questions), place % questions, questions),
  );
  return { id: "large", table, cells };
}
