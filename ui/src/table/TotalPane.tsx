/** A total: which cells make it, and which were left out and why. */

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { StateWord } from "../kit/StateWord";
import { t } from "../language/language";
import type { TableRow } from "./rows";
import { kindOf, sumInWords, totalsOf } from "./totals";
import { STATES } from "./words";

interface Props {
  question: string;
  column: number;
  /** The group that is added up; null: all rows that are shown. */
  group: string | null;
  rows: TableRow[];
  onOpen: (row: number) => void;
  onClose: () => void;
}

export function TotalPane({ question, column, group, rows, onOpen, onClose }: Props): ReactNode {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [column, group]);
  const { sums, left } = totalsOf(rows, column);
  const byIndex = new Map(rows.map((row) => [row.index, row]));
  const list = (indexes: number[]): ReactNode => (
    <ul className="total-cells">
      {indexes.map((index) => (
        <li key={index}>
          <button type="button" className="link" onClick={() => onOpen(index)}>
            {byIndex.get(index)?.title}
          </button>
          <Cell row={byIndex.get(index)} column={column} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className="cell-pane total-pane" aria-label={t("table.totals.label")}>
      <header className="cell-head">
        <h2 ref={head} tabIndex={-1}>
          {t("table.totals.title", { question })}
        </h2>
        <button type="button" onClick={onClose}>
          {t("table.cell.close")}
        </button>
      </header>
      {group !== null && <p className="small">{t("table.totals.group", { name: group })}</p>}
      <p className="small quiet">{t("table.totals.exact")}</p>
      {sums.length === 0 && <p>{t("table.totals.none")}</p>}
      {sums.map((sum) => (
        <section key={kindOf(sum)} aria-label={sumInWords(sum)}>
          <h3 className="total-sum">
            {sumInWords(sum)} {sum.currency === null && <span className="small">{t("table.totals.noCurrency")}</span>}
          </h3>
          <p className="small">
            {sum.rows.length === 1 ? t("table.totals.sumOne") : t("table.totals.sum", { count: sum.rows.length })}
            {sum.toCheck > 0 && `, ${t("table.totals.toCheck", { count: sum.toCheck })}`}
          </p>
          {list(sum.rows)}
        </section>
      ))}
      {left.length > 0 && (
        <section aria-label={t("table.totals.leftOut")}>
          <h3>{t("table.totals.leftOut")}</h3>
          {left.map(({ why, rows: indexes }) => (
            <details key={why}>
              <summary>{t("table.totals.because", { why: t(`table.totals.why.${why}`), count: indexes.length })}</summary>
              {list(indexes)}
            </details>
          ))}
        </section>
      )}
    </section>
  );
}

function Cell({ row, column }: { row: TableRow | undefined; column: number }): ReactNode {
  const cell = row?.cells[column];
  if (!cell) return null;
  return (
    <>
      <span>{cell.words}</span>
      <StateWord tone={STATES[cell.state].tone}>{STATES[cell.state].words}</StateWord>
    </>
  );
}
