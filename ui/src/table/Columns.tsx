import type { ReactNode } from "react";

/** Which columns of a row are drawn. */
export interface Drawn {
  /** The question of each column, in the order in which they stand. */
  order: number[];
  /** So many of them stay at the left. */
  pinned: number;
  /** Those in sight behind these. */
  inSight: number[];
  /** Width of a column in px, and of what is not drawn before those in sight. */
  width: number;
  before: number;
}

interface Props {
  drawn: Drawn;
  /** Draws a column by its place, its question, and where it stays in px. */
  children: (column: number, question: number, left: number | undefined) => ReactNode;
}

/** What stands in the drawn columns of a row, the pinned ones first. */
export function Columns({ drawn: { order, pinned, inSight, width, before }, children }: Props): ReactNode {
  return (
    <>
      {order.slice(0, pinned).map((question, column) => children(column, question, width * (column + 1)))}
      <div role="presentation" style={{ width: before, flex: "none" }} />
      {inSight.map((column) => children(column, order[column] ?? 0, undefined))}
    </>
  );
}
