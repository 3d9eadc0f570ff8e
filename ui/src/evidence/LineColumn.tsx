/** A document as numbered lines and tables; only those near the reader exist. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { ReactNode } from "react";
import type { DocumentDetail } from "../backend/wire";
import { blockOfLine, blocksOf, extentOf } from "./blocks";
import type { Block } from "./blocks";
import { pageOfLine } from "./geometry";
import { LineRow } from "./LineRow";
import type { LineStore } from "./lineStore";
import type { Marks } from "./marks";
import { TableRows } from "./TableRows";
import type { Target } from "./target";
import { useStore } from "./useStore";
import { t } from "../language/language";

interface Props {
  scroller: HTMLElement;
  detail: DocumentDetail;
  lines: LineStore;
  marks: Marks;
  target: Target;
  onPage: (page: number) => void;
}

export function LineColumn({ scroller, detail, lines, marks, target, onPage }: Props): ReactNode {
  useStore(lines);
  const blocks = useMemo(() => blocksOf(detail), [detail]);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: blocks.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => estimate(blocks[index]),
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const shown = items.flatMap(({ index }) => blocks[index] ?? []);
  const extents = shown.flatMap((block) => extentOf(block) ?? []);
  const first = extents[0]?.first ?? 1;
  const last = extents.at(-1)?.last ?? 0;
  useEffect(() => lines.want(first, last), [lines, first, last]);
  const middle = (virtualizer.scrollOffset ?? 0) + scroller.clientHeight / 2;
  usePageInSight(blocks, detail, virtualizer.getVirtualItemForOffset(middle)?.index ?? 0, onPage);
  useTargetInSight(blocks, target, virtualizer.scrollToIndex);

  const mail = detail.summary.media_type === "eml";
  return (
    <div className="lines" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ index, start }) => (
        <div
          key={index}
          ref={virtualizer.measureElement}
          data-index={index}
          className="line-place"
          style={{ transform: `translateY(${start}px)` }}
        >
          <BlockView block={blocks[index]} lines={lines} marks={marks} detail={detail} mail={mail} />
        </div>
      ))}
    </div>
  );
}

interface BlockProps {
  block: Block | undefined;
  lines: LineStore;
  marks: Marks;
  detail: DocumentDetail;
  mail: boolean;
}

function BlockView({ block, lines, marks, detail, mail }: BlockProps): ReactNode {
  if (!block) return null;
  if (block.kind === "rows") return <TableRows {...block} marks={marks} />;
  if (block.kind === "line") return <LineRow number={block.number} lines={lines} marks={marks} mail={mail} />;
  const { page } = block;
  const name = isSheet(detail) ? "evidence.sheetOf" : "evidence.pageOf";
  const empty = page.last_line < page.first_line;
  return (
    <h3 className="page-head">
      {t(name, { number: page.number, total: detail.pages.length })}
      {empty && (page.image_only ? t("evidence.pictureOnly") : t("evidence.noText"))}
    </h3>
  );
}

export function isSheet({ summary }: DocumentDetail): boolean {
  return summary.media_type === "xlsx" || summary.media_type === "ods";
}

function estimate(block: Block | undefined): number {
  if (block?.kind === "rows") return (block.to - block.from) * 29;
  return block?.kind === "page" ? 36 : 24;
}

type OnPage = (page: number) => void;

function usePageInSight(blocks: Block[], { pages }: DocumentDetail, index: number, onPage: OnPage): void {
  const block = blocks[index];
  const extent = block && extentOf(block);
  const page = block?.kind === "page" ? block.page : extent && pageOfLine(pages, extent.first);
  const number = page?.number ?? 1;
  useEffect(() => onPage(number), [onPage, number]);
}

type Scroll = (index: number, options: { align: "start" | "center" }) => void;

function useTargetInSight(blocks: Block[], target: Target, scroll: Scroll): void {
  const done = useRef(0);
  useEffect(() => {
    if (target.turn === done.current) return;
    done.current = target.turn;
    const { line, page } = target;
    const index =
      line === null
        ? blocks.findIndex((block) => block.kind === "page" && block.page.number === page)
        : blockOfLine(blocks, line);
    if (index >= 0) scroll(index, { align: line === null ? "start" : "center" });
  }, [blocks, target, scroll]);
}
