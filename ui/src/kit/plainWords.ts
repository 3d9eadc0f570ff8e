/**
 * Failures in words of the window. The service's help speaks of commands (`attest audit verify`), since the command line
 * shows it too; here the view that does the same takes their place, by its
 * title in the window's language. What only the command line does is left
 * out, but for holds, periods and the like: there the command is the only way.
 */

import { t } from "../language/language";

const PLACES: [RegExp, string][] = [
  [/^attest audit verify\b/, `“${t("audit.verify")}” in ${t("views.audit.title")}`],
  [/^attest vault keys --forget\b/, `“${t("audit.forgetKeys")}” there`],
  [/^attest vault keys\b/, `“${t("audit.keyFiles")}” in ${t("views.audit.title")}`],
  [/^attest audit\b/, `the view ${t("views.audit.title")}`],
  [/^attest docs\b/, `the view ${t("views.documents.title")}`],
  [/^attest models\b/, `the view ${t("views.models.title")}`],
  [/^attest doctor\b/, `the view ${t("views.settings.title")}`],
  [/^attest (?:contracts|grammar)\b/, `the view ${t("views.contracts.title")}`],
];

/** What no view does, and a person has to know all the same. */
const ONLY_WAY =
  /`attest (?:(?:docs|audit) (?:hold|release)\b|audit erase\b|vault (?:retention|compact)\b|audit (?:verify|checkpoint)\b[^`]* --since\b)/;

/** A command in backticks, or an option of one. */
const COMMAND = /`(attest[^`]*)`/g;
const LINE_ONLY = /`attest\b|(?:^|\s)--[a-z]|\bscripts\//;

export function plainWords(words: string): string {
  const parts = words.split(/(?<=[.;])\s+/).map((part) => part.replace(/[.;]$/, "").trim());
  const kept = parts.map(withPlaces).filter((part) => part !== "" && (ONLY_WAY.test(part) || !LINE_ONLY.test(part)));
  if (parts.every((part, index) => part === kept[index])) return words;
  return kept.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`).join(" ");
}

function withPlaces(part: string): string {
  if (ONLY_WAY.test(part)) return part;
  return part
    .replaceAll(COMMAND, (all, command: string) => PLACES.find(([pattern]) => pattern.test(command))?.[1] ?? all)
    .replace(/^run (“[^”]*” in |the view )/, "use $1")
    .replace(/(the view .+?) prints/, "$1 shows");
}
