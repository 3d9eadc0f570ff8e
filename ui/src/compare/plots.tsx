/** Plots of a comparison. What they show stands beside them in words. */

import { scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import type { ReactNode } from "react";
import type { ContestantSummary, Interval, ReliabilityBin } from "../backend/wire";
import { t } from "../language/language";
import { dashOf, Mark } from "./shapes";

const WIDTH = 220;
const HEIGHT = 22;
const EDGE = 8;

interface SpreadProps {
  value: number | null;
  interval: Interval | null;
  /** End of the scale, which begins at 0. */
  most: number;
  index: number;
}

/** A figure on its scale, with its interval as a line. */
export function Spread({ value, interval, most, index }: SpreadProps): ReactNode {
  if (value === null) return null;
  const x = scaleLinear({ domain: [0, most || 1], range: [EDGE, WIDTH - EDGE] });
  const middle = HEIGHT / 2;
  return (
    <svg className="spread" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="axis" x1={x(0)} x2={x(most || 1)} y1={middle} y2={middle} />
      {[0, 0.5, 1].map((part) => (
        <line key={part} className="axis" x1={x(part * most)} x2={x(part * most)} y1={middle - 4} y2={middle + 4} />
      ))}
      {interval && <line className="interval" x1={x(interval.low)} x2={x(interval.high)} y1={middle} y2={middle} />}
      <Mark index={index} x={x(value)} y={middle} />
    </svg>
  );
}

const SIZE = 280;
const LEFT = 52;
const BOTTOM = 40;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Stated probability against the share that was right; the line from corner to corner is where both agree. */
export function Calibration({ contestants }: { contestants: ContestantSummary[] }): ReactNode {
  const x = scaleLinear({ domain: [0, 1], range: [LEFT, SIZE - EDGE] });
  const y = scaleLinear({ domain: [0, 1], range: [SIZE - BOTTOM, EDGE] });
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  return (
    <svg className="calibration" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={t("compare.calibration.label")}>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className="grid-line" x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
            {percent(tick)}
          </text>
          <text x={x(tick)} y={SIZE - BOTTOM + 16} textAnchor="middle">
            {tick % 0.5 === 0 ? percent(tick) : ""}
          </text>
        </g>
      ))}
      <text x={(LEFT + SIZE) / 2} y={SIZE - 6} textAnchor="middle">
        {t("compare.calibration.stated")}
      </text>
      <line className="ideal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {contestants.map(({ name, reliability: { bins } }, index) => (
        <g key={name}>
          <LinePath<ReliabilityBin>
            className="calibration-line"
            data={bins}
            x={({ predicted }) => x(predicted)}
            y={({ right }) => y(right)}
            strokeDasharray={dashOf(index)}
          />
          {bins.map(({ from, predicted, right }) => (
            <Mark key={from} index={index} x={x(predicted)} y={y(right)} />
          ))}
        </g>
      ))}
    </svg>
  );
}
