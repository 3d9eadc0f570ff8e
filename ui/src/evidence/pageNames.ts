/** Pages by what people call them. */

import type { Page } from "../backend/wire";

/**
 * The page at this place in the file, else the one that has this printed on it; null where there is neither.
 * Places come first: they are what citations name.
 */
export function pageNamed(pages: Page[], text: string): number | null {
  const name = text.trim();
  const place = Math.round(Number(name));
  if (name !== "" && Number.isFinite(place)) return Math.min(pages.length, Math.max(1, place));
  const labelled = pages.find(({ label }) => label?.toLowerCase() === name.toLowerCase());
  return labelled?.number ?? null;
}
