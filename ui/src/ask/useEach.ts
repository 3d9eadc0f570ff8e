/** One question of each of several documents: a small table as the answer, kept as a table. */

import { useCallback, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { DocumentSummary, Failure, Question, TableCell, TableNews } from "../backend/wire";

type Progress = Extract<TableNews, { kind: "progress" }>;

export interface EachRow {
  documentId: string;
  title: string;
  /** Null: not asked yet. */
  cell: TableCell | null;
}

export interface EachState {
  question: string;
  rows: EachRow[];
  /** The table that it is kept as; null before it is. */
  tableId: string | null;
  run: "running" | "finished" | "stopped" | "failed";
  progress: Pick<Progress, "done" | "total" | "reading" | "remaining_seconds"> | null;
  failure: Failure | null;
}

export interface Each {
  state: EachState | null;
  ask: (question: Question, documents: DocumentSummary[]) => Promise<void>;
  cancel: () => void;
  clear: () => void;
}

export function useEach(backend: Backend): Each {
  const [state, setState] = useState<EachState | null>(null);
  const running = useRef(false);

  const ask = useCallback(
    async (question: Question, documents: DocumentSummary[]): Promise<void> => {
      if (running.current) return;
      running.current = true;
      const rows = documents.map(({ id, title }): EachRow => ({ documentId: id, title, cell: null }));
      setState({ question: question.text, rows, tableId: null, run: "running", progress: null, failure: null });
      const change = (next: (before: EachState) => EachState): void => setState((before) => before && next(before));
      try {
        const kept = await backend.tables.keep(null, {
          title: question.text,
          document_ids: documents.map(({ id }) => id),
          questions: [
            {
              id: "q1",
              question: question.text,
              answer_type: question.answer_type,
              answer_shape: question.answer_shape,
              labels: question.labels,
              schema: null,
            },
          ],
        });
        change((before) => ({ ...before, tableId: kept.id }));
        const finished = await backend.tables.run(kept.id, null, (news) => change((before) => withNews(before, news)));
        change((before) => ({ ...before, run: finished ? "finished" : "stopped" }));
      } catch (thrown) {
        change((before) => ({ ...before, run: "failed", failure: asFailure(thrown) }));
      } finally {
        running.current = false;
      }
    },
    [backend],
  );
  const cancel = useCallback(() => {
    if (running.current) void backend.tables.cancel();
  }, [backend]);
  const clear = useCallback(() => {
    if (!running.current) setState(null);
  }, []);
  return { state, ask, cancel, clear };
}

function withNews(before: EachState, news: TableNews): EachState {
  if (news.kind === "progress") {
    return { ...before, progress: news };
  }
  const { cell } = news;
  return { ...before, rows: before.rows.map((row, at) => (at === cell.row ? { ...row, cell } : row)) };
}
