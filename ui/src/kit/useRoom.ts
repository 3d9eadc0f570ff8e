import { useState } from "react";
import { useWidth } from "../evidence/useWidth";
import { useWorkspace } from "../frame/workspace";

/** Of browsers: the text's size at 100 %. */
const PIXELS = 16;

/** The width of an element in units of the text's size, so that larger text counts as less room; endless before it is known. */
export function useRoom(): [number, (element: HTMLElement | null) => void] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { text_percent } = useWorkspace().settings;
  const width = useWidth(element);
  return [width === 0 ? Infinity : (width * 100) / (PIXELS * (text_percent || 100)), setElement];
}
