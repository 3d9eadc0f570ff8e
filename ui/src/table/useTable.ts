/** One table: its answers as they come in, and the run that brings them. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Backend } from "../backend/backend";
import { asFailure } from "../backend/backend";
import type { Failure, AnswerTable, TableCell, TableNews } from "../backend/wire";
import { rowsOf, withCells } from "./rows";
import type { TableRow } from "./rows";

export type TableProgress = Extract<TableNews, { kind: "progress" }>;

export type RunState =
  | { state: "idle" }
  | { state: "running"; progress: TableProgress | null; ending: "pause" | "cancel" | null }
  | { state: "stopped" }
  | { state: "finished" };

export interface HeldTable {
  table: AnswerTable | null;
  rows: TableRow[];
  failure: Failure | null;
  run: RunState;
  /** Asks what is missing or stale; of the first documents only, where that is said. */
  start: (documents: number | null) => void;
  pause: () => void;
  cancel: () => void;
  /** Reads a cell again, and no other; it stays as it is where another came in its place meanwhile. */
  readAgain: (cell: TableCell) => void;
}

/** `visit`: another number reads the table anew, for what was said of its answers elsewhere; a run brings them itself. */
export function useTable(backend: Backend, id: string, visit: number): HeldTable {
  const [table, setTable] = useState<AnswerTable | null>(null);
  const [rows, setRows] = useState<TableRow[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [run, setRun] = useState<RunState>({ state: "idle" });
  const [turn, setTurn] = useState(0);
  const running = useRef(false);

  useEffect(() => {
    if (running.current) return undefined;
    let current = true;
    backend.tables.open(id).then(
      (opened) => {
        // A run that began meanwhile ends with another reading.
        if (!current || running.current) return;
        setTable(opened);
        setRows(rowsOf(opened));
        setFailure(null);
      },
      (thrown: unknown) => current && setFailure(asFailure(thrown)),
    );
    return () => {
      current = false;
    };
  }, [backend, id, turn, visit]);

  const take = useFrames(useCallback((cells: TableCell[]) => setRows((before) => withCells(before, cells)), []));
  const start = useCallback(
    (documents: number | null) => {
      if (running.current) return;
      running.current = true;
      setFailure(null);
      setRun({ state: "running", progress: null, ending: null });
      const report = (news: TableNews): void => {
        if (news.kind === "cell") take(news.cell);
        else setRun((now) => (now.state === "running" ? { ...now, progress: news } : now));
      };
      const settle = (settled: RunState): void => {
        running.current = false;
        setRun(settled);
        setTurn((before) => before + 1);
      };
      backend.tables.run(id, documents, report).then(
        (finished) => settle({ state: finished ? "finished" : "stopped" }),
        (thrown: unknown) => {
          settle({ state: "stopped" });
          setFailure(asFailure(thrown));
        },
      );
    },
    [backend, id, take],
  );
  const end = useCallback(
    (ending: "pause" | "cancel") => {
      setRun((now) => (now.state === "running" ? { ...now, ending } : now));
      void (ending === "pause" ? backend.tables.pause() : backend.tables.cancel());
    },
    [backend],
  );
  const readAgain = useCallback(
    (cell: TableCell) => {
      const { row, column } = cell;
      backend.tables.cell(id, row, column).then(
        (found) => found && setRows((before) => (before[row]?.cells[column] === cell ? withCells(before, [found]) : before)),
        (thrown: unknown) => setFailure(asFailure(thrown)),
      );
    },
    [backend, id],
  );
  return useMemo(
    () => ({
      table,
      rows,
      failure,
      run,
      start,
      pause: () => end("pause"),
      cancel: () => end("cancel"),
      readAgain,
    }),
    [table, rows, failure, run, start, end, readAgain],
  );
}

/** Hands on what comes in a frame together: many cells are one drawing. */
function useFrames(give: (cells: TableCell[]) => void): (cell: TableCell) => void {
  const waiting = useRef<TableCell[]>([]);
  const frame = useRef<number | null>(null);
  useEffect(() => () => void (frame.current !== null && cancelAnimationFrame(frame.current)), []);
  return useCallback(
    (cell) => {
      waiting.current.push(cell);
      frame.current ??= requestAnimationFrame(() => {
        const cells = waiting.current;
        waiting.current = [];
        frame.current = null;
        give(cells);
      });
    },
    [give],
  );
}
