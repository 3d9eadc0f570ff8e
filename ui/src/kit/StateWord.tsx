import type { ReactNode } from "react";
import "./state-word.css";

export type Tone = "good" | "warn" | "bad" | "plain";

/** A state in words; the colour only repeats them. */
export function StateWord({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return <span className={`state-word ${tone}`}>{children}</span>;
}
