import type { ReactNode } from "react";
import type { CompiledSchema, Enforcement, KeywordReport } from "../backend/wire";
import { number } from "../kit/format";
import { shown } from "./json/place";
import { t } from "../language/language";

interface Props {
  compiled: CompiledSchema | null;
  /** Of the schema as it stands. */
  current: boolean;
  onJump: (pointer: string) => void;
}

const KINDS: [Enforcement, title: string, meaning: string][] = [
  ["enforced", t("contracts.report.enforced"), t("contracts.report.enforcedAbout")],
  ["residual", t("contracts.report.residual"), t("contracts.report.residualAbout")],
  ["annotation", t("contracts.report.annotation"), t("contracts.report.annotationAbout")],
];

/** What becomes of each keyword of the schema. */
export function ReportPanel({ compiled, current, onJump }: Props): ReactNode {
  const report = compiled?.report ?? [];
  return (
    <section className="bench-panel" aria-labelledby="report-title">
      <div className="bench-head">
        <h3 id="report-title">{t("contracts.report.title")}</h3>
        {!current && compiled && <span className="small quiet">{t("contracts.ofLast")}</span>}
      </div>
      {compiled ? <Counts report={report} /> : <p className="quiet">{t("contracts.report.comes")}</p>}
      {compiled && (
        <Residuals report={report.filter(({ enforcement }) => enforcement === "residual")} onJump={onJump} />
      )}
      {report.length > 0 && <All report={report} onJump={onJump} />}
    </section>
  );
}

function Counts({ report }: { report: KeywordReport[] }): ReactNode {
  return (
    <table className="keyword-counts">
      <tbody>
        {KINDS.map(([kind, title, meaning]) => (
          <tr key={kind}>
            <td className="figure">{number(report.filter(({ enforcement }) => enforcement === kind).length)}</td>
            <th scope="row">{title}</th>
            <td className="quiet">{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Residuals({ report, onJump }: { report: KeywordReport[]; onJump: (pointer: string) => void }): ReactNode {
  if (report.length === 0) return <p>{t("contracts.report.nothing")}</p>;
  return (
    <ul className="keyword-list" aria-label={t("contracts.report.residuals")}>
      {report.map(({ pointer, reason }) => (
        <li key={pointer}>
          <button type="button" className="link fixed" onClick={() => onJump(pointer)}>
            {shown(pointer)}
          </button>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  );
}

function All({ report, onJump }: { report: KeywordReport[]; onJump: (pointer: string) => void }): ReactNode {
  return (
    <details>
      <summary>{t("contracts.report.all", { number: number(report.length) })}</summary>
      <ul className="keyword-list">
        {report.map(({ pointer, enforcement }) => (
          <li key={pointer}>
            <button type="button" className="link fixed" onClick={() => onJump(pointer)}>
              {shown(pointer)}
            </button>
            <span>{t(`contracts.enforcement.${enforcement}`)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
