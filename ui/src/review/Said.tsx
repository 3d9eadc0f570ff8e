import type { ReactNode } from "react";
import type { Review, Standing } from "../backend/wire";
import { moment } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { VERDICTS } from "./words";

/** Everything that was said of an answer, oldest first; where people differ, that is said first. */
export function Said({ standing }: { standing: Standing }): ReactNode {
  const { reviews, disputed } = standing;
  if (reviews.length === 0) return null;
  return (
    <section className="review-said" aria-label="What people said">
      {disputed && (
        <p>
          <StateWord tone="warn">Disputed</StateWord> People said different things.
        </p>
      )}
      <ul>
        {reviews.map((review) => (
          <li key={review.record_id} className="small">
            <Line review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ review }: { review: Review }): ReactNode {
  const { reviewer, verdict, words, place, reason, time, erased } = review;
  return (
    <>
      <strong>{reviewer}</strong> {VERDICTS[verdict].said}
      {words !== null && <>: {words}</>}
      {place && <> (line {place.line_start}: {place.quote})</>}
      {reason !== null && <>. {reason}</>}
      {erased && <>. What was written was erased with a document</>}
      {". "}
      <time className="quiet" dateTime={time}>
        {moment(time)}
      </time>
    </>
  );
}
