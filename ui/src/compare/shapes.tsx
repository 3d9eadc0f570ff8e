/** Marks of contestants: each has a shape and a dash of its own, so that none is told by its colour. */

import type { ReactNode } from "react";

const PATHS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  "M-4 -4h8v8h-8z",
  "M0 -5l5 5l-5 5l-5 -5z",
  "M0 -5l5 9h-10z",
];
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];

/** More than four contestants repeat the shapes, hollow. */
export function Mark({ index, x = 0, y = 0 }: { index: number; x?: number; y?: number }): ReactNode {
  const hollow = Math.floor(index / PATHS.length) % 2 === 1;
  return <path className={hollow ? "mark hollow" : "mark"} d={PATHS[index % PATHS.length]} transform={`translate(${x} ${y})`} />;
}

export function dashOf(index: number): string {
  return DASHES[index % DASHES.length] ?? "";
}

export function Legend({ names }: { names: string[] }): ReactNode {
  return (
    <ul className="legend">
      {names.map((name, index) => (
        <li key={name}>
          <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
            <Mark index={index} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
