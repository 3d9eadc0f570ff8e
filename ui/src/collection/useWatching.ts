/** Folders that are watched for collections: what is new in them is imported in the background; it can be paused. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { Collection, DocumentSummary, Failure, SkipReason, WatchNews } from "../backend/wire";

/** What came of a folder since the window was opened. */
export interface Watched {
  /** Files that were imported. */
  imported: number;
  /** Files that could not be imported, by name, with the last reason. */
  failed: { name: string; failure: Failure }[];
  skipped: { name: string; reason: SkipReason }[];
  /** Files whose document a person removed or erased: they are left out. */
  takenOut: string[];
  /** Files that are still being written. */
  waiting: number;
  /** Why the folder cannot be looked at. */
  unreachable: Failure | null;
}

export type WatchState = { kind: "idle" } | { kind: "running" } | { kind: "paused" } | { kind: "failed"; failure: Failure };

export interface Watching {
  state: WatchState;
  /** By collection. */
  folders: Record<string, Watched>;
  pause: () => void;
  resume: () => void;
}

const NOTHING: Watched = { imported: 0, failed: [], skipped: [], takenOut: [], waiting: 0, unreachable: null };

export function useWatching(backend: Backend, collections: Collection[], changed: (document: DocumentSummary) => void): Watching {
  const [state, setState] = useState<WatchState>({ kind: "idle" });
  const [folders, setFolders] = useState<Record<string, Watched>>({});
  const running = useRef(false);
  const paused = useRef(false);
  const wanted = useRef(false);
  // Another folder is another story, and so is none.
  const named = collections.flatMap(({ name, watched_folder }) => (watched_folder === null ? [] : [`${watched_folder}\n${name}`])).join("\0");

  const start = useCallback(async () => {
    if (running.current || paused.current) return;
    running.current = true;
    setState({ kind: "running" });
    try {
      // The service ends it where it is opened anew, for other settings.
      do {
        await backend.collections.watch((news) => {
          if (news.event.kind === "imported") changed(news.event.document);
          setFolders((before) => ({ ...before, [news.collection]: withNews(before[news.collection] ?? NOTHING, news) }));
        });
      } while (wanted.current && !paused.current);
      setState({ kind: paused.current ? "paused" : "idle" });
    } catch (thrown) {
      setState({ kind: "failed", failure: asFailure(thrown) });
    } finally {
      running.current = false;
    }
  }, [backend, changed]);

  useEffect(() => {
    wanted.current = named !== "";
    if (named !== "") void start();
    else if (running.current) void backend.collections.pauseWatching();
  }, [backend, named, start]);

  const pause = useCallback(() => {
    paused.current = true;
    void backend.collections.pauseWatching();
  }, [backend]);
  const resume = useCallback(() => {
    paused.current = false;
    void start();
  }, [start]);
  return useMemo(() => ({ state, folders, pause, resume }), [state, folders, pause, resume]);
}

function withNews(before: Watched, { event }: WatchNews): Watched {
  const others = <T extends { name: string }>(list: T[], name: string): T[] => list.filter((one) => one.name !== name);
  switch (event.kind) {
    case "looked":
      return { ...before, waiting: event.waiting, unreachable: null };
    case "imported":
      return { ...before, imported: before.imported + (event.already_there ? 0 : 1), failed: others(before.failed, event.name) };
    case "failed":
      return { ...before, failed: [...others(before.failed, event.name), { name: event.name, failure: event.failure }] };
    case "skipped":
      return { ...before, skipped: [...others(before.skipped, event.name), { name: event.name, reason: event.reason }] };
    case "taken_out":
      return { ...before, takenOut: [...before.takenOut.filter((name) => name !== event.name), event.name] };
    case "unreachable":
      return { ...before, unreachable: event.failure };
  }
}
