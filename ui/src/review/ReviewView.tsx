/**
 * What waits for a person, what helps most first. While the answer has the
 * focus its keys are A, E, R, N and Tab; Escape gives Tab back its usual way.
 */

import { useCallback, useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { QueueEntry, Standing, Verdict } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { EmptyState } from "../kit/EmptyState";
import { FailureNotice } from "../kit/FailureNotice";
import { Split } from "../kit/Split";
import { useLoad } from "../kit/useLoad";
import { ViewHeader } from "../kit/ViewHeader";
import { QueueList } from "./QueueList";
import { ReviewCard } from "./ReviewCard";
import type { CardActs } from "./ReviewCard";
import { stateOfStanding, VERDICTS } from "./words";
import { t } from "../language/language";
import "./review.css";

const SHOWN = 500;
const BY_KEY = new Map(Object.entries(VERDICTS).map(([verdict, { key }]) => [key.toLowerCase(), verdict as Verdict]));

export function ReviewView(): ReactNode {
  const { backend, route, settings, say, navigate } = useWorkspace();
  const [all, setAll] = useState(false);
  const [second, setSecond] = useState(false);
  const [at, setAt] = useState(0);
  const [given, setGiven] = useState<Map<string, Standing>>(new Map());
  const reviewer = settings.reviewer;
  const [queue, reload] = useLoad(
    useCallback(
      () =>
        backend.reviews.queue({
          batch_id: null,
          all,
          second_opinion_of: second ? (reviewer ?? "") : null,
          limit: SHOWN,
        }),
      [backend, all, second, reviewer],
    ),
  );
  useEffect(() => {
    if (route.view === "review") {
      setGiven(new Map());
      setAt(0);
      reload();
    }
  }, [route, reload]);
  const entries = queue.state === "there" ? queue.value.entries : [];
  const entry = entries[Math.min(at, entries.length - 1)];
  const waiting = queue.state === "there" ? queue.value.waiting : 0;
  const done = given.size;

  const go = (step: number): void => setAt((before) => Math.min(Math.max(before + step, 0), Math.max(entries.length - 1, 0)));
  const take = (answerId: string, standing: Standing): void => {
    setGiven((before) => new Map(before).set(answerId, standing));
    const state = stateOfStanding(standing);
    const word = standing.reviews.at(-1);
    if (word) say({ words: t(state === "disputed" ? "review.recordedDiffer" : "review.recorded", { act: VERDICTS[word.verdict].act }) });
    go(1);
  };
  return (
    <>
      <ViewHeader
        title={t("views.review.title")}
        about={queue.state === "there" ? t("review.about", { waiting: Math.max(waiting - done, 0), done }) : null}
      >
        <label className="review-option">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
          <span>{t("review.alsoSure")}</span>
        </label>
        <label className="review-option">
          <input type="checkbox" checked={second} onChange={(event) => setSecond(event.target.checked)} />
          <span>{t("review.second")}</span>
        </label>
      </ViewHeader>
      {queue.state === "failed" && <FailureNotice failure={queue.failure} />}
      {queue.state === "loading" && <p className="review-empty quiet">{t("review.looking")}</p>}
      {queue.state === "there" && !entry && (
        <div className="review-empty">
          <EmptyState
            title={t("review.nothing")}
            acts={
              <button type="button" className="primary" onClick={() => navigate({ view: "table" })}>
                {t("review.goToTable")}
              </button>
            }
          >
            <p>{t("review.nothingAbout")}</p>
          </EmptyState>
        </div>
      )}
      {entry && (
        <Split
          list={<QueueList entries={entries} at={entries.indexOf(entry)} given={given} onGo={setAt} />}
          chosen={<Turn entry={entry} last={entries.at(-1) === entry} onStep={go} onGiven={take} />}
        />
      )}
    </>
  );
}

interface TurnProps {
  entry: QueueEntry;
  last: boolean;
  onStep: (step: number) => void;
  onGiven: (answerId: string, standing: Standing) => void;
}

/** The answer that is looked at, under its keys. */
function Turn({ entry, last, onStep, onGiven }: TurnProps): ReactNode {
  const acts = useRef<CardActs | null>(null);
  const place = useRef<HTMLElement>(null);
  const [ours, setOurs] = useState(true);
  const { answer_id, question, documents } = entry;
  useEffect(() => {
    place.current?.focus();
    setOurs(true);
  }, [answer_id]);

  const press = (event: KeyboardEvent): void => {
    if (event.target !== place.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const verdict = BY_KEY.get(event.key.toLowerCase());
    if (verdict) acts.current?.say(verdict);
    else if (event.key === "Escape") setOurs(false);
    else if (event.key === "Tab" && ours && !event.shiftKey && !last) onStep(1);
    else return;
    event.preventDefault();
  };
  return (
    <section ref={place} className="turn" aria-label={t("review.toReview", { question })} tabIndex={0} onKeyDown={press}>
      <header className="turn-head">
        <h2>{question}</h2>
        <p className="small quiet">{documents.join(", ")}</p>
        <p className="small quiet">
          <Keys words={t(ours && !last ? "review.keysNext" : "review.keys")} />
        </p>
      </header>
      <ReviewCard key={answer_id} answerId={answer_id} acts={acts} keys onGiven={(standing) => onGiven(answer_id, standing)} />
    </section>
  );
}

/** The names of keys among the words as keys are drawn. */
function Keys({ words }: { words: string }): ReactNode {
  return words.split(/\b(Tab|Esc)\b/).map((part, index) => (index % 2 === 1 ? <kbd key={index}>{part}</kbd> : part));
}
