/** A finished comparison of models or settings: how right they are, what they cost, and where they differ. */

import { useState } from "react";
import type { ReactNode } from "react";
import { asFailure } from "../backend/backend";
import type { Disagreement, Failure, OpenedComparison } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { EmptyState } from "../kit/EmptyState";
import { FailureNotice } from "../kit/FailureNotice";
import { moment } from "../kit/format";
import { Split } from "../kit/Split";
import { ViewHeader } from "../kit/ViewHeader";
import { t } from "../language/language";
import { DisagreementPane } from "./DisagreementPane";
import { accuracyRows, costRows, pairInWords } from "./figures";
import { FigureTable } from "./FigureTable";
import { Calibration } from "./plots";
import { Legend } from "./shapes";
import "./compare.css";

export function CompareView(): ReactNode {
  const { backend } = useWorkspace();
  const [opened, setOpened] = useState<OpenedComparison | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [chosen, setChosen] = useState<Disagreement | null>(null);
  const open = async (): Promise<void> => {
    try {
      const found = await backend.comparisons.choose();
      setFailure(null);
      if (!found) return;
      setOpened(found);
      setChosen(null);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  return (
    <>
      <ViewHeader title={t("compare.title")} about={opened ? opened.folder : t("compare.about")}>
        {opened && (
          <button type="button" onClick={() => void open()}>
            {t("compare.openAnother")}
          </button>
        )}
      </ViewHeader>
      {failure && <FailureNotice failure={failure} />}
      {!opened && (
        <div className="compare-empty">
          <EmptyState
            title={t("compare.empty.title")}
            acts={
              <button type="button" className="primary" onClick={() => void open()}>
                {t("compare.open")}
              </button>
            }
          >
            <p>{t("compare.empty.about")}</p>
            <pre>
              <code>attest compare CASES.jsonl --models A,B --out DIR</code>
            </pre>
          </EmptyState>
        </div>
      )}
      {opened && (
        <Split
          list={<Report opened={opened} chosen={chosen} onChoose={setChosen} />}
          chosen={chosen && <DisagreementPane key={chosen.case} disagreement={chosen} onClose={() => setChosen(null)} />}
        />
      )}
    </>
  );
}

interface ReportProps {
  opened: OpenedComparison;
  chosen: Disagreement | null;
  onChoose: (disagreement: Disagreement) => void;
}

function Report({ opened: { comparison }, chosen, onChoose }: ReportProps): ReactNode {
  const { questions, contestants, pairs, remarks, differences, made_at } = comparison;
  const names = contestants.map(({ name }) => name);
  return (
    <div className="compare-report" role="region" aria-label={t("compare.report")} tabIndex={0}>
      <p>
        {t("compare.questions", {
          cases: questions.cases,
          documents: questions.documents,
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
