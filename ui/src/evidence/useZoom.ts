/** How large pages are shown: filling the width, or at a chosen size. */

import { useState } from "react";
import type { Page } from "../backend/wire";
import { fitWidth } from "./geometry";

/** CSS pixels a point at 100 %. */
const NATURAL = 96 / 72;
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Left free at the sides of a page. */
const SIDES = 32;

export interface Zoom {
  /** CSS pixels a point. */
  scale: number;
  percent: number;
  fitted: boolean;
  fit: () => void;
  larger: () => void;
  smaller: () => void;
}

export function useZoom(pages: Page[], width: number): Zoom {
  const [chosen, setChosen] = useState<number | null>(null);
  const scale = chosen ?? fitWidth(pages, Math.max(1, width - SIDES));
  const natural = scale / NATURAL;
  const step = (next: number | undefined) => next !== undefined && setChosen(next * NATURAL);
  return {
    scale,
    percent: Math.round(natural * 100),
    fitted: chosen === null,
    fit: () => setChosen(null),
    larger: () => step(STEPS.find((one) => one > natural * 1.01)),
    smaller: () => step(STEPS.findLast((one) => one < natural * 0.99)),
  };
}
