import type { ReactNode } from "react";

/** Letters at the end of a name that are always shown: names of one kind differ there, and it tells the format. */
const END = 9;

/** A name on one line; where there is no room, its middle gives way, so that beginning and end stay. */
export function MiddleCut({ children: name }: { children: string }): ReactNode {
  const letters = [...name];
  const cut = letters.length > END + 3 ? letters.length - END : letters.length;
  return (
    <span className="middle-cut">
      <span className="middle-cut-start">{letters.slice(0, cut).join("")}</span>
      {cut < letters.length && <span className="middle-cut-end">{letters.slice(cut).join("")}</span>}
    </span>
  );
}
