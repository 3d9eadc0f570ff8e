/** The order in which columns stand: the pinned ones first. */

/** More would leave no room for the others; a further one takes the place of the first. */
export const MOST_PINNED = 3;

export function turned(pinned: number[], column: number): number[] {
  if (pinned.includes(column)) return pinned.filter((one) => one !== column);
  return [...pinned, column].slice(-MOST_PINNED);
}

export function orderOf(pinned: number[], columns: number): number[] {
  const there = pinned.filter((column) => column < columns);
  const others = Array.from({ length: columns }, (_, column) => column).filter((column) => !there.includes(column));
  return [...there, ...others];
}
