import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { t } from "../language/language";

interface Props {
  /** What is being done, without the ellipsis. */
  words: string;
  done?: number;
  /** Null or left out: the end is not known. */
  total?: number | null;
  /** Seconds that all of it will take, what comes after what is being done too; null or left out: that is not known. */
  expected?: number | null;
  onCancel?: () => void;
  cancelling?: boolean;
}

/** A long action: what it does, how far it is, how long it has run and may still run, and the way out. */
export function Busy({ words, done = 0, total = null, expected = null, onCancel, cancelling = false }: Props): ReactNode {
  const seconds = useSeconds();
  // Each thing that is done has a bar, and so an estimate, of its own.
  const [begun, setBegun] = useState({ words, at: 0 });
  if (begun.words !== words) setBegun({ words, at: seconds });
  const known = total !== null && total > 0;
  return (
    <div className="busy">
      <p role="status">{cancelling ? t("kit.cancelling") : words}…</p>
      {known ? <progress aria-label={words} value={done} max={total} /> : <progress aria-label={words} />}
      <p className="small quiet">
        {cancelling ? soFar(seconds, 0) : untilEnd(seconds, known ? left(seconds - begun.at, done, total) : 0, expected)}
      </p>
      {onCancel && (
        <button type="button" disabled={cancelling} onClick={onCancel}>
          {t("kit.cancel")}
        </button>
      )}
    </div>
  );
}

/** Seconds: an estimate only when a tenth is done and it has run long enough to tell; else 0. */
function left(seconds: number, done: number, total: number): number {
  if (seconds < 2 || done * 10 < total || done >= total) return 0;
  return Math.round((seconds * (total - done)) / done);
}

/** By what is expected of all of it; what is done now may take longer than that. */
function untilEnd(past: number, more: number, expected: number | null): string {
  if (expected === null) return soFar(past, more);
  const longest = Math.max(more, expected - past);
  return longest > 0 ? soFar(past, longest) : t("kit.longer", { time: time(past) });
}

function soFar(past: number, more: number): string {
  return more > 0 ? t("kit.soFarLeft", { time: time(past), more: time(more) }) : t("kit.soFar", { time: time(past) });
}

/** Longer than that is told in minutes. */
const MANY_SECONDS = 90;

function time(seconds: number): string {
  return seconds <= MANY_SECONDS ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((past) => past + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
