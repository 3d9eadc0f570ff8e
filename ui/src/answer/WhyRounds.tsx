import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageList } from "./PassageList";
import { number } from "../kit/format";
import { count, plain, stateOfDecision } from "./words";

const PURPOSES: Record<string, string> = {
  ask: "Asked",
  model: "Given to the model, since the reader marked no list",
  broaden: "Asked again with more of the documents",
  rephrase: "Asked again in other words",
  reparse: "Asked again after the page was read anew",
};

interface Props {
  explanation: Explanation;
  onLines: (place: Place) => void;
}

/** What was tried, on which passages, what came of it, and how sure that is. */
export function WhyRounds({ explanation, onLines }: Props): ReactNode {
  const { rounds, probability, threshold, candidates, attempts, quality } = explanation;
  return (
    <section>
      <h3>What was tried</h3>
      <ol className="why-rounds">
        {rounds.map((round, index) => (
          <li key={index}>
            {PURPOSES[round.why] ?? plain(round.why)}, with {count(round.passages.length, "passage")}:{" "}
            {stateOfDecision(round.decision).words.toLowerCase()}
            {round.probability !== null && ` (probability ${percent(round.probability)})`}
            {round.passages.length > 0 && (
              <details>
                <summary>{round.passages.length === 1 ? "The passage" : "The passages"} of this round</summary>
                <PassageList passages={round.passages} onLines={onLines} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {probability !== null && (
        <div className="why-meter">
          <p>
            The best value is right with a probability of {percent(probability)}
            {threshold === null
              ? "."
              : `; here an answer is given from ${percent(threshold)} on. The likelier the documents do not say, the higher that is.`}
          </p>
          <meter aria-label="Probability" min={0} max={1} value={probability} />
          {threshold !== null && <div className="why-threshold" style={{ left: `${threshold * 100}%` }} />}
        </div>
      )}
      <p className="quiet">
        {count(candidates, "value")} weighed, {count(attempts, "attempt")} until a draft passed the checks
        {quality === null ? "." : `, quality score ${number(quality, 2)} of 1.`}
      </p>
    </section>
  );
}

function percent(share: number): string {
  return share.toLocaleString(undefined, { style: "percent", maximumFractionDigits: 0 });
}
