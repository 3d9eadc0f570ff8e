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

/** Figures of every contestant in words, each with its plot. */
export function FigureTable({ title, about, names, rows }: Props): ReactNode {
  return (
    <>
      <h2>{title}</h2>
      <p className="small quiet">{about}</p>
      <table className="figures" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t("compare.figure")}</th>
            <th scope="col">{t("compare.contestant")}</th>
            <th scope="col">{t("compare.value")}</th>
            <th scope="col">{t("compare.plot")}</th>
          </tr>
        </thead>
        {rows.map(({ name, figures, most }) => (
          <tbody key={name}>
            {figures.map(({ words, value, interval }, index) => (
              <tr key={names[index]}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={figures.length}>
                    {name}
                  </th>
                )}
                <td>{names[index]}</td>
                <td>{words}</td>
                <td>
                  <Spread value={value} interval={interval} most={most} index={index} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
