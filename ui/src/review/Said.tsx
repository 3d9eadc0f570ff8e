import type { ReactNode } from "react";
import type { Review, Standing } from "../backend/wire";
import { moment } from "../kit/format";
import { StateWord } from "../kit/StateWord";
import { VERDICTS } from "./words";
import { t } from "../language/language";

/** Everything that was said of an answer, oldest first; where people differ, that is said first. */
export function Said({ standing }: { standing: Standing }): ReactNode {
  const { reviews, disputed } = standing;
  if (reviews.length === 0) return null;
  return (
    <section className="review-said" aria-label={t("review.people")}>
      {disputed && (
        <p>
          <StateWord tone="warn">{t("review.disputed")}</StateWord> {t("review.differ")}
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
      {place && <> {t("review.lineQuote", { line: place.line_start, quote: place.quote })}</>}
      {reason !== null && <>. {reason}</>}
      {erased && <>. {t("review.erased")}</>}
      {". "}
      <time className="quiet" dateTime={time}>
        {moment(time)}
      </time>
    </>
  );
}
