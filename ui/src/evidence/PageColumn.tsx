/** The drawn pages below one another; only those near the reader exist. */

import { useVirtualizer } from "@tanstack/react-virtual";
import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { ReactNode } from "react";
import type { Page } from "../backend/wire";
import { GAP, pageAt, pageOfLine, sameSpot, startsOf } from "./geometry";
import type { LineStore } from "./lineStore";
import type { Marks } from "./marks";
import { PageSheet } from "./PageSheet";
import type { PictureStore } from "./pictureStore";
import type { Target } from "./target";
import { useStore } from "./useStore";

interface Props {
  scroller: HTMLElement;
  pages: Page[];
  scale: number;
  lines: LineStore;
  pictures: PictureStore;
  marks: Marks;
  target: Target;
  onPage: (page: number) => void;
}

type Column = Virtualizer<HTMLElement, Element>;

export function PageColumn({ scroller, pages, scale, lines, pictures, marks, target, onPage }: Props): ReactNode {
  const starts = useMemo(() => startsOf(pages, scale), [pages, scale]);
  const virtualizer: Column = useVirtualizer<HTMLElement, Element>({
    count: pages.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (starts[index + 1] ?? 0) - (starts[index] ?? 0),
    paddingStart: GAP,
    overscan: 1,
  });
  usePlaceKept(virtualizer, scroller, starts);
  useTargetInSight({ scroller, pages, starts, scale, lines, target });

  const current = pageAt(starts, (virtualizer.scrollOffset ?? 0) + scroller.clientHeight / 2);
  useEffect(() => onPage(current + 1), [onPage, current]);

  const widest = pages.reduce((most, page) => Math.max(most, page.width), 0) * scale;
  return (
    <div className="pages" style={{ height: starts.at(-1), minWidth: widest + 2 * GAP }}>
      {virtualizer.getVirtualItems().map(({ index }) => {
        const page = pages[index];
        return (
          page && (
            <div key={page.number} className="page-place" style={{ transform: `translateY(${starts[index]}px)` }}>
              <PageSheet page={page} total={pages.length} {...{ scale, lines, pictures, marks }} />
            </div>
          )
        );
      })}
    </div>
  );
}

/** Keeps the same words in the middle when the pages change their size. */
function usePlaceKept(virtualizer: Column, scroller: HTMLElement, starts: number[]): void {
  const before = useRef(starts);
  useLayoutEffect(() => {
    if (before.current === starts) return;
    const offset = virtualizer.scrollOffset ?? 0;
    const half = scroller.clientHeight / 2;
    if (offset > 0) scroller.scrollTop = sameSpot(before.current, starts, offset + half) - half;
    before.current = starts;
    virtualizer.measure();
  }, [virtualizer, scroller, starts]);
}

interface Sight {
  scroller: HTMLElement;
  pages: Page[];
  starts: number[];
  scale: number;
  lines: LineStore;
  target: Target;
}

/** Goes to the target's page at once, and to the line on it as soon as its place is known. */
function useTargetInSight({ scroller, pages, starts, scale, lines, target }: Sight): void {
  const arrived = useStore(lines);
  const done = useRef(0);
  useEffect(() => {
    if (target.turn === done.current) return;
    const page = target.line === null ? pages[(target.page ?? 1) - 1] : pageOfLine(pages, target.line);
    const line = target.line === null ? undefined : lines.line(target.line);
    const start = page ? (starts[page.number - 1] ?? 0) : null;
    if (start !== null) scroller.scrollTop = start - GAP / 2;
    if (start !== null && line?.bounds) {
      scroller.scrollTop = start + line.bounds.top * scale - scroller.clientHeight / 3;
      scroller.scrollLeft = line.bounds.left * scale - scroller.clientWidth / 3;
    }
    if (page && target.line !== null && !line) lines.want(page.first_line, page.last_line);
    else done.current = target.turn;
  }, [scroller, pages, starts, scale, lines, target, arrived]);
}
