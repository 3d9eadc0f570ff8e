import type { ReactNode } from "react";

/** Words in which what stands in backticks is code: a command or a path, set in fixed width. */
export function WithCode({ words }: { words: string }): ReactNode {
  return words.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="fixed">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
