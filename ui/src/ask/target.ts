import type { DocumentSummary } from "../backend/wire";
import { t } from "../language/language";

/** The asked documents in words; null when there is none. */
export function targetOf(list: DocumentSummary[], ids: string[]): string | null {
  if (ids.length === 0) return null;
  if (ids.length === 1) return list.find(({ id }) => id === ids[0])?.title ?? null;
  if (ids.length === list.length) return t("ask.documentsAll", { count: list.length });
  return t("ask.documentsSome", { some: ids.length, count: list.length });
}
