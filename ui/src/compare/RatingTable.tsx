import type { ReactNode } from "react";
import type { Ratings } from "../backend/wire";
import { t } from "../language/language";

/** What people said who chose between answers without seeing whose they are. */
export function RatingTable({ ratings: { decisions, ratings } }: { ratings: Ratings }): ReactNode {
  return (
    <>
      <h2>{t("compare.ratings.title")}</h2>
      <p className="small quiet">{t("compare.ratings.about", { count: decisions })}</p>
      <table className="figures" aria-label={t("compare.ratings.title")}>
        <thead>
          <tr>
            <th scope="col">{t("compare.contestant")}</th>
            <th scope="col">{t("compare.ratings.points")}</th>
            <th scope="col">{t("compare.ratings.choices")}</th>
          </tr>
        </thead>
        <tbody>
          {ratings.map(({ contestant, points, interval, won, lost, tied }) => (
            <tr key={contestant}>
              <td className="figure-name">{contestant}</td>
              <td>
                {signed(points)}
                {interval && ` (${t("compare.between", { low: signed(interval.low), high: signed(interval.high) })})`}
              </td>
              <td>{t("compare.ratings.counts", { won, lost, tied })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function signed(points: number): string {
  const whole = Math.round(points);
  return whole > 0 ? `+${whole}` : whole < 0 ? `\u2212${-whole}` : "0";
}
