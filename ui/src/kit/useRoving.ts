/** One Tab stop for a whole list: Tab comes to it and leaves it, the arrow keys move within it. */

import { useCallback, useLayoutEffect, useRef } from "react";
import type { FocusEvent, KeyboardEvent, RefObject } from "react";

export interface Roving<E extends HTMLElement> {
  ref: RefObject<E | null>;
  onKeyDown: (event: KeyboardEvent<E>) => void;
  onFocus: (event: FocusEvent<E>) => void;
}

/** Marks the elements that the arrow keys up and down go to; what stands beside one in its row is a `data-beside`. */
const STOP = "[data-stop]";
const BESIDE = "[data-beside]";

/**
 * For the element around the list. The stops of the list have `data-stop`; acts beside a stop, in the same `li`,
 * have `data-beside` and are reached by the arrow keys left and right.
 */
export function useRoving<E extends HTMLElement>(): Roving<E> {
  const ref = useRef<E>(null);
  const last = useRef<Element | null>(null);

  const settle = useCallback(() => {
    const stops = all(ref.current, STOP);
    const held = stops.find((one) => one === last.current) ?? stops[0];
    for (const stop of stops) stop.tabIndex = stop === held ? 0 : -1;
    for (const act of all(ref.current, BESIDE)) act.tabIndex = -1;
  }, []);
  useLayoutEffect(settle);

  const onFocus = useCallback(
    ({ target }: FocusEvent<E>) => {
      if (!target.matches(STOP)) return;
      last.current = target;
      settle();
    },
    [settle],
  );

  const onKeyDown = useCallback((event: KeyboardEvent<E>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const next = stepFrom(event.target, event.key, ref.current);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }, []);
  return { ref, onKeyDown, onFocus };
}

function stepFrom(from: HTMLElement, key: string, list: HTMLElement | null): HTMLElement | undefined {
  const row = from.closest("li");
  const stop = row ? all(row, STOP)[0] : undefined;
  if (key === "ArrowRight" && from === stop) return all(row, BESIDE)[0];
  if (key === "ArrowLeft" && from !== stop) return stop;
  const stops = all(list, STOP);
  const at = stop ? stops.indexOf(stop) : -1;
  if (at < 0) return undefined;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[key];
  return to === undefined ? undefined : stops[to];
}

function all(within: Element | null, selector: string): HTMLElement[] {
  return [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((one) => !one.matches(":disabled"));
}
