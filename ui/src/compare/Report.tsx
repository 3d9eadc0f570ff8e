/** What came of a comparison: how right the contestants are, what they cost, and where they differ. */

import type { ReactNode } from "react";
import type { Disagreement, OpenedComparison } from "../backend/wire";
import { moment } from "../kit/format";
import { t } from "../language/language";
import { accuracyRows, costRows, countInWords, pairInWords } from "./figures";
import { FigureTable } from "./FigureTable";
import { Calibration } from "./plots";
import { RatingTable } from "./RatingTable";
import { Legend } from "./shapes";

interface Props {
  opened: OpenedComparison;
  chosen: Disagreement | null;
  onChoose: (disagreement: Disagreement) => void;
}

export function Report({ opened: { comparison, ratings }, chosen, onChoose }: Props): ReactNode {
  const { questions, contestants, pairs, remarks, differences, made_at } = comparison;
  const names = contestants.map(({ name }) => name);
  return (
    <div className="compare-report" role="region" aria-label={t("compare.report")} tabIndex={0}>
      <p>
        {t("compare.questions", {
          asked: countInWords(questions),
          answerable: questions.answerable,
          unanswerable: questions.unanswerable,
          when: moment(made_at),
        })}
      </p>
      {remarks.map((remark) => (
        <p key={remark} className="small quiet" lang="en">
          {remark}
        </p>
      ))}
      <Legend names={names} />
      <h2>{t("compare.pairs.title")}</h2>
      {pairs.map((pair) => (
        <p key={`${pair.first} ${pair.second}`}>{pairInWords(pair)}</p>
      ))}
      <p className="small quiet">{t("compare.pairs.about")}</p>
      {ratings && <RatingTable ratings={ratings} />}
      <FigureTable title={t("compare.accuracy")} about={t("compare.accuracyAbout")} names={names} rows={accuracyRows(contestants)} />
      <h2>{t("compare.calibration.title")}</h2>
      <p className="small quiet">{t("compare.calibration.about")}</p>
      <Calibration contestants={contestants} />
      <FigureTable title={t("compare.cost")} about={t("compare.costAbout")} names={names} rows={costRows(contestants)} />
      <h2>{t("compare.differences.title", { number: differences.length })}</h2>
      {differences.length === 0 && <p>{t("compare.differences.none")}</p>}
      <ul className="disagreements">
        {differences.map((one) => (
          <li key={one.case}>
            <button type="button" aria-current={chosen?.case === one.case ? "true" : undefined} onClick={() => onChoose(one)}>
              <span>{one.question}</span>
              <span className="small quiet">{one.document}</span>
              {one.is_decisive && <span className="small">{t("compare.differences.decisive")}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
