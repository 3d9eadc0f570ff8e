import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Progress, Stage } from "../backend/contract";

const STAGES: Record<Stage, string> = {
  retrieve: "Looking for passages that bear on the question",
  load_model: "Loading the model",
  prefill: "The model is reading the passages",
  score: "Weighing the values found in the passages",
  decode: "Writing the answer",
  validate: "Checking the answer against the document",
  record: "Writing the audit record",
};

interface Props {
  progress: Progress | null;
  cancelling: boolean;
}

/** What is happening now, how far it is, and for how long it has run. */
export function AskProgress({ progress, cancelling }: Props): ReactNode {
  const seconds = useSeconds();
  const words = cancelling ? "Cancelling" : inWords(progress);
  const total = progress?.total ?? null;
  return (
    <section className="card progress" aria-label="Progress">
      <p role="status">{words}…</p>
      {total !== null && total > 0 ? (
        <progress aria-label={words} value={progress?.done ?? 0} max={total} />
      ) : (
        <progress aria-label={words} />
      )}
      <p className="small quiet">{seconds} s so far. Escape or Cancel stops it.</p>
    </section>
  );
}

function inWords(progress: Progress | null): string {
  if (!progress) return "Starting";
  return STAGES[progress.stage] ?? "Working";
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((past) => past + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
