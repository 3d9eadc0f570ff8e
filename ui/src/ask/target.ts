import { count } from "../answer/words";
import type { DocumentSummary } from "../backend/wire";

/** The asked documents in words; null when there is none. */
export function targetOf(list: DocumentSummary[], ids: string[]): string | null {
  if (ids.length === 0) return null;
  if (ids.length === 1) return list.find(({ id }) => id === ids[0])?.title ?? null;
  const documents = count(list.length, "document");
  return ids.length === list.length ? `all ${documents}` : `${ids.length} of ${documents}`;
}
