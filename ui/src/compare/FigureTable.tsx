import type { ReactNode } from "react";
import { t } from "../language/language";
import type { FigureRow } from "./figures";
import { Spread } from "./plots";

interface Props {
  title: string;
  about: string;
  names: string[];
  rows: FigureRow[];
}

/** Figures of every contestant in words, each with its plot: beside the words, and below them where there is no room. */
export function FigureTable({ title, about, names, rows }: Props): ReactNode {
  return (
    <>
      <h2>{title}</h2>
      <p className="small quiet">{about}</p>
      <table className="figures" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t("compare.contestant")}</th>
            <th scope="col">{t("compare.value")}</th>
          </tr>
        </thead>
        {rows.map(({ name, figures, most }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {name}
              </th>
            </tr>
            {figures.map(({ words, value, interval }, index) => (
              <tr key={names[index]}>
                <td className="figure-name">{names[index]}</td>
                <td>
                  <div className="figure-value">
                    <span>{words}</span>
                    <Spread value={value} interval={interval} most={most} index={index} />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
