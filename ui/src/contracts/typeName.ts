import type { AnswerType } from "../backend/wire";
import { t } from "../language/language";

const LONGEST = 60;

/** Why a new type cannot have this name; null where it can. */
export function nameFault(name: string, types: AnswerType[]): string | null {
  if (name === "") return t("contracts.nameFaults.none");
  if (!/^[a-z]/.test(name)) return t("contracts.nameFaults.begin");
  if (!/^[a-z0-9_]+$/.test(name)) return t("contracts.nameFaults.signs");
  if (name.length > LONGEST) return t("contracts.nameFaults.long", { longest: LONGEST });
  const taken = types.find((type) => type.name === name);
  if (!taken) return null;
  return taken.own ? t("contracts.nameFaults.own") : t("contracts.nameFaults.builtIn");
}

/** The first free name like this one. */
export function freeName(like: string, taken: string[]): string {
  const names = [like, ...Array.from({ length: taken.length + 1 }, (_, index) => `${like}_${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? like;
}
