import type { ReactNode } from "react";
import type { Explanation } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageList } from "./PassageList";
import { number } from "../kit/format";
import { plain, stateOfDecision } from "./words";
import { LOCALE, t } from "../language/language";

const PURPOSES: Record<string, string> = {
  ask: t("answer.rounds.ask"),
  model: t("answer.rounds.model"),
  broaden: t("answer.rounds.broaden"),
  rephrase: t("answer.rounds.rephrase"),
  reparse: t("answer.rounds.reparse"),
  meaning: t("answer.rounds.meaning"),
  silence: t("answer.rounds.silence"),
};

interface Props {
  explanation: Explanation;
  onLines: (place: Place) => void;
}

/** What was tried, on which passages, what came of it, and how sure that is. */
export function WhyRounds({ explanation, onLines }: Props): ReactNode {
  const { rounds, probability, threshold, candidates, attempts, quality } = explanation;
  const weighed = { values: t("answer.values", { count: candidates }), attempts: t("answer.attempts", { count: attempts }) };
  return (
    <section>
      <h3>{t("answer.tried")}</h3>
      <ol className="why-rounds">
        {rounds.map((round, index) => (
          <li key={index}>
            {roundInWords(round)}
            {round.passages.length > 0 && (
              <details>
                <summary>{t("answer.ofRound", { count: round.passages.length })}</summary>
                <PassageList passages={round.passages} onLines={onLines} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {probability !== null && (
        <div className="why-meter">
          <p>
            {threshold === null
              ? t("answer.right", { share: percent(probability) })
              : t("answer.rightFrom", { share: percent(probability), least: percent(threshold) })}
          </p>
          <meter aria-label={t("answer.probability")} min={0} max={1} value={probability} />
          {threshold !== null && <div className="why-threshold" style={{ left: `${threshold * 100}%` }} />}
        </div>
      )}
      <p className="quiet">
        {quality === null ? t("answer.weighed", weighed) : t("answer.weighedScore", { ...weighed, score: number(quality, 2) })}
      </p>
    </section>
  );
}

function roundInWords({ why, passages, decision, probability }: Explanation["rounds"][number]): string {
  const words = {
    purpose: PURPOSES[why] ?? plain(why),
    passages: t("answer.passages", { count: passages.length }),
    state: stateOfDecision(decision).words.toLowerCase(),
  };
  return probability === null ? t("answer.round", words) : t("answer.roundSure", { ...words, share: percent(probability) });
}

function percent(share: number): string {
  return share.toLocaleString(LOCALE, { style: "percent", maximumFractionDigits: 0 });
}
