/** The words of a drawn page, invisible over its picture, so that they can be selected and read aloud. */

import type { CSSProperties, ReactNode } from "react";
import type { Line } from "../backend/wire";
import type { LineStore } from "./lineStore";
import { MarkedText } from "./MarkedText";
import type { Marks } from "./marks";
import { rangesOf } from "./marks";

interface Props {
  lines: Line[];
  marks: Marks;
  store: LineStore;
  scale: number;
}

export function PageText({ lines, marks, store, scale }: Props): ReactNode {
  return (
    <div className="page-text">
      {lines.map((line) => {
        const style = placeOf(line, scale);
        return (
          style && (
            <div key={line.number} data-line={line.number} style={style}>
              <MarkedText text={line.text} ranges={rangesOf(line, marks, store)} />
            </div>
          )
        );
      })}
    </div>
  );
}

/** Letters take about this share of a line's height. */
const LETTER = 0.86;

function placeOf({ bounds, text }: Line, scale: number): CSSProperties | null {
  if (!bounds || text === "") return null;
  const height = (bounds.bottom - bounds.top) * scale;
  const size = height * LETTER;
  const natural = widthOf(text) * size;
  const stretch = natural > 0 ? ((bounds.right - bounds.left) * scale) / natural : 1;
  return {
    left: bounds.left * scale,
    top: bounds.top * scale,
    height,
    lineHeight: `${height}px`,
    fontSize: size,
    transform: `scaleX(${stretch})`,
  };
}

const MEASURED_AT = 100;
let ruler: CanvasRenderingContext2D | null | undefined;

/** Width of a text in a type of size 1; 0 where it cannot be measured. */
function widthOf(text: string): number {
  if (ruler === undefined) {
    ruler = typeof OffscreenCanvas === "undefined" ? null : document.createElement("canvas").getContext("2d");
    if (ruler) ruler.font = `${MEASURED_AT}px sans-serif`;
  }
  return ruler ? ruler.measureText(text).width / MEASURED_AT : 0;
}
