/** Two answers without names: a person says which is better, and only then sees whose they were. */

import { useCallback, useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { BlindChoice, BlindState, Failure } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { t } from "../language/language";

interface Props {
  folder: string;
  /** The person wants to see whose answers they were. */
  onEnd: () => void;
}

const CHOICES: { choice: BlindChoice; key: string; words: string }[] = [
  { choice: "a", key: "A", words: t("compare.blind.a") },
  { choice: "b", key: "B", words: t("compare.blind.b") },
  { choice: "tie", key: "T", words: t("compare.blind.tie") },
  { choice: "neither", key: "N", words: t("compare.blind.neither") },
];

export function BlindPane({ folder, onEnd }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [state, setState] = useState<BlindState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const take = useCallback((next: Promise<BlindState>) => {
    next.then(
      (now) => {
        setState(now);
        setFailure(null);
      },
      (thrown: unknown) => setFailure(asFailure(thrown)),
    );
  }, []);
  useEffect(() => take(backend.comparisons.blind(folder)), [backend, folder, take]);
  const next = state?.next ?? null;
  useEffect(() => head.current?.focus(), [next?.number]);

  function decide(choice: BlindChoice): void {
    if (next) take(backend.comparisons.decide(folder, next.number, choice));
  }
  function press(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const found = CHOICES.find(({ key }) => key === event.key.toUpperCase());
    if (!found) return;
    event.preventDefault();
    decide(found.choice);
  }

  return (
    <section className="blind" aria-label={t("compare.blind.label")} onKeyDown={press}>
      {failure && <FailureNotice failure={failure} />}
      {next && (
        <>
          <p className="small quiet">{t("compare.blind.number", { number: next.number, of: next.of, document: next.document })}</p>
          <h2 ref={head} tabIndex={-1}>
            {next.question}
          </h2>
          <div className="blind-sides">
            <Side name="A" side={next.a} />
            <Side name="B" side={next.b} />
          </div>
          <div className="actions">
            {CHOICES.map(({ choice, key, words }) => (
              <button key={choice} type="button" onClick={() => decide(choice)}>
                {words} <kbd>{key}</kbd>
              </button>
            ))}
          </div>
          <p className="small quiet">{t("compare.blind.about")}</p>
        </>
      )}
      {state && !next && (
        <p role="status">{state.pairs === 0 ? t("compare.blind.none") : t("compare.blind.done", { count: state.pairs })}</p>
      )}
      <div className="actions">
        <button type="button" className={next ? "" : "primary"} onClick={onEnd}>
          {next ? t("compare.blind.showNow") : t("compare.blind.show")}
        </button>
      </div>
    </section>
  );
}

function Side({ name, side: [words, quotes] }: { name: string; side: [string, string[]] }): ReactNode {
  return (
    <section className="card" aria-label={name}>
      <h3>{name}</h3>
      <p className="blind-words">{words}</p>
      {quotes.map((quote, index) => (
        <blockquote key={index} className="small">
          {quote}
        </blockquote>
      ))}
    </section>
  );
}
