import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { QueueEntry, Standing } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { StateWord } from "../kit/StateWord";
import { percent, STATES } from "../table/words";
import { stateOfStanding } from "./words";
import { t } from "../language/language";

interface Props {
  entries: QueueEntry[];
  at: number;
  /** What was said since the queue was read. */
  given: Map<string, Standing>;
  onGo: (at: number) => void;
}

/** Of an entry, in units of the text's size. */
const HEIGHT = 4.5;

/** The queue in its order; what was said now stays in its place. */
export function QueueList({ entries, at, given, onGo }: Props): ReactNode {
  const { text_percent } = useWorkspace().settings;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const pixels = (16 * (text_percent || 100)) / 100;
  const down = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller,
    estimateSize: () => HEIGHT * pixels,
    overscan: 8,
  });
  useEffect(() => down.measure(), [pixels, down]);
  useEffect(() => down.scrollToIndex(at), [at, down]);
  return (
    <div ref={setScroller} className="queue">
      <ol className="queue-list" aria-label={t("review.waiting")} style={{ height: down.getTotalSize() }}>
        {down.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          if (!entry) return null;
          const standing = given.get(entry.answer_id);
          const state = (standing && stateOfStanding(standing)) ?? entry.state;
          return (
            <li key={entry.answer_id} style={{ height: HEIGHT * pixels, transform: `translateY(${start}px)` }}>
              <button type="button" className="queue-entry" aria-current={index === at ? "true" : undefined} onClick={() => onGo(index)}>
                <span className="queue-question">{entry.question}</span>
                <span className="small quiet queue-question">{entry.documents.join(", ")}</span>
                <span className="queue-state">
                  <StateWord tone={STATES[state].tone}>{STATES[state].words}</StateWord>
                  <span className="small quiet">{percent(entry.probability)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
